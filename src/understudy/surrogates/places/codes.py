"""Postal codes and coordinates that lie where the new place does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from understudy.languages import get
from understudy.languages.frozen import world
from understudy.languages.locales import codes
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.numerals import digits_in_words
from understudy.surrogates.places.atlas import Country, Region
from understudy.surrogates.tables import Shape, Support, Table

__all__ = [
    "SHAPES",
    "code_in_words",
    "coordinates",
    "digits_of",
    "forms_of_codes",
    "is_zoned",
    "postal_code",
    "postal_pattern",
    "suits",
]

_DIGITS, _NOT_ZERO, _CAPITALS = "0123456789", "123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OUTWARD, _ALTERNATING, _ZONED = "outward inward", "alternating", "zoned"
"""Forms of codes that are not digits alone, or whose digits say more than the region."""
SHAPES = (
    *("99999", "9999", "999", "999999", "9999999", "99999-9999", "999999999"),
    *("999 99", "99 999", "99-999", "9999 999", "9999-999", "999 9999", "999-9999"),
    *("AA9 9AA", "AA99AA", "A9A 9A9", "A9A-9A9", "A9A9A9", "9999 AA", "9999AA", "A99 A999"),
    *("A9999AAA", "A9999"),
)
"""The forms of postal codes that countries have: figures and capitals; British codes have one for
all their lengths. What has another form counts as one of five figures."""
_LEAST_CODE = 1e-10
"""Less than the chance of any postal code, of whatever country."""


@cache
def _countries(language: str) -> tuple[str, ...]:
    """The countries that there is a table of: those that all languages share, then the pack's."""
    return tuple(dict.fromkeys((*codes(), *get(language).locales)))


@cache
def _postal(country: str, language: str) -> Mapping[str, Any]:
    """What the locale of a country says of its postal codes."""
    return get(language).locale(country).postal if country in _countries(language) else {}


def digits_of(country: str, language: str) -> int:
    """How many digits a postal code has, where it has nothing else; 0 where it has."""
    return int(_postal(country, language).get("digits", 0))


@cache
def forms_of_codes(language: str) -> Mapping[str, re.Pattern[str]]:
    """Country → the postal codes that only it writes."""
    found = {code: _postal(code, language).get("pattern") for code in _countries(language)}
    return {code: re.compile(pattern, re.I) for code, pattern in found.items() if pattern}


@cache
def postal_pattern(language: str) -> re.Pattern[str]:
    """The postal codes that tell their country by their form: "SW1A 1AA", "90210-1234"."""
    known = forms_of_codes(language).values()
    return re.compile("|".join(rf"\b{one.pattern}\b" for one in known) or "(?!)", re.I)


def is_zoned(country: str, language: str) -> bool:
    """Whether the figure behind a region's tells its capital from its other towns."""
    return bool(_postal(country, language).get("form") == _ZONED)


def suits(shape: str, country: str, language: str) -> bool:
    """Whether a country's codes have such a form."""
    known, size = _postal(country, language), digits_of(country, language)
    if size:
        return shape in ("9" * size, "9" * size + "-9999")
    return bool(known.get("form", "") == _FORM.get(shape))


_FORM = {
    "AA9 9AA": _OUTWARD, "AA99AA": _OUTWARD,
    "A9A 9A9": _ALTERNATING, "A9A-9A9": _ALTERNATING, "A9A9A9": _ALTERNATING,
}  # fmt: skip


def postal_code(
    shape: str,
    country: Country,
    region: Region,
    dice: Dice,
    language: str,
    *,
    at: int = 0,
    sure: bool = True,
    capital: bool | None = None,
) -> str:
    """A code of the region, in the country's format; by its form where we know no format.

    ``sure`` says that the country is not drawn: then a code of a form that is none of it is drawn
    by its form, too. ``capital`` says whether its town is the first of the region; None where
    that is not known.
    """
    if not region.prefixes or (sure and not suits(shape, country.code, language)):
        return dice.pick(_shaped(shape), ("code", at), floor=None if sure else _LEAST_CODE)
    most = max(len(one.prefixes) for one in country.regions.values())
    prefix = dice.pick(
        Table(region.prefixes), ("code", at, "region"), floor=1 / most if sure else _LEAST_CODE
    )
    rest = None if sure else 1.0  # which country it is decides what follows
    known, size = _postal(country.code, language), digits_of(country.code, language)
    form = known.get("form", "")
    if form == _OUTWARD:
        inward = (_NOT_ZERO, _DIGITS, known["letters"], known["letters"])
        drawn = dice.pick(Shape(inward), ("code", at), floor=rest)
        return f"{prefix}{drawn[0]}{'' if shape == 'AA99AA' else ' '}{drawn[1:]}"
    if form == _ALTERNATING:
        letters = known["letters"]
        drawn = dice.pick(
            Shape((_DIGITS, letters, _DIGITS, letters, _DIGITS)), ("code", at), floor=rest
        )
        mark = shape[3] if shape in ("A9A 9A9", "A9A-9A9") else ""
        return f"{prefix}{drawn[:2]}{mark}{drawn[2:]}"
    if form == _ZONED:
        return prefix + _zoned(region, dice, at, capital, sure)
    if not known and not size:
        size = len(prefix) + 3
    more = len(shape) - size - 1 if shape.startswith("9" * size + "-") else 0
    extended = more if "extension" in known else 0
    fill = dice.pick(Shape((_DIGITS,) * (size - len(prefix) + extended)), ("code", at), floor=rest)
    return prefix + (f"{fill[:-extended]}-{fill[-extended:]}" if extended else fill)


@cache
def _shaped(shape: str) -> Support:
    """All codes of a form."""
    cells = {"9": _DIGITS, "A": _CAPITALS}
    return Shape(tuple(cells.get(one, one) for one in shape))


_OUTSIDE = tuple("123456789")
_ZONE = Table.of({"0": 10.0} | dict.fromkeys(_OUTSIDE, 0.7))
"""Behind the province's digits: 0 for its capital, where most letters go."""
_OFFICE = Table(tuple(f"{one:02}" for one in range(100)))
_FEWEST_OFFICES, _MOST_OFFICES = 4, 60
_PEOPLE = 120.0
"""So many thousands of a province have an office more in its capital: 55 in Madrid, 5 in Soria."""


@cache
def _capital(offices: int) -> Table:
    return Table(tuple(f"{one:02}" for one in range(1, offices + 1)))


def _offices(region: Region) -> int:
    return min(_MOST_OFFICES, _FEWEST_OFFICES + int(sum(region.people) / _PEOPLE))


def _zoned(region: Region, dice: Dice, at: int, capital: bool | None, sure: bool) -> str:
    """Zone and office; which zones there are follows from the town where there is one."""
    zones = _ZONE if capital is None else Table(("0",) if capital else _OUTSIDE)
    zone = dice.pick(zones, ("code", at, "zone"), floor=_ZONE.pi_min if sure else 1.0)
    offices = _capital(_offices(region)) if zone == "0" else _OFFICE
    least = min(_capital(_MOST_OFFICES).pi_min, _OFFICE.pi_min)
    return zone + dice.pick(offices, ("code", at), floor=least if sure else 1.0)


def code_in_words(code: str, said: str, language: str) -> str:
    """A code in figures, in single figures, or in words."""
    if said == "spaced":
        return " ".join(code)
    return digits_in_words(code, language) if said == "words" and code.isdecimal() else code


_PLACES = 1
_LEAST_POINT = 1e-5
"""Less than one of the airports of any country."""


def coordinates(
    decimals: int, mark: str, between: str, country: str, dice: Dice, *, at: int = 0
) -> str:
    """A point near an airport of the country, with so many decimals."""
    north, east = dice.pick(_points(country), ("point", at), floor=_LEAST_POINT).split()
    more = max(0, decimals - _PLACES)
    drawn = [
        dice.pick(Shape((_DIGITS,) * more), ("point", at, one)) if more else ""
        for one in ("north", "east")
    ]
    shown = (number + rest for number, rest in zip((north, east), drawn, strict=True))
    return between.join(
        (one if decimals else one.partition(".")[0]).replace(".", mark) for one in shown
    )


@cache
def _points(country: str) -> Table:
    """The airports of a country, to a tenth of a degree."""
    return Table.of(world("points").get(country, ()))
