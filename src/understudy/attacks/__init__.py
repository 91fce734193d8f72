"""What an attacker gets out of a release, measured: one module per attack, one ``Finding`` each.

Unlike the mathematics beside it, this room may train and ask models.
"""
