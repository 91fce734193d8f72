"""The places that stand-ins are drawn from: countries with their regions, towns and postal codes.

The towns of the United States, with their people, and their postal codes come from the frozen
lists of ``languages/world``; the rest was written by hand in ``languages/common/places.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from understudy.core.folding import flat
from understudy.languages import facts, get, installed
from understudy.languages.frozen import weighted, world
from understudy.surrogates.tables import Table, summed

__all__ = [
    "Country",
    "Known",
    "Region",
    "countries",
    "folded",
    "is_country",
    "known_towns",
    "lookup",
    "named",
    "obscure",
    "opening",
    "small",
    "towns",
    "words_of",
]


class Region(NamedTuple):
    """A province, state or county."""

    name: str
    short: str
    """Its abbreviation, where it has one."""
    prefixes: tuple[str, ...]
    """What its postal codes begin with."""
    wider: str
    towns: tuple[str, ...]
    people: tuple[float, ...]
    """How often each town is drawn: about its people, in thousands."""


class Country(NamedTuple):
    code: str
    name: str
    also: tuple[str, ...]
    continent: str
    demonym: str
    regions: Mapping[str, Region]
    """A country whose regions are not known has one without a name."""
    postal: int = 0
    """How many digits a postal code has, where it has nothing else."""

    @property
    def divided(self) -> bool:
        return "" not in self.regions


class Known(NamedTuple):
    """What a name may mean: a country, a region of it or a town in that."""

    kind: str
    country: str
    region: str
    name: str


def folded(text: str) -> str:
    """The form in which two spellings of a place are equal: without case, accents and marks."""
    return " ".join(flat(text).split())


def named(pair: str, language: str) -> str:
    """The name in a language, from English=Spanish."""
    english, mark, spanish = pair.partition("=")
    return spanish if mark and language == "es" else english


@cache
def words_of(language: str) -> Mapping[str, Any]:
    """How a language writes addresses and bodies."""
    return _read(language)


def _read(folder: str) -> Mapping[str, Any]:
    source = files("understudy.languages").joinpath(folder, "places.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def countries() -> Mapping[str, Country]:
    return {code: _country(code, entry) for code, entry in _read("common").items()}


def _country(code: str, entry: Mapping[str, Any]) -> Country:
    if code == "US":
        cities = _cities(entry["cities"])
        regions = {region.name: region for region in _states(entry["states"], cities)}
    elif "regions" in entry:
        regions = {
            name: _region(name, codes, wider, towns, people)
            for name, (codes, wider, towns, people) in entry["regions"].items()
        }
    else:
        regions = {"": _region("", "", "", entry["towns"], 1.0, _FLAT)}
    return Country(
        code,
        entry["name"],
        tuple(entry.get("also", ())),
        entry["continent"],
        entry["demonym"],
        regions,
        entry.get("postal", 0),
    )


_STEEP, _FLAT = 2.8, 0.5
"""The r-th town of a region is named 1/r^2.8 as often as the first, of a country 1/√r: guesses
that suit capitals, and lands of which a few towns are known."""


def _region(
    name: str, codes: str, wider: str, listed: str, people: float, steep: float = _STEEP
) -> Region:
    """A region with its people among its towns, most of them in the first."""
    towns = tuple(listed.split("|"))
    shares = [rank**-steep for rank in range(1, len(towns) + 1)]
    share = people / sum(shares)
    return Region(
        name, "", tuple(codes.split()), wider, towns, tuple(share * one for one in shares)
    )


def _cities(listed: str) -> Mapping[tuple[str, str], float]:
    """Large cities of the United States, with the short name of the state, and their people."""
    found = {}
    for city in listed.split("|"):
        name, state, people = city.rsplit(" ", 2)
        found[name, state] = float(people)
    return found


_KNOWN = 80.0
"""A town of fewer people, in thousands, is known to its neighbours alone."""


def _states(listed: str, cities: Mapping[tuple[str, str], float]) -> Iterator[Region]:
    ranges = {state: ends for state, *ends in (line.split("\t") for line in world("zips")["zips"])}
    for name, _, short in (state.rpartition(" ") for state in listed.split("|")):
        low, high = map(int, ranges[short])
        prefixes = tuple(f"{prefix:03}" for prefix in range(low // 100, high // 100 + 1))
        found = dict(sorted(_american_towns(short, cities).items()))
        yield Region(name, short, prefixes, "", tuple(found), tuple(found.values()))


def _american_towns(state: str, cities: Mapping[tuple[str, str], float]) -> Mapping[str, float]:
    """The towns of a state and their people, in thousands; a large city by its usual name."""
    large = {town: people for (town, short), people in cities.items() if short == state}
    usual = {folded(town) for town in large}
    counted = weighted(world("cities")[f"{_PACKAGED}/{state}"])
    return large | {
        town: people / 1000
        for town, people in counted.items()
        if _plain(town) and folded(town) not in usual
    }


def _plain(name: str) -> bool:
    letters = name.replace(" ", "").replace("-", "").replace("'", "").replace(".", "")
    return len(letters) > 2 and letters.isalpha() and name[0].isupper()


@cache
def towns(country: str, region: str, language: str) -> Table:
    """The towns of a region by their people."""
    of = countries()[country].regions[region]
    return Table.of(summed(_peopled(of, language)))


def _peopled(region: Region, language: str) -> Iterator[tuple[str, float]]:
    """The names of a region's towns, and their people."""
    for town, people in zip(region.towns, region.people, strict=True):
        yield named(town, language), people


def known_towns(country: str, language: str) -> dict[str, float]:
    """The towns of a country with their people, but for the small American ones."""
    return summed(
        (name, people)
        for region in countries()[country].regions.values()
        for name, people in _peopled(region, language)
        if country != _PACKAGED or people > _KNOWN
    )


@cache
def _index() -> Mapping[str, tuple[Known, ...]]:
    found: dict[str, dict[Known, None]] = {}
    for known, names in _all_names():
        for name in names:
            found.setdefault(folded(name), {})[known] = None
    return {name: tuple(known) for name, known in found.items()}


def _all_names() -> Iterator[tuple[Known, Sequence[str]]]:
    for country in countries().values():
        for pair in (country.name, *country.also):
            yield Known("country", country.code, "", country.name), _both(pair)
        for region in country.regions.values():
            if region.name:
                names = (region.name, region.short) if region.short else (region.name,)
                yield Known("region", country.code, region.name, region.name), names
            if region.wider:
                yield (
                    Known("wider", country.code, "", region.wider),
                    _both(region.wider),
                )
            for town in region.towns:
                yield Known("city", country.code, region.name, town), _both(town)


def _both(pair: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(named(pair, language) for language in installed()))


@cache
def _country_names() -> frozenset[str]:
    lists = (("countries", "countries"), ("cldr", "country_names"))
    read = (get(one).frozen(name)[section] for one in installed() for name, section in lists)
    listed = (name for of_list in read for name in of_list)
    more = (name for one in installed() for name in words_of(one)["more_countries"].split("|"))
    return frozenset(folded(name) for name in (*listed, *more))


def is_country(text: str) -> bool:
    """Whether there is a country of this name, be it one that we know nothing else of."""
    return folded(text) in _country_names()


@cache
def _large() -> Mapping[tuple[str, str], float]:
    """The large cities of the country whose towns come from a package, and their people."""
    entry = _read("common")[_PACKAGED]
    states = {region.short: region.name for region in countries()[_PACKAGED].regions.values()}
    listed = _cities(entry["cities"]).items()
    return {(states[state], town): people for (town, state), people in listed}


_PACKAGED = "US"
"""The country whose towns come from a package, small and unknown ones too."""


def small(known: Known) -> bool:
    """Whether it is one of the small towns of the country whose towns come from a package."""
    return obscure(known) and (known.region, known.name) not in _large()


def obscure(known: Known) -> bool:
    """Whether it is a town that only its neighbours may know."""
    return known.kind == "city" and known.country == _PACKAGED


@lru_cache(maxsize=4096)
def lookup(text: str, language: str, wanted: tuple[str, ...] = ()) -> tuple[Known, ...]:
    """What a name may mean, the likeliest first.

    That is what lies in a country that is ``wanted``, then a town famous enough to have a name in
    another language, then one of the hand-written towns of distant countries, then the countries
    of the language: nobody means Paris in Texas unless Texas is near.
    """
    home = tuple(facts(language)["countries"])

    def rank(known: Known) -> tuple[int, int]:
        if known.country in wanted:
            return 0, wanted.index(known.country)
        if "=" in known.name or known.kind == "country":
            return 1, 0
        if small(known) or (known.country == _PACKAGED and _PACKAGED not in home):
            return 5, 0
        if known.country in home:
            near = _PACKAGED not in home or obscure(known)
            return (2 if near else 3), home.index(known.country)
        near = not countries()[known.country].divided or known.country == "ES"
        return (2 if near and _PACKAGED in home else 4), 0

    def people(known: Known) -> float:
        return _large().get((known.region, known.name), 0.0) if obscure(known) else 0.0

    found = sorted(_index().get(folded(text), ()), key=people, reverse=True)
    return tuple(sorted(found, key=rank))


def opening(before: str, language: str) -> str:
    """The word before a mention, where it is the beginning of a name that goes on in it."""
    word = before.rsplit(maxsplit=1)[-1] if before[-1:].isspace() and before.strip() else ""
    known = words_of(language)["openings"]
    if word.lower() not in known or (word.islower() and word not in ("san", "santa", "santo")):
        return ""
    return f"{word[:1].upper()}{word[1:]} "
