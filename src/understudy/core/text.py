"""Words, casing and the folded form of a text: one definition for the whole project."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

__all__ = ["MARKED", "casing", "fold", "fold_all", "recase", "words"]

_MARKS = "".join(
    chr(code) for code in range(0x300, 0xFE30) if unicodedata.category(chr(code))[0] == "M"
)
"""Accents and vowel signs that are characters of their own; to ``re`` they are no letters."""
_WORD = re.compile(rf"\w[\w{_MARKS}]*(?:['’.\-]\w[\w{_MARKS}]*)*")
MARKED = re.compile(f"[{_MARKS}]+")


def words(text: str) -> list[tuple[int, int]]:
    """The spans of the words: runs of letters and digits, with inner apostrophes and hyphens."""
    return [match.span() for match in _WORD.finditer(text)]


def fold(text: str) -> str:
    """The form in which two spellings of one value are equal: case, width and spaces apart."""
    text = text.lower() if text.isascii() else _compatible(text)
    return text if text.isalnum() else " ".join(text.split())


def fold_all(texts: Iterable[str]) -> list[str]:
    """``fold`` of each, without a call for each: keys are made of every mention there is."""
    return [
        low if low.isalnum() else " ".join(low.split())
        for low in [text.lower() if text.isascii() else _compatible(text) for text in texts]
    ]


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


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
