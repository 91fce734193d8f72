"""The strategy that rewrites with a masked language model."""
