"""Checks of a release: ``released`` compares it with its ledger, and ``check`` applies the rules in
``coherence/``."""
