"""People and organizations that no list knows, by case and by cue (Tang et al. 2004).

With case: a capitalised word that is no place, no organization and no common word is a person.
Without case: what follows "my name is", "le atiende", a title or a kin word is one, as is the
answer to a question for a name. What was found once is found wherever it stands in the document.

    [detector.heuristic]
    threshold = 0.7     # only what a cue says; 0, the default, also what capitals suggest
    allow = "FILE"      # values that are never marked
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import ahocorasick
from msgspec import Meta, Struct

from understudy.core.folding import flat
from understudy.core.normal import normalise
from understudy.core.types import Document, Span
from understudy.identify.called import called
from understudy.identify.capitals import capitalised
from understudy.identify.cues import cued, marks
from understudy.identify.gazetteer import allowed
from understudy.identify.hits import place_cues, verbs
from understudy.identify.houses import houses
from understudy.identify.records import records
from understudy.identify.settings import CUE, DetectorPart, DetectorSettings
from understudy.identify.textview import TextView, placed
from understudy.identify.written import written
from understudy.languages import DEFAULT, language_of
from understudy.languages.lexicon import Lexicon, lexicon, raw

__all__ = ["DETECTOR", "Heuristic", "build"]

_FOUND = ("PERSON", "TITLE", "ORGANIZATION", "LOCATION", "PRODUCT", "NUMBER", "AGE")
_SURE = 0.7
_MANY = 5
"""Spaces and hyphens of a run that is a list of names and no name."""
_SIGNS = re.compile(r"[ -]")
_SHORTEST = 3


@dataclass(frozen=True)
class Heuristic:
    """Finds people, places and organizations by capital letters and by the words around them."""

    language: str = DEFAULT
    allow: frozenset[str] = frozenset()
    """Flat values that are never marked."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    threshold: float = 0.0
    """The least score of what is told."""

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        if self.categories and self.categories.isdisjoint(_FOUND):
            return [()] * len(documents)
        return [self._spans(document) for document in documents]

    def _spans(self, document: Document) -> tuple[Span, ...]:
        normal = normalise(document.text)
        language = language_of(document, self.language)
        view = TextView(normal.text, language)
        cues = marks(view, language)
        found = _settled(view, [*cued(view, cues, language), *capitalised(view, cues, language)])
        found += _repeated(view, found, language)
        found += written(view, language)
        found += called(view, language)
        found += houses(view, language)
        found += records(view, language)
        sure = [span for span in found if span.score >= self.threshold]
        return placed(view, normal, sure, self.allow)


def _settled(view: TextView, found: Sequence[Span]) -> list[Span]:
    """Without people who are known to be an organization of the document."""
    companies = {
        view.flat[span.start : span.end]
        for span in found
        if span.label == "ORGANIZATION" and span.score >= _SURE
    }
    return [
        span
        for span in found
        if span.label != "PERSON"
        or span.score >= _SURE
        or view.flat[span.start : span.end] not in companies
    ]


def _repeated(view: TextView, found: Sequence[Span], language: str) -> Iterator[Span]:
    """The words of people, and the names of organizations, where they stand alone.

    A given name that is a common word is found again only beside a word that goes with people.
    """
    words = lexicon(language)
    wanted: dict[str, str] = {}
    for span in found:
        if span.score < _SURE:
            continue
        value = view.flat[span.start : span.end]
        parts = value.split() if span.label == "PERSON" else [value]
        for part in parts:
            if len(part) >= _SHORTEST and _again(part, words):
                wanted.setdefault(part, span.label)
    if not wanted:
        return
    taken = {at for span in found for at in (span.start, span.end)}
    inside = _Inside(view, found)
    known = ahocorasick.Automaton()
    for value, label in wanted.items():
        known.add_word(f" {value} ", (len(value), value in words.places, label))
    known.make_automaton()
    for stop, (length, place, label) in known.iter(f" {view.flat} ".replace("'s ", "   ")):
        start, end = stop - length - 1, stop - 1
        if start in taken or end in taken or inside(start, end, label):
            continue
        if view.token(start, end) or not view.named(start):
            continue
        if place and label == "PERSON" and view.beside(start) in place_cues(language):
            continue
        if view.flat[start:end] not in words.common:
            yield Span(start, end, label, 0.6, "heuristic")
        elif _beside_people(view, start, end, language):
            yield Span(start, end, label, 0.8, "heuristic")


class _Inside:
    """Whether a place is inside a list of names that is found as one already: a word of it is no
    repeat there. Of a few words, each is marked by itself, too, since some may be no names."""

    def __init__(self, view: TextView, found: Sequence[Span]) -> None:
        self._names = sorted(
            span
            for span in found
            if span.score >= _SURE and len(_SIGNS.findall(view.text, *span[:2])) >= _MANY
        )
        self._starts = [span.start for span in self._names]

    def __call__(self, start: int, end: int, label: str) -> bool:
        at = bisect_left(self._starts, start) - 1
        if at < 0:
            return False
        span = self._names[at]
        return span.label == label and end < span.end


def _again(word: str, words: Lexicon) -> bool:
    return (word not in words.common or word in words.given) and word not in words.particles


def _beside_people(view: TextView, start: int, end: int, language: str) -> bool:
    if view.beside(start) in _inside(language):
        return False
    return view.after(end) in verbs(language) or view.beside(start) in _pronouns(language)


@cache
def _pronouns(language: str) -> frozenset[str]:
    """What a name stands behind when somebody is introduced: "she's June"."""
    return frozenset(map(flat, raw(language)["introducing"]))


@cache
def _inside(language: str) -> frozenset[str]:
    return frozenset(raw(language)["inside"])


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.heuristic]``."""

    threshold: Annotated[float, Meta(ge=0, le=1)] = 0.0
    allow: Annotated[str, Meta(description="the name of a file")] = ""


def build(settings: DetectorSettings) -> Heuristic:
    """The detector of a policy."""
    options = settings.read(Options, "heuristic")
    allow = allowed(settings, options.allow)
    return Heuristic(settings.language, allow, settings.categories, options.threshold)


DETECTOR = DetectorPart("heuristic", build, Options, finds_by=CUE)
