"""The places of one scope: what each mention names, and which of them lie together.

Public invariants: the kind of each place (town, region, country, street, postal code), which
mentions name one place, which places lie in one region, and the country of each where it is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import facts, get
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    Known,
    countries,
    country_names,
    folded,
    further,
    is_country,
    lookup,
    minor,
    obscure,
    opening,
    region_opening,
    small,
    words_of,
)
from understudy.surrogates.places.coded import compact, country_of_code, looks_like_code
from understudy.surrogates.places.demonyms import demonym, forms
from understudy.surrogates.places.districts import districted
from understudy.surrogates.places.labels import adjacent, labels_region, region_behind
from understudy.surrogates.places.reading import HINTS, bare, is_wide_area, split
from understudy.surrogates.places.site import Site
from understudy.surrogates.places.streets import Piece
from understudy.surrogates.signs import COUNTRIES

__all__ = ["Area", "Scene", "Site", "countries_named", "is_short", "survey"]

_INSIDE = frozenset(("CITY", "REGION"))
"""Categories of what lies in a country, and is none."""
Regions = frozenset[tuple[str, str]]
"""Country and region; an empty region is any."""
_SHORTEST = 3
_LABEL = 20
"""Characters before a place in which a word for its kind stands."""
_MONEY = "£$€₹₦"
_PLACED = ("city", "region", "wider", "country", "continent")


@dataclass
class Area:
    """Places that lie in one region."""

    country: str = ""
    region: str = ""
    wider: str = ""
    cities: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)

    def __repr__(self) -> str:
        return hidden_repr(self)


class Scene(NamedTuple):
    """The places of a scope."""

    sites: tuple[tuple[Site, ...], ...]
    """The pieces of each mention; none for a mention that cannot be read."""
    areas: tuple[Area, ...]
    home: str
    """The country of places that say no other; empty where nothing tells it."""
    spoken: tuple[str, ...] = ()
    """The countries that the words around the places name, themselves or by their people."""

    def __repr__(self) -> str:
        return hidden_repr(self)


def survey(mentions: Sequence[Mention], language: str) -> Scene:
    """What the places of a scope are, and which of them lie together.

    First the names that can only be towns, by what follows them ("Lebanon, Tennessee"); then the
    countries that the rest of the text names or that its postal codes tell, since these decide
    what an ambiguous name means ("Valencia" beside "Venezuela"); then each name by itself.
    """
    return _survey(tuple(mentions), language)


@lru_cache(maxsize=2)
def _survey(mentions: tuple[Mention, ...], language: str) -> Scene:
    """Organizations ask where the places of their document lie, before the places are read."""
    found = [split(one, language) for one in mentions]
    near = [
        bool(at) and adjacent(mentions[at - 1], one, language) for at, one in enumerate(mentions)
    ]
    only_towns = _only_towns(found, near, language)
    free_rows = [
        [piece for part, piece in enumerate(row) if (at, part) not in only_towns]
        for at, row in enumerate(found)
        if mentions[at].category not in _INSIDE
    ]
    named, peoples = _spoken_of(mentions, language)
    told = (*_mentioned_countries(free_rows, language), *named, *_coded_countries(found, language))
    wanted = tuple(dict.fromkeys((*told, *peoples, *_of_regions(free_rows, language))))
    resolved = _resolved(mentions, found, near, only_towns, language, wanted, ())
    signed = _signed(mentions, language)
    beside = _beside(resolved, wanted, language) or ((signed,) if signed and not wanted else ())
    if beside:
        resolved = _resolved(mentions, found, near, only_towns, language, wanted, beside)
    resolved = districted(resolved, mentions, near, language, wanted)
    areas, places = _areas(resolved, near, language)
    home = _home(areas, _labelled(mentions, resolved, told, language), peoples) or signed
    sites = tuple(
        tuple(
            [
                Site(kind, text, key, places.get((at, part), -1), known)
                for part, (kind, text, key, _, known) in enumerate(row)
            ]
        )
        for at, row in enumerate(resolved)
    )
    return _merged(Scene(sites, tuple(areas), home, (*named, *peoples)))


def _labelled(
    mentions: Sequence[Mention],
    rows: Sequence[Sequence[Site]],
    told: Sequence[str],
    language: str,
) -> Sequence[str]:
    """The countries of the text without those that have no such region as the words before one on
    no list say: beside Vietnam and the United States a province is one of Vietnam."""
    strange = {
        code
        for mention, row in zip(mentions, rows, strict=True)
        for site in row[:1]
        if site.kind in ("region", "wider") and site.known is None
        for label, codes in words_of(language).get("labels_elsewhere", {}).items()
        if label in flat(mention.before[-_LABEL:]).split()
        for code in codes.split()
    }
    return [code for code in told if code not in strange] or told


def _spoken_of(
    mentions: Sequence[Mention], language: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The countries that the words around the places name, and those whose people they name: "the
    Polish Government". All of it is public; what is hidden stands there as a sign."""
    around = dict.fromkeys(text for one in mentions for text in (one.before, one.after))
    named, peoples, heads = _written_countries(get(language).reads)
    runs: list[str] = []
    for text in around:
        words = _COUNTRY_WORDS.findall(text)
        if heads.isdisjoint(words):
            continue
        for at, word in enumerate(words):
            if word in heads:
                runs += [" ".join(words[at : at + size]) for size in _RUNS]
    mentioned = {one.text for one in mentions}
    free = [run for run in runs if run not in mentioned]
    told = [dict(one.attributes).get(COUNTRIES, "").split() for one in mentions[:1]]
    elsewhere = [code for codes in told for code in codes if code in countries()]
    return _codes(free, named), tuple(dict.fromkeys((*_codes(free, peoples), *elsewhere)))


_MOST_READ = 50_000
"""Characters of a text that are read for the countries that it names."""
_MOST_COUNTRIES = 3


def countries_named(text: str, language: str) -> tuple[str, ...]:
    """The countries that a text names most often, themselves or by their people; the text is what
    is public of a document."""
    named, peoples, heads = _written_countries(get(language).reads)
    counted: Counter[str] = Counter()
    words = _COUNTRY_WORDS.findall(text[:_MOST_READ])
    if heads.isdisjoint(words):
        return ()
    for at in [at for at, word in enumerate(words) if word in heads]:
        runs = (" ".join(words[at : at + size]) for size in _RUNS)
        code = next(
            (named.get(run) or peoples[run] for run in runs if run in named or run in peoples),
            "",
        )
        counted[code] += bool(code)
    return tuple(code for code, times in counted.most_common(_MOST_COUNTRIES) if times)


def _codes(runs: Iterable[str], known: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(known[run] for run in runs if run in known))


_COUNTRY_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_RUNS = (3, 2, 1)
"""How many words the name of a country may have, of those that are sought around places."""


class _Written(NamedTuple):
    """The names of countries, and of their people, as they are written → the country; and the
    first words of all of them."""

    countries: Mapping[str, str]
    peoples: Mapping[str, str]
    heads: frozenset[str]


@cache
def _written_countries(languages: tuple[str, ...]) -> _Written:
    """What the languages write; a name that rather says something else is none."""
    named: dict[str, str] = {}
    peoples: dict[str, str] = {}
    for code in countries():
        for name in country_names(code, languages):
            if [one.kind for one in lookup(name, languages[0])][:1] == ["country"]:
                named.setdefault(name, code)
        for one in languages:
            for form in forms(one):
                peoples.setdefault(demonym(code, form, one), code)
    peoples.pop("", None)
    heads = frozenset(name.partition(" ")[0] for name in (*named, *peoples))
    return _Written(named, peoples, heads)


def _mentioned_countries(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    codes: dict[str, None] = {}
    for row in found:
        for piece in row:
            if piece.kind == "name":
                known = lookup(piece.text, language)
                if known and known[0].kind == "country":
                    codes[known[0].country] = None
    return tuple(codes)


def _of_regions(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    """The countries of regions that lie in one alone: beside Ohio, Toledo is no town of Spain."""
    codes: dict[str, None] = {}
    for row in found:
        for piece in row:
            known = lookup(piece.text, language) if piece.kind == "name" else ()
            lands = {one.country for one in known}
            if len(lands) == 1 and any(one.kind == "region" for one in known):
                codes[known[0].country] = None
    return tuple(codes)


def _only_towns(
    found: Sequence[Sequence[Piece]], near: Sequence[bool], language: str
) -> dict[tuple[int, int], Regions]:
    """The names that can only be towns, as a region follows in which nothing better known of the
    name lies: "Lebanon, Tennessee", "Tripoli, Iowa", "Earth, TX"."""
    named = [
        (at, part, piece)
        for at, row in enumerate(found)
        for part, piece in enumerate(row)
        if piece.kind in ("name", "postal")
    ]
    only_towns: dict[tuple[int, int], Regions] = {}
    for (at, part, piece), (other, _, following) in pairwise(named):
        if piece.kind == "name" and (other == at or (other == at + 1 and near[other])):
            regions = _regions(piece.text, following, language)
            if regions:
                only_towns[at, part] = regions
    return only_towns


def _regions(text: str, following: Piece, language: str) -> Regions:
    """Where a town of this name lies by what follows it; empty where that says nothing."""
    known = lookup(text, language)
    if following.kind == "postal":
        code = country_of_code(following.text, language)
        regions = frozenset({(code, "")} if code else ())
        sure = True
    else:
        wheres = lookup(following.text, language)
        regions = frozenset((one.country, one.region) for one in wheres if one.kind == "region")
        sure = not any(one.kind in ("city", "country") and not small(one) for one in wheres)
    lands = {country for country, _ in regions}
    here = [one for one in known if one.country in lands]
    best = known[0] if known else None
    strange = is_wide_area(text, language) or (best is not None and best.country not in lands)
    town = any(one.kind == "city" for one in here)
    return regions if strange and (town or sure) else frozenset()


def _coded_countries(found: Iterable[Sequence[Piece]], language: str) -> tuple[str, ...]:
    texts = (piece.text for row in found for piece in row if piece.kind == "postal")
    return tuple(dict.fromkeys(code for text in texts if (code := country_of_code(text, language))))


def _resolved(
    mentions: Sequence[Mention],
    found: Sequence[Sequence[Piece]],
    near: Sequence[bool],
    only_towns: Mapping[tuple[int, int], Regions],
    language: str,
    wanted: tuple[str, ...],
    beside: tuple[str, ...],
) -> list[tuple[Site, ...]]:
    """What each piece is; a name that is a town and a region is a region beside its towns.

    ``near``: whether a mention follows upon the one before it; ``only_towns``: the names that can
    only be towns, with the regions that they may lie in.
    """
    out: list[list[Site]] = []
    last: tuple[Known, ...] = ()
    town: tuple[list[Site], int] | None = None
    for at, (mention, row, follows) in enumerate(zip(mentions, found, near, strict=True)):
        if not follows:
            last, town = (), None
        sites: list[Site] = []
        front = mention.before
        for part, piece in enumerate(row):
            if piece.kind == "name":
                unknown = town is not None and not last
                if (at, part) in only_towns:
                    site, known = _town(piece.text, only_towns[at, part], language)
                else:
                    site, known = _named(
                        piece.text, mention, front, _back(mention, row, part), last, unknown,
                        language, wanted, beside,
                        _land_behind(found, near, at, part, language),
                    )  # fmt: skip
                sites.append(site)
                if town and site.kind != "city":
                    _settle(town, last, site)
                last = known
                town = (sites, len(sites) - 1) if site.kind == "city" else None
            else:
                sites.append(Site(piece.kind, piece.text, folded(piece.text) or piece.text))
            front += piece.text
        _key(mention, sites)
        out.append(sites)
    return [tuple(sites) for sites in out]


def _back(mention: Mention, row: Sequence[Piece], part: int) -> str:
    """What stands behind a piece, in its mention or outside."""
    return "".join(piece.text for piece in row[part + 1 :]) + mention.after


def _land_behind(
    found: Sequence[Sequence[Piece]], near: Sequence[bool], at: int, part: int, language: str
) -> str:
    """The country that is named right behind a name: "Boston, France" is no town of America."""
    following = [one for one in found[at][part + 1 :] if one.kind == "name"]
    if not following and at + 1 < len(found) and near[at + 1]:
        following = [one for one in found[at + 1] if one.kind == "name"]
    known = lookup(following[0].text, language)[:1] if following else ()
    return next((one.country for one in known if one.kind == "country"), "")


def _beside(
    rows: Iterable[Sequence[Site]], wanted: tuple[str, ...], language: str
) -> tuple[str, ...]:
    """The countries of the towns that many know, where the text names none and a name stands beside
    them that only few do, or that tells no country by itself."""
    sites = [site for row in rows for site in row]
    known = [site.known for site in sites if site.known is not None]
    towns = (site.text for site in sites if site.kind == "city" and site.known is None)
    if wanted or not (
        any(map(minor, known)) or any(_shared(lookup(one, language), language) for one in towns)
    ):
        return ()
    return tuple(dict.fromkeys(one.country for one in known if not minor(one)))


def _settle(town: tuple[list[Site], int], candidates: Iterable[Known], where: Site) -> None:
    """A town of many regions is in the one that stands beside it."""
    if where.known is None:
        return
    sites, at = town
    for one in candidates:
        if one.country == where.known.country and where.known.region in ("", one.region):
            sites[at] = sites[at]._replace(known=one)
            return


def _named(
    text: str,
    mention: Mention,
    front: str,
    back: str,
    last: tuple[Known, ...],
    unknown: bool,
    language: str,
    wanted: tuple[str, ...],
    beside: tuple[str, ...],
    within: str,
) -> tuple[Site, tuple[Known, ...]]:
    """What a name means, and all places that it may mean in that sense, the likeliest first.

    ``last``: what the town before it may mean; ``unknown``: whether a town stands before it that
    no list has; ``wanted``: the countries of the text; ``beside``: those of its better known towns,
    or the one that its words speak of; ``within``: the country that is named right behind it. What
    decides, in this order:

    - the category, where it says town, region or country; else a label before the name
      ("provincia de Granada" is no town), or behind it ("Osun State"); else a town before it that
      lies in a region of the name ("Linares, Jaén"), or that is on no list ("Villarriba, Jaén");
    - a continent is one whatever else has the name; a country that has no list of places wins over
      a town abroad ("Malta" over the one in Idaho);
    - what is left is taken by fame: countries, then well-known towns, then regions (``_likely``);
    - a small town of a country that the text does not name is none: it has that name by chance;
    - a name that small towns of several countries have tells none of them (``_shared``).
    """
    region = region_opening(front, language)
    if region:
        whole = lookup(region + text, language)
        if [one.kind for one in whole[:1]] == ["region"]:
            return Site("region", text, folded(text), known=whole[0]), whole
    known = _meanings(opening(front, language), text, language, wanted)
    if beside:  # Ennis is Irish beside Cork, and Texan beside Dallas
        few = all(map(minor, known))
        known = tuple(
            sorted(known, key=lambda one: one.country not in beside or (minor(one) and not few))
        )
    kinds = HINTS.get(mention.category, ())
    told = not kinds and region_behind(back, language)
    if told or (not kinds and labels_region(front, language)):
        kinds = ("region", "wider")
    elif not kinds and (last or unknown) and is_short(text):
        kinds = ("region",)
    elif not kinds:
        towns = {(one.country, one.region) for one in last if one.kind == "city"}
        regions = [one for one in known if one.kind == "region"]
        if any(unknown or (one.country, one.region) in towns for one in regions):
            kinds = ("region",)
    if is_wide_area(text, language) and mention.category not in HINTS:
        return Site("continent", text, folded(text)), ()
    if not kinds and is_country(text, language) and known and _is_abroad(known[0], language):
        return Site("country", text, folded(text)), ()
    fitting = tuple([one for one in known if one.kind in kinds]) if kinds else ()
    if not fitting and not told and mention.category not in HINTS:
        fitting = _likely(known)
    strange = fitting and bool(within) and fitting[0].country != within
    if fitting and (strange or _unlikely(fitting, language, wanted or beside)):
        fitting = ()
    if not fitting:
        kind = "country" if not kinds and is_country(text, language) else (*kinds, "city")[0]
        return Site(kind, text, folded(text)), ()
    best = fitting[0]
    return Site(best.kind, text, folded(text), known=best), fitting


@lru_cache(maxsize=1 << 12)
def _meanings(begun: str, text: str, language: str, wanted: tuple[str, ...]) -> tuple[Known, ...]:
    """What a name may mean: with what stands before it, by itself, or without what ends it."""
    found = lookup(begun + text, language, wanted) if begun else ()
    found = found or lookup(text, language, wanted)
    return _narrowest(found or lookup(bare(text, language), language, wanted))


def is_short(text: str) -> bool:
    """Whether a name is written as short ones of regions are: "PA", "D.C."."""
    letters = text.replace(".", "")
    return letters.isupper() and letters.isascii() and 1 < len(letters) <= _SHORTEST


def _narrowest(known: Sequence[Known]) -> tuple[Known, ...]:
    """Cantabria is a province and all of its community: one region."""
    regions = {(one.country, one.name) for one in known if one.kind == "region"}
    return tuple(
        one for one in known if one.kind != "wider" or (one.country, one.name) not in regions
    )


def _unlikely(meanings: Sequence[Known], language: str, wanted: tuple[str, ...]) -> bool:
    """Whether the first is a town that only its neighbours know, and the text is from elsewhere, or
    no likelier than another is."""
    known = meanings[0]
    if known.country not in wanted and _shared(meanings, language):
        return True
    if wanted:
        abroad = known.country not in facts(language)["countries"]
        return known.country not in wanted and (minor(known) or (abroad and obscure(known)))
    return small(known) and known.country not in facts(language)["countries"]


def _shared(known: Sequence[Known], language: str) -> bool:
    """Whether a name tells no country: it is that of towns of which only the country is known, in
    several that are as near to the language. Villanueva lies in Colombia and in Mexico."""
    home = facts(language)["countries"]
    towns = [one for one in known if further(one)]
    if not towns or towns[0] != known[0]:
        return False
    near = known[0].country in home
    return len({one.country for one in towns if (one.country in home) == near}) > 1


def _is_abroad(known: Known, language: str) -> bool:
    """Whether it is a town of another country, or one that only its neighbours know: Liberia and
    Malta are lands first, and then towns."""
    return obscure(known) or (
        known.kind == "city" and known.country not in facts(language)["countries"]
    )


def _town(text: str, regions: Regions, language: str) -> tuple[Site, tuple[Known, ...]]:
    """A town that lies in one of the regions, listed or not."""
    lands = {country for country, region in regions if not region}
    fitting = tuple(
        one
        for one in lookup(text, language)
        if one.kind == "city" and ((one.country, one.region) in regions or one.country in lands)
    )
    return Site("city", text, folded(text), known=next(iter(fitting), None)), fitting


def _likely(known: Sequence[Known]) -> tuple[Known, ...]:
    """Countries and wide regions first; a town that many know before the region of its name, which
    comes before a town that only its neighbours know."""
    order = {"country": 0, "wider": 1, "city": 2, "region": 3}
    if not known:
        return ()
    best = known[0].country

    def rank(one: Known) -> float:
        return order[one.kind] + 2 * small(one)

    first = sorted((one for one in known if one.country == best), key=rank)
    return tuple([one for one in known if one.kind == first[0].kind])


def _key(mention: Mention, sites: list[Site]) -> None:
    """The key that the mention carries, where it is of a single place."""
    key = dict(mention.attributes).get("key")
    places = [at for at, site in enumerate(sites) if site.kind in _PLACED]
    if key and len(places) == 1:
        sites[places[0]] = sites[places[0]]._replace(key=key)


def _areas(
    rows: Sequence[Sequence[Site]], near: Sequence[bool], language: str
) -> tuple[list[Area], dict[tuple[int, int], int]]:
    """Neighbouring places of different kinds lie together; a second town begins another area."""
    areas: list[Area] = []
    places: dict[tuple[int, int], int] = {}
    apart = True
    for at, row in enumerate(rows):
        apart = apart or not near[at]
        for part, site in enumerate(row):
            if site.kind not in ("city", "region", "wider", "postal", "street", "untyped"):
                continue
            if apart or _closed(areas[-1], site):
                areas.append(Area())
                apart = False
            _join(areas[-1], site, language)
            places[at, part] = len(areas) - 1
    return areas, places


def _closed(area: Area, site: Site) -> bool:
    """Whether a place cannot lie in the area of those before it."""
    if site.kind in ("street", "untyped"):
        return "city" in area.kinds or "postal" in area.kinds
    if site.kind in area.kinds and not (site.kind == "city" and site.key in area.cities):
        return True
    if site.known is None or not area.country:
        return False
    if site.known.country != area.country:
        return True
    if site.known.region and area.region:
        return site.known.region != area.region
    return bool(area.wider) and _wider(site.known) not in ("", area.wider)


def _wider(known: Known) -> str:
    """The wide region that a place is or lies in; empty where that is not known."""
    if known.kind == "wider":
        return known.name
    return countries()[known.country].regions[known.region].wider if known.region else ""


def _join(area: Area, site: Site, language: str) -> None:
    area.kinds.add(site.kind)
    if site.kind == "postal":
        area.country = area.country or country_of_code(site.text, language)
        _locate(area, compact(site.text, language), language)
    if site.kind == "city":
        area.cities.append(site.key)
    if site.known is None:
        return
    area.country = area.country or site.known.country
    if site.kind == "wider":
        area.wider = site.known.name
    elif not area.region:
        area.region = site.known.region
    if area.region and not area.wider:
        area.wider = countries()[area.country].regions[area.region].wider


def _locate(area: Area, code: str, language: str) -> None:
    """The region that a postal code of five figures lies in."""
    home = area.country or get(language).home.code
    country = countries().get(home)
    if area.region or country is None or not looks_like_code(code):
        return
    for name, region in country.regions.items():
        if code.startswith(region.prefixes or (" ",)):
            area.country, area.region = home, name
            return


def _home(areas: Iterable[Area], wanted: Sequence[str], peoples: Sequence[str]) -> str:
    """The country of the text: of those that it names, themselves or by their people, the one that
    most of its places lie in, else the first; where it names none, that of most places."""
    counted = Counter(area.country for area in areas if area.country)
    if wanted:
        named = (code for code, _ in counted.most_common() if code in wanted or code in peoples)
        return next(named, wanted[0])
    return counted.most_common(1)[0][0] if counted else ""


def _signed(mentions: Sequence[Mention], language: str) -> str:
    """The country that the words around the places speak of, by the language's list: "quid"."""
    signs = _country_signs(language)
    around = dict.fromkeys(f"{one.before} {one.after}" for one in mentions)
    said = frozenset([word for text in around for word in _signs_in(text, signs)])
    if not said:
        return ""
    counted = {code: len(words & said) for code, words in signs.of.items()}
    return max(counted, key=counted.__getitem__)


def _signs_in(text: str, signs: _Signs) -> Iterator[str]:
    """What a text has of the list: words, two words together, signs of money."""
    low = flat(text)
    words = [word.removesuffix("'s") for word in low.split()] if "'" in low else low.split()
    yield from signs.all.intersection(words)
    if not signs.firsts.isdisjoint(words):
        pairs = (f"{one} {other}" for one, other in pairwise(words) if one in signs.firsts)
        yield from signs.all.intersection(pairs)
    yield from signs.all.intersection([sign for sign in _MONEY if sign in text])


class _Signs(NamedTuple):
    """What speaks of a country, by its code; all of it; and what two words of it begin with."""

    of: Mapping[str, frozenset[str]]
    all: frozenset[str]
    firsts: frozenset[str]


@cache
def _country_signs(language: str) -> _Signs:
    listed = words_of(language).get("country_signs", {})
    of = {
        code: frozenset(flat(word).strip() or word for word in words.split())
        for code, words in listed.items()
    }
    every = frozenset[str]().union(*of.values())
    return _Signs(of, every, frozenset(one.partition(" ")[0] for one in every if " " in one))


def _merged(scene: Scene) -> Scene:
    """Areas of one known region are one, and so are those that name one town."""
    leader: dict[object, int] = {}
    target: list[int] = []
    for at, area in enumerate(scene.areas):
        names: list[object] = [("city", key) for key in area.cities]
        if area.region:
            names.insert(0, ("region", area.country, area.region))
        found = next((leader[name] for name in names if name in leader), at)
        target.append(found)
        for name in names:
            leader.setdefault(name, found)
        if found != at:
            _absorb(scene.areas[found], area)
    if target == list(range(len(target))):
        return scene
    sites = tuple(
        tuple(site._replace(area=target[site.area] if site.area >= 0 else -1) for site in row)
        for row in scene.sites
    )
    return scene._replace(sites=sites)


def _absorb(area: Area, other: Area) -> None:
    area.country = area.country or other.country
    area.region = area.region or other.region
    area.wider = area.wider or other.wider
    area.kinds |= other.kinds
