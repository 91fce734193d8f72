"""Words and letter case: one definition for the whole project."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["MARKED", "casing", "hidden_repr", "recase", "words"]

_MARKS = "".join(
    chr(code) for code in range(0x300, 0xFE30) if unicodedata.category(chr(code))[0] == "M"
)
"""Accents and vowel signs that are characters of their own; to ``re`` they are no letters."""
_WORD = re.compile(rf"\w[\w{_MARKS}]*(?:['’.\-]\w[\w{_MARKS}]*)*")
MARKED = re.compile(f"[{_MARKS}]+")


def words(text: str) -> list[tuple[int, int]]:
    """The spans of the words: runs of letters and digits, with inner apostrophes and hyphens."""
    return [match.span() for match in _WORD.finditer(text)]


def casing(text: str) -> str:
    """``lower``, ``upper`` or ``native``: what of its letter case a mention shows."""
    if text.islower():
        return "lower"
    if text.isupper() and sum(map(str.isalpha, text)) > 1:
        return "upper"
    return "native"


def recase(value: str, case: str) -> str:
    """The value in the letter case of a mention."""
    if case == "lower":
        return value.lower()
    if case == "upper":
        return value.upper()
    return value


def hidden_repr(value: object) -> str:
    """A representation that shows nothing of what was read: the value may hold private text."""
    return f"{type(value).__name__}(…)"
