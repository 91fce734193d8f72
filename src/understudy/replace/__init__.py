"""Strategies, which decide what replaces an entity. Each has a module; ``surrogate`` and
``distort`` have folders."""
