"""Stand-ins for organizations, products and works."""
