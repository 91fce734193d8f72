"""What coherence looks at: the mentions of one thing, with the words around them.

A writer gets all mentions of one thing and a stream of random numbers, and says what each mention
becomes. What it draws comes from public lists; everything else that it uses of the mentions (how
they are written, how one relates to another) is a public invariant, which it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from understudy.surrogates.settings import Settings

__all__ = ["AROUND", "Mention", "Writer", "Written", "unsaid"]

AROUND = 60
"""Characters of the text that a mention shows on each side."""


def unsaid(value: object) -> str:
    """A representation that shows nothing of what was read: the value may hold private text."""
    return f"{type(value).__name__}(…)"


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
    """The new text of each mention, None where the writer has no answer; what it relied on."""

    texts: tuple[str | None, ...]
    invariants: tuple[str, ...]
    left: Mapping[int, str] = {}
    """The place of each mention that stays whatever is drawn → why (``core.reasons``)."""

    def __repr__(self) -> str:
        return unsaid(self)


class Writer(Protocol):
    """Writes the stand-ins of all mentions of one thing."""

    def __call__(
        self, mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
    ) -> Written: ...
