"""Audits: claims of privacy, tested by running the code."""
