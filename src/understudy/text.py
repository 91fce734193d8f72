"""Words, casing and the folded form of a text: one definition for the whole project."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["casing", "fold", "recase", "words"]

_WORD = re.compile(r"\w+(?:['’.\-]\w+)*", re.UNICODE)


def words(text: str) -> list[tuple[int, int]]:
    """The spans of the words: runs of letters and digits, with inner apostrophes and hyphens."""
    return [match.span() for match in _WORD.finditer(text)]


def fold(text: str) -> str:
    """The form in which two spellings of one value are equal: case, width and spaces apart."""
    text = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return text if text.isalnum() else " ".join(text.split())


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
