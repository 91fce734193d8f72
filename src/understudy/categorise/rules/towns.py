"""The borders of a guess at a town: the article and the title of a capital belong to it ("la Ciudad
de México", "Bogotá D.C."), the small word before it does not."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import listed
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.people.titles import flat_lists

__all__ = ["whole_town"]

_CERTAIN = 1.0
_ARTICLE = 10
"""Characters of the longest word that stands before a name and is of it."""
_KIN = re.compile(r"([^\W\d_A-ZÀ-ÖØ-Þ]+) [^\W\d_]{2,3} (?=[^\W\d_a-zß-öø-ÿ])")
"""Of "viudo de Sagrario Vega", which follows upon "en estado de"."""
_POINT = re.compile(r"\.(?=,| [^\W\d_A-ZÀ-ÖØ-Þ])")
"""A point that ends no sentence: "Tlaquepaque, Jal., da fe"."""
_NEAR = 16
"""Characters before a guess in which such words stand."""
_GOES_ON = re.compile(r"\s+[^\W\d_a-zß-öø-ÿ]|\s*\Z")
"""The next sentence, or the end: the last point is no part of an abbreviation alone."""


def whole_town(span: Span, text: str, language: str) -> Span:
    """A guess at a place with all that is of its name, and nothing before it."""
    if span.label != "LOCATION" or span.score >= _CERTAIN:
        return span
    start, end = span.start, span.end
    kin = _KIN.match(text, start, end)
    if kin is not None and _is_kin(kin[1], language):
        return span._replace(start=kin.end(), label="PERSON", key=None, parts=())
    link = _link(language).match(text, start, end)
    if link is not None:
        start = link.end()
    if _married(language).search(text, max(0, start - _NEAR), start):
        return span._replace(start=start, label="PERSON", key=None, parts=())
    if text[start:end] in listed("region_shorts", language) and _POINT.match(text, end):
        end += 1
    titled = _titled(language).match(text, end)
    if titled is not None:
        end = titled.end() - (_GOES_ON.match(text, titled.end()) is not None)
    whole = _articled(language).search(text, max(0, start - _ARTICLE), end)
    if whole is not None and whole.end() == end:
        start, end = whole.start(), whole.end()
    if (start, end) == (span.start, span.end):
        return span
    return span._replace(start=start, end=end, key=None, parts=())


def _is_kin(word: str, language: str) -> bool:
    return any(flat(word) in words for words in flat_lists("near", language).values())


@cache
def _married(language: str) -> re.Pattern[str]:
    """Words that only somebody's name follows: "viudo de"."""
    tables = (get(one).table("people").get("lone", {}) for one in get(language).reads)
    said = any_of(tuple(one for table in tables for one in table.get("married", ())))
    return re.compile(rf"(?<!\w)(?:{said}) \Z", re.I)


@cache
def _link(language: str) -> re.Pattern[str]:
    """Small words that join a place to what stands before it: "provincia [de San Román]"."""
    links = any_of(listed("belonging", language))
    return re.compile(rf"(?:{links})\s+(?=[^\W\d_a-zß-öø-ÿ])")


@cache
def _titled(language: str) -> re.Pattern[str]:
    titles = any_of(words_read(language, "places", "capital_titles"))
    return re.compile(rf",?\s?(?:{titles})(?!\w)")


@cache
def _articled(language: str) -> re.Pattern[str]:
    kinds = ("articled_towns", "whole_regions")
    names = any_of([one for kind in kinds for one in words_read(language, "places", kind)])
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")
