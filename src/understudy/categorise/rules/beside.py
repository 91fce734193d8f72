"""Names beside marked ones that nobody marked: who speaks again ("Mo: …"), and the other of two
that stand together ("ask Hamish or Morag")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.casing import cased
from understudy.categorise.rules.offices import is_public_office
from understudy.categorise.rules.runs import says_role
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.called import known_otherwise
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.public import public_words

__all__ = ["with_those_beside"]

_SURE = 0.6
"""What a mark must be worth to speak for what stands beside it."""
_WORTH = 0.6
_NEAR = 40
"""Characters between two who come together."""
_NAME = r"[^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,}"
_FOUND = frozenset((CUE, LIST, MODEL))
_LABEL = re.compile(r"^([^\W\d_][\w .'’-]{0,30}?)[ \t]?:", re.M)
_TOWN = re.compile(
    r",\s(?:\d{4,5},?\s)?"
    r"([^\W\d_a-zß-öø-ÿ][\w'’-]+(?: (?:[^\W\d_]{1,3} ){0,2}[^\W\d_a-zß-öø-ÿ][\w'’-]+){0,3})"
)
_ENDED = re.compile(r"\s*(?:[.,;)(]|$)", re.M)
_HOUSED = frozenset(("ORGANIZATION", "HOSPITAL"))
_DIGIT = re.compile(r"\d")
_FULL = re.compile(r" [^\W\d_a-zß-öø-ÿ]|[-'’][^\W\d_]")
"""A name goes on: it is not one word alone."""


def with_those_beside(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, and those of the names beside marked people."""
    people = [one for one in spans if one.label == "PERSON" and finds_by(one.source) in _FOUND]
    if people:
        spans = [_person_too(one, people, text, language) for one in spans]
    found = list(_towns(spans, text, language))
    if not people and not found:
        return list(spans)
    found += _speakers(people, text)
    if cased(text):
        found += _others(people, text, language)
    held, stumps = Evidence(spans), set[Span]()
    new: dict[int, Span] = {}
    for one in found:
        over = held.over(one.start, one.end)
        if all(_stump(other, one, text) for other in over):
            stumps.update(over)  # only where the whole stands in their place
            new[one.start] = one
    return sorted((*(one for one in spans if one not in stumps), *new.values()))


def _person_too(span: Span, people: Sequence[Span], text: str, language: str) -> Span:
    """A mark on a given name that the model takes for a thing as somebody, where the words before
    it lead on from somebody: "con ANA y con ADA"."""
    if span.label != "PRODUCT" or span.score >= 1.0:
        return span
    if flat(text[span.start : span.end]) not in lexicon(language).given:
        return span
    led = _led_on(language).search(text, max(0, span.start - _NEAR), span.start)
    if led is None:
        return span
    cue = f" {led[1]} "
    first = any(
        0 < span.start - one.end <= _NEAR and text.endswith(cue, 0, one.start) for one in people
    )
    return span._replace(label="PERSON", key=None, parts=()) if first else span


def _stump(span: Span, town: Span, text: str) -> bool:
    """Whether a guess is but a part of a town behind a street, or the town as another street."""
    if span.score >= 1.0 or finds_by(span.source) != MODEL or town.label != "LOCATION":
        return False
    if not (town.start <= span.start and span.end <= town.end):
        return False
    street = span.label == "STREET_ADDRESS" and not _DIGIT.search(text, span.start, span.end)
    return street or (span.label == "LOCATION" and span[:2] != town[:2])


def _towns(spans: Sequence[Span], text: str, language: str) -> Iterator[Span]:
    """The town behind a street, where the lists know it, or where nothing else can stand: "Avda.
    de la Constitución, 22, Dos Hermanas.", "Calle Herreros Viejos, 8, Toro."."""
    streets = [one for one in spans if one.label == "STREET_ADDRESS" and one.score < 1.0]
    places = lexicon(language).places if streets else frozenset[str]()
    for one in streets:
        behind = _TOWN.match(text, one.end)
        if behind is None:
            continue
        words = behind[1].split(" ")
        ended = _ENDED.match(text, behind.end()) and _DIGIT.search(text, one.start, one.end)
        whole = bool(ended) and flat(words[0]) not in _doors(language)
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            if flat(name) in places or (whole and length == len(words)):
                yield one._replace(
                    start=behind.start(1),
                    end=behind.start(1) + len(name),
                    label="LOCATION",
                    score=min(one.score, _WORTH),
                    key=None,
                    parts=(),
                )
                break
    yield from _house_towns(spans, text, language)


def _house_towns(spans: Sequence[Span], text: str, language: str) -> Iterator[Span]:
    """The listed town behind a hotel or a school and a comma: "Hotel Mirador, Ronda."."""
    houses = [one for one in spans if one.label in _HOUSED and _SURE <= one.score < 1.0]
    known = lexicon(language)
    for one in houses:
        behind = _TOWN.match(text, one.end)
        name = behind[1] if behind and _ENDED.match(text, behind.end()) else ""
        if flat(name) in known.cities and not known.names(flat(name)):
            start = one.end + behind[0].rindex(name) if behind else one.end
            yield one._replace(
                start=start,
                end=start + len(name),
                label="LOCATION",
                score=_WORTH,
                key=None,
                parts=(),
            )


@cache
def _doors(language: str) -> frozenset[str]:
    """What stands behind a street and is no town: "Flat", "Bajo"."""
    table = get(language).table("places")
    names = ("units", "street_tells", "late_choices", "sides", "labels")
    words = [word for name in names for word in table.get(name, ())]
    words += [word for choice in table.get("choices", ()) for word in choice.split()]
    return frozenset(map(flat, words))


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
    public = public_words(get(language).reads)
    if says_role(word, language) or is_public_office(word, public):
        return False  # "and Rep. Ro Khanna", "and Minister of Defence"
    return not known_otherwise(word, lexicon(language), language)


def _like(span: Span, start: int, end: int) -> Span:
    return span._replace(start=start, end=end, score=_WORTH, key=None, parts=())


@cache
def _joining(language: str) -> str:
    return "|".join(map(re.escape, listed("coordinating", language))) or "(?!)"


@cache
def _led_on(language: str) -> re.Pattern[str]:
    return re.compile(rf" (?:{_joining(language)}) ([^\W\d_]+) \Z")


@cache
def _behind(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{_joining(language)}) ({_NAME})(?!\w)")


@cache
def _before(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\s(\"“«¿¡]) ?({_NAME}),? (?:{_joining(language)}) \Z")
