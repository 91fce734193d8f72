"""The small parts of an address: its numbers in figures and words, letters and sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.agreement import in_form
from understudy.surrogates.numbers.form import code_of, read_figure, write_figure
from understudy.surrogates.pickers import Dice, digits, house_number
from understudy.surrogates.places.ranges import range_pattern
from understudy.surrogates.places.streets import choices
from understudy.surrogates.tables import Table, ranked

__all__ = ["DOORS", "door", "numbered"]

_HOUSES = ("digits", "said", "range")
DOORS = (*_HOUSES, "floor", "nth", "metres", "letter", "choice", "ordinal")
"""The kinds of pieces that are drawn here, once for each address."""
_LETTERS = Table.of({"A": 9, "B": 5, "C": 5, "D": 4, "E": 1.5, "F": 1})
"""Most houses have few doors."""
_FLOORS = {
    1: Table.of(dict(zip("123456789", (12, 14, 14, 10, 8, 5, 4, 3, 2), strict=True))),
    2: Table.of({str(floor): floor**-3.0 for floor in range(10, 30)}),
}
"""Most houses are low."""
_SPAN = 30
"""Numbers between the first and the last of a range, at most."""


def numbered(kind: str, text: str, language: str) -> bool:
    """Whether a piece of an address is the number of the house, or says that there is none."""
    return kind in _HOUSES or text.lower() in words_read(language, "places", "no_number")


def door(kind: str, text: str, dice: Dice, language: str) -> str:
    """A part of an address of the same kind and form."""
    if kind in _FIGURES:
        return _FIGURES[kind](text, dice, language)
    if kind == "said":
        return _said(text, dice, language)
    if kind == "letter":
        drawn = "".join(dice.pick(_LETTERS, one) for one in text.upper().rstrip("."))
        return in_form(drawn, text.lower()) if text.islower() else drawn
    if kind == "choice":
        table = _choice(choices(language)[text.lower()])
        return in_form(dice.pick(table, text.lower()), text)
    return _ordinal(text, dice, language)


def _ordinal(text: str, dice: Dice, language: str) -> str:
    """A number as streets are counted, in the language that counts them so: 42nd."""
    number = house_number(dice, re.sub(r"\D", "", text))
    parts = (get(one).streets for one in get(language).reads)
    new = next((part.ordinal(number) for part in parts if part.is_ordinal(text)), number)
    return new.upper() if text.isupper() else new


def _said(text: str, dice: Dice, language: str) -> str:
    """A number in words, of as many digits and said in the same way."""
    read = read_figure(text, "POSTAL_CODE", language) or []
    return in_form(write_figure(read, house_number(dice, code_of(read)), language), text)


@cache
def _choice(group: tuple[str, ...]) -> Table:
    """Words in the order of their frequency."""
    return Table.of(ranked(group, 2.0))


def _house(text: str, dice: Dice, _language: str) -> str:
    return house_number(dice, text)


def _floor(text: str, dice: Dice, _language: str) -> str:
    return digits(dice, text) if text.startswith("0") else dice.pick(_FLOORS[len(text)], text)


def _nth(text: str, dice: Dice, language: str) -> str:
    """A floor with the ending that its number takes: 7mo, 1er."""
    number = dice.pick(_FLOORS[1], text[0])
    parts = (get(one).streets for one in get(language).reads)
    new = next((part.floor(number, text) for part in parts if part.is_floor(text)), number)
    return new.upper() if text.isupper() else new


def _range(text: str, dice: Dice, language: str) -> str:
    """Two numbers, the second somewhat higher and most often on the same side of the street."""
    match = range_pattern(language).fullmatch(text)
    low, between, high = match.groups() if match else (text, "", text)
    longer = len(low) < len(high)
    first = dice.pick(_lows(len(low), longer), low)
    return (
        first + between + dice.pick(_highs(int(first), longer), high, _least_high(len(low), longer))
    )


@cache
def _lows(length: int, longer: bool) -> Table:
    """The beginnings of a range, whose end has a digit more where it is ``longer``."""
    end = 10**length
    start = max(10 ** (length - 1), end - _SPAN // 3) if longer else 10 ** (length - 1)
    return Table.of({str(one): 1 / (one + 3) for one in range(start, end if longer else end - 1)})


@cache
def _least_high(length: int, longer: bool) -> float:
    """The least chance of an end: that of the widest choice, or of any of the few others."""
    lows = _lows(length, longer).values if longer else (str(10 ** (length - 1)),)
    return min(_highs(int(low), longer).pi_min for low in lows)


@lru_cache(maxsize=1024)
def _highs(first: int, longer: bool) -> Table:
    """The ends of a range; near ones and even steps are likelier."""
    more = 10 ** len(str(first))
    last = first + _SPAN if longer else min(first + _SPAN, more - 1)
    return Table.of(
        {
            str(one): (0.03 if (one - first) % 2 else 1) * (one - first + 1) ** -2.5
            for one in range(more if longer else first + 1, last + 1)
        }
    )


def _metres(text: str, dice: Dice, _language: str) -> str:
    return dice.pick(_thousandths(len(text)), text)


@cache
def _thousandths(length: int) -> Table:
    """The digits behind a kilometre, most often hundreds of metres."""
    whole = 10 ** max(length - 1, 0)
    return Table.of(
        {f"{one:0{length}}": 1.0 if one % whole == 0 else 0.002 for one in range(10**length)}
    )


_FIGURES: Mapping[str, Callable[[str, Dice, str], str]] = {
    "digits": _house, "range": _range, "floor": _floor, "nth": _nth, "metres": _metres
}  # fmt: skip
