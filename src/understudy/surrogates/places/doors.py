"""The small parts of an address: its numbers in figures and words, letters and sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.numerals import cardinal
from understudy.surrogates.places.words import choices, in_case
from understudy.surrogates.tables import Shape, Support, Table, ranked

__all__ = ["FORMS", "LONGEST", "NUMBERS", "door", "floors", "is_choice", "range_marks"]

LONGEST = 5
"""Digits of the longest number of a house; a longer one counts as one of so many."""
NUMBERS = ("digits", "said", "range", "floor", "nth", "metres", "letter", "choice", "ordinal")
"""The kinds of small parts."""
FORMS = (*map(str, range(1, LONGEST + 1)), *(f"{size}+" for size in range(1, LONGEST)))
"""How many digits or letters there are; with a plus, the end of a range has one more."""
_HUNDREDS, _STEEP = 3, 1.5
"""Few streets have hundreds of houses, and fewer many hundreds."""
_LETTERS = Table.of({"A": 9, "B": 5, "C": 5, "D": 4, "E": 1.5, "F": 1})
"""Most houses have few doors."""
_FLOORS = {
    1: Table.of(dict(zip("123456789", (12, 14, 14, 10, 8, 5, 4, 3, 2), strict=True))),
    2: Table.of({str(floor): floor**-3.0 for floor in range(10, 30)}),
}
"""Most houses are low."""
_SPAN = 30
"""Numbers between the first and the last of a range, at most."""


@cache
def range_marks(language: str) -> frozenset[str]:
    """What may stand between two numbers of houses."""
    words = (*words_read(language, "places", "range_words"), "&")
    return frozenset(("-", "–", " - ", " – ", *(f" {word} " for word in words)))


def floors(language: str) -> tuple[str, ...]:
    """The first floor with each ending that floors have: 1er, 1ra."""
    return words_read(language, "places", "first_floors")


def is_choice(form: str, language: str) -> bool:
    """Whether a word is the first of those that it is drawn among."""
    return choices(language).get(form, ("",))[0] == form


def door(kind: str, form: str, mark: str, case: str, at: int, dice: Dice, language: str) -> str:
    """A part of an address of a kind and form."""
    if kind == "range":
        return _range(form, mark, at, dice)
    if kind == "choice":
        table = _choice(choices(language)[form])
        return in_case(dice.pick(table, ("choice", at)), case)
    if kind == "letter":
        drawn = "".join(dice.pick(_LETTERS, ("letter", at, one)) for one in range(int(form)))
        return drawn.lower() if case == "lower" else drawn
    return in_case(_FIGURES[kind](form, at, dice, language), case)


@cache
def _numbers(length: int) -> Support:
    """Numbers of houses; small ones are more frequent."""
    if length == LONGEST:
        return Shape(("123456789", *("0123456789",) * (length - 1)))
    steep = _STEEP if length == _HUNDREDS else 1.0
    first = 10 ** (length - 1)
    return Table.of({str(one): (one + 3) ** -steep for one in range(first, 10 * first)})


def _house(form: str, at: int, dice: Dice, _language: str) -> str:
    return dice.pick(_numbers(int(form)), ("number", at))


def _said(form: str, at: int, dice: Dice, language: str) -> str:
    return cardinal(int(_house(form, at, dice, language)), language)


def _ordinal(form: str, at: int, dice: Dice, language: str) -> str:
    """A number as streets are counted, in the language that counts them so: 42nd."""
    number = _house(form, at, dice, language)
    parts = (get(one).streets for one in get(language).reads)
    return next((new for part in parts if (new := part.ordinal(number)) != number), number)


@cache
def _choice(group: tuple[str, ...]) -> Table:
    """Words in the order of their frequency."""
    return Table.of(ranked(group, 2.0))


def _floor(form: str, at: int, dice: Dice, _language: str) -> str:
    return dice.pick(_FLOORS[min(int(form), 2)], ("floor", at))


def _nth(form: str, at: int, dice: Dice, language: str) -> str:
    """A floor with the ending that its number takes: 7mo, 1er."""
    number = dice.pick(_FLOORS[1], ("floor", at))
    parts = (get(one).streets for one in get(language).reads)
    return next((part.floor(number, form) for part in parts if part.is_floor(form)), number)


def _range(form: str, mark: str, at: int, dice: Dice) -> str:
    """Two numbers, the second somewhat higher and most often on the same side of the street."""
    length, longer = int(form.rstrip("+")), form.endswith("+")
    first = dice.pick(_lows(length, longer), ("number", at))
    last = dice.pick(
        _highs(int(first), longer), ("number", at, "end"), floor=_least_high(length, longer)
    )
    return first + mark + last


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


def _metres(form: str, at: int, dice: Dice, _language: str) -> str:
    return dice.pick(_thousandths(min(int(form), 3)), ("metres", at))


@cache
def _thousandths(length: int) -> Table:
    """The digits behind a kilometre, most often hundreds of metres."""
    whole = 10 ** max(length - 1, 0)
    return Table.of(
        {f"{one:0{length}}": 1.0 if one % whole == 0 else 0.002 for one in range(10**length)}
    )


_FIGURES: Mapping[str, Callable[[str, int, Dice, str], str]] = {
    "digits": _house, "said": _said, "floor": _floor, "nth": _nth, "metres": _metres,
    "ordinal": _ordinal,
}  # fmt: skip
