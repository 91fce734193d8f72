"""Stand-ins for organizations, products and drugs: read → sketch → write."""
