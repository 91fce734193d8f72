"""Form: letter case, articles, equal values, and what was left behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.check.coherence.words import Judged, drawn
from understudy.check.released import Released
from understudy.core.folding import fold
from understudy.core.text import casing
from understudy.languages import get

__all__ = ["article_agrees", "case_is_kept", "nothing_is_left", "one_stand_in"]

_SHORTEST = 5
_WORDED = ("ORGANIZATION", "HOSPITAL", "PRODUCT", "FACILITY", "OCCUPATION", "NRP")


def case_is_kept(document: Released) -> Iterator[Judged]:
    """All small letters, or all capitals, as before."""
    for change in drawn(document):
        case = casing(change.original)
        if case != "native" and any(map(str.isalpha, change.surrogate)):
            kept = casing(change.surrogate) == case or change.surrogate[:1].isdigit()
            yield change, kept or sum(map(str.isalpha, change.surrogate)) == 1


def one_stand_in(document: Released) -> Iterator[Judged]:
    """Equal values of one thing have equal stand-ins."""
    first: dict[tuple[str, str, str], str] = {}
    for change in drawn(document):
        place = (change.category, change.key, fold(change.original))
        if place in first:
            yield change, first[place] == fold(change.surrogate)
        else:
            first[place] = fold(change.surrogate)


def article_agrees(document: Released) -> Iterator[Judged]:
    """The article before a name ("a" or "an", "el" or "la") fits the new one as it did the old."""
    fits = get(document.language).check.article_still_fits
    for change in drawn(document, _WORDED):
        judged = fits(change.before, change.original, change.surrogate)
        if judged is not None:
            yield change, judged


def nothing_is_left(document: Released) -> Iterator[Judged]:
    """No replaced value stands in the text where nothing was put in its place."""
    changes = drawn(document)
    pieces, cursor = [], 0
    for change in document.changes:
        pieces.append(document.text[cursor : change.start])
        cursor = change.end
    rest = "\n".join((*pieces, document.text[cursor:]))

    @cache
    def stands(value: str) -> bool:
        # An expression takes long to go through a long text, and most values are not there at all.
        return value in rest and bool(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", rest))

    for change in changes:
        if len(change.original) >= _SHORTEST:
            yield change, not stands(change.original)
