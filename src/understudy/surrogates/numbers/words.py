"""The words and digits of numbers: what may stand at a place, and how number words are read."""

from __future__ import annotations

from understudy.languages.numbers.reading import Token, read_numeral, read_ordinal, tokens_of

__all__ = ["DIGITS", "UNITS", "Cells", "Token", "read_numeral", "read_ordinal", "tokens_of"]

Cells = tuple[tuple[str, ...], ...]
"""What may stand at each place, or at two places together."""

UNITS = tuple("123456789")
DIGITS = tuple("0123456789")
