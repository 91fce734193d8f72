"""Claims of privacy checked by running them."""
