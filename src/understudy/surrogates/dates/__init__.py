"""Stand-ins for dates, times and ages."""
