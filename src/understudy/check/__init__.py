"""Checks of a release: ``released`` puts it beside its ledger, ``check`` asks the rules in
``coherence/``."""
