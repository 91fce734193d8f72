"""The form of a mention: what of the new value it shows.

All of this is post-processing of one draw: which words of the main mention a shorter mention
repeats, and its letter case, are public invariants.
"""

from __future__ import annotations

from understudy.core.folding import fold
from understudy.core.text import casing, recase

__all__ = ["shown"]


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
