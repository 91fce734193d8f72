"""How an English address is written: the number, the name of the street and its type."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.languages.addresses import StreetWords, mark

TOKENS = (r"\d+(?:st|nd|rd|th)\b", r"(?i:[hd]\.?\s?no)\b")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)", re.I)
_TAILS = {1: "st", 2: "nd", 3: "rd"}


def mark_street(
    tokens: Sequence[str], kinds: list[str], words: StreetWords, *, first: bool
) -> bool:
    """Marks what stands before the last type of a street: "Green Street", "West 4th Street NW".

    From the last word on, since a type may also begin a town ("St Albans") or be a name itself
    ("Park Lane"): the type must have a name before it. "North" in "North Green Street" is the
    compass and stays, unless it is all the name there is ("North Street"); a street that has a
    number alone for its name ("42nd Street") keeps the kind of an ordinal.
    """
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].lower().rstrip(".") not in words.trailing:
            continue
        start = at
        while (
            start
            and kinds[start - 1] in ("word", "ordinal", "kept")
            and (
                _inner(tokens[start - 1], kinds[start - 1])
                or _within_name(tokens, kinds, start - 1, words)
            )
        ):
            start -= 1
            if tokens[start].lower() in words.units:
                kinds[start] = "word"
        named = [place for place in range(start, at) if kinds[place] in ("word", "ordinal")]
        while len(named) > 1 and tokens[named[0]].lower().rstrip(".") in words.sides:
            kinds[named.pop(0)] = "kept"
        if named:
            kinds[at] = "kept"
            _keep_sides(tokens, kinds, at + 1, words)
            if not (len(named) == 1 and kinds[named[0]] == "ordinal"):
                mark(kinds, named[0], named[-1], "street")
            return True
    return False


def _within_name(tokens: Sequence[str], kinds: Sequence[str], at: int, words: StreetWords) -> bool:
    """Whether a word such as "level" stands between the words of a name: "Pine Level Road"."""
    before = [place for place in range(at) if not tokens[place].isspace()]
    unit = tokens[at].istitle() and tokens[at].lower() in words.units
    return unit and bool(before) and kinds[before[-1]] == "word"


def _inner(token: str, kind: str) -> bool:
    return kind != "kept" or token.isspace()


def _keep_sides(tokens: Sequence[str], kinds: list[str], start: int, words: StreetWords) -> None:
    """The compass behind a street's type, as in "Main Street NW", stays."""
    for at in range(start, min(start + 2, len(tokens))):
        if tokens[at].lower().rstrip(".") in words.sides:
            kinds[at] = "kept"


def mark_roads(tokens: Sequence[str], kinds: list[str]) -> None:
    """English roads are read as the words that they are."""


def floors(pieces: Sequence[tuple[str, str]]) -> list[str]:
    """Floors have a word of their own in English, and no kind."""
    return [kind for kind, _ in pieces]


def numbers_a_house(before: Sequence[str], after: Sequence[str], words: StreetWords) -> bool:
    """The number of a house stands before the street, or behind a word such as "number"."""
    if before and before[-1].lower().rstrip(".") in words.units:
        return True
    return not before and len(after) > 1


def is_ordinal(token: str) -> bool:
    """Whether a token is such as "42nd"."""
    return _ORDINAL.fullmatch(token) is not None


def ordinal(number: str) -> str:
    """21 is 21st, 11 is 11th."""
    last = int(number) % 100
    return number + ("th" if 11 <= last <= 13 else _TAILS.get(last % 10, "th"))


def is_floor(token: str) -> bool:
    """Floors are counted as streets are."""
    return False


def floor(number: str, old: str) -> str:
    """A floor as it stands."""
    return number
