"""The small parts of an address: its numbers in figures and words, letters and sides."""

from __future__ import annotations

import re

from understudy.surrogates.agreement import in_form
from understudy.surrogates.dice import Dice, house_number
from understudy.surrogates.figureform import code_of, read_figure, write_figure
from understudy.surrogates.streets import choices
from understudy.surrogates.tables import Table, ranked

__all__ = ["DOORS", "door"]

DOORS = ("digits", "said", "letter", "choice", "ordinal")
"""The kinds of pieces that are drawn here, once for each address."""
_LETTERS = Table.of(ranked("ABCDEF"))
"""Most houses have few doors."""


def door(kind: str, text: str, dice: Dice, language: str) -> str:
    """A part of an address of the same kind and form."""
    if kind == "digits":
        return house_number(dice, text)
    if kind == "said":
        return _said(text, dice, language)
    if kind == "letter":
        drawn = dice.pick(_LETTERS, text.upper().rstrip("."))
        return in_form(drawn, text.lower()) if text.islower() else drawn
    if kind == "choice":
        group = choices(language)[text.lower()]
        return in_form(dice.pick(Table(group), text.lower()), text)
    number = house_number(dice, re.sub(r"\D", "", text))
    last = int(number) % 100
    tail = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return number + (tail.upper() if text.isupper() else tail)


def _said(text: str, dice: Dice, language: str) -> str:
    """A number in words, of as many digits and said in the same way."""
    read = read_figure(text, "POSTAL_CODE", language) or []
    return in_form(write_figure(read, house_number(dice, code_of(read)), language), text)
