"""Numerals that stand-ins are written in: those of a language, and Roman ones."""

from __future__ import annotations

import re

from understudy.languages.numbers.writing import (
    PLAIN,
    Style,
    cardinal,
    counted,
    digits_in_words,
    number_in_words,
    ordinal,
    suffix,
)

__all__ = [
    "PLAIN",
    "Style",
    "cardinal",
    "counted",
    "digits_in_words",
    "from_roman",
    "number_in_words",
    "ordinal",
    "roman",
    "suffix",
]

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_ROMAN_FORM = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")


def roman(number: int) -> str:
    """A number in Roman numerals."""
    out = []
    for value, letters in _ROMAN:
        many, number = divmod(number, value)
        out.append(letters * many)
    return "".join(out)


def from_roman(text: str) -> int | None:
    """What Roman numerals say; None where the text is none."""
    if not text or not _ROMAN_FORM.fullmatch(text):
        return None
    total = 0
    rest = text
    for value, letters in _ROMAN:
        while rest.startswith(letters):
            total += value
            rest = rest[len(letters) :]
    return total
