"""Names beside marked ones that nobody marked: who speaks again ("Mo: …"), and the other of two
that stand together ("ask Hamish or Morag")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.evidence import Evidence, cased
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.called import known_otherwise
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages.lexicon import lexicon, listed

__all__ = ["with_those_beside"]

_SURE = 0.6
"""What a mark must be worth to speak for what stands beside it."""
_WORTH = 0.6
_NAME = r"[^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,}"
_FOUND = frozenset((CUE, LIST, MODEL))
_LABEL = re.compile(r"^([^\W\d_][\w .'’-]{0,30}?)[ \t]?:", re.M)
_FULL = re.compile(r" [^\W\d_a-zß-öø-ÿ]|[-'’][^\W\d_]")
"""A name goes on: it is not one word alone."""


def with_those_beside(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, and those of the names beside marked people."""
    people = [one for one in spans if one.label == "PERSON" and finds_by(one.source) in _FOUND]
    if not people:
        return list(spans)
    found = list(_speakers(people, text))
    if cased(text):
        found += _others(people, text, language)
    held = Evidence(spans)
    new: dict[int, Span] = {one.start: one for one in found if not held.over(one.start, one.end)}
    return sorted((*spans, *new.values())) if new else list(spans)


def _speakers(people: Sequence[Span], text: str) -> Iterator[Span]:
    """Where somebody speaks again who is marked before a colon at the start of a line."""
    known: dict[str, Span] = {}
    for one in people:
        label = _LABEL.match(text, one.start)
        if label is not None and label.end(1) == one.end:
            known[text[one.start : one.end]] = one
    if not known:
        return
    for label in _LABEL.finditer(text):
        if label[1] in known:
            yield _like(known[label[1]], *label.span(1))


def _others(people: Sequence[Span], text: str, language: str) -> Iterator[Span]:
    for one in people:
        if one.score < _SURE or text[one.start : one.end].islower():
            continue
        for other in (
            _behind(language).match(text, one.end),
            _before(language).search(text, max(0, one.start - 40), one.start),
        ):
            if other is not None and _a_name(text, *other.span(1), language):
                yield _like(one, *other.span(1))


def _a_name(text: str, start: int, end: int, language: str) -> bool:
    """Whether a word alone with a capital is nothing that the lists know but a name."""
    word = flat(text[start:end])
    if _FULL.match(text, end) or (start and text[start - 1] in "-'’#@"):
        return False
    return not known_otherwise(word, lexicon(language), language)


def _like(span: Span, start: int, end: int) -> Span:
    return span._replace(start=start, end=end, score=_WORTH, key=None, parts=())


@cache
def _joining(language: str) -> str:
    return "|".join(map(re.escape, listed("coordinating", language))) or "(?!)"


@cache
def _behind(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{_joining(language)}) ({_NAME})(?!\w)")


@cache
def _before(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\s(\"“«¿¡]) ?({_NAME}),? (?:{_joining(language)}) \Z")
