"""What coherence looks at: the mentions of one thing, with the words around them.

A reader gets all mentions of one thing and makes a sketch of them (``kernel``); no writer sees one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from understudy.core.text import hidden_repr

__all__ = ["AROUND", "Mention", "Written", "punctuated"]

AROUND = 60
"""Characters of the text that a mention shows on each side."""


class Mention(NamedTuple):
    """One mention of a thing, in text order among its kind."""

    text: str
    category: str
    before: str = ""
    after: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Mention({self.category!r}, {len(self.text)} characters)"


_PUNCTUATION = re.compile(r"[.,;!?]")
_SPEAKER = re.compile(r"(?:^|\n)\s*\w+:")
"""Who speaks, in a dialogue."""


def punctuated(mention: Mention) -> bool:
    """Whether the text around a mention has punctuation, as the transcript of speech may not: so
    are hyphens written, whatever number stands there."""
    around = _SPEAKER.sub(" ", f"{mention.before} {mention.after}")
    return bool(_PUNCTUATION.search(around))


class Written(NamedTuple):
    """The new text of each mention, None where the writer has no answer."""

    texts: tuple[str | None, ...]
    left: Mapping[int, str] = {}
    """The place of each mention that stays whatever is drawn → why (``core.reasons``)."""

    def __repr__(self) -> str:
        return hidden_repr(self)
