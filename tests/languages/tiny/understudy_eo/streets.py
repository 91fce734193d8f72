"""How an Esperanto address is written: the type of the street, its name, the number."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.languages.addresses import StreetWords, mark

TOKENS: tuple[str, ...] = ()


def mark_street(
    tokens: Sequence[str], kinds: list[str], words: StreetWords, *, first: bool
) -> bool:
    """Marks the words behind the type of a street: "strato Longa"."""
    for at, token in enumerate(tokens):
        if token.lower() in words.leading:
            named = [place for place in range(at + 1, len(tokens)) if kinds[place] == "word"]
            if named:
                kinds[at] = "kept"
                mark(kinds, named[0], named[-1], "street")
                return True
    return False


def mark_roads(tokens: Sequence[str], kinds: list[str]) -> None:
    """Roads are read as the words that they are."""


def floors(pieces: Sequence[tuple[str, str]]) -> list[str]:
    """Floors have a word of their own, and no kind."""
    return [kind for kind, _ in pieces]


def numbers_a_house(before: Sequence[str], after: Sequence[str], words: StreetWords) -> bool:
    """The number of a house stands behind the street."""
    return bool(before)


def is_ordinal(token: str) -> bool:
    """No street has a number for its name."""
    return False


def ordinal(number: str) -> str:
    """The number as it stands."""
    return number


def is_floor(token: str) -> bool:
    """Floors are counted in figures."""
    return False


def floor(number: str, old: str) -> str:
    """A floor as it stands."""
    return number
