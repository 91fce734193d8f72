"""Numbers in words, read: their digits, how they are worded, and what else could stand there.

Each word belongs to a class (García-Sardiña 2018: digits; ten to twenty-nine, in English to
nineteen; tens; hundreds), and may become any word of its class: so every combination that a
number can have is one that the language has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from understudy.languages.numbers import reading
from understudy.languages.numbers.reading import Token, read_ordinal, tokens_of
from understudy.languages.numbers.words import words_of
from understudy.languages.numbers.writing import Style

__all__ = ["Cells", "Numeral", "Token", "read_numeral", "read_ordinal", "tokens_of"]

Cells = tuple[tuple[str, ...], ...]
"""What may stand at each place, or at two places together."""

UNITS = tuple("123456789")
DIGITS = tuple("0123456789")


class Numeral(NamedTuple):
    """One number in words, up to a token."""

    end: int
    digits: str
    cells: Cells
    style: Style


def read_numeral(text: str, tokens: Sequence[Token], at: int, language: str) -> Numeral | None:
    """The longest number in words that begins at a token."""
    read = reading.read_numeral(text, tokens, at, language)
    if read is None:
        return None
    digits = str(read.value)
    return Numeral(read.end, digits, _cells(read.atoms, len(digits), language), read.style)


def _cells(atoms: Sequence[tuple[str, int]], width: int, language: str) -> Cells:
    """What may stand at the places of a number of so many digits."""
    at_place = {place: kind for kind, place in atoms}
    words = words_of(language)
    teens = tuple(str(value) for value in range(10, words.highest_teen + 1))
    cells: list[tuple[str, ...]] = []
    place = width - 1
    while place >= 0:
        if at_place.get(place - 1) == "teen":
            cells.append(teens)
            place -= 2
            continue
        kind = at_place.get(place)
        cells.append(
            {
                None: ("0",),
                "digit": DIGITS,
                "unit": UNITS,
                "tens": UNITS[9 - len(words.tens) :],
            }[kind]
        )
        place -= 1
    return tuple(cells)
