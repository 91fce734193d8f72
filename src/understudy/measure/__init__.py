"""Detection scores, and the certificate that is computed from a labelled sample."""
