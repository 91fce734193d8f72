"""Detectors: the corpus's own annotations, grammars, word lists, heuristics, a CRF, the shipped
language model, and adapters to other tools."""
