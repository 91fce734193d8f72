"""New places for those of a scope: towns of the same country, addresses whose parts agree.

Each region of the scope is drawn once, by its people, and so is each town within the new region;
provinces, states and postal codes follow from it. Street names, numbers and flats are drawn by
themselves. What are two places stays two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from understudy.core.folding import without_accents
from understudy.core.text import recase
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.dice import Dice
from understudy.surrogates.places.atlas import (
    Country,
    Region,
    continent_name,
    countries,
    country_name,
    place_name,
    words_of,
)
from understudy.surrogates.places.codes import code_in_words, coordinates, postal_code
from understudy.surrogates.places.demonyms import demonym
from understudy.surrogates.places.doors import door
from understudy.surrogates.places.features import feature_names, has_features
from understudy.surrogates.places.sketch import (
    Code,
    Name,
    Number,
    Part,
    Point,
    Shown,
    Sketch,
    Stay,
    Street,
    Word,
)
from understudy.surrogates.places.tables import (
    areas_abroad,
    continents,
    has_town,
    lands,
    least_street,
    least_town,
    regions,
    saints,
    streets,
    towns_from,
    widers,
    with_capital,
)
from understudy.surrogates.places.words import in_case, shortened, styled
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import DrawnValues, Table

__all__ = ["write"]

_ENOUGH_TOWNS = 5
"""Towns of a country after which its regions can be called."""


def write(sketch: Sketch, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
    """The new text of each mention, None for one with neither letter nor digit."""
    drawn = _Drawn(sketch, settings.language, dice)
    return tuple(drawn.shown(one) for one in sketch.shown)


class _Drawn:
    """The new places of a scope."""

    def __init__(self, sketch: Sketch, language: str, dice: Dice) -> None:
        self.sketch, self.language, self.dice = sketch, language, dice
        self.texts: dict[tuple[str, int], str] = {}
        """What was drawn, by kind and number."""
        self.taken: dict[str, DrawnValues] = {}
        """The same, by kind alone."""
        self._known: dict[int, Table] = {}
        self._least: dict[tuple[int, bool], float] = {}
        self._areas: dict[int, set[int]] = {}
        for at, area in enumerate(sketch.areas):
            self._areas.setdefault(area.land, set()).add(at)
        self._openings: dict[int, list[str]] = {}
        self._first: dict[int, str] = {}
        self._first_town: dict[int, int] = {}
        for at, town in enumerate(sketch.towns):
            self._first.setdefault(town.area, town.opening)
            self._first_town.setdefault(town.area, at)
            if town.opening:
                land = sketch.areas[town.area].land
                self._openings.setdefault(land, []).append(town.opening)
        self._coded = {
            part.area for one in sketch.shown for part in one.parts if isinstance(part, Code)
        }
        self.land = self._lands()
        self.region = self._regions()
        self.town = self._towns()

    # Countries

    def _lands(self) -> list[str]:
        found: list[str] = []
        for at, land in enumerate(self.sketch.lands):
            if land.place in countries():
                found.append(land.place)
                continue
            table = self._candidates(at)
            fitting = [code for code in table.values if self._goes(code, at)]
            taken = frozenset(found) if len(fitting) > len(found) else frozenset[str]()
            found.append(
                self.dice.pick(
                    _among(table, fitting) if fitting else table, ("country", at), apart=taken
                )
            )
        return found

    def _candidates(self, land: int) -> Table:
        """The countries that a country may become: those that have what is mentioned of it."""
        if land not in self._known:
            self._known[land] = self._fitting(land)
        return self._known[land]

    def _fitting(self, land: int) -> Table:
        place = self.sketch.lands[land].place
        if place in countries():
            return Table((place,))
        own = self._areas.get(land, set())
        divided = any(self.sketch.areas[at].named for at in own) or not own.isdisjoint(self._coded)
        wide = any(self.sketch.areas[at].wider >= 0 for at in own)
        return lands(place, divided=divided, wide=wide)

    def _goes(self, code: str, land: int) -> bool:
        """Whether a country's nationality and towns go with the words before them."""
        for one in self.sketch.nations:
            if one.land == land:
                word = demonym(code, one.form, self.language)
                if not word or not get(self.language).agreement.fits(one.asks, word):
                    return False
        openings = self._openings.get(land, ())
        return all(has_town(code, opening, self.language) for opening in openings)

    def _floor(self, land: int, *, inside: bool) -> float:
        """The least chance of a town among all or in its region, in any country."""
        key = (land, inside)
        if key not in self._least:
            codes = self._candidates(land).values
            self._least[key] = min(least_town(code, inside=inside) for code in codes)
        return self._least[key]

    # Regions and towns

    def _regions(self) -> list[tuple[Country, Region]]:
        """One draw for each area; regions that are named are apart."""
        wide: dict[tuple[str, int], str] = {}
        named: dict[str, DrawnValues] = {}
        found: list[tuple[Country, Region]] = []
        for at, area in enumerate(self.sketch.areas):
            country = countries()[self.land[area.land]]
            begun = self._first.get(at, "")
            within = None
            if area.wider >= 0 and all(one.wider for one in country.regions.values()):
                key = (country.code, area.wider)
                if key not in wide:
                    others = frozenset(name for (code, _), name in wide.items() if code == key[0])
                    others |= {country.regions[one].wider for one in named.get(country.code, ())}
                    if others.issuperset(widers(country.code).values):
                        others = frozenset()
                    least = min(widers(code).pi_min for code in self._candidates(area.land).values)
                    wide[key] = self.dice.pick(
                        widers(country.code), ("wider", area.wider), floor=least, apart=others
                    )
                within = wide[key]
            table = regions(country.code, within, begun, self.language)
            if area.capital >= 0:
                table = with_capital(table, country.code)
            taken = named.setdefault(country.code, DrawnValues())
            if area.named and within is None:
                taken = _with_parts(taken, country, wide)
            if not area.named or all(one in taken for one in table.values):
                taken = DrawnValues()
            floor = self._floor(area.land, inside=False)
            if area.capital >= 0:  # whether its town is drawn depends on the country
                floor *= self._floor(area.land, inside=True)
            name = self.dice.pick(table, ("region", at), floor=floor, apart=taken)
            if area.named:
                named[country.code].add(name)
            found.append((country, country.regions[name]))
        return found

    def _towns(self) -> list[str]:
        """One draw for each town, and none is drawn twice."""
        found: list[str] = []
        taken = DrawnValues()
        for at, town in enumerate(self.sketch.towns):
            country, region = self.region[town.area]
            area = self.sketch.areas[town.area]
            if area.capital == at and region.name in region.towns:
                found.append(region.name)
                taken.add(region.name)
                continue
            table = towns_from(country.code, region.name, town.opening, self.language, town.asks)
            if all(one in taken for one in table.values):
                table = towns_from(country.code, region.name, "", self.language)
            floor = 1.0 if area.capital == at else self._floor(area.land, inside=True)
            found.append(self.dice.pick(table, ("town", at), floor=floor, apart=taken))
            taken.add(found[-1])
        return found

    # Mentions

    def shown(self, one: Shown) -> str | None:
        if not one.parts:
            return None
        plain = "".join(self._part(part, first=not at) for at, part in enumerate(one.parts))
        return _marked(plain, one.signs)

    def _part(self, part: Part, *, first: bool) -> str:
        match part:
            case Word():
                return in_case(part.word, part.case)
            case Stay():
                return styled(part.name, part.style)
            case Number() | Code() | Point():
                return self._figure(part)
        name = self._name(part)
        if not self.sketch.accents:
            name = without_accents(name)
        if part.case == "first":
            return name[:1].upper() + name[1:] if first else name
        return recase(name, part.case)

    def _name(self, part: Name) -> str:
        if part.kind == "town":
            return self._town(part)
        if part.kind in ("region", "wider"):
            return self._region(part)
        if part.kind == "country":
            return country_name(self.land[part.at], self.language)
        if part.kind == "continent":
            return self._continent(part.at)
        key = (part.kind, part.at)
        if key not in self.texts:
            self.texts[key] = self._drawn(part)
            self.taken.setdefault(part.kind, DrawnValues()).add(self.texts[key])
        new = self.texts[key]
        return str(words_of(self.language)["street_form"]).format(new) if part.style else new

    def _drawn(self, part: Name) -> str:
        """The name of a street, a river or a nationality."""
        if part.kind == "nation":
            nation = self.sketch.nations[part.at]
            return demonym(self.land[nation.land], nation.form, self.language)
        taken = self.taken.setdefault(part.kind, DrawnValues())
        if part.kind == "feature":
            feature, language = self.sketch.features[part.at], self.language
            # A river of the country of the first town: no Liffey near New York.
            lands = (land for land in self.land if has_features(feature.form, language, land))
            table = _features(*feature, language, next(lands, ""))
            apart = taken if any(one not in taken for one in table.values) else DrawnValues()
            return self.dice.pick(table, ("feature", part.at), apart=apart)
        record = self.sketch.streets[part.at]
        if record.sort == "saint":
            return self.dice.pick(saints(self.language), ("street", part.at), apart=taken)
        return self.dice.pick(
            _streets(record, self.language),
            ("street", part.at),
            floor=least_street(self.language),
            apart=taken,
        )

    def _town(self, part: Name) -> str:
        new = self.town[part.at]
        if part.style == "short":
            return shortened(self.language).split(new)[0]
        begun = self.sketch.towns[part.at].opening
        return new[len(begun) :] if part.style and begun and new.startswith(begun) else new

    def _region(self, part: Name) -> str:
        country, region = self.region[part.at]
        if part.kind == "wider" and region.wider:
            called = words_of(self.language).get("wide_called", {})
            name = place_name(region.wider, country.code, self.language)
            return str(called.get(name, name))
        if region.name and part.style == "rest":
            return _without_opening(region.name, self.language)
        if region.name:
            return region.short if part.style and region.short else region.name
        key = ("region abroad", part.at)
        if key not in self.texts:
            taken = self.taken.setdefault(key[0], DrawnValues())
            table = self._areas_of(country, region, self.sketch.areas[part.at].land)
            self.texts[key] = self.dice.pick(table, key, apart=taken)
            taken.add(self.texts[key])
        return self.texts[key]

    def _areas_of(self, country: Country, region: Region, land: int) -> Table:
        """Regions of a country that has no list of them: they are mostly called after its towns,
        where the sketch says which it is and it has enough of them."""
        if self.sketch.lands[land].place == country.code and len(region.towns) >= _ENOUGH_TOWNS:
            towns = towns_from(country.code, region.name, "", self.language).weights()
            free = {name: weight for name, weight in towns.items() if name not in self.town}
            return Table.of(free or towns)
        return areas_abroad(self.language)

    def _continent(self, land: int) -> str:
        if land >= 0:
            return continent_name(countries()[self.land[land]].continent, self.language)
        key = ("continent", 0)
        if key not in self.texts:
            self.texts[key] = self.dice.pick(continents(), ("continent",))
        return continent_name(self.texts[key], self.language)

    def _figure(self, part: Number | Code | Point) -> str:
        if isinstance(part, Number):
            return self._number(part)
        return self._code(part) if isinstance(part, Code) else self._point(part)

    def _number(self, part: Number) -> str:
        key = (part.kind, part.at)
        if key not in self.texts:
            self.texts[key] = door(
                part.kind, part.form, part.mark, part.case, part.at, self.dice, self.language
            )
        return self.texts[key]

    def _code(self, part: Code) -> str:
        key = ("code", part.at)
        if key not in self.texts:
            country, region = self.region[part.area]
            land = self.sketch.areas[part.area].land
            self.texts[key] = postal_code(
                part.shape,
                country,
                region,
                self.dice,
                self.language,
                at=part.at,
                sure=self.sketch.lands[land].place in countries(),
                capital=self._in_capital(part.area),
            )
        return code_in_words(self.texts[key], part.said, self.language)

    def _in_capital(self, area: int) -> bool | None:
        """Whether the town of an area is the first of its region; None where it has no town."""
        at = self._first_town.get(area)
        if at is None:
            return None
        country, region = self.region[area]
        return self.town[at] == place_name(region.towns[0], country.code, self.language)

    def _point(self, part: Point) -> str:
        key = ("point", part.at)
        if key not in self.texts:
            self.texts[key] = coordinates(
                part.decimals, part.mark, part.between, self.land[part.land], self.dice, at=part.at
            )
        return self.texts[key]


def _without_opening(name: str, language: str) -> str:
    """The name of a region without the word that begins it, which stands outside: Cork."""
    first, _, rest = name.partition(" ")
    return rest if first.lower() in words_read(language, "places", "region_openings") else name


def _streets(record: Street, language: str) -> Table:
    return streets(language, joined=record.joined, outside=record.outside, road=record.road)


def _among(table: Table, values: Sequence[str]) -> Table:
    """Some values of a table, as often as they are in it."""
    weights = table.weights()
    return Table.of({value: weights[value] for value in values})


@cache
def _features(form: str, asks: str, language: str, land: str) -> Table:
    """The names that go with a form, and with the word before them; all where none does, or where
    that word asks of what the form ends with: "la {} Road"."""
    every = feature_names(form, language, land)
    if form.startswith("{}"):
        return every
    fits = get(language).agreement.fits
    found = [name for name in every.values if not asks or fits(asks, name)]
    return Table.of(found) if found else every


def _with_parts(
    taken: DrawnValues, country: Country, wide: Mapping[tuple[str, int], str]
) -> DrawnValues:
    """What is taken, and the regions within wide ones that were drawn for other areas."""
    inside = {name for (code, _), name in wide.items() if code == country.code}
    found = DrawnValues()
    for one in taken:
        found.add(one)
    for region in country.regions.values():
        if region.wider and region.wider in inside:
            found.add(region.name)
    return found


_CUT = 2
"""Letters of a word that is cut off."""


def _marked(plain: str, signs: tuple[str, ...]) -> str:
    """A text with the marks of a transcription."""
    shown = f"+{plain}" if "plus" in signs else plain
    if "long" in signs:
        shown += "="
    if "repeat" in signs:
        shown = f"<{plain}> {shown}"
    if "cut" in signs:
        head = plain.split(maxsplit=1)[0]
        shown = f"<{head[: max(1, min(_CUT, len(head) - 1))]}-> {shown}"
    return f"<%> {shown}" if "filler" in signs else shown
