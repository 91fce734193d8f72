"""Postal codes and coordinates as a text has them: their form, and the country that it tells."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import facts
from understudy.surrogates.numbers.form import code_of, read_figure
from understudy.surrogates.places.atlas import words_of
from understudy.surrogates.places.codes import SHAPES, digits_of, forms_of_codes

__all__ = ["Pair", "compact", "country_of_code", "looks_like_code", "read_pair", "shape_of"]


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
        own = [code for code in facts(language)["countries"] if digits_of(code, language) == _USUAL]
        return own[0] if len(own) == 1 else ""
    return next((code for code, one in forms_of_codes(language).items() if one.fullmatch(text)), "")


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


_OUTWARD = re.compile(r"[A-Z]{1,2}\d[A-Z\d]?( ?)\d[A-Z]{2}", re.I)


def shape_of(text: str, language: str) -> tuple[str, str]:
    """The form of a postal code, and how it is said."""
    british = _OUTWARD.fullmatch(text)
    if british:
        return ("AA9 9AA" if british[1] else "AA99AA"), "figures"
    shape = _shape(text)
    if shape in SHAPES:
        return shape, "figures"
    code = compact(text, language)
    said = "figures" if code == text else "words" if any(map(str.isalpha, text)) else "spaced"
    shape = _shape(code)
    return (shape if shape in SHAPES else SHAPES[0]), said


def _shape(text: str) -> str:
    return re.sub(r"[A-Za-z]", "A", re.sub(r"\d", "9", text, flags=re.ASCII))


_PAIR = re.compile(r"([+-]?\d{1,3})([.,])(\d+)(\s*[,;/]?\s*)([+-]?\d{1,3})\2(\d+)", re.ASCII)


class Pair(NamedTuple):
    """Two numbers of degrees."""

    north: str
    north_rest: str
    mark: str
    between: str
    east: str
    east_rest: str

    def __repr__(self) -> str:
        return hidden_repr(self)


def read_pair(text: str) -> Pair | None:
    """Coordinates in degrees and decimals, or None for other notations."""
    match = _PAIR.fullmatch(text)
    if match is None:
        return None
    north, mark, more, between, east, far = match.groups()
    return Pair(north.lstrip("+"), more, mark, between, east.lstrip("+"), far)
