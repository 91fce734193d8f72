"""Values, errors, text and random numbers: what every other room stands on."""
