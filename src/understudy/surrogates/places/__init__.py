"""Towns, regions, countries, addresses and nationalities of a scope."""
