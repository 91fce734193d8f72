"""What the reading of an address shares between languages: the words it goes by, and the kinds of
its tokens.

Kinds: ``word`` and ``street`` (a name), ``kept`` (types of streets, words such as "flat", marks),
``digits``, ``said`` (a number in words), ``range`` (5-7), ``ordinal`` (42nd), ``nth`` (7mo),
``letter``, ``choice`` (left or right).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["ORDINAL_SIGNS", "StreetWords", "mark"]

ORDINAL_SIGNS = "ºª°"


class StreetWords(NamedTuple):
    """The words that addresses are read by, in a language."""

    leading: frozenset[str]
    """Types of streets that stand before the name."""
    trailing: frozenset[str]
    """Types of streets that stand behind it."""
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


def mark(kinds: list[str], first: int, last: int, kind: str) -> None:
    """Gives all tokens from the first to the last one kind."""
    kinds[first : last + 1] = [kind] * (last + 1 - first)
