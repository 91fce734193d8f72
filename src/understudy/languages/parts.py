"""What the modules of a language define: one protocol for each part.

The modules have no ``__all__``: what is public in them is what the protocol asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from understudy.languages.addresses import StreetWords

__all__ = ["Agreement", "Calendar", "Check", "Streets"]


class Check(Protocol):
    """``check.py``: what the checks of a release know of a language, which nothing else reads."""

    def article_still_fits(self, before: str, old: str, new: str) -> bool | None:
        """Whether the article at the end of ``before``, which fitted ``old``, fits ``new``; None
        where there is no article, or it did not fit, or nobody can tell."""


class Calendar(Protocol):
    """Dates and times: what no table can hold."""

    def before_hour(self, number: str) -> str:
        """A pattern of what tells the minutes before an hour: "half past". It may match nothing;
        ``number`` is a pattern of numbers in words."""

    def after_hour(self, number: str) -> str:
        """A pattern of what tells the minutes behind an hour: "y media", "o'clock"."""


class Agreement(Protocol):
    """``agreement.py``: what a word asks of the words beside it."""

    @property
    def FORMS(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """The forms of a word for a nationality, by gender and number."""
        ...

    @property
    def ASKING(self) -> frozenset[str]:  # noqa: N802
        """The words that ask for something of the next one: "an", "la"."""
        ...

    def fits(self, word: str, value: str) -> bool:
        """Whether a value can stand behind a word: "an" asks for a vowel, "la" for a feminine."""
        ...

    def inflected(self, word: str, form: str) -> str:
        """An adjective in one of the forms."""
        ...

    def ending(self, text: str) -> tuple[str, str]:
        """A mention without its possessive ending, and the ending."""
        ...

    def with_ending(self, value: str, old: str) -> str:
        """A value with the possessive ending that it takes, in the style of the old one."""
        ...


class Streets(Protocol):
    """``streets.py``: how an address is written. A token has a kind (see ``addresses``)."""

    @property
    def TOKENS(self) -> tuple[str, ...]:  # noqa: N802
        """Regular expressions of the signs of an address that are one token: "c/", "42nd"."""
        ...

    def mark_street(
        self, tokens: Sequence[str], kinds: list[str], words: StreetWords, *, first: bool
    ) -> bool:
        """Gives the name of a street its kind; whether there is one. ``first``: whether nothing
        of the address stands before these tokens."""
        ...

    def mark_roads(self, tokens: Sequence[str], kinds: list[str]) -> None:
        """Gives the letters of a numbered road their kind: "N-340"."""
        ...

    def floors(self, pieces: Sequence[tuple[str, str]]) -> list[str]:
        """The kinds of an address's pieces, given as kinds and texts, with floors told from
        houses."""
        ...

    def numbers_a_house(
        self, before: Sequence[str], after: Sequence[str], words: StreetWords
    ) -> bool:
        """Whether a number in words, between these words of an address, is that of a house."""
        ...

    def is_ordinal(self, token: str) -> bool:
        """Whether a token is the number of a street as it is counted: "42nd"."""
        ...

    def ordinal(self, number: str) -> str:
        """A number as streets are counted: "42nd"."""
        ...

    def is_floor(self, token: str) -> bool:
        """Whether a token is a floor as it is counted: "7mo"."""
        ...

    def floor(self, number: str, old: str) -> str:
        """A number as floors are counted, with an ending like that of the old one."""
        ...
