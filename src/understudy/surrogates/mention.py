"""What coherence looks at: the mentions of one thing, with the words around them.

A reader gets all mentions of one thing and makes a sketch of them (``kernel``); no writer sees one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from understudy.core.text import hidden_repr

__all__ = ["AROUND", "DATE_SIGN", "HIDDEN", "Mention", "Written"]

AROUND = 60
"""Characters of the text that a mention shows on each side."""
HIDDEN, DATE_SIGN = "\u2592", "\u2593"
"""What stands in the words around a mention for what is private there: neither letter nor digit;
the other sign for another date, where a date is read."""


class Mention(NamedTuple):
    """One mention of a thing, in text order among its kind."""

    text: str
    category: str
    before: str = ""
    after: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Mention({self.category!r}, {len(self.text)} characters)"


class Written(NamedTuple):
    """The new text of each mention, None where the writer has no answer."""

    texts: tuple[str | None, ...]
    left: Mapping[int, str] = {}
    """The place of each mention that stays whatever is drawn → why (``core.reasons``)."""

    def __repr__(self) -> str:
        return hidden_repr(self)
