"""Detection scores, and the certificate that a labelled sample gives."""
