"""The places of a scope read into a sketch: what of them is public, and nothing else.

A place that no list has is read as the most similar one that a list has: a town or a region of
the country of the text, a country or a nationality like any other. So membership of a list does
not show, but for what a list declares: the country of a town, the kind of a river, the countries
that stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from understudy.core.text import hidden_repr, last_word
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.agreement import unaccented
from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    Country,
    Known,
    continent_name,
    countries,
    folded,
    opening,
    place_name,
    region_opening,
    words_of,
)
from understudy.surrogates.places.coded import compact, read_pair, shape_of
from understudy.surrogates.places.codes import is_zoned
from understudy.surrogates.places.demonyms import likely_form, read_demonym
from understudy.surrogates.places.doors import NUMBERS
from understudy.surrogates.places.kinds import NAME, is_join, split_kind
from understudy.surrogates.places.meanings import is_short
from understudy.surrogates.places.parts import (
    is_house,
    kept,
    number,
    signs_of,
    without_saint,
)
from understudy.surrogates.places.reading import FEATURE, names_street
from understudy.surrogates.places.scene import Scene, survey
from understudy.surrogates.places.site import Site
from understudy.surrogates.places.sketch import (
    BETWEEN,
    DECIMALS,
    Area,
    Code,
    Feature,
    Land,
    Name,
    Nation,
    Part,
    Point,
    Shown,
    Sketch,
    Stay,
    Street,
    Town,
    Word,
)
from understudy.surrogates.places.streets import is_type
from understudy.surrogates.places.tables import link_before, links, namesakes, road_of
from understudy.surrogates.places.together import codes_of, eponymous, longer
from understudy.surrogates.places.words import listed_as, named_case
from understudy.surrogates.settings import Settings

__all__ = ["REGIONS", "TOWNS", "read", "shown_place"]

Record = TypeVar("Record")
TOWNS, REGIONS = 50, 25
"""A country that the text does not name shows only if the lists have so many of its towns, or of
its regions where they alone are mentioned; else its continent does, if it has so many in such
countries; else it counts as the country of the text."""
NAMESAKES = 20
"""Regions with a town of their own name that a country must have for one to show as such."""
_SHORTEST = 3


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """What of the places of a scope, and of the nationalities among them, is public."""
    return _Scope(survey(mentions, settings.language), mentions, settings).reading()


class _Listed(Generic[Record]):
    """The records of one kind, in the order in which they are met."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.places: dict[object, int] = {}

    def __repr__(self) -> str:
        return hidden_repr(self)

    def at(self, key: object) -> int | None:
        return self.places.get(key)

    def add(self, key: object, record: Record) -> int:
        self.places[key] = len(self.records)
        self.records.append(record)
        return self.places[key]


class _Here(NamedTuple):
    """Where a piece stands: its mention, its place in the row, and the words before it."""

    at: int
    part: int
    row: Sequence[Site]
    before: str

    def __repr__(self) -> str:
        return hidden_repr(self)


class _Scope:
    def __init__(self, scene: Scene, mentions: Sequence[Mention], settings: Settings) -> None:
        self.mentions, self.settings, self.language = mentions, settings, settings.language
        self.scene = scene._replace(home=scene.home or get(self.language).home.code)
        self.longer = longer(scene, self.language)
        self.same = _same_towns(scene)
        self.named = {site.key for row in scene.sites for site in row if site.kind == "street"}
        self.hints: dict[Label, str | int] = {}
        self.lands: _Listed[Land] = _Listed()
        self.areas: _Listed[Area] = _Listed()
        self.towns: _Listed[Town] = _Listed()
        self.streets: _Listed[Street] = _Listed()
        self.features: _Listed[Feature] = _Listed()
        self.nations: _Listed[Nation] = _Listed()
        self.numbers: _Listed[None] = _Listed()
        self.wider: _Listed[None] = _Listed()
        self.said = self._said_countries()
        if not settings.country:
            for code in codes_of(self.scene):
                self._land(code)
        self._read_areas()

    def __repr__(self) -> str:
        return hidden_repr(self)

    def reading(self) -> Reading:
        shown = tuple(self._shown(at) for at in range(len(self.mentions)))
        sketch = Sketch(
            shown,
            tuple(self.lands.records),
            tuple(self.areas.records),
            tuple(self.towns.records),
            tuple(self.streets.records),
            tuple(self.features.records),
            tuple(self.nations.records),
            not unaccented(self.mentions, self.language),
        )
        left = {at: why for at, one in enumerate(shown) if (why := _left(one))}
        return Reading(sketch, (self.hints,), left)

    # What lies where

    def _said_countries(self) -> frozenset[str]:
        """The countries that the text names: they stay, and so does what lies in them."""
        sites = [site for row in self.scene.sites for site in row]
        named = (site.known.country for site in sites if site.kind == "country" and site.known)
        return frozenset((*named, *self.scene.spoken))

    def _land(self, code: str) -> int:
        """A country of the scope; those on no list are told apart by their keys."""
        found = self.lands.at(code)
        if found is not None:
            return found
        place = self._place(code) if self.settings.country and code in countries() else ""
        self.hints["country", len(self.lands.records)] = code
        return self.lands.add(code, Land(place))

    def _place(self, code: str) -> str:
        """The country, if the text names it or the lists have enough of its places."""
        if code in self.said:
            return code
        alone = any(
            "region" in area.kinds and not {"city", "postal"} & area.kinds
            for area in self.scene.areas
            if (area.country or self.scene.home) == code
        )
        return shown_place(code, regions=alone) or get(self.language).home.code

    def _read_areas(self) -> None:
        scene = self.scene
        same = eponymous(scene)
        live = {
            site.area
            for row in scene.sites
            for site in row
            if site.area >= 0 and site.kind not in ("street", "untyped")
        }
        shown = {area.wider for area in scene.areas if "wider" in area.kinds}
        for at in sorted(live):
            area = scene.areas[at]
            code = area.country or scene.home
            wider = -1
            if "wider" in area.kinds or (area.wider and area.wider in shown):
                key = (code, area.wider or at)
                found = self.wider.at(key)
                wider = self.wider.add(key, None) if found is None else found
                self.hints["wider", wider] = area.wider
            number = len(self.areas.records)
            self.areas.add(at, Area(self._land(code), wider, -1, "region" in area.kinds))
            if area.region:
                self.hints["region", number] = area.region
            elif code in countries() and not countries()[code].divided:
                self.hints["region", number] = ""
            if at in same and self._has_namesakes(code):
                capital = self._town(same[at], at, "")
                self.areas.records[number] = self.areas.records[number]._replace(capital=capital)

    def _has_namesakes(self, code: str) -> bool:
        """Whether enough regions of the country have a town of their own name: where New York is
        the only one, "New York, New York" would stay as it is. Where countries do not show, one
        with enough of them may be drawn."""
        return not self.settings.country or (
            code in countries() and len(namesakes(code)) >= NAMESAKES
        )

    def _area(self, site: Site) -> int:
        found = self.areas.at(site.area)
        return -1 if found is None else found

    def _town(self, key: str, area: int, begun: str) -> int:
        long = self.longer.get(key, key)
        long = self.same.get(long, long)
        found = self.towns.at(long)
        if found is None:
            found = self.towns.add(long, Town(self.areas.at(area) or 0, begun))
        return found

    # What a mention is written of

    def _shown(self, at: int) -> Shown:
        row = self.scene.sites[at]
        mention = self.mentions[at]
        parts: list[Part] = []
        for part, site in enumerate(row):
            here = _Here(at, part, row, "" if part else mention.before)
            parts += self._parts(site, here)
        return Shown(tuple(parts), signs_of(mention.text) if parts else ())

    def _parts(self, site: Site, here: _Here) -> Iterator[Part]:
        if site.kind == "kept":
            yield from self._kept(site.text, here)
        elif site.kind in NUMBERS:
            yield self._number(site, here)
        elif site.kind == "organization":
            yield from self._venue(site.text, here)
        elif site.kind == "city":
            yield self._city(site, here.before)
        elif site.kind in ("region", "wider"):
            yield self._region(site, here.before)
        elif site.kind in ("street", "untyped", "building"):
            yield self._street(site, here)
        elif site.kind.startswith(FEATURE):
            yield self._feature(site, here)
        elif site.kind == "postal":
            yield self._code(site)
        elif site.kind == "coordinates":
            yield self._point(site)
        else:
            yield self._abroad(site, here.before)

    def _kept(self, text: str, here: _Here) -> Iterator[Part]:
        """What stays; a word that no list has is drawn, but for letters before a code."""
        words = list(kept(text, self.language))
        if None in words and len(text.rstrip("-")) < _SHORTEST:
            return
        for word in words:
            yield word or self._building("", f"{text} {here.at}", "", "first")

    def _number(self, site: Site, here: _Here) -> Part:
        street = next(
            (one.key for one in here.row if one.kind in ("street", "untyped")),
            "".join(one.text for one in here.row),
        )
        key = (site.kind, street, site.key)
        found = self.numbers.at(key)
        at = self.numbers.add(key, None) if found is None else found
        part, hints = number(site.kind, site.text, at, self.language)
        self.hints |= hints
        return part

    def _city(self, site: Site, before: str) -> Name:
        begun = opening(before, self.language)
        at = self._town(site.key, site.area, begun)
        asks = _asking(before, self.language) if _by_sound(self.language) else ""
        if asks and not self.towns.records[at].asks:
            self.towns.records[at] = self.towns.records[at]._replace(asks=asks)
        known = site.known
        said = place_name(known.name, known.country, self.language) if known else site.text
        name = said if not begun or said.startswith(begun) else begun + said
        if site.key not in self.longer:
            self.hints.setdefault(("town", at), name)
        style = "short" if site.key in self.longer else "rest" if begun else ""
        return Name("town", at, self._case(site.text), style)

    def _case(self, text: str) -> str:
        """The letter case of a town; what is short for one in capitals has that of its name."""
        shorts = words_read(self.language, "places", "capital_shorts")
        return "first" if text in shorts else named_case(text)

    def _region(self, site: Site, before: str = "") -> Name:
        area = self._area(site)
        self.hints.setdefault(("region abroad", area), site.text)
        short = (
            site.kind == "region"
            and (site.known is None or folded(site.text) != folded(site.known.name))
            and (site.known is not None or is_short(site.text))
        )
        small = site.text.islower()
        case = ("lower" if small else "first") if short else named_case(site.text)
        rest = bool(region_opening(before, self.language)) and site.kind == "region"
        return Name(site.kind, area, case, "rest" if rest else "short" if short else "")

    def _street(self, site: Site, here: _Here) -> Name:
        """One name for a street with its type and without; where it is not plain what it is, it
        says so."""
        case = named_case(site.text)
        if site.kind == "building":
            return self._building(site.text, site.key, here.before, case)
        outside = link_before(here.before, self.language).lower()
        at = self.streets.at(("street", site.key))
        if at is None:
            near = here.row[max(here.part - 2, 0) : here.part + 3]
            road = road_of([one.text for one in near if one.kind == "kept"], self.language)
            record = Street("street", road, self._joined(site.text), outside)
            at = self.streets.add(("street", site.key), record)
            self.hints["street", at] = site.text
        after = any(
            is_house(one.kind, one.text, self.language) for one in here.row[here.part + 1 :]
        )
        plain = after and not is_type(site.text, self.language)
        typed = bool(outside) or names_street(here.before, "", self.language)
        bare = site.kind == "untyped" and not typed and not plain and site.key not in self.named
        return Name("street", at, case, "typed" if bare else "")

    def _joined(self, text: str) -> bool:
        small = links(self.language)
        return small is not None and bool(small.joined.match(text))

    def _building(
        self, text: str, key: str, before: str, case: str, sort: str = "building"
    ) -> Name:
        at = self.streets.at((sort, key))
        if at is None:
            outside = link_before(before, self.language).lower()
            at = self.streets.add((sort, key), Street(sort, "", self._joined(text), outside))
            self.hints["street", at] = text
        return Name("street", at, case)

    def _venue(self, text: str, here: _Here) -> Iterator[Part]:
        """A place with a word for its kind: that stays, and what else it is called is drawn."""
        parts, runs = split_kind(text, self.language)
        if not runs:
            parts, runs = self._without_head(parts)
        left = iter(runs)
        said = ""
        for part in parts:
            if part != NAME:
                yield from self._kept(part, here)
                said += part
            else:
                run = next(left)
                yield from self._run(run, said, here)
                said += run

    def _without_head(self, parts: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of a name made of kinds alone, such as "Central Park", all but the head is drawn."""
        words = [
            at
            for at, one in enumerate(parts)
            if one[0].isalnum() and not is_join(one, self.language)
        ]
        if len(words) < 2:
            return tuple(parts), ()
        first = get(self.language).table("organizations")["traits"]["head_first"]
        drawn = words[-1] if first else words[0]
        return tuple(NAME if at == drawn else one for at, one in enumerate(parts)), (parts[drawn],)

    def _run(self, run: str, said: str, here: _Here) -> Iterator[Part]:
        """Words of a name, a saint's among them, or a number."""
        if run.isdecimal():
            yield self._number(Site("digits", run, run), here)
            return
        stem, tail = get(self.language).agreement.ending(run)
        saint, name = without_saint(stem, self.language)
        if saint and not get(self.language).table("organizations")["traits"]["titled_saints"]:
            yield from self._kept(saint, here)
            yield self._building(name, folded(name), "", named_case(name), "saint")
        elif saint:
            yield self._building(stem, folded(stem), "", named_case(stem), "saint")
        else:
            yield self._building(stem, folded(stem) or stem, said, named_case(stem))
        if tail:
            yield from self._kept(tail, here)

    def _feature(self, site: Site, here: _Here) -> Name:
        form = site.kind.removeprefix(FEATURE)
        if form == words_of(self.language).get("regions_abroad") and not self.settings.country:
            return self._region_abroad(site)
        front = "".join(one.text for one in here.row[: here.part])
        asks = _asking(self.mentions[here.at].before + front, self.language)
        key = (form, site.key)
        at = self.features.at(key)
        if at is None:
            at = self.features.add(key, Feature(form, asks))
            self.hints["feature", at] = site.text
        return Name("feature", at, named_case(site.text))

    def _region_abroad(self, site: Site) -> Name:
        """A region of no listed country is one of the text's, where countries do not show."""
        key = ("abroad", site.key)
        at = self.areas.at(key)
        if at is None:
            at = self.areas.add(key, Area(self._land(self.scene.home), -1, -1, True))
        return Name("region", at, named_case(site.text))

    def _code(self, site: Site) -> Code:
        key = ("code", site.area, site.key)
        found = self.numbers.at(key)
        at = self.numbers.add(key, None) if found is None else found
        shape, said = shape_of(site.text, self.language)
        area = self._area(site)
        self._hint_code(site, at)
        return Code(shape, said, area, at)

    def _hint_code(self, site: Site, at: int) -> None:
        """What would be drawn of a code where it stands: the region's part and the rest."""
        area = self.scene.areas[site.area]
        code = compact(site.text, self.language).upper()
        self.hints["code", at] = code
        country = countries().get(area.country or self.scene.home)
        region = country.regions.get(area.region) if country else None
        prefix = (
            next((one for one in region.prefixes if code.startswith(one)), "") if region else ""
        )
        if country is None or not prefix:
            return
        rest = "".join(one for one in code[len(prefix) :] if one.isalnum())
        self.hints["code", at, "region"] = prefix
        self.hints["code", at, "zone"] = rest[:1]
        self.hints["code", at] = rest[1:] if is_zoned(country.code, self.language) else rest

    def _point(self, site: Site) -> Point:
        key = ("point", site.key)
        found = self.numbers.at(key)
        at = self.numbers.add(key, None) if found is None else found
        pair = read_pair(site.text)
        land = self._land(self.scene.home)
        if pair is None:
            return Point(4, ".", BETWEEN[0], land, at)
        self.hints["point", at] = (
            f"{pair.north}.{pair.north_rest[:1]} {pair.east}.{pair.east_rest[:1]}"
        )
        self.hints["point", at, "north"] = pair.north_rest[1:]
        self.hints["point", at, "east"] = pair.east_rest[1:]
        between = pair.between if pair.between in BETWEEN else BETWEEN[0]
        decimals = min(len(pair.north_rest), DECIMALS)
        return Point(decimals, pair.mark, between, land, at)

    def _abroad(self, site: Site, before: str) -> Part:
        if site.kind == "demonym":
            return self._demonym(site, before)
        name, style = listed_as(site.text, self.language)
        if self.settings.country and name:
            return Stay(name, style)
        case = named_case(site.text)
        if site.kind == "continent":
            return Name("continent", self._held(site), case)
        code = site.known.country if site.known else f"?{site.key}"
        return Name("country", self._land(code), case)

    def _held(self, site: Site) -> int:
        """The country of the scope that lies in a continent, or −1."""
        for code, at in self.lands.places.items():
            country = countries().get(str(code))
            if country and folded(site.text) in _continent_names(country.continent, self.language):
                return at
        return -1

    def _demonym(self, site: Site, before: str) -> Part:
        """A nationality: of a country of the scope, which stays or changes with it; else drawn."""
        found = read_demonym(site.text, self.language)
        if found and self._stays(found.country):
            name, style = listed_as(site.text, self.language)
            if name:
                return Stay(name, style)
        # Where countries do not show, neither does whether a list has a town of that country; a
        # country that the text names changes with its nationality.
        told = found is not None and (self.settings.country or found.country in self.said)
        land = self.lands.at(found.country) if found and told else None
        if land is None:
            key = f"?{found.country if found else site.key}"
            land = self._land(key)
            self.hints["country", land] = found.country if found else ""
        form = found.form if found else likely_form(site.text, self.language)
        record = Nation(land, form, _asking(before, self.language))
        at = self.nations.at(record)
        if at is None:
            at = self.nations.add(record, record)
        return Name("nation", at, named_case(site.text))

    def _stays(self, code: str) -> bool:
        """Whether the text shows a country that stays."""
        land = self.lands.at(code)
        shown = land is not None and self.lands.records[land].place == code
        return self.settings.country and (shown or code in self.said)


def _same_towns(scene: Scene) -> dict[str, str]:
    """The key of a town → the first that is another name of it: Seville for Sevilla."""
    first: dict[Known, str] = {}
    found: dict[str, str] = {}
    for row in scene.sites:
        for site in row:
            if site.kind == "city" and site.known:
                found.setdefault(site.key, first.setdefault(site.known, site.key))
    return found


@cache
def shown_place(code: str, *, regions: bool = False) -> str:
    """What shows of a country by the number of its towns on the lists, or of its regions: itself,
    its continent, or nothing."""
    country = countries()[code]
    regions = regions and country.divided
    enough = REGIONS if regions else TOWNS
    if _listed(country, regions=regions) >= enough:
        return code
    near = [one for one in countries().values() if one.continent == country.continent]
    counts = [_listed(one, regions=regions) for one in near if one.divided or not regions]
    return country.continent if sum(one for one in counts if one < enough) >= enough else ""


def _listed(country: Country, *, regions: bool) -> int:
    if regions:
        return len(country.regions)
    return sum(len(one.towns) for one in country.regions.values())


def _left(shown: Shown) -> str:
    """Why a mention stays: "France" says a country alone, "the lake" no more than its kind."""
    if not shown.parts or any(not isinstance(one, Word | Stay) for one in shown.parts):
        return ""
    return "country" if any(isinstance(one, Stay) for one in shown.parts) else "kind of place"


def _continent_names(continent: str, language: str) -> Iterable[str]:
    return [folded(continent_name(continent, one)) for one in get(language).reads]


def _by_sound(language: str) -> bool:
    """Whether articles ask for a sound, and not for a gender."""
    return bool(get(language).table("agreement")["traits"]["by_sound"])


def _asking(before: str, language: str) -> str:
    """The last word before a mention, where it asks something of what follows."""
    word = last_word(before, "'’").lower()
    return word if word in get(language).agreement.ASKING else ""
