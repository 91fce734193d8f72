"""Postal codes and coordinates that lie where the new place does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from understudy.core.folding import flat
from understudy.languages import facts, get
from understudy.languages.frozen import world
from understudy.languages.locales import codes
from understudy.surrogates.numbers.form import code_of, read_figure, write_figure
from understudy.surrogates.pickers import Dice
from understudy.surrogates.places.atlas import Country, Region, words_of
from understudy.surrogates.tables import Table

__all__ = [
    "code_in_style",
    "compact",
    "coordinates",
    "country_of_code",
    "looks_like_code",
    "postal_code",
    "postal_pattern",
]

_DIGITS = Table(tuple("0123456789"))
_NOT_ZERO = Table(tuple("123456789"))
_LETTERS = Table(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
_OUTWARD, _ALTERNATING, _ZONED = "outward inward", "alternating", "zoned"
"""Forms of codes that are not digits alone, or whose digits say more than the region."""


def _countries(language: str) -> tuple[str, ...]:
    """The countries that there is a table of: those that all languages share, then the pack's."""
    return tuple(dict.fromkeys((*codes(), *get(language).locales)))


@cache
def _postal(country: str, language: str) -> Mapping[str, Any]:
    """What the locale of a country says of its postal codes."""
    return get(language).locale(country).postal if country in _countries(language) else {}


def _digits_of(country: str, language: str) -> int:
    """How many digits a postal code has, where it has nothing else; 0 where it has."""
    return int(_postal(country, language).get("digits", 0))


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    """Country → the postal codes that only it writes."""
    found = {code: _postal(code, language).get("pattern") for code in _countries(language)}
    return {code: re.compile(pattern, re.I) for code, pattern in found.items() if pattern}


@cache
def postal_pattern(language: str) -> re.Pattern[str]:
    """The postal codes that tell their country by their form: "SW1A 1AA", "90210-1234"."""
    return re.compile("|".join(rf"\b{one.pattern}\b" for one in _patterns(language).values()), re.I)


def looks_like_code(text: str) -> bool:
    """Whether a text is a postal code of five digits, with an extension or without."""
    return _FIVE.fullmatch(text) is not None


_USUAL = 5
_FIVE = re.compile(r"\d{5}(?:-\d{4})?")


def country_of_code(text: str, language: str) -> str:
    """The country whose postal codes look so; empty where several do.

    Of the countries of English only the United States have codes of five digits; Spain, Mexico
    and Peru all have them.
    """
    text = compact(text, language)
    if looks_like_code(text):
        countries = facts(language)["countries"]
        own = [code for code in countries if _digits_of(code, language) == _USUAL]
        return own[0] if len(own) == 1 else ""
    return next((code for code, one in _patterns(language).items() if one.fullmatch(text)), "")


def compact(text: str, language: str) -> str:
    """The digits of a code that is said digit by digit, in figures or in words; else the text."""
    if re.fullmatch(r"\d+(?:-\d{4})?", text):
        return text
    pieces = read_figure(text, "POSTAL_CODE", language) or []
    code = code_of(pieces)
    words = {word for piece in pieces if piece.kind == "text" for word in flat(piece.text).split()}
    if not code.isdecimal() or len(pieces) == 1 or not words <= _beside(language):
        return text
    return code


@cache
def _beside(language: str) -> frozenset[str]:
    """Words that may stand beside a code without telling anything."""
    return frozenset(map(flat, (*words_of(language)["labels"], *facts(language)["number_fillers"])))


def code_in_style(
    text: str,
    country: Country,
    region: Region,
    dice: Dice,
    language: str,
    *,
    kept: bool,
    capital: bool | None = None,
) -> str:
    """A code of the region, in figures or in words as the old one is."""
    code = compact(text, language)
    new = postal_code(code, country, region, dice, language, kept=kept, capital=capital)
    if code == text or not new.isdecimal() or len(new) != len(code):
        return new
    return write_figure(read_figure(text, "POSTAL_CODE", language) or [], new, language)


def postal_code(
    text: str,
    country: Country,
    region: Region,
    dice: Dice,
    language: str,
    *,
    kept: bool,
    capital: bool | None = None,
) -> str:
    """A code of the region, in the country's format; by its shape where we know no format.

    Where the country is kept, a code that is none of it is drawn by its shape, too. ``capital``
    says whether its town is the first of the region; None where that is not known.
    """
    if not region.prefixes or (kept and not _looks(text, country, language)):
        return _by_shape(text, dice)
    most = max(len(one.prefixes) for one in country.regions.values())
    wanted = next((one for one in region.prefixes if text.upper().startswith(one)), "")
    prefix = dice.pick(Table(region.prefixes), wanted, 1 / most)
    known = _postal(country.code, language)
    form, size = known.get("form", ""), _digits_of(country.code, language)
    if form == _OUTWARD:
        return _outward(text, prefix, known["letters"], dice)
    if form == _ALTERNATING:
        return _alternating(text, prefix, known["letters"], dice)
    rest = text[len(prefix) : size].ljust(size, "0")
    if form == _ZONED:
        return prefix + _zoned(rest, region, dice, capital)
    fill = "".join(dice.pick(_DIGITS, rest[at]) for at in range(size - len(prefix)))
    tail = re.search(r"-(\d{4})$", text)
    if tail is None or "extension" not in known:
        return prefix + fill
    return f"{prefix}{fill}-" + "".join(dice.pick(_DIGITS, digit) for digit in tail[1])


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


def _zoned(rest: str, region: Region, dice: Dice, capital: bool | None) -> str:
    """Zone and office; which zones there are follows from the town where there is one."""
    zones = _ZONE if capital is None else Table(("0",) if capital else _OUTSIDE)
    zone = dice.pick(zones, rest[0], _ZONE.pi_min)
    offices = _capital(_offices(region)) if zone == "0" else _OFFICE
    least = min(_capital(_MOST_OFFICES).pi_min, _OFFICE.pi_min)
    return zone + dice.pick(offices, rest[1:3], least)


def _looks(text: str, country: Country, language: str) -> bool:
    size = _digits_of(country.code, language)
    if size:
        return re.fullmatch(rf"\d{{{size}}}(?:-\d{{4}})?", text) is not None
    return any(map(str.isalpha, text))


def _outward(text: str, prefix: str, letters: str, dice: Dice) -> str:
    """The area, one digit of a district, and the inward code."""
    rest = text.upper()[len(prefix) :].replace(" ", "").ljust(4, "A")
    inward = Table(tuple(letters))
    tables = (_NOT_ZERO, _DIGITS, inward, inward)
    made = [dice.pick(table, letter) for table, letter in zip(tables, rest, strict=False)]
    space = "" if text[0].isalpha() and " " not in text else " "
    return f"{prefix}{made[0]}{space}{''.join(made[1:])}"


def _alternating(text: str, prefix: str, letters: str, dice: Dice) -> str:
    """The letter of the region, then digits and letters in turn."""
    rest = re.sub(r"[\s-]", "", text.upper())[1:].ljust(5, "A")
    lettered = Table(tuple(letters))
    tables = (_DIGITS, lettered, _DIGITS, lettered, _DIGITS)
    made = [dice.pick(table, letter) for table, letter in zip(tables, rest, strict=False)]
    mark = re.search(r"[\s-]", text)
    return f"{prefix}{made[0]}{made[1]}{mark[0] if mark else ''}{''.join(made[2:])}"


def _by_shape(text: str, dice: Dice) -> str:
    out = []
    for letter in text:
        if letter.isdigit():
            out.append(dice.pick(_DIGITS, letter))
        elif letter.isalpha():
            drawn = dice.pick(_LETTERS, letter.upper())
            out.append(drawn.lower() if letter.islower() else drawn)
        else:
            out.append(letter)
    return "".join(out)


_PAIR = re.compile(r"([+-]?)(\d{1,3})([.,])(\d+)(\s*[,;/]?\s*)([+-]?)(\d{1,3})\3(\d+)")
_PLACES = 1
_LEAST_POINT = 1e-5
"""Less than one of the airports of any country."""


def coordinates(text: str, country: str, dice: Dice) -> str | None:
    """A point near an airport of the country, with as many decimals; None for other notations."""
    match = _PAIR.fullmatch(text)
    if match is None:
        return None
    _, north, mark, more, between, _, east, far = match.groups()
    table = _points(country)
    point = dice.pick(
        table, f"{match[1]}{north}.{more[:_PLACES]} {match[6]}{east}.{far[:_PLACES]}", _LEAST_POINT
    )
    first, second = point.split()
    return between.join(
        (number + "".join(dice.pick(_DIGITS, digit) for digit in decimals[_PLACES:])).replace(
            ".", mark
        )
        for number, decimals in ((first, more), (second, far))
    )


@cache
def _points(country: str) -> Table:
    """The airports of a country, to a tenth of a degree."""
    return Table.of(world("points").get(country, ()))
