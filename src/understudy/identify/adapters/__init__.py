"""Detectors of other packages: spaCy, Presidio and Hugging Face transformers."""
