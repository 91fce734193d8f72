"""A new identity: the names of one person who does not exist.

What is drawn depends on the ``Need`` alone, which has no letter of the original in it: how many
names, how they are joined, whether a short form is used. Everything else is read off the draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from understudy.surrogates.names import (
    FEMALE,
    MALE,
    compounds,
    given_table,
    known,
    shorts,
    squeeze,
    surname_table,
)
from understudy.surrogates.tables import Table

__all__ = ["Identity", "Need", "draw_identity", "least_identity", "table_names"]

_MOST_SHORT = 9
"""No name of the lists has more short forms."""


Original = tuple[str, str]
"""A name of the mentions: flat, and as it was written."""


class Need(NamedTuple):
    """Which names an identity must have: public invariants, and nothing else."""

    language: str = "en"
    gender: str = ""
    """Empty where it is drawn."""
    givens: int = 0
    joined: str = " "
    """How the first two given names are joined: a space, a hyphen, a preposition, or María."""
    paired: bool = False
    """Whether the first two are known to go together."""
    apart: bool = False
    """Whether the second is used without the first."""
    short: int = 0
    """How many short forms are used."""
    equivalent: str = ""
    """The other language in which the first name is said, too."""
    surnames: tuple[str, ...] = ()
    """The particle of each surname; empty where it has none."""


class Identity(NamedTuple):
    gender: str
    givens: tuple[str, ...] = ()
    shorts: tuple[str, ...] = ()
    equivalent: str = ""
    surnames: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Identity({len(self.givens)} given names, {len(self.surnames)} surnames)"


def _given_tables(need: Need, gender: str) -> tuple[Table, ...]:
    """What the given names are drawn from, one after the other."""
    language = need.language
    single = given_table(language, gender)
    if not need.givens:
        return ()
    together = need.joined != " " or need.paired or language == "es"
    if need.givens > 1 and together and not need.equivalent:
        pair = compounds(language, gender, need.joined, need.short > 0, need.apart)
        return (pair, *(single,) * (need.givens - 2))
    first = given_table(language, gender, need.short, need.equivalent)
    return (first, *(single,) * (need.givens - 1))


def draw_identity(need: Need, numbers: Iterator[int]) -> Identity:
    """One identity; how many numbers it takes depends on the need alone."""
    gender = need.gender
    if not gender:
        gender = FEMALE if next(numbers) >> 63 else MALE
    givens: list[str] = []
    for table in _given_tables(need, gender):
        givens += table.value([next(numbers)]).split()
    short = _shorts(givens, need)
    if need.short:
        start = int((next(numbers) >> 11) * 2.0**-53 * max(1, len(short)))
        short = short[start:] + short[:start]
    surnames = tuple(
        surname_table(need.language, particle).value([number])
        for particle, number in zip(need.surnames, islice(numbers, len(need.surnames)), strict=True)
    )
    return Identity(gender, tuple(givens), short, _equivalent(givens, need), surnames)


def _shorts(givens: list[str], need: Need) -> tuple[str, ...]:
    """Short forms of the first two names together, else of the first."""
    if not need.short or not givens:
        return ()
    whole = shorts(squeeze("".join(givens[:2])), need.language) if len(givens) > 1 else ()
    return whole or shorts(squeeze(givens[0]), need.language) or (givens[0],)


def _equivalent(givens: list[str], need: Need) -> str:
    if not need.equivalent or not givens:
        return ""
    pairs = known(need.language)["equivalents"].get(need.equivalent, {})
    return str(pairs.get(givens[0], givens[0]))


def least_identity(need: Need) -> float:
    """A lower bound of the probability of any identity that can be drawn."""
    found = 1.0 / _MOST_SHORT if need.short else 1.0
    genders = (need.gender,) if need.gender else (FEMALE, MALE)
    found /= len(genders)
    tables = [_given_tables(need, gender) for gender in genders]
    found *= min(math.prod(table.pi_min for table in each) for each in tables)
    return found * math.prod(
        surname_table(need.language, particle).pi_min for particle in need.surnames
    )


def table_names(
    need: Need, gender: str, givens: Sequence[Original], surnames: Sequence[Original]
) -> Iterator[Identity]:
    """The identities that could be drawn and have these names, given flat and as written."""
    first: list[str] = []
    left = list(givens)
    for table in _given_tables(need, gender):
        size = len(table.values[0].split()) if table.values else 1
        flats = "".join(flat for flat, _ in left[:size])
        written = " ".join(text for _, text in left[:size])
        found = _spelt(table, flats, written)
        if found is None:
            return
        first += found.split()
        left = left[size:]
    last: list[str] = []
    for particle, (flat, written) in zip(need.surnames, surnames, strict=True):
        found = _spelt(surname_table(need.language, particle), flat, written)
        if found is None:
            return
        last.append(found)
    short = _shorts(first, need)
    for start in range(max(1, len(short))):
        turned = short[start:] + short[:start]
        yield Identity(gender, tuple(first), turned, _equivalent(first, need), tuple(last))


def _spelt(table: Table, flat: str, written: str) -> str | None:
    """The value of a table with these letters, in the very spelling where it has that."""
    if written in table.values:
        return written
    return next((value for value in table.values if squeeze(value) == flat), None)
