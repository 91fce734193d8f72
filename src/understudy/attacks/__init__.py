"""Attacks, which measure what an attacker learns from a release: one module per attack. Each result
is a ``Finding``.

Unlike the mathematics beside it, this room may train and ask models.
"""
