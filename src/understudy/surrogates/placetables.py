"""The tables that new places are drawn from, narrowed by the words around."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from understudy.surrogates.atlas import countries, named, towns, words_of
from understudy.surrogates.tables import Table

__all__ = [
    "JOINED",
    "codes",
    "continents",
    "has_town",
    "regions",
    "streets",
    "towns_from",
    "widers",
    "with_capital",
]

JOINED = re.compile(r"(?:de los|de las|de la|del|de)\s+", re.I)
"""The small words between "calle" and a name."""


@lru_cache(maxsize=64)
def streets(language: str, *, joined: bool, outside: str = "") -> Table:
    """Names of streets; where a small word stands before, those that follow it."""
    listed = words_of(language)["streets"].replace("\n", "").split("|")
    if language == "en":
        return Table.of(listed)
    if outside:
        word = outside.lower().rstrip() + " "
        found = [name[len(word) :] for name in listed if name.startswith(word)]
        return Table.of([name for name in found if not JOINED.match(name)] or found)
    if joined:
        return Table.of([name for name in listed if JOINED.match(name)])
    return Table.of([JOINED.sub("", name, count=1) for name in listed])


@lru_cache(maxsize=64)
def with_capital(table: Table, country: str) -> Table:
    """The regions that have a town of their own name; all of them where none has."""
    of = countries()[country].regions
    kept = {name: chance for name, chance in table.weights().items() if name in of[name].towns}
    return Table.of(kept) if kept else table


@cache
def towns_from(country: str, region: str, begun: str, language: str) -> Table:
    table = towns(country, region, language)
    found = [name for name in table.values if begun and name.startswith(begun)]
    return Table.of(found) if found else table


@cache
def regions(country: str, wider: str | None, begun: str, language: str) -> Table:
    """Regions by how many towns they have that go on from the words before."""
    among = {
        name: region
        for name, region in countries()[country].regions.items()
        if wider is None or region.wider == wider
    }
    counts = {
        name: float(sum(named(town, language).startswith(begun) for town in region.towns))
        for name, region in among.items()
    }
    if not any(counts.values()):
        counts = {name: float(len(region.towns)) for name, region in among.items()}
    return Table.of(counts)


@cache
def widers(country: str) -> Table:
    counts: dict[str, float] = {}
    for region in countries()[country].regions.values():
        counts[region.wider] = counts.get(region.wider, 0.0) + len(region.towns)
    return Table.of(counts)


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
def continents() -> Table:
    return Table.of({country.continent for country in countries().values()})


@cache
def has_town(country: str, begun: str, language: str) -> bool:
    return any(
        named(town, language).startswith(begun)
        for region in countries()[country].regions.values()
        for town in region.towns
    )
