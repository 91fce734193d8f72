"""Stand-ins for numbers and identifiers."""
