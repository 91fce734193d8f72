"""What stays because it carries meaning and identifies nobody, one file for each field of it."""
