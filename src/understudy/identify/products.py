"""Products by name: a grade at its end, a number, or a word beside it that says what it is."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat_words
from understudy.core.types import Span
from understudy.identify.hits import on_street
from understudy.identify.textview import TextView
from understudy.languages.lexicon import lexicon, raw

__all__ = ["figures", "model", "numbered", "product"]

Places = list[tuple[int, int]]

_MODEL = re.compile(r" (?:[A-Z]\d|(?:\d{1,3}|(?:19|20)\d\d)(?!\d|[.,]\d))")
"""What follows the name of a product; behind a town or a street, longer figures are its own."""
_FIGURES = re.compile(r" (\d{4,6})(?![\w-]|[.,]\d)")
_MODEL_END = re.compile(r" [A-Z]?\d+(?!\w)")


@cache
def _grades(language: str) -> frozenset[str]:
    return flat_words(raw(language)["product_grades"])


@cache
def _kinds(language: str) -> frozenset[str]:
    """Words that say what the name beside them is."""
    return flat_words(raw(language)["product_kinds"])


def product(view: TextView, pieces: Places, language: str, *, kind_first: bool) -> Span | None:
    """The product that a run of capitalised words names: "Horizon Plus", "the Swift plan"."""
    end = pieces[-1][1]
    graded = len(pieces) > 1 and view.flat[slice(*pieces[-1])] in _grades(language)
    beside = view.beside(pieces[0][0]) if kind_first else view.after(end)
    has_kind = beside in _kinds(language)
    if not graded and not has_kind:
        return None
    words = lexicon(language)
    while pieces and view.flat[slice(*pieces[0])] in words.stops:
        pieces = pieces[1:]
    own = [view.flat[slice(*piece)] for piece in pieces]
    if not own or own[-1] in words.titles or any(one in words.streets for one in own):
        return None
    start = pieces[0][0]
    if graded and len(own) > 1 and own[0] not in words.given:
        return Span(start, _with_number(view, end), "PRODUCT", 0.75, "heuristic")
    known = any(map(words.names, own)) or view.flat[start:end] in words.places
    if has_kind and not known and not view.opens(start):
        return Span(start, end, "PRODUCT", 0.7, "heuristic")
    return None


def numbered(view: TextView, end: int) -> bool:
    """Whether a number stands here, as it does behind a product."""
    return _MODEL.match(view.text, end) is not None


def figures(view: TextView, end: int) -> Span | None:
    """Figures behind a name that are no part of it: a postal code, a house number."""
    found = _FIGURES.match(view.text, end)
    return Span(*found.span(1), "NUMBER", 0.5, "heuristic") if found else None


def model(view: TextView, start: int, end: int, language: str) -> Span | None:
    """The name and the number of a product, unless they are an address."""
    words, value = lexicon(language), view.flat[start:end]
    if value in words.places or value in words.cities or words.usual(value):
        return None
    if on_street(view, start, end, words):
        return None
    return Span(start, _with_number(view, end), "PRODUCT", 0.5, "heuristic")


def _with_number(view: TextView, end: int) -> int:
    more = _MODEL_END.match(view.text, end) if numbered(view, end) else None
    return more.end() if more else end
