"""The small parts of an address: its numbers in figures and words, letters and sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from understudy.surrogates.agreement import in_form
from understudy.surrogates.dice import Dice, digits, house_number
from understudy.surrogates.numbers.form import code_of, read_figure, write_figure
from understudy.surrogates.places.storeys import RANGE
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
_ENDINGS = ("", "r", "d", "r", "t", "t", "t", "m", "v", "n")
"""The letter behind a floor: 2do, 7ma."""


def numbered(kind: str, text: str) -> bool:
    """Whether a piece of an address is the number of the house, or says that there is none."""
    return kind in _HOUSES or text.lower() == "s/n"


def door(kind: str, text: str, dice: Dice, language: str) -> str:
    """A part of an address of the same kind and form."""
    if kind in _FIGURES:
        return _FIGURES[kind](text, dice)
    if kind == "said":
        return _said(text, dice, language)
    if kind == "letter":
        drawn = "".join(dice.pick(_LETTERS, one) for one in text.upper().rstrip("."))
        return in_form(drawn, text.lower()) if text.islower() else drawn
    if kind == "choice":
        table = _choice(choices(language)[text.lower()])
        return in_form(dice.pick(table, text.lower()), text)
    number = house_number(dice, re.sub(r"\D", "", text))
    last = int(number) % 100
    tail = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return number + (tail.upper() if text.isupper() else tail)


def _said(text: str, dice: Dice, language: str) -> str:
    """A number in words, of as many digits and said in the same way."""
    read = read_figure(text, "POSTAL_CODE", language) or []
    return in_form(write_figure(read, house_number(dice, code_of(read)), language), text)


@cache
def _choice(group: tuple[str, ...]) -> Table:
    """Words in the order of their frequency."""
    return Table.of(ranked(group, 2.0))


def _house(text: str, dice: Dice) -> str:
    return house_number(dice, text)


def _floor(text: str, dice: Dice) -> str:
    return digits(dice, text) if text.startswith("0") else dice.pick(_FLOORS[len(text)], text)


def _nth(text: str, dice: Dice) -> str:
    """A floor with the ending that its number takes: 7mo, 1er."""
    ending = text[1:].lower()
    number = dice.pick(_FLOORS[1], text[0])
    short = ending == "er" and number in "13"
    new = number + ("er" if short else _ENDINGS[int(number)] + ending.replace("er", "o")[-1])
    return new.upper() if text.isupper() else new


def _range(text: str, dice: Dice) -> str:
    """Two numbers, the second somewhat higher and most often on the same side of the street."""
    match = RANGE.fullmatch(text)
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


def _metres(text: str, dice: Dice) -> str:
    return dice.pick(_thousandths(len(text)), text)


@cache
def _thousandths(length: int) -> Table:
    """The digits behind a kilometre, most often hundreds of metres."""
    whole = 10 ** max(length - 1, 0)
    return Table.of(
        {f"{one:0{length}}": 1.0 if one % whole == 0 else 0.002 for one in range(10**length)}
    )


_FIGURES: Mapping[str, Callable[[str, Dice], str]] = {
    "digits": _house, "range": _range, "floor": _floor, "nth": _nth, "metres": _metres
}  # fmt: skip
