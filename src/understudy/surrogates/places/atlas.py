"""The places that stand-ins are drawn from: countries with their regions, towns and postal codes.

The towns of the United States, with their people, and their postal codes come from the frozen
lists of ``languages/world``;
the rest was written by hand in ``languages/world/places.toml``. There a place has an id; what a
language calls it is in ``world.toml`` of the language. Of other countries frozen lists have more
towns: those of a country without known regions are drawn as well, up to a number; the others are
known by their country alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from understudy.core.folding import flat, flat_all
from understudy.languages import facts, get, world
from understudy.languages.frozen import unweighted, weighted
from understudy.languages.frozen import world as frozen_world
from understudy.languages.lists import words_read
from understudy.surrogates.tables import Table, summed

__all__ = [
    "Country",
    "Known",
    "Region",
    "continent_name",
    "countries",
    "country_name",
    "country_names",
    "drawn_lands",
    "folded",
    "folded_all",
    "further",
    "is_country",
    "known_towns",
    "lookup",
    "minor",
    "obscure",
    "opening",
    "place_name",
    "region_opening",
    "small",
    "towns",
    "words_of",
]


class Region(NamedTuple):
    """A province, state or county; itself, what is wider and its towns by their ids."""

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
    """A country with the places that are known of it."""

    code: str
    name: str
    """What it is called in a language that has no name for it."""
    continent: str
    regions: Mapping[str, Region]
    """A country whose regions are not known has one without a name."""

    @property
    def divided(self) -> bool:
        """Whether its regions are known."""
        return "" not in self.regions


class Known(NamedTuple):
    """What a name may mean: a country, a region of it or a town in that; its id is ``name``."""

    kind: str
    country: str
    region: str
    name: str


def folded(text: str) -> str:
    """The form in which two spellings of a place are equal: without case, accents and marks."""
    return " ".join(flat(text).replace("ı", "i").split())


def folded_all(texts: Sequence[str]) -> list[str]:
    """``folded`` of each, at once: there are tens of thousands of towns."""
    plain = [low if low.isalnum() else " ".join(low.split()) for low in flat_all(texts)]
    return [low.replace("ı", "i") for low in plain] if "ı" in "".join(plain) else plain


def place_name(place: str, country: str, language: str) -> str:
    """What a language calls a town or a wide region of a country: Sevilla for "Seville"."""
    names = _names(language)["places"].get(country, {})
    return str(names.get(place, place))


def country_name(code: str, language: str) -> str:
    """What a language calls a country: Francia for "FR"."""
    return str(_names(language)["countries"].get(code, countries()[code].name))


def continent_name(continent: str, language: str) -> str:
    """What a language calls a continent."""
    return str(_names(language)["continents"].get(continent, continent))


@cache
def _names(language: str) -> Mapping[str, Any]:
    listed = get(language).table("world")
    kinds = ("countries", "also", "continents", "places", "also_places")
    return {kind: listed.get(kind, {}) for kind in kinds}


def words_of(language: str) -> Mapping[str, Any]:
    """The words of addresses and places in a language."""
    return get(language).table("places")


@cache
def countries() -> Mapping[str, Country]:
    """All countries whose places are known, by their ISO codes."""
    return {code: _country(code, entry) for code, entry in world.table("places").items()}


def _country(code: str, entry: Mapping[str, Any]) -> Country:
    if code == "US":
        cities = _cities(entry["cities"])
        regions = {region.name: region for region in _states(entry["states"], cities)}
    elif "regions" in entry:
        shorts = entry.get("shorts", {})
        regions = {
            name: _region(name, codes, wider, towns, people)._replace(
                short=shorts.get(name) or _shortened(name, *entry.get("short", ("", "")))
            )
            for name, (codes, wider, towns, people) in entry["regions"].items()
        }
    else:
        regions = {"": _region("", "", "", _with_more(code, entry["towns"]), 1.0, _FLAT)}
    return Country(code, entry["name"], entry["continent"], regions)


def _shortened(name: str, front: str, short: str) -> str:
    """The name of a region with a short word at its beginning: "Co. Cork"."""
    return short + name.removeprefix(front) if front and name.startswith(front) else ""


def _with_more(code: str, listed: str) -> str:
    """The towns of a country without known regions, and so many of the largest on the frozen list
    that the country may show."""
    known = {town.split(" ")[-1] for town in folded_all(listed.split("|"))}
    more = (
        town
        for town, name in _abroad().get(code, ())
        if name.split(" ")[-1] not in known and name not in _by_hand() and max(town) <= "\xff"
    )
    return "|".join((listed, *islice(more, max(0, _DRAWN - len(known)))))


@cache
def _abroad() -> Mapping[str, Sequence[tuple[str, str]]]:
    """Country → the towns of its frozen list, the largest first, each with its folded name."""
    lists = frozen_world("abroad").items()
    return {code: tuple(zip(own, folded_all(own), strict=True)) for code, own in lists}


@cache
def _by_hand() -> frozenset[str]:
    """The folded places that were written by hand: who says Buenos Aires means no other."""
    found: list[str] = []
    for entry in world.table("places").values():
        rows = [entry.get("towns", ""), *(row[2] for row in entry.get("regions", {}).values())]
        found += [town for row in rows for town in row.split("|")]
        found += [town for town, _ in _cities(entry.get("cities", ""))]
        found += (entry["name"], *entry.get("regions", ()))
    return frozenset(folded_all(found))


_DRAWN = 56
"""Towns of a country without known regions that are drawn, where the lists have so many."""
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
    for city in filter(None, listed.split("|")):
        name, state, people = city.rsplit(" ", 2)
        found[name, state] = float(people)
    return found


_KNOWN = 80.0
"""A town of fewer people, in thousands, is known to its neighbours alone."""


def _states(listed: str, cities: Mapping[tuple[str, str], float]) -> Iterator[Region]:
    listed_zips = frozen_world("zips")["zips"]
    ranges = {state: ends for state, *ends in (line.split("\t") for line in listed_zips)}
    for name, _, short in (state.rpartition(" ") for state in listed.split("|")):
        low, high = map(int, ranges[short])
        prefixes = tuple(f"{prefix:03}" for prefix in range(low // 100, high // 100 + 1))
        found = dict(sorted(_american_towns(short, cities).items()))
        yield Region(name, short, prefixes, "", tuple(found), tuple(found.values()))


def _american_towns(state: str, cities: Mapping[tuple[str, str], float]) -> Mapping[str, float]:
    """The towns of a state and their people, in thousands; a large city by its usual name."""
    large = {town: people for (town, short), people in cities.items() if short == state}
    usual = set(folded_all(list(large)))
    counted = weighted(frozen_world("cities")[f"{_PACKAGED}/{state}"])
    own = list(filter(_plain, counted))
    names = zip(own, folded_all(own), strict=True)
    return large | {town: counted[town] / 1000 for town, name in names if name not in usual}


def _plain(name: str) -> bool:
    if name.isalpha():
        return len(name) > 2 and name[0].isupper()
    letters = name.replace(" ", "").replace("-", "").replace("'", "").replace(".", "")
    titled = all(word[0].isupper() for word in name.split())  # no "University of Texas"
    return len(letters) > 2 and letters.isalpha() and titled


@cache
def towns(country: str, region: str, language: str) -> Table:
    """The towns of a region by their people."""
    of = countries()[country].regions[region]
    return Table.of(summed(_peopled(of, country, language)))


def _peopled(region: Region, country: str, language: str) -> Iterator[tuple[str, float]]:
    """The names of a region's towns, and their people."""
    for town, people in zip(region.towns, region.people, strict=True):
        yield place_name(town, country, language), people


def known_towns(country: str, language: str) -> dict[str, float]:
    """The towns of a country with their people, but for the small American ones."""
    return summed(
        (name, people)
        for region in countries()[country].regions.values()
        for name, people in _peopled(region, country, language)
        if country != _PACKAGED or people > _KNOWN
    )


@cache
def _index(languages: tuple[str, ...]) -> Mapping[str, tuple[Known, ...]]:
    """Folded name → what it may mean in one of the languages."""
    found: dict[str, tuple[Known, ...]] = {}
    named = [(known, name) for known, names in _all_names(languages) for name in names]
    texts = folded_all([name for _, name in named])
    for (known, _), name in zip(named, texts, strict=True):
        others = found.get(name, ())
        if known not in others:
            found[name] = (*others, known)
    return found


def _all_names(languages: tuple[str, ...]) -> Iterator[tuple[Known, Iterable[str]]]:
    for code, country in countries().items():
        renamed = [_names(one)["places"].get(code, {}) for one in languages]
        also = [_names(one)["also_places"].get(code, {}) for one in languages]
        named = [names for names in (*renamed, *also) if names]  # most towns have one name alone
        yield Known("country", code, "", code), country_names(code, languages)
        for region in country.regions.values():
            if region.name:
                names = [region.name, *([region.short] if region.short else [])]
                names += [name for others in also for name in others.get(region.name, ())]
                yield Known("region", code, region.name, region.name), names
            if region.wider:
                wide = dict.fromkeys(
                    str(names.get(region.wider, region.wider)) for names in renamed
                )
                yield Known("wider", code, "", region.wider), wide
            for town in region.towns:
                if not any(town in names for names in named):
                    yield Known("city", code, region.name, town), (town,)
                    continue
                called = [str(names.get(town, town)) for names in renamed]
                called += [name for names in also for name in names.get(town, ())]
                yield Known("city", code, region.name, town), dict.fromkeys(called)
    for code, town in _further():
        yield Known("city", code, "", town), (town,)


@cache
def _further() -> tuple[tuple[str, str], ...]:
    """Towns of which only the country is known, each with that: those that were not written by
    hand, there or elsewhere, and are not drawn."""
    own = {
        code: set(
            folded_all([town for region in country.regions.values() for town in region.towns])
        )
        for code, country in countries().items()
    }
    lists = [*_abroad().items()]
    for place, lines in frozen_world("cities").items():
        code, listed = place.partition("/")[0], unweighted(lines)
        if code != _PACKAGED:
            lists.append((code, tuple(zip(listed, folded_all(listed), strict=True))))
    return tuple(
        (code, town)
        for code, named in lists
        if code != _PACKAGED
        for town, name in named
        if name not in own[code] and name not in _by_hand()
    )


def country_names(code: str, languages: Iterable[str]) -> list[str]:
    """All names of a country in the languages, those that are only read among them."""
    return [
        name
        for one in languages
        for name in (country_name(code, one), *_names(one)["also"].get(code, ()))
    ]


@cache
def _lands(languages: tuple[str, ...]) -> frozenset[str]:
    """The folded names of all countries, be they ones that we know nothing else of."""
    lists = (("countries", "countries"), ("cldr", "country_names"))
    read = (get(one).frozen(name)[section] for one in languages for name, section in lists)
    listed = (name for of_list in read for name in of_list)
    more = (name for one in languages for name in words_of(one)["more_countries"].split("|"))
    return frozenset(folded(name) for name in (*listed, *more)) - drawn_lands(languages)


@cache
def drawn_lands(languages: tuple[str, ...]) -> frozenset[str]:
    """The folded names of lands that are drawn, though a list has them among the countries."""
    listed = (words_of(one).get("drawn_lands", "") for one in languages)
    return frozenset(folded(name) for names in listed for name in names.split("|") if name)


@lru_cache(maxsize=4096)
def is_country(text: str, language: str) -> bool:
    """Whether there is a country of this name, be it one that we know nothing else of. What only
    another language calls a country is a town where there is one: "Granada" in English."""
    name, reads = folded(text), get(language).reads
    if name not in _lands(reads):
        return False
    towns = (known for known in _index(reads).get(name, ()) if known.kind != "country")
    return name in _lands((language,)) or next(towns, None) is None


@cache
def _large() -> Mapping[tuple[str, str], float]:
    """The large cities of the country whose towns come from a package, and their people."""
    entry = world.table("places")[_PACKAGED]
    states = {region.short: region.name for region in countries()[_PACKAGED].regions.values()}
    listed = _cities(entry["cities"]).items()
    return {(states[state], town): people for (town, state), people in listed}


_PACKAGED = "US"
"""The country whose towns come from a package, small and unknown ones too."""


def further(known: Known) -> bool:
    """Whether it is a town of which only the country is known."""
    named = (known.country, known.name)
    return known.kind == "city" and not known.region and named in _further_towns()


@cache
def _further_towns() -> frozenset[tuple[str, str]]:
    return frozenset(_further())


def minor(known: Known) -> bool:
    """Whether it is a town that few know: what else has the name is rather meant."""
    return small(known) or further(known)


def small(known: Known) -> bool:
    """Whether it is one of the small towns of the country whose towns come from a package."""
    return obscure(known) and (known.region, known.name) not in _large()


def obscure(known: Known) -> bool:
    """Whether it is a town that only its neighbours may know."""
    return known.kind == "city" and known.country == _PACKAGED


def _has_names(known: Known, languages: Iterable[str]) -> bool:
    """Whether one of the languages has a name of its own for a town or a wide region."""
    return known.kind in ("city", "wider") and any(
        known.name in _names(one)["places"].get(known.country, ()) for one in languages
    )


@lru_cache(maxsize=4096)
def lookup(text: str, language: str, wanted: tuple[str, ...] = ()) -> tuple[Known, ...]:
    """What a name may mean, the likeliest first.

    That is what lies in a country that is ``wanted``, then a town famous enough to have a name in
    another language, then one of the hand-written towns of distant countries, then the countries
    of the language: nobody means Paris in Texas unless Texas is near. A hand-written town of the
    language's own countries comes before one abroad that the language calls alike: Palmira in
    Colombia before Palmyra in Syria.
    """
    home = tuple(facts(language)["countries"])
    abroad = words_of(language).get("known_abroad", ())
    languages = get(language).reads
    named = _index(languages).get(folded(text), ())

    def ours(known: Known) -> bool:
        listed = not (minor(known) or _added(known) or known.country == _PACKAGED)
        return known.kind == "city" and known.country in home and listed

    own = any(map(ours, named))

    def rank(known: Known) -> tuple[int, int]:
        if known.country in wanted:
            return 0, wanted.index(known.country)
        if known.kind == "country" or _has_names(known, languages):
            return (4 if known.kind == "city" and known.country not in home and own else 1), 0
        if known.country not in home and (minor(known) or _added(known)):
            return 6, 0  # nobody means Dundee in South Africa
        if minor(known) or (known.country == _PACKAGED and _PACKAGED not in home):
            return 5, 0
        if known.country in home:
            near = _PACKAGED not in home or obscure(known)
            return (2 if near else 3), home.index(known.country)
        near = not countries()[known.country].divided or known.country in abroad
        return (2 if near and _PACKAGED in home else 4), 0

    def people(known: Known) -> float:
        if obscure(known):
            return _large().get((known.region, known.name), 0.0)
        of = countries()[known.country]
        if known.kind != "city" or of.divided or further(known):
            return 0.0
        region = of.regions[
            known.region
        ]  # Lagos is the first of Nigeria, and a small one in Portugal
        return region.people[region.towns.index(known.name)]

    found = sorted(named, key=people, reverse=True)
    return tuple(sorted(found, key=rank))


def _added(known: Known) -> bool:
    """Whether it is a town that a frozen list has added to those that were written by hand."""
    return known.kind == "city" and (known.country, folded(known.name)) in _more_towns()


@cache
def _more_towns() -> frozenset[tuple[str, str]]:
    return frozenset(
        (code, name)
        for code, entry in world.table("places").items()
        if "regions" not in entry
        for name in {name for _, name in _abroad().get(code, ())}
        - set(folded_all(entry.get("towns", "").split("|")))
    )


def region_opening(before: str, language: str) -> str:
    """The word before a mention, where it begins the name of a region that goes on in it, as the
    lists write it: the "County " of Cork."""
    word = before.rsplit(maxsplit=1)[-1] if before[-1:].isspace() and before.strip() else ""
    known = words_read(language, "places", "region_openings")
    return f"{known[0].title()} " if known and word.lower() in known else ""


def opening(before: str, language: str) -> str:
    """The word before a mention, where it is the beginning of a name that goes on in it."""
    *_, word = before.rsplit(maxsplit=1) if before[-1:].isspace() and before.strip() else ("",)
    if word.lower() not in words_of(language)["openings"]:
        return ""
    if word.islower() and word not in words_read(language, "places", "lower_openings"):
        return ""
    return f"{word[:1].upper()}{word[1:]} "
