"""The form of a mention: what of the new value it shows.

All of this is post-processing of one draw: which words of the main mention a shorter mention
repeats, and its letter case, are public invariants.
"""

from __future__ import annotations

import unicodedata

from understudy.core.text import casing, fold, recase
from understudy.languages.lexicon import flat

__all__ = ["bare", "shown", "squeeze"]


def shown(value: str, main: str, mention: str) -> str:
    """The new value as this mention shows it.

    Where the main mention and the new value have equally many words, a mention that repeats some
    words of the main one ("Smith" of "John Smith") shows the words in the same places.
    """
    case = casing(mention)
    if mention == main:
        return recase(value, case)
    old, new, said = fold(main).split(), value.split(), fold(mention).split()
    if len(old) == len(new) and 0 < len(said) < len(old):
        for first in range(len(old) - len(said) + 1):
            if old[first : first + len(said)] == said:
                return recase(" ".join(new[first : first + len(said)]), case)
    return recase(value, case)


def bare(text: str) -> str:
    """The text without accents, in its own letter case."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    plain = "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
    return unicodedata.normalize("NFC", plain)


def squeeze(text: str) -> str:
    """The flat letters and digits of a text, without spaces and marks."""
    letters = flat(text)
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))
