"""What would have to be drawn for a person's mentions to come out as they are: secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from understudy.core.folding import flat_letters
from understudy.surrogates.dice import Label
from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.identity import GENDERS, origins
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    OTHER_PARTICLES,
    given_table,
    joiner,
    known,
    middle_table,
    particle_groups,
    particled,
    surname_table,
)
from understudy.surrogates.people.origins import origin_table
from understudy.surrogates.people.roster import Entry, Roster
from understudy.surrogates.people.sketch import MOST_SHORT, Need

__all__ = ["Hints"]


@dataclass(frozen=True)
class Hints:
    """The names as the tables write them, for each gender and origin that they may have.

    They are looked up when somebody asks, which is seldom.
    """

    need: Need
    roster: Roster
    draws: Draws
    language: str

    def __repr__(self) -> str:
        return "Hints(…)"

    def __iter__(self) -> Iterator[Mapping[Label, str | int]]:
        names = self._names()
        starts = range(MOST_SHORT) if self.need.short else range(1)
        for gender in (self.need.gender,) if self.need.gender else GENDERS.values:
            for origin in origins(self.need, self.language).values:
                for start in starts:
                    ways: dict[Label, str | int] = {
                        ("gender",): gender,
                        ("origin",): origin,
                        ("short form",): str(start),
                    }
                    yield {**names, **ways}

    def _names(self) -> dict[Label, str | int]:
        found: dict[Label, str | int] = {
            ("draw", at): value for at, value in enumerate(self.draws.values)
        }
        givens = self.roster.givens
        found |= {("given", at): _given(one, self.language) for at, one in enumerate(givens)}
        if len(givens) > 1:
            letters = "".join(entry.flat for entry in givens[:2])
            found["pair",] = _pairs(self.language).get(letters, "")
        for at, entry in enumerate(self.roster.surnames):
            found["surname", at] = _surname(entry, self.language)
        return found


def _given(entry: Entry, language: str) -> str:
    return _as_listed(entry, _given_names(language))


def _surname(entry: Entry, language: str) -> str:
    if not entry.particle:
        return _as_listed(entry, _surnames(language))
    group = entry.particle if entry.particle in particle_groups(language) else OTHER_PARTICLES
    found = (
        whole
        for whole, (before, name) in particled(language, group).items()
        if flat_letters(name) == entry.flat and flat_letters(before) == flat_letters(entry.particle)
    )
    return next(found, "")


def _as_listed(entry: Entry, spellings: Mapping[str, tuple[str, ...]]) -> str:
    """The name in the very spelling where the lists have that, else in another."""
    found = spellings.get(entry.flat, ("",))
    return entry.text if entry.text in found else found[0]


def _by_letters(names: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(names):
        found[flat_letters(name)] = (*found.get(flat_letters(name), ()), name)
    return found


@cache
def _given_names(language: str) -> Mapping[str, tuple[str, ...]]:
    """Flat letters → the given names that have them."""
    tables = [
        table
        for gender in (FEMALE, MALE)
        for origin in origin_table(language).values
        for table in (
            given_table(language, gender, origin=origin),
            middle_table(language, gender, origin),
        )
    ]
    tables += [given_table(language, gender, 1) for gender in (FEMALE, MALE)]
    return _by_letters(name for table in tables for name in table.values)


@cache
def _surnames(language: str) -> Mapping[str, tuple[str, ...]]:
    return _by_letters(surname_table(language, "").values)


@cache
def _pairs(language: str) -> Mapping[str, str]:
    """Flat letters → two given names that go together, as tables have them."""
    names, main = known(language)["names"], joiner(language)
    found = [*names[FEMALE], *names[MALE]]
    found += [one.replace("-", " ") for of in (FEMALE, MALE) for one in names[f"hyphenated_{of}"]]
    if main:
        found += [f"{main.name} {name}" for listed in main.linked.values() for name in listed]
    return {flat_letters(pair): pair for pair in found}
