"""Lists that belong to no language: names by locale, towns, points on the globe."""
