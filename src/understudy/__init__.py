"""De-identify text corpora."""
