"""Short words before a name that are no part of it and say what it is: a citizen ("el C. Margarito
Cruz"), a part of a town, a town or a region ("Fracc. Los Olivos", "Edo. de Jalisco")."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import house_kinds
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of, words_read
from understudy.languages.public import public_words
from understudy.surrogates.places.atlas import lookup

__all__ = ["without_relation", "without_shorts"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_NAME = re.compile(r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+")
_BEFORE = 16
_SEEN = 8
"""Characters behind a guess that are seen."""
_LONGEST = 40
"""Characters of the longest name that a short word says to be a place."""


def without_relation(span: Span, text: str, language: str) -> Span | None:
    """A guess at an address or a name without what stands before it: "[r/o] Shastri Colony"; None
    where nothing else is left."""
    found = _relation(language).match(text, span.start)
    if found is None or span.score >= 1.0:
        return span
    if found.end() >= span.end:
        return None
    return span._replace(start=found.end(), key=None, parts=())


@cache
def _relation(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w/])(?:{any_of(listed('relation_marks', language))})(?![\w/])\.?\s*", re.I
    )


def without_shorts(span: Span, text: str, language: str) -> Span | None:
    """A guess at a name without the short word at its begin, under the label that it says; None
    where nothing else is left of it."""
    if span.label not in _NAMED or span.score >= 1.0:
        return span
    own = without_relation(span, text, language)
    if own is None:
        return None
    span = own
    low = max(0, span.start - _BEFORE)
    for pattern, label in ((_citizen(language), "PERSON"), (_place(language), "LOCATION")):
        for found in pattern.finditer(text, low, span.end + _SEEN):
            start, end = found.start("sign"), found.end()
            if not start <= span.start <= end or (span.label == label and span.start == end):
                continue
            if text[start : span.end] in words_read(language, "places", "whole_regions"):
                return span._replace(start=start, label="LOCATION", key=None, parts=())
            if end >= span.end:
                return _behind(span, end, text) if label == "LOCATION" else None
            if _says(text[end : span.end], label, language):
                return span._replace(start=end, label=label, key=None, parts=())
    return _region(span, text, language)


def _behind(span: Span, start: int, text: str) -> Span:
    """The name behind a word that is all of a guess: "[Tehsil] Bawal"."""
    found = _NAME.match(text, start)
    return span if found is None else span._replace(start=start, end=found.end(), label="LOCATION")


def _says(value: str, label: str, language: str) -> bool:
    """Whether what is behind a short word can be what it says."""
    words = flat(value).split()
    if label == "LOCATION":
        return len(value) <= _LONGEST and house_kinds(language).isdisjoint(words)
    public = public_words(get(language).reads)
    strange = public.demonyms | public.small
    return words[0] not in strange and not (lookup(value, language) and len(words) > 1)


def _region(span: Span, text: str, language: str) -> Span:
    """A region in short behind a town: "Oaxaca, Oax."."""
    value = text[span.start : span.end].rstrip(".")
    if span.label == "LOCATION" or value not in _regions(language):
        return span
    if text[max(0, span.start - 2) : span.start] != ", ":
        return span
    return span._replace(end=span.start + len(value), label="LOCATION", key=None, parts=())


@cache
def _regions(language: str) -> frozenset[str]:
    known = lexicon(language)
    shorts = listed("region_shorts", language)
    return frozenset(one for one in shorts if not known.names(flat(one)))


@cache
def _citizen(language: str) -> re.Pattern[str]:
    signs, articles = listed("citizen_shorts", language), _articles(language)
    return re.compile(rf"(?<!\w)(?i:{articles}) (?P<sign>(?:{any_of(signs)})\.) ?(?=[^\W\d_]{{2}})")


@cache
def _articles(language: str) -> str:
    return any_of((*listed("articles", language), *listed("articles_joined", language)))


@cache
def _place(language: str) -> re.Pattern[str]:
    signs, links = listed("place_prefixes", language), listed("belonging", language)
    return re.compile(
        rf"(?<!\w)(?P<sign>(?:{any_of(signs)})) (?:(?:{any_of(links)}) )?(?=[^\W\d_a-zß-öø-ÿ])"
    )
