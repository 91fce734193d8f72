"""Values, errors, text and random numbers: what all other rooms build on."""
