"""The places of one scope: what each mention names, and which of them lie together.

Public invariants: the kind of each place (town, region, country, street, postal code), which
mentions name one place, which places lie in one region, and the country of each where it is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import Known, countries, words_of
from understudy.surrogates.places.coded import compact, country_of_code, looks_like_code
from understudy.surrogates.places.codes import digits_of
from understudy.surrogates.places.districts import districted
from understudy.surrogates.places.labels import adjacent
from understudy.surrogates.places.meanings import lands_beside, resolve, sure_towns
from understudy.surrogates.places.reading import split
from understudy.surrogates.places.site import Site
from understudy.surrogates.places.spoken import (
    coded_countries,
    countries_of_regions,
    countries_spoken_of,
    country_signed,
    mentioned_countries,
)

__all__ = ["Area", "Scene", "survey"]

_INSIDE = frozenset(("CITY", "REGION"))
"""Categories of what lies in a country, and is none."""
_LABEL = 20
"""Characters before a place in which a word for its kind stands."""


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
    only_towns = sure_towns(found, near, language)
    free_rows = [
        [piece for part, piece in enumerate(row) if (at, part) not in only_towns]
        for at, row in enumerate(found)
        if mentions[at].category not in _INSIDE
    ]
    named, peoples = countries_spoken_of(mentions, language)
    told = (*mentioned_countries(free_rows, language), *named, *coded_countries(found, language))
    wanted = tuple(dict.fromkeys((*told, *peoples, *countries_of_regions(free_rows, language))))
    resolved = resolve(mentions, found, near, only_towns, language, wanted, ())
    signed = country_signed(mentions, language)
    beside = lands_beside(resolved, wanted, language) or (
        (signed,) if signed and not wanted else ()
    )
    if beside:
        resolved = resolve(mentions, found, near, only_towns, language, wanted, beside)
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


def _areas(
    rows: Sequence[Sequence[Site]], near: Sequence[bool], language: str
) -> tuple[list[Area], dict[tuple[int, int], int]]:
    """Neighbouring places of different kinds lie together; a second town begins another area."""
    areas: list[Area] = []
    places: dict[tuple[int, int], int] = {}
    apart, land = True, ""
    for at, row in enumerate(rows):
        apart = apart or not near[at]
        if not at or not near[at]:
            land = _land_of_codes(rows[at : _run_end(near, at)], language)
        for part, site in enumerate(row):
            if site.kind not in ("city", "region", "wider", "postal", "street", "untyped"):
                continue
            if apart or _closed(areas[-1], site):
                areas.append(Area())
                apart = False
            if site.kind == "postal" and land:
                areas[-1].country = areas[-1].country or land
            _join(areas[-1], site, language)
            places[at, part] = len(areas) - 1
    return areas, places


def _run_end(near: Sequence[bool], start: int) -> int:
    """Behind the last of the mentions that stand beside each other from one on."""
    ends = (at for at in range(start + 1, len(near)) if not near[at])
    return next(ends, len(near))


def _land_of_codes(rows: Sequence[Sequence[Site]], language: str) -> str:
    """The country whose codes of five figures stand beside its places: 44520 is one of Mexico
    beside Guadalajara, Jalisco, and one of Teruel by itself. Empty where they are those of home."""
    home = get(language).home.code
    lands = {site.known.country for row in rows for site in row if site.known is not None}
    if home in lands or len(lands) != 1:
        return ""
    land = lands.pop()
    return land if digits_of(land, language) == digits_of(home, language) else ""


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
