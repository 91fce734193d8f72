"""A new identity: the names of one person who does not exist.

What is drawn depends on the ``Need`` alone, which has no letter of the original in it: how many
names, how they are joined, whether a short form is used. Everything else is read off the draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from understudy.core.folding import flat_letters
from understudy.languages import DEFAULT
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    canonical,
    compounds,
    given_table,
    known,
    middle_table,
    shorts,
    surname_table,
)
from understudy.surrogates.people.origins import OWN, origin_table
from understudy.surrogates.tables import Table, another, ranked

__all__ = ["Identity", "Need", "draw_identity", "least_identity", "table_names"]

_MOST_SHORT = 9
"""No name of the lists has more short forms."""


Original = tuple[str, str]
"""A name of the mentions: flat, and as it was written."""


class Need(NamedTuple):
    """Which names an identity must have: public invariants, and nothing else."""

    language: str = DEFAULT
    gender: str = ""
    """Empty where it is drawn."""
    givens: int = 0
    joined: str = " "
    """How the first two given names are joined: a space, a hyphen, a preposition, or a joiner."""
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
    language: str = DEFAULT

    def __repr__(self) -> str:
        return f"Identity({len(self.givens)} given names, {len(self.surnames)} surnames)"


def _origins(need: Need) -> Table:
    """Where a person may come from; a surname with a particle has none but its own."""
    plain = any(particle not in known(need.language)["particles"] for particle in need.surnames)
    return origin_table(need.language) if plain or not need.surnames else Table((OWN,))


def _given_tables(need: Need, gender: str, origin: str) -> tuple[Table, ...]:
    """What the given names are drawn from, one after the other."""
    language = need.language
    if not need.givens:
        return ()
    middle = middle_table(language, gender, origin)
    paired = known(language)["traits"]["paired_givens"]
    together = need.joined != " " or need.paired or paired
    if need.givens > 1 and together and not need.equivalent:
        pair = compounds(language, gender, need.joined, need.short > 0, need.apart)
        if pair.size:  # a language may list no such pairs
            return (pair, *(middle,) * (need.givens - 2))
    special = need.short > 0 or need.equivalent
    first = given_table(language, gender, need.short, need.equivalent, None if special else origin)
    return (first, *(middle,) * (need.givens - 1))


def draw_identity(need: Need, numbers: Iterator[int]) -> Identity:
    """One identity; how many numbers it takes depends on the need alone."""
    gender = need.gender
    if not gender:
        gender = FEMALE if next(numbers) >> 63 else MALE
    origin = _origins(need).value([next(numbers)])
    givens: list[str] = []
    for table in _given_tables(need, gender, origin):
        givens += another(table, next(numbers), _taken(givens, need)).split()
    short = _shorts(givens, need)
    if need.short:
        start = int(_starts(max(1, len(short))).value([next(numbers)]))
        short = short[start:] + short[:start]
    surnames = tuple(
        surname_table(need.language, particle, origin).value([number])
        for particle, number in zip(need.surnames, islice(numbers, len(need.surnames)), strict=True)
    )
    equivalent = _equivalent(givens, need)
    return Identity(gender, tuple(givens), short, equivalent, surnames, need.language)


def _taken(givens: Sequence[str], need: Need) -> frozenset[str]:
    """The names that a person has, short and in full: nobody is called Kate Katherine."""
    return frozenset(
        one
        for name in givens
        for one in (
            name,
            *shorts(flat_letters(name), need.language),
            *map(str.capitalize, canonical(flat_letters(name), need.language)),
        )
    )


@cache
def _starts(count: int) -> Table:
    """Which short form is used: the commonest stand first in the lists."""
    return Table.of(ranked(map(str, range(count)), 0.0))


def _shorts(givens: list[str], need: Need) -> tuple[str, ...]:
    """Short forms of the first two names together, else of the first."""
    if not need.short or not givens:
        return ()
    whole = shorts(flat_letters("".join(givens[:2])), need.language) if len(givens) > 1 else ()
    return whole or shorts(flat_letters(givens[0]), need.language) or (givens[0],)


def _equivalent(givens: list[str], need: Need) -> str:
    if not need.equivalent or not givens:
        return ""
    pairs = known(need.language)["equivalents"].get(need.equivalent, {})
    return str(pairs.get(givens[0], givens[0]))


def least_identity(need: Need) -> float:
    """A lower bound of the probability of any identity that can be drawn."""
    found = _starts(_MOST_SHORT).pi_min if need.short else 1.0
    genders = (need.gender,) if need.gender else (FEMALE, MALE)
    shares = _origins(need).weights().items()
    return (found / len(genders)) * min(
        share * _least_names(need, gender, origin) for gender in genders for origin, share in shares
    )


@cache
def _least_names(need: Need, gender: str, origin: str) -> float:
    givens = _given_tables(need, gender, origin)
    surnames = (surname_table(need.language, particle, origin) for particle in need.surnames)
    return math.prod(table.pi_min for table in (*givens, *surnames))


def table_names(
    need: Need, gender: str, givens: Sequence[Original], surnames: Sequence[Original]
) -> Iterator[Identity]:
    """The identities that could be drawn and have these names, given flat and as written."""
    for origin in _origins(need).values:
        last = _last_names(need, origin, surnames)
        first = None if last is None else _first_names(need, gender, origin, givens)
        if first is None or last is None:
            continue
        short = _shorts(first, need)
        for start in range(max(1, len(short))):
            turned = short[start:] + short[:start]
            equal = _equivalent(first, need)
            yield Identity(gender, tuple(first), turned, equal, last, need.language)


def _first_names(
    need: Need, gender: str, origin: str, givens: Sequence[Original]
) -> list[str] | None:
    """The given names as the tables have them; None where they have not, or one twice."""
    first: list[str] = []
    left = list(givens)
    for table in _given_tables(need, gender, origin):
        size = len(table.values[0].split()) if table.values else 1
        flats = "".join(flat for flat, _ in left[:size])
        written = " ".join(text for _, text in left[:size])
        found = _spelt(table, flats, written)
        if found is None or found in _taken(first, need):
            return None
        first += found.split()
        left = left[size:]
    return first


def _last_names(need: Need, origin: str, surnames: Sequence[Original]) -> tuple[str, ...] | None:
    found = [
        _spelt(surname_table(need.language, particle, origin), flat, written)
        for particle, (flat, written) in zip(need.surnames, surnames, strict=True)
    ]
    return None if None in found else tuple(name for name in found if name is not None)


def _spelt(table: Table, flat: str, written: str) -> str | None:
    """The value of a table with these letters, in the very spelling where it has that."""
    spellings = _spellings(table).get(flat, ())
    return written if written in spellings else next(iter(spellings), None)


@lru_cache(maxsize=512)
def _spellings(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Flat letters → the values that have them."""
    found: dict[str, tuple[str, ...]] = {}
    for value in table.values:
        found[flat_letters(value)] = (*found.get(flat_letters(value), ()), value)
    return found
