"""What the checks of a release know of English."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"\b(an?)\s+$", re.I)
_VOWELS = "aeiou"
_OPEN = ("uni", "use", "eu", "one", "hour", "hon")
"""Beginnings whose sound is not that of their letter."""


def article_still_fits(before: str, old: str, new: str) -> bool | None:
    """ "a" or "an", by the sound that follows."""
    article = _ARTICLE.search(before)
    sounds = _vowel(old), _vowel(new)
    if article is None or None in sounds or sounds[0] != (article[1].lower() == "an"):
        return None
    return sounds[0] == sounds[1]


def _vowel(text: str) -> bool | None:
    low = text.lower()
    if not low[:1].isalpha() or low.startswith(_OPEN) or text[:2].isupper():
        return None
    return low[0] in _VOWELS
