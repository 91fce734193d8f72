"""Stand-ins for places and addresses."""
