"""Stand-ins for people: names, addresses made of them, and spellings."""
