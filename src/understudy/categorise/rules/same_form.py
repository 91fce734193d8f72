"""Dates of a day and a month that nobody marked, in a document where others of that form are.

A figure like "5/5" may be a score, a fraction or a date. Where "review 12/5" is a date, so is
"Foley out 6/5"; and one date that stayed would tell how far the others moved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.categorise.evidence import Evidence
from understudy.core.types import Span
from understudy.identify.lengths import says_measure, says_reading
from understudy.languages import get
from understudy.languages.public import public_words

__all__ = ["with_dates_alike"]

_PAIR = re.compile(r"(?<![\d/.,:\-–+=<>])(?<!\d )(\d{1,2})/(\d{1,2})(?![\d/%°]|[.,]\d| ?[x×+]|/)")
_DATES = frozenset(("DATE", "DATE_TIME"))
_MONTHS, _DAYS = 12, 31
_SPELLS = frozenset((7, 12, 52))
"""Behind the stroke these make days, months and weeks of a number: "5/7", "6/12", "4/52"."""
_FRACTIONS = frozenset(((1, 2), (1, 3), (2, 3), (1, 4), (3, 4)))
_WORD_BEHIND = re.compile(r"\s[^\W\d_]")
_AROUND = 40


def with_dates_alike(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, and those of the dates in figures like a marked one."""
    marked = [
        one
        for one in spans
        if one.label in _DATES and _PAIR.fullmatch(text, one.start, one.end) is not None
    ]
    if not marked:
        return list(spans)
    held, like = Evidence(spans), max(marked, key=lambda one: one.score)
    new = [
        like._replace(start=found.start(), end=found.end(), key=None, parts=())
        for found in _PAIR.finditer(text)
        if not held.over(*found.span()) and _may_be_date(found, text, language)
    ]
    return sorted((*spans, *new)) if new else list(spans)


def _may_be_date(found: re.Match[str], text: str, language: str) -> bool:
    first, last = int(found[1]), int(found[2])
    dated = 0 < min(first, last) <= _MONTHS and max(first, last) <= _DAYS
    spell = last in _SPELLS and found[1][0] != "0" and found[2][0] != "0"
    if not dated or spell:
        return False
    if (first, last) in _FRACTIONS and _WORD_BEHIND.match(text, found.end()):
        return False
    words = public_words(get(language).reads)
    before = text[max(0, found.start() - _AROUND) : found.start()]
    behind = text[found.end() : found.end() + _AROUND]
    measured = says_measure(found[0], behind, words) or says_reading(
        found[0], before, words, figures=False
    )
    return not measured
