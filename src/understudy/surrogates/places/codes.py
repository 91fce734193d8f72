"""Postal codes and coordinates that lie where the new place does."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.languages import facts
from understudy.languages.frozen import world
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.form import code_of, read_figure, write_figure
from understudy.surrogates.places.atlas import Country, Region, words_of
from understudy.surrogates.tables import Table

__all__ = ["compact", "coordinates", "postal_code", "said_code"]

_DIGITS = Table(tuple("0123456789"))
_NOT_ZERO = Table(tuple("123456789"))
_BRITISH = Table(tuple("ABDEFGHJLNPQRSTUWXYZ"))
_CANADIAN = Table(tuple("ABCEGHJKLMNPRSTVWXYZ"))
_LETTERS = Table(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def compact(text: str, language: str) -> str:
    """The digits of a code that is said digit by digit, in figures or in words; else the text."""
    if re.fullmatch(r"\d+(?:-\d{4})?", text):
        return text
    pieces = read_figure(text, "POSTAL_CODE", language) or []
    code = code_of(pieces)
    said = {word for piece in pieces if piece.kind == "text" for word in flat(piece.text).split()}
    if not code.isdecimal() or len(pieces) == 1 or not said <= _beside(language):
        return text
    return code


@cache
def _beside(language: str) -> frozenset[str]:
    """Words that may stand beside a code without telling anything."""
    return frozenset(map(flat, (*words_of(language)["labels"], *facts(language)["number_fillers"])))


def said_code(
    text: str,
    country: Country,
    region: Region,
    dice: Dice,
    language: str,
    *,
    kept: bool,
    capital: bool | None = None,
) -> str:
    """A code of the region, said as the old one was."""
    code = compact(text, language)
    new = postal_code(code, country, region, dice, kept=kept, capital=capital)
    if code == text or not new.isdecimal() or len(new) != len(code):
        return new
    return write_figure(read_figure(text, "POSTAL_CODE", language) or [], new, language)


def postal_code(
    text: str,
    country: Country,
    region: Region,
    dice: Dice,
    *,
    kept: bool,
    capital: bool | None = None,
) -> str:
    """A code of the region, in the country's format; by its shape where we know no format.

    Where the country is kept, a code that is none of it is drawn by its shape, too. ``capital``
    says whether its town is the first of the region; None where that is not known.
    """
    if not region.prefixes or (kept and not _looks(text, country)):
        return _by_shape(text, dice)
    most = max(len(one.prefixes) for one in country.regions.values())
    wanted = next((one for one in region.prefixes if text.upper().startswith(one)), "")
    prefix = dice.pick(Table(region.prefixes), wanted, 1 / most)
    if country.code == "GB":
        return _british(text, prefix, dice)
    if country.code == "CA":
        return _canadian(text, prefix, dice)
    rest = text[len(prefix) : country.postal].ljust(country.postal, "0")
    if country.code == "ES":
        return prefix + _spanish(rest, region, dice, capital)
    fill = "".join(dice.pick(_DIGITS, rest[at]) for at in range(country.postal - len(prefix)))
    tail = re.search(r"-(\d{4})$", text)
    if tail is None or country.code != "US":
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


def _spanish(rest: str, region: Region, dice: Dice, capital: bool | None) -> str:
    """Zone and office; which zones there are follows from the town where there is one."""
    zones = _ZONE if capital is None else Table(("0",) if capital else _OUTSIDE)
    zone = dice.pick(zones, rest[0], _ZONE.pi_min)
    offices = _capital(_offices(region)) if zone == "0" else _OFFICE
    least = min(_capital(_MOST_OFFICES).pi_min, _OFFICE.pi_min)
    return zone + dice.pick(offices, rest[1:3], least)


def _looks(text: str, country: Country) -> bool:
    if country.postal:
        return re.fullmatch(rf"\d{{{country.postal}}}(?:-\d{{4}})?", text) is not None
    return any(map(str.isalpha, text))


def _british(text: str, prefix: str, dice: Dice) -> str:
    """The area, one digit of a district, and the inward code."""
    rest = text.upper()[len(prefix) :].replace(" ", "").ljust(4, "A")
    tables = (_NOT_ZERO, _DIGITS, _BRITISH, _BRITISH)
    made = [dice.pick(table, letter) for table, letter in zip(tables, rest, strict=False)]
    space = "" if text[0].isalpha() and " " not in text else " "
    return f"{prefix}{made[0]}{space}{''.join(made[1:])}"


def _canadian(text: str, prefix: str, dice: Dice) -> str:
    rest = re.sub(r"[\s-]", "", text.upper())[1:].ljust(5, "A")
    tables = (_DIGITS, _CANADIAN, _DIGITS, _CANADIAN, _DIGITS)
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
