"""Beside the tests: what they build mentions with, and show pieces by, found in every folder."""
