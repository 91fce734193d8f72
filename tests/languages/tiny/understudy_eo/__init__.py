"""Esperanto, as small as a language can be."""
