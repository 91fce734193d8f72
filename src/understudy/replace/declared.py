"""What strategies declare of a value: names that their events list, each with a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = [
    "CASE",
    "CATEGORY",
    "EQUALITY",
    "NUMBER_OF_WORDS",
    "POSITION",
    "PUNCTUATION",
    "Declared",
    "named",
]


class Declared(NamedTuple):
    """Something that a stand-in shows of the value, as a report says it."""

    name: str
    """In a few words, as in the list of an event."""
    says: str
    """One sentence for a reader of the report."""
    of: str = ""
    """The mechanism that it holds for, as events name it; empty: for all of the strategy."""


def named(declared: Iterable[Declared]) -> tuple[str, ...]:
    """The names, as events list them."""
    return tuple(one.name for one in declared)


CATEGORY = Declared("category", "The category of every replaced value, such as PERSON.")
POSITION = Declared("position", "Where in the document every replaced value stands.")
CASE = Declared(
    "letter case", "Whether a value is written in capitals, in lower case or capitalised."
)
EQUALITY = Declared(
    "mention equality",
    "Which mentions in a document, or in all documents of a data subject where these are the "
    "scope, speak of the same entity.",
)
NUMBER_OF_WORDS = Declared("number of words", "How many words a value has.")
PUNCTUATION = Declared("punctuation", "The punctuation inside a value.")
