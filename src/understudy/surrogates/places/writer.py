"""New places for those of a scope: towns of the same country, addresses whose parts agree.

Each region of the scope is drawn once, by its people, and so is each town within the new region;
provinces, states and postal codes follow from it. Street names, numbers and flats are drawn by
themselves. Where the country is kept, its names and demonyms stay as they are, which is
the invariant "country"; else each country is drawn, and what lies in it follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from understudy.core.folding import without_accents
from understudy.core.text import casing
from understudy.languages import get
from understudy.surrogates.agreement import AROUND, fits, in_form, marked, unaccented, unmarked
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.organizations.beside import renamed
from understudy.surrogates.pickers import Dice, Least, Sought, Thrown
from understudy.surrogates.places.atlas import (
    Country,
    Region,
    continent_name,
    countries,
    country_name,
    folded,
    is_country,
    opening,
    place_name,
    words_of,
)
from understudy.surrogates.places.codes import code_in_style, coordinates
from understudy.surrogates.places.demonyms import demonym, read_demonym
from understudy.surrogates.places.doors import DOORS, door, numbered
from understudy.surrogates.places.features import feature_names
from understudy.surrogates.places.reading import FEATURE
from understudy.surrogates.places.scene import Scene, Site, survey
from understudy.surrogates.places.streets import is_type
from understudy.surrogates.places.tables import (
    codes,
    continents,
    has_town,
    homes,
    least_street,
    least_town,
    link_before,
    links,
    regions,
    road_of,
    streets,
    towns_from,
    widers,
    with_capital,
)
from understudy.surrogates.places.together import (
    codes_of,
    country_of,
    eponymous,
    longer,
    shortened,
)
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Table

__all__ = ["least", "reaches", "write_places"]

_INVARIANTS = (
    "kind of place",
    "mention equality",
    "which places lie in one region, and have its name",
    "street type and the other parts of an address",
    "number of digits",
    "letter case",
    AROUND,
)
_ABROAD = frozenset(("country", "continent", "demonym"))
_SHORT = 3
_LEAST_CODE = 1e-8
"""Less than the chance of any postal code, of whatever country."""


def write_places(
    mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    """All places of one scope, and the nationalities among them."""
    return _write(mentions, Thrown(numbers), settings)


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """A lower bound of the chance of any outcome."""
    dice = Least()
    _write(mentions, dice, settings)
    if settings.country:
        return dice.chance
    # Codes of another country are longer than those that were counted.
    return float(dice.chance * _LEAST_CODE ** len(mentions))


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives the mentions as they stand."""
    dice = Sought()
    written = _write(mentions, dice, settings)
    return dice.found and written.texts == tuple(one.text for one in mentions)


def _write(mentions: Sequence[Mention], dice: Dice, settings: Settings) -> Written:
    scene = survey(mentions, settings.language)
    drawn = _Drawn(scene, mentions, dice, settings)
    accents = not unaccented(mentions, settings.language)
    texts = []
    for at, (mention, row) in enumerate(zip(mentions, scene.sites, strict=True)):
        pieces = [drawn.piece(at, part, site) for part, site in enumerate(row)]
        texts.append(_shown(mention, row, pieces, accents=accents))
    invariants = (*_INVARIANTS, "country") if settings.country else _INVARIANTS
    left = {at: reason for at, row in enumerate(scene.sites) if (reason := _left(row, settings))}
    return Written(tuple(texts), (*invariants, *(() if accents else ("accents",))), left)


def _left(row: Sequence[Site], settings: Settings) -> str:
    """Why a mention stays: "Kosovo" says a country alone, "the lake" no more than its kind."""
    kinds = {site.kind for site in row}
    if not kinds or not kinds <= {"kept", *(_ABROAD if settings.country else ())}:
        return ""
    return "country" if kinds & _ABROAD else "kind of place"


def _shown(
    mention: Mention, row: Sequence[Site], pieces: Sequence[str | None], *, accents: bool
) -> str | None:
    if not row or None in pieces:
        return None
    plain = unmarked(mention.text)
    new = "".join(
        _cased(site, piece or "", plain, first=not at, accents=accents)
        for at, (site, piece) in enumerate(zip(row, pieces, strict=True))
    )
    return marked(mention.text, new)


def _cased(site: Site, piece: str, plain: str, *, first: bool, accents: bool) -> str:
    """The piece in the letter case of its mention; a name for "MA" is no reason to shout."""
    if site.kind == "kept":
        return piece
    if site.kind in ("street", "untyped") and site.text.islower():
        plain = site.text
    spelt_out = site.kind == "region" and len(site.text) <= _SHORT < len(piece)
    if casing(plain) == "native" and not first:
        return piece if accents else without_accents(piece)
    return in_form(piece, "Aa" if spelt_out else plain, accents=accents)


class _Drawn:
    """The new places of a scope, drawn in text order and remembered."""

    def __init__(
        self, scene: Scene, mentions: Sequence[Mention], dice: Dice, settings: Settings
    ) -> None:
        self.scene, self.mentions, self.dice, self.settings = scene, mentions, dice, settings
        self.language = settings.language
        self.homes: tuple[str, ...] = ()
        self.scene = scene = scene._replace(home=scene.home or self._home())
        self.memo: dict[tuple[str, str], str | None] = {}
        self.longer = longer(scene, self.language)
        self.country: dict[str, str] = {}
        self.codes = codes(frozenset(kind for area in scene.areas for kind in area.kinds))
        self.eponymous = eponymous(scene)
        self.streets = {site.key for row in scene.sites for site in row if site.kind == "street"}
        self._draw_countries()
        self.region: dict[int, tuple[Country, Region]] = {}
        self._draw_regions()

    def _home(self) -> str:
        """The country of towns of which nothing is known: drawn, where countries are kept."""
        loose = [at for at, area in enumerate(self.scene.areas) if not area.country]
        first = get(self.language).home.code
        towns = all(self.scene.areas[at].kinds == {"city"} for at in loose)
        if not self.settings.country or not loose or not towns:
            return first
        table = homes(self.language)
        begun = [word for at in loose if (word := self._opening(at))]
        fitting = {
            code: chance
            for code, chance in table.weights().items()
            if all(has_town(code, word, self.language) for word in begun)
        }
        self.homes = table.values
        return self.dice.pick(Table.of(fitting) if fitting else table, first, table.pi_min)

    def _floor(self, country: Country, *, inside: bool) -> float:
        """The least chance of a town among all or in its region, in any country."""
        codes = (country.code,) if self.settings.country else self.codes.values
        if self.homes and country.code == self.scene.home:
            codes = self.homes
        return min(least_town(code, inside=inside) for code in codes)

    def _draw_countries(self) -> None:
        """One draw for each country of the scope, unless they are kept."""
        for code in codes_of(self.scene):
            if self.settings.country:
                self.country[code] = code
                continue
            fitting = [one for one in self.codes.values if self._goes(one, code)]
            table = Table.of(fitting) if fitting else self.codes
            self.country[code] = self.dice.pick(table, code, self.codes.pi_min)

    def _goes(self, new: str, old: str) -> bool:
        """Whether a country's demonym and towns go with the words before those of the old one."""
        for mention, row in zip(self.mentions, self.scene.sites, strict=True):
            if row and row[0].kind == "demonym":
                read = read_demonym(row[0].text, self.language)
                if read and read.country == old:
                    word = demonym(new, read.form, self.language)
                    if not fits(mention.before, word, self.language):
                        return False
            elif row and row[0].kind == "city" and country_of(self.scene, row[0]) == old:
                begun = opening(mention.before, self.language)
                if begun and not has_town(new, begun, self.language):
                    return False
        return True

    def _draw_regions(self) -> None:
        wider: dict[tuple[str, str], str] = {}
        live = {
            site.area
            for row in self.scene.sites
            for site in row
            if site.area >= 0 and site.kind not in ("street", "untyped")
        }
        shown = {area.wider for area in self.scene.areas if "wider" in area.kinds}
        for at in sorted(live):
            area = self.scene.areas[at]
            country = countries()[self.country[area.country or self.scene.home]]
            begun = self._opening(at)
            place = (country.code, area.wider or str(at))
            if "wider" in area.kinds or (area.wider and area.wider in shown):
                if place not in wider:
                    wider[place] = self.dice.pick(widers(country.code), area.wider)
                table = regions(country.code, wider[place], begun, self.language)
            else:
                table = regions(country.code, None, begun, self.language)
            if at in self.eponymous:
                table = with_capital(table, country.code)
            floor = self._floor(country, inside=False)
            name = self.dice.pick(table, area.region, floor)
            self.region[at] = (country, country.regions[name])

    def _opening(self, area: int) -> str:
        """The word before the first town of an area that a name must go on from."""
        for mention, row in zip(self.mentions, self.scene.sites, strict=True):
            for part, site in enumerate(row):
                if site.kind == "city" and site.area == area and not part:
                    return opening(mention.before, self.language)
        return ""

    def piece(self, at: int, part: int, site: Site) -> str | None:
        """The new text of one piece."""
        if site.kind == "kept":
            return site.text
        if site.kind in DOORS:
            return self._small(at, site)
        place = (site.kind, site.key)
        before = self.mentions[at].before if not part else ""
        if site.kind == "city":
            return self._city(site, before)
        if site.kind in ("street", "untyped"):
            row = self.scene.sites[at]
            after = any(numbered(one.kind, one.text, self.language) for one in row[part + 1 :])
            plain = after and not is_type(site.text, self.language)
            beside = row[max(part - 2, 0) : part + 3]
            road = road_of([one.text for one in beside if one.kind == "kept"], self.language)
            return self._street(site, before, plain=plain, road=road)
        if place not in self.memo:
            self.memo[place] = self._new(site, before)
        return self.memo[place]

    def _street(self, site: Site, before: str, *, plain: bool, road: str) -> str:
        """One name for a street with its type and without; where it is not ``plain`` what it
        is, it says so."""
        place = ("street", site.key)
        new = self.memo.get(place)
        if new is None:
            new = self.memo[place] = _street(site, before, self.dice, self.language, road)
        outside = link_before(before, self.language)
        if site.kind == "street" or outside or plain or site.key in self.streets:
            return new
        return str(words_of(self.language)["street_form"]).format(new)

    def _small(self, at: int, site: Site) -> str:
        """Numbers, letters and sides of an address: one draw for each address."""
        row = self.scene.sites[at]
        street = next(
            (one.key for one in row if one.kind == "street"), "".join(s.text for s in row)
        )
        place = (f"{site.kind} of {street}", site.key)
        found = self.memo.get(place)
        if found is None:
            found = self.memo[place] = door(site.kind, site.text, self.dice, self.language)
        return found

    def _new(self, site: Site, before: str) -> str | None:
        if site.kind == "organization":
            return renamed(site.text, self.dice, self.language, before)
        if site.kind == "building":
            return _street(site, before, self.dice, self.language)
        if site.kind.startswith(FEATURE):
            table = feature_names(site.kind.removeprefix(FEATURE), self.language)
            return self.dice.pick(table, site.text)
        if site.kind == "coordinates":
            return coordinates(site.text, self.country[self.scene.home], self.dice)
        if site.kind in _ABROAD:
            return self._abroad(site)
        return self._code(site) if site.kind == "postal" else self._region(site)

    def _code(self, site: Site) -> str:
        return code_in_style(
            site.text,
            *self.region[site.area],
            self.dice,
            self.language,
            kept=self.settings.country,
            capital=self._in_capital(site.area),
        )

    def _in_capital(self, area: int) -> bool | None:
        """Whether the town of an area is the first of its region; None where it has no town."""
        for at, row in enumerate(self.scene.sites):
            for part, site in enumerate(row):
                if site.kind == "city" and site.area == area:
                    self.piece(at, part, site)
                    town = self.memo["city", self.longer.get(site.key, site.key)]
                    return town == self._name(self.region[area][1].towns[0], area)
        return None

    def _name(self, place: str, area: int) -> str:
        """What the language calls a place of the new country of an area."""
        return place_name(place, self.region[area][0].code, self.language)

    def _region(self, site: Site) -> str | None:
        _, region = self.region[site.area]
        if site.kind == "wider":
            return self._name(region.wider, site.area) or None
        short = site.known is not None and folded(site.text) != folded(site.known.name)
        return (region.short if short and region.short else region.name) or None

    def _abroad(self, site: Site) -> str | None:
        if site.kind == "demonym":
            return self._demonym(site)
        if site.kind == "continent":
            return self._continent(site)
        code = site.known.country if site.known else f"?{site.key}"
        new = self.country.get(code)
        if self.settings.country or new is None:
            return site.text if site.known or is_country(site.text, self.language) else None
        return country_name(new, self.language)

    def _continent(self, site: Site) -> str:
        if self.settings.country:
            return site.text
        new_ones = (
            countries()[new].continent
            for old, new in self.country.items()
            if old in countries()
            and folded(site.text) in _continent_names(countries()[old].continent, self.language)
        )
        drawn = next(new_ones, None) or self.dice.pick(continents(), "")
        return continent_name(drawn, self.language)

    def _demonym(self, site: Site) -> str | None:
        """The demonym of the new country, where the scope has a place in the old one."""
        found = read_demonym(site.text, self.language)
        if found is None or found.country not in self.country:
            return None
        if self.settings.country:
            return site.text
        return demonym(self.country[found.country], found.form, self.language) or None

    def _city(self, site: Site, before: str) -> str | None:
        key = self.longer.get(site.key, site.key)
        place = ("city", key)
        country, region = self.region[site.area]
        begun = opening(before, self.language)
        if self.eponymous.get(site.area) == key and region.name in region.towns:
            self.memo[place] = region.name
        if place not in self.memo:
            table = towns_from(country.code, region.name, begun, self.language)
            known = site.known
            wanted = place_name(known.name, known.country, self.language) if known else site.text
            floor = self._floor(country, inside=True)
            self.memo[place] = self.dice.pick(table, _begun(begun, wanted), floor)
        new = self.memo[place] or ""
        if key != site.key:
            return shortened(self.language).split(new)[0]
        return new[len(begun) :] if begun and new.startswith(begun) else new


def _street(site: Site, before: str, dice: Dice, language: str, road: str = "") -> str:
    small = links(language)
    joined = small is not None and bool(small.joined.match(site.text))
    table = streets(language, joined=joined, outside=link_before(before, language), road=road)
    return dice.pick(table, site.text, least_street(language))


def _continent_names(continent: str, language: str) -> list[str]:
    return [folded(continent_name(continent, one)) for one in get(language).reads]


def _begun(begun: str, name: str) -> str:
    return name if not begun or name.startswith(begun) else begun + name
