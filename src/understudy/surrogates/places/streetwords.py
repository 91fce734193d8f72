"""The words that addresses are read by, in a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from understudy.surrogates.places.atlas import words_of

__all__ = ["NAMED_ON", "ORDINAL_SIGNS", "StreetWords", "as_name", "street_words"]

ORDINAL_SIGNS = "ºª°"
NAMED_ON = frozenset(("de", "del"))
""""Nueve de Julio" goes on being a name."""


class StreetWords(NamedTuple):
    leading: frozenset[str]
    trailing: frozenset[str]
    units: frozenset[str]
    sides: frozenset[str]
    links: frozenset[str]
    late: frozenset[str]
    """Choices only behind a number: they are surnames, too."""
    tells: frozenset[str]
    """Units that are no names."""
    counted: frozenset[str]
    """Types of streets that have numbers for names."""
    roads: Mapping[str, frozenset[str]]
    """Words that go with a type → the types; before it, and behind it where a name follows."""
    sorts: Mapping[str, frozenset[str]]


@cache
def street_words(language: str) -> StreetWords:
    known = words_of(language)
    return StreetWords(
        frozenset(known["leading_types"]),
        frozenset(known["street_types"]),
        frozenset(known["units"]),
        frozenset(known["sides"]),
        frozenset(known["links"]),
        frozenset(known.get("late_choices", ())),
        frozenset(known.get("street_tells", known["units"])),
        frozenset(known.get("counted_types", known["leading_types"])),
        _by_word(known.get("street_openings", {})),
        _by_word(known.get("street_sorts", {})),
    )


def _by_word(groups: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    return {
        word: frozenset(types.split()) for words, types in groups.items() for word in words.split()
    }


def as_name(kinds: list[str], first: int, last: int, kind: str) -> None:
    kinds[first : last + 1] = [kind] * (last + 1 - first)
