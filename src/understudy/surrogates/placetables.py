"""The tables that new places are drawn from, narrowed by the words around."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from understudy.languages import facts
from understudy.surrogates.atlas import Region, countries, named, towns, words_of
from understudy.surrogates.names import FEMALE, MALE, given_table, surname_table
from understudy.surrogates.tables import Table, summed

__all__ = [
    "JOINED",
    "codes",
    "continents",
    "has_town",
    "homes",
    "least_street",
    "least_town",
    "regions",
    "streets",
    "towns_from",
    "widers",
    "with_capital",
]

JOINED = re.compile(r"(?:de los|de las|de la|del|de)\s+", re.I)
"""The small words between "calle" and a name."""


@cache
def _streets(language: str) -> Mapping[str, float]:
    """Names of streets: those that most towns have, and streets named after people and places."""
    known = words_of(language)
    link = "de " if language == "es" else ""
    surnames = _commonest(surname_table(language, ""), _SURNAMES)
    givens = [
        name
        for gender in (FEMALE, MALE)
        for name in _commonest(given_table(language, gender), _GIVENS)
    ]
    groups = {
        "listed": known["streets"].replace("\n", "").split("|"),
        "surnames": [link + surname for surname in surnames],
        "people": [f"{link}{given} {surname}" for given in givens for surname in surnames],
        "titled": [
            f"{title} {surname}" for title in known["street_titles"] for surname in surnames
        ],
        "saints": [link + saint for saint in known["saint_names"].split("|")],
        "regions": [link + name for name in countries()[known["street_country"]].regions],
    }
    return summed(
        (name, share / len(groups[group]))
        for group, share in known["street_shares"].items()
        for name in groups[group]
    )


_SURNAMES, _GIVENS = 100, 30
"""How many names streets are named after, the commonest; of given names so many of each gender."""


def _commonest(table: Table, count: int) -> list[str]:
    weights = table.weights()
    return sorted(weights, key=lambda name: -weights[name])[:count]


@lru_cache(maxsize=64)
def streets(language: str, *, joined: bool, outside: str = "") -> Table:
    """Names of streets; where a small word stands before, those that follow it."""
    every = _streets(language)
    if language == "en":
        return Table.of(every)
    if outside:
        word = outside.lower().rstrip() + " "
        found = summed(
            (name[len(word) :], share) for name, share in every.items() if name.startswith(word)
        )
        alone = {name: share for name, share in found.items() if not JOINED.match(name)}
        return Table.of(alone or found)
    if joined:
        return Table.of({name: share for name, share in every.items() if JOINED.match(name)})
    return Table.of(summed((JOINED.sub("", name, count=1), share) for name, share in every.items()))


@cache
def least_street(language: str) -> float:
    """The least chance of a street in any of the tables: each is a part of the whole."""
    every = _streets(language)
    return min(every.values()) / sum(every.values()) * _ROUNDED


@lru_cache(maxsize=64)
def with_capital(table: Table, country: str) -> Table:
    """The regions that have a town of their own name; all of them where none has."""
    of = countries()[country].regions
    kept = {name: chance for name, chance in table.weights().items() if name in of[name].towns}
    return Table.of(kept) if kept else table


@cache
def towns_from(country: str, region: str, begun: str, language: str) -> Table:
    table = towns(country, region, language)
    weights = table.weights().items()
    found = {name: weight for name, weight in weights if begun and name.startswith(begun)}
    return Table.of(found) if found else table


@cache
def regions(country: str, wider: str | None, begun: str, language: str) -> Table:
    """Regions by the people in those of their towns that go on from the words before."""
    among = [
        region
        for region in countries()[country].regions.values()
        if wider is None or region.wider == wider
    ]
    counts = {region.name: _people(region, begun, language) for region in among}
    if not any(counts.values()):
        counts = {region.name: sum(region.people) for region in among}
    return Table.of(counts)


def _people(region: Region, begun: str, language: str) -> float:
    return sum(
        people
        for town, people in zip(region.towns, region.people, strict=True)
        if named(town, language).startswith(begun)
    )


@cache
def least_town(country: str, *, inside: bool) -> float:
    """The least chance of a town, among all of its country or inside its region.

    Fewer towns to draw from make each likelier, so that it bounds every narrower table, too.
    """
    of = countries()[country].regions.values()
    whole = sum(sum(region.people) for region in of)
    least = min(min(region.people) / (sum(region.people) if inside else whole) for region in of)
    return least * _ROUNDED


_ROUNDED = 1 - 1e-9
"""Tables round their weights to 64 bits."""


@cache
def widers(country: str) -> Table:
    regions = countries()[country].regions.values()
    return Table.of(summed((region.wider, sum(region.people)) for region in regions))


@cache
def codes(kinds: frozenset[str]) -> Table:
    """The countries that have what the scope mentions: regions, and wider ones above them."""
    found = {code: one for code, one in countries().items() if one.divided or kinds <= {"city"}}
    if "wider" in kinds:
        found = {
            code: one
            for code, one in found.items()
            if all(region.wider for region in one.regions.values())
        }
    return Table.of(list(found))


@cache
def homes(language: str) -> Table:
    """Where a place may lie of which nothing is known, by how likely that is in a language."""
    own, near, far = facts(language)["unknown_places"]
    first, *others = facts(language)["countries"]
    rest = [code for code in countries() if code not in (first, *others)]
    return Table.of(
        {first: own}
        | dict.fromkeys(others, near / len(others))
        | dict.fromkeys(rest, far / len(rest))
    )


@cache
def continents() -> Table:
    return Table.of({country.continent for country in countries().values()})


@cache
def has_town(country: str, begun: str, language: str) -> bool:
    return any(
        named(town, language).startswith(begun)
        for region in countries()[country].regions.values()
        for town in region.towns
    )
