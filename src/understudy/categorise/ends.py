"""The ends of names: what a guess takes along ("bogdan like b o g d a n", "S.L., BBVA"), and what
it leaves behind ("[Mercy] General", "[HomeGoodz] Direct")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import company_words
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, one_of, raw
from understudy.languages.public import public_words

__all__ = ["firms", "kin_and_name", "whole_name"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TAIL = re.compile(r" ([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,})(?![\w'’-])")
_GUESSED = frozenset((CUE, LIST, MODEL))


def whole_name(span: Span, text: str, language: str) -> Span:
    """A guess at a name from its first word to its last."""
    if finds_by(span.source) not in _GUESSED:
        return span
    if span.label == "PERSON":
        span = _without_verb(span, text, language)
    if span.label == "ORGANIZATION":
        span = _without_legal_form(span, text, language)
    return _with_tail(span, text, language) if finds_by(span.source) == MODEL else span


def _without_verb(span: Span, text: str, language: str) -> Span:
    """A name in small letters without the ordinary word or the verb behind it: "eusebio
    falleció"."""
    value = text[span.start : span.end]
    if not value.islower():
        return span
    words, known = list(_WORD.finditer(text, span.start, span.end)), lexicon(language)
    verbs, end = tuple(raw(language)["verb_endings"]), span.end
    if not words or not known.names(flat(words[0][0])):
        return span
    while len(words) > 1:
        low = flat(words[-1][0])
        verb = bool(verbs) and words[-1][0].endswith(verbs) and len(low) > 3
        if known.names(low) or low in known.particles or not (verb or known.usual(low)):
            break
        words.pop()
        end = words[-1].end()
    return span if end == span.end else span._replace(end=end, key=None, parts=())


def firms(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each body of a guess over two, of which the first ends with its legal form."""
    found = None
    if span.label == "ORGANIZATION" and finds_by(span.source) == MODEL:
        found = _legal_first(language).search(text, span.start + 1, span.end)
    if found is None:
        yield span
        return
    ends = found.start() + len(found[0].rstrip().removesuffix(","))
    yield span._replace(end=ends, key=None, parts=())
    yield span._replace(start=found.end(), key=None, parts=())


def _without_legal_form(span: Span, text: str, language: str) -> Span:
    """A body without the legal form of the one before it: "[S.L., BBVA]"."""
    found = _legal_first(language).match(text, span.start, span.end)
    return span._replace(start=found.end(), key=None, parts=()) if found else span


@cache
def _legal_first(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{one_of('legal_forms', language)}),\s+(?=[^\W\d_a-zß-öø-ÿ])")


def _with_tail(span: Span, text: str, language: str) -> Span:
    """A house with the word behind it that ends such names, where the guess stops before it."""
    value = text[span.start : span.end]
    named = span.label == "ORGANIZATION" or (span.label == "PERSON" and " " not in value)
    tail = _TAIL.match(text, span.end) if named and value[:1].isupper() else None
    if tail is None or flat(tail[1]) not in _tails(language):
        return span
    public = public_words(get(language).reads)
    if flat(value) in public.brands or flat(value) in public.bodies:
        return span
    return span._replace(end=tail.end(1), label="ORGANIZATION", key=None, parts=())


@cache
def _tails(language: str) -> frozenset[str]:
    """Words that end the names of houses; where what a house is stands first, none does."""
    if raw(language)["traits"]["heads_first"]:
        return frozenset(map(flat, listed("house_tails", language)))
    return company_words(language) | frozenset(map(flat, listed("house_tails", language)))


def kin_and_name(span: Span, text: str, language: str) -> Iterator[Span]:
    """The word for a relative and, apart from it, the name behind it: "[hermana Lola]"."""
    words = list(_WORD.finditer(text, span.start, span.end))
    kinship = public_words(get(language).reads).kinship
    last = 0
    while last < len(words) and flat(words[last][0]) in kinship:
        last += 1
    rest = words[last:]
    if not last or not rest or not all(word[0][0].isupper() for word in rest):
        yield span
        return
    yield span._replace(end=words[last - 1].end(), key=None, parts=())
    yield span._replace(start=rest[0].start(), label="PERSON", key=None, parts=())
