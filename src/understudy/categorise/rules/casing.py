"""Whether a text has its capitals: a name without one is unlikely only where others have theirs."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["cased", "edited"]

_FEWEST_CAPITALS, _ENOUGH = 0.02, 4000
_LETTERS = re.compile(r"[^\W\d_]+")
_I = re.compile(r"(?<!\w)i(?:['’]\w+)?(?!\w)")
_CAPITAL_LETTERS = bytes(code for code in range(256) if chr(code).isupper())
_SMALL_LETTERS = bytes(code for code in range(256) if chr(code).islower())
_OTHERS = re.compile(r"[^\x00-\xff]")
"""Letters that are counted one by one; the others are counted as bytes, which takes no time."""


@lru_cache(maxsize=4)
def cased(text: str) -> bool:
    """Whether a text has capitals as edited text has them; chats and transcripts have none."""
    shown = text[:_ENOUGH]
    western = shown.encode("latin-1", "ignore")
    capitals = len(western) - len(western.translate(None, _CAPITAL_LETTERS))
    small = len(western) - len(western.translate(None, _SMALL_LETTERS))
    if len(western) < len(shown):
        others = _OTHERS.findall(shown)
        capitals += sum(map(str.isupper, others))
        small += sum(map(str.islower, others))
    return small > 0 and _FEWEST_CAPITALS < capitals / small < 1.0


def edited(text: str) -> bool:
    """Whether a text is written with care for its capitals: it opens with one and has sentences
    that do, so that names have theirs, too."""
    first = _LETTERS.search(text)
    if first is None or first[0][0].islower() or not cased(text):
        return False
    return _I.search(text) is None
