"""Strategies: what takes the place of an entity. One module each; ``surrogate`` and ``distort``
are folders."""
