"""Grammars that find private text in linear time: see docs/grammars.md for their language."""

from understudy.identify.grammar.detector import DETECTOR, Grammars, build

__all__ = ["DETECTOR", "Grammars", "build"]
