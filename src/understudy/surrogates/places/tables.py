"""The tables that new places are drawn from, narrowed by the words around."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from understudy.languages import get, world
from understudy.languages.lists import any_of
from understudy.surrogates.people.names import surname_table
from understudy.surrogates.places.atlas import (
    Region,
    countries,
    known_towns,
    place_name,
    towns,
    words_of,
)
from understudy.surrogates.tables import Table, summed

__all__ = [
    "Links",
    "areas_abroad",
    "continents",
    "has_town",
    "lands",
    "least_street",
    "least_town",
    "link_before",
    "links",
    "namesakes",
    "regions",
    "road_of",
    "saints",
    "street_groups",
    "streets",
    "towns_from",
    "widers",
    "with_capital",
]


class Links(NamedTuple):
    """The small words between the type of a street and its name: "Calle de la Fuente"."""

    add: str
    """Written before a name that has none."""
    joined: re.Pattern[str]
    listed: re.Pattern[str]
    """The same before a listed name: the article of "de La Roda" is of the town."""
    abroad: re.Pattern[str]
    """Those of the other languages of the country."""
    before: re.Pattern[str]
    """Those that stand outside of a mention, before it."""
    articles: Mapping[str, Sequence[str]]
    """What may be left of the small words: "Calle la Fuente" is Calle de la Fuente."""


@cache
def links(language: str) -> Links | None:
    """The small words of a language; None where it has none."""
    known = words_of(language).get("street_links")
    if known is None:
        return None
    words, elided, other = (any_of(known[name]) for name in ("words", "elided", "other"))
    pattern = rf"(?:{words})\s+|(?:{elided})['’]|(?-i:{other})\s+"
    return Links(
        known["add"],
        re.compile(pattern, re.I),
        re.compile(pattern),
        re.compile(rf"(?:{elided})'|(?:{other})\s"),
        re.compile(rf"\b(?:{words})\s+$", re.I),
        known["articles"],
    )


_LEFT = 0.15
"""How often each is left."""


def link_before(before: str, language: str) -> str:
    """The small word of a street's name that stands before a mention: "calle de la [Fuente]"."""
    small = links(language)
    found = small.before.search(before) if small else None
    return found[0] if found else ""


@cache
def _streets(language: str) -> Mapping[str, float]:
    """Names of streets: those that most towns have, and streets named after people and places."""
    shares = words_of(language)["street_shares"]
    groups = {group: _group(group, language) for group in shares}
    return summed(
        (name, share / len(groups[group]))
        for group, share in shares.items()
        for name in groups[group]
    )


@cache
def _group(group: str, language: str) -> tuple[str, ...]:
    """The names of one kind, with their small words where the language has such."""
    known = words_of(language)
    saints = get(language).table("organizations")["saint_names"]
    listed = {**known.get("street_names", {}), "saints": saints}
    if group == "listed":
        return tuple(known["streets"].replace("\n", "").split("|"))
    if group in listed and group in known.get("street_kinds", {}):
        return tuple(listed[group].split("|"))
    if group in listed:
        return _linked(listed[group].split("|"), language)
    if group == "virgins":
        return tuple(
            f"{lady} {one}"
            for lady in known["street_ladies"]
            for one in listed["advocations"].split("|")
        )
    return _linked(_after_people(group, language) or _after_places(group, language), language)


def _linked(names: Iterable[str], language: str) -> tuple[str, ...]:
    small = links(language)
    if small is None:
        return tuple(names)
    return tuple(name if small.joined.match(name) else f"{small.add} {name}" for name in names)


def _after_people(group: str, language: str) -> list[str]:
    """Streets after people whom only their towns know: by a surname, two, or with a given name."""
    more = _commonest(language)
    first = more[:_SURNAMES]
    if group == "surnames":
        return list(first)
    if group == "families":
        return [f"{one} {other}" for one, other in _paired(first, more)]
    if group == "titled":
        titles = words_of(language)["street_titles"]
        return [f"{title} {surname}" for title in titles for surname in first]
    if group != "people":
        return []
    givens = words_of(language)["street_givens"].split("|")
    return [
        f"{given} {surname}" if at % _LONGER else f"{given} {surname} {first[at % _SURNAMES]}"
        for at, (surname, given) in enumerate(_paired(more, givens))
    ]


def _paired(ones: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each of the ones with some of the others, in turn."""
    for at, one in enumerate(ones):
        for step in range(_PAIRS):
            other = others[(at * _PAIRS + step * _STRIDE) % len(others)]
            if other != one:
                yield one, other


def _after_places(group: str, language: str) -> list[str]:
    known = words_of(language)
    code = known["street_countries"][group]
    if group == "regions":
        return list(countries()[code].regions)
    towns = known_towns(code, language)
    return list(filter(_is_plain, towns) if known["traits"]["plain_street_towns"] else towns)


def _is_plain(name: str) -> bool:
    """Whether a town lends its name as it is: no "Stoke-on-Trent Road"."""
    return name.replace(" ", "").isalpha()


_SURNAMES, _MORE = 100, 320
"""How many surnames streets are named after, the commonest."""
_PAIRS, _STRIDE = 8, 17
_LONGER = 3
"""Of so many people one is given with both surnames."""


@cache
def _commonest(language: str) -> Sequence[str]:
    """The surnames that streets are named after, the commonest first."""
    weights = surname_table(language, "").weights()
    return tuple(sorted(weights, key=lambda name: -weights[name])[:_MORE])


def road_of(beside: Iterable[str], language: str) -> str:
    """The group of names that go with the type of a street, by the words beside its name; empty
    where all do."""
    kinds = _kinds(language)
    words = (text.lower().rstrip(".") for text in beside)
    return next((kinds[word] for word in words if word in kinds), "")


def street_groups(language: str) -> frozenset[str]:
    """The groups of names that only some types of streets have."""
    return frozenset(_kinds(language).values())


@cache
def _kinds(language: str) -> Mapping[str, str]:
    """The types of streets that have names of their own, and the groups of these."""
    known = words_of(language).get("street_kinds", {})
    return {word: group for group, types in known.items() for word in types.split()}


@lru_cache(maxsize=64)
def streets(language: str, *, joined: bool, outside: str = "", road: str = "") -> Table:
    """Names of streets; where a small word stands before, those that follow it.

    ``road``: the group that they are of.
    """
    every = _streets(language)
    small = links(language)
    if small is None:
        return Table.of(every)
    if road:
        every = {name: every[name] for name in _group(road, language)}
    else:
        every = {name: share for name, share in every.items() if not small.abroad.match(name)}
    if outside:
        return _following(every, outside.lower().rstrip() + " ", small)
    if joined:
        found = {name: share for name, share in every.items() if small.joined.match(name)}
        return Table.of(found or every)
    return Table.of(summed(_unjoined(every, small)))


def _following(every: Mapping[str, float], word: str, small: Links) -> Table:
    """What goes on from the small word outside of the mention."""
    begun = {name: share for name, share in every.items() if name.startswith(word)} or every
    found = summed((name.removeprefix(word), share) for name, share in begun.items())
    alone = {name: share for name, share in found.items() if not small.joined.match(name)}
    return Table.of(alone or found)


def _unjoined(every: Mapping[str, float], small: Links) -> Iterator[tuple[str, float]]:
    """The names without their small words; articles stay before a single word now and then."""
    for name, share in every.items():
        match = small.listed.match(name)
        word = match[0] if match else ""
        rest = name[len(word) :]
        articles = () if " " in rest else small.articles.get(word, ())
        yield rest, share * (1 - _LEFT * len(articles))
        for article in articles:
            yield article + rest, share * _LEFT


@cache
def least_street(language: str) -> float:
    """The least chance of a street in any of the tables: each is a part of the whole, or of the
    whole without small words."""
    every = _streets(language)
    small = links(language)
    shares = [*every.values(), *(share for _, share in (_unjoined(every, small) if small else ()))]
    least = min(shares)
    return least / sum(every.values()) * _ROUNDED


@lru_cache(maxsize=64)
def with_capital(table: Table, country: str) -> Table:
    """The regions that have a town of their own name; all of them where none has."""
    own = namesakes(country)
    kept = {name: chance for name, chance in table.weights().items() if name in own}
    return Table.of(kept) if kept else table


@cache
def namesakes(country: str) -> frozenset[str]:
    """The regions of a country that have a town of their own name."""
    regions_of = countries()[country].regions
    return frozenset(name for name, region in regions_of.items() if name in region.towns)


@cache
def towns_from(country: str, region: str, begun: str, language: str, asks: str = "") -> Table:
    """The towns of a region that begin with a word such as "San ", or go with the article before
    them; all where none does."""
    table = towns(country, region, language)
    if not (begun or asks):
        return table
    fits = get(language).agreement.fits
    found = {
        name: weight
        for name, weight in table.weights().items()
        if name.startswith(begun) and (not asks or fits(asks, name))
    }
    return Table.of(found) if found else table


@cache
def regions(country: str, wider: str | None, begun: str, language: str) -> Table:
    """Regions by the people in those of their towns that go on from the words before."""
    among = [
        region
        for region in countries()[country].regions.values()
        if wider is None or region.wider == wider
    ]
    counts = {region.name: _people(region, country, begun, language) for region in among}
    if not any(counts.values()):
        counts = {region.name: sum(region.people) for region in among}
    return Table.of(counts)


def _people(region: Region, country: str, begun: str, language: str) -> float:
    return sum(
        people
        for town, people in zip(region.towns, region.people, strict=True)
        if place_name(town, country, language).startswith(begun)
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
    """The wide regions of a country, by their people: Andalucía, England."""
    regions = countries()[country].regions.values()
    return Table.of(summed((region.wider, sum(region.people)) for region in regions))


@cache
def lands(continent: str, *, divided: bool = False, wide: bool = False) -> Table:
    """The countries of a continent, or all, that have what is mentioned of them: regions, and
    wider ones above them; as far as there are such."""
    found = {code: one for code, one in countries().items() if continent in ("", one.continent)}
    if divided or wide:
        found = {code: one for code, one in found.items() if one.divided} or found
    if wide:
        found = {
            code: one
            for code, one in found.items()
            if all(region.wider for region in one.regions.values())
        } or found
    known = world.table("places")
    return Table.of({code: float(known[code].get("fame", 1)) for code in found})


@cache
def areas_abroad(language: str) -> Table:
    """Regions of countries whose regions are not known otherwise: Bavaria, Crimea."""
    known = words_of(language)
    listed = known["features"].get(known.get("regions_abroad"), "").split("|")
    named = [name for one in countries().values() for name in one.regions if name]
    return Table.of(listed if any(listed) else named)


@cache
def saints(language: str) -> Table:
    """Saints that places are named after."""
    return Table.of(get(language).table("organizations")["saint_names"].split("|"))


@cache
def continents() -> Table:
    """All continents, by their ids."""
    return Table.of({country.continent for country in countries().values()})


@cache
def has_town(country: str, begun: str, language: str) -> bool:
    """Whether a country has a town that begins with a word such as "San "."""
    return any(
        place_name(town, country, language).startswith(begun)
        for region in countries()[country].regions.values()
        for town in region.towns
    )
