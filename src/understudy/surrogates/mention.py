"""What coherence looks at: the mentions of one thing, with the words around them.

A writer gets all mentions of one thing and a stream of random numbers, and says what each mention
becomes. What it draws comes from public lists; everything else that it uses of the mentions (how
they are written, how one relates to another) is a public invariant, which it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from understudy.languages import DEFAULT

__all__ = ["AROUND", "Mention", "Settings", "Writer", "Written", "unsaid"]

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


class Settings(NamedTuple):
    """What the policy says of coherence; each switch is an invariant that can be given up."""

    language: str = DEFAULT
    gender: bool = True
    """One's new name has one's gender."""
    country: bool = True
    """A place stays in its country."""
    reserved: bool = True
    """Identifiers come from ranges that nobody owns."""
    shift: str = "anchor"
    """How dates move: the latest drawn anew from ``date_range`` (anchor), or all by one shift
    around themselves (uniform over ``shift_days``, laplace with ``shift_epsilon`` per day)."""
    shift_days: int = 365
    shift_epsilon: float = 0.01
    shift_distance: int = 7
    """Days that the dates of neighbours may differ by, where they are shifted."""
    date_range: tuple[int, int] = (1995, 2024)
    """The first and the last year that an anchor may get."""
    anchor: tuple[int, int] | None = None
    """The latest date of a larger scope, as an ordinal, and the days that it moves by; the dates
    of several documents move together then."""


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
