"""What lists and capitals say alone, where a model has read the text and sees nothing there.

Capitals stand in headings, titles and terms ("Gas Transportation Agreement"), and lists have
ordinary words, peoples and countries among their names ("Good Job", "the French nobility"). Where
no model reads, this is all the evidence there is, and it stands.
"""

from __future__ import annotations

import re
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.casing import cased, edited
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.hits import acts
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, one_of, raw
from understudy.languages.public import public_words
from understudy.surrogates.places.reading import is_land

__all__ = ["unread"]

_GUESSED = frozenset((CUE, LIST))
_DATED = frozenset(("DATE", "TIME", "DATE_TIME"))
_CUED = 0.8
"""The least score of a guess that rests on a title or an introduction."""
_LIKELY = 0.75
"""The least score of a name of the lists that is likely one by its place."""
_BEFORE = 24
_LAST = re.compile(r"([^\W\d_]+)[\s(\"“«]*\Z")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_WITHIN = re.compile(r"[^\W\d_A-ZÀ-ÖØ-Þ] \Z")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ'’.\s-]+")
_MOST_CAPITALS = 5
_OPENS = re.compile(r"(?:\A|[\n.!?:;]\s*)\Z")
_FIGURE = re.compile(r" \d+(?:[.,]\d+)? ?[^\W\d_]")
_SPEAKS = re.compile(r"\s?:")


def unread(
    span: Span, held: Evidence, text: str, language: str, heard: Evidence | None = None
) -> Span | None:
    """The guess of a list or a cue that a model did not second, if it is to be believed at all;
    where the model heard nothing whatever, little is."""
    if finds_by(span.source) not in _GUESSED or span.score >= 1.0:
        return span
    over = held.over(span.start, span.end)
    if text[span.start : span.end].islower() and any(_told_time(one, span) for one in over):
        return None  # the "fin" of "este fin de semana"
    read = [one.label for one in over if finds_by(one.source) == MODEL]
    if read:
        people = span.label == "PERSON" not in read and _is_people(
            text[span.start : span.end], over, language
        )
        return None if people else span
    silent = heard is not None and not heard.over(span.start, span.end)
    if silent and _is_faint(span, text):
        return None  # "Basic Fare", "Merluza a la Romana"
    if span.label == "PERSON":
        return _person(span, over, text, language)
    cue = span.label == "ORGANIZATION" and finds_by(span.source) == CUE and cased(text)
    return None if cue and span.score == _CUED and not _firm(span, text, language) else span


def _is_faint(span: Span, text: str) -> bool:
    """Whether the guess of a person says too little to stand against a model that hears nothing:
    no title or introduction, no likely name of the lists, and letters that the model reads."""
    latin = _LATIN.fullmatch(text, span.start, span.end) is not None
    return span.label == "PERSON" and span.score < _CUED and latin


def _told_time(one: Span, span: Span) -> bool:
    """Whether a guess is a part of a date or a time that the model sees."""
    dated = finds_by(one.source) == MODEL and one.label in _DATED
    return dated and one.start <= span.start and span.end <= one.end and one[:2] != span[:2]


def _person(span: Span, over: list[Span], text: str, language: str) -> Span | None:
    value = text[span.start : span.end]
    small = value.islower() and finds_by(span.source) == LIST and edited(text)
    if (
        _is_people(value, over, language)
        or _is_test(span, text, language)
        or _counts(span, text, language)
        or (small and not _told_of(span, text, language))  # "cacio e pepe"
    ):
        return None
    if finds_by(span.source) == LIST and is_land(value, language) and span.score <= _CUED:
        return span._replace(label="LOCATION", key=None, parts=())
    if not cased(text):
        return span
    if finds_by(span.source) == CUE:
        listed_too = any(finds_by(one.source) == LIST for one in over)
        return (
            span if listed_too or span.score >= _CUED or not _capitals_alone(span, text) else None
        )
    if span.score >= _LIKELY or _after_cue(span, text, language):
        return span
    return None if _ordinary(value, language) and not _acts(span, text, language) else span


def _firm(span: Span, text: str, language: str) -> bool:
    """Whether a body has a legal form ("Calder Timber Ltd") or is of a kind that is nothing else:
    "Comunidad de Propietarios Edificio Gaviota"; capitals make headings, too."""
    said = flat(text[span.start : span.end])
    if raw(language)["traits"]["heads_first"] and said.startswith(_pairs(language)):
        return said not in _pairs(language)
    return _legal(language).search(text, span.start, span.end) is not None


@cache
def _pairs(language: str) -> tuple[str, ...]:
    pairs = (flat(pair) for pair in raw(language)["organization_pairs"])
    return tuple(pair for pair in pairs if pair.count(" ") > 1)


@cache
def _legal(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{one_of('legal_forms', language)})(?!\w)")


def _is_people(value: str, over: list[Span], language: str) -> bool:
    """Whether the lists have a people of the same words: "the French nobility"."""
    public = public_words(get(language).reads)
    first, *rest = flat(value).split() or [""]
    known = lexicon(language)
    plain = all(word in public.demonyms or known.usual(word) for word in rest)
    return any(one.label == "NRP" for one in over) and first in public.demonyms and plain


def _is_test(span: Span, text: str, language: str) -> bool:
    """Whether capitals that are a name, too, stand for a test or a scale: "pendiente ANA y
    ANCA"; who speaks has a colon behind the name, and one comes with somebody."""
    value, public = text[span.start : span.end], public_words(get(language).reads)
    said = [word for word in value.split() if word.lower() not in public.small]
    if not all(map(str.isupper, said)) or not cased(text) or _SPEAKS.match(text, span.end):
        return False
    if _after_cue(span, text, language):
        return False
    words = [flat(word) for word in said]
    return (
        bool(words)
        and public.abbreviations.issuperset(words)
        and max(map(len, words)) <= _MOST_CAPITALS
    )


def _acts(span: Span, text: str, language: str) -> bool:
    """Whether a given name that is an ordinary word, too, does what people do ("Will wants a
    refund"), or has its capital within a sentence: "I told Will about it"."""
    value = text[span.start : span.end]
    if not value.istitle() or flat(value) not in lexicon(language).given:
        return False
    behind = _NEXT.match(text, span.end)
    if behind is not None and flat(behind[1]) in acts(language):
        return True
    within = _WITHIN.search(text, max(0, span.start - _BEFORE), span.start) is not None
    return within and (behind is None or behind[1].islower())


def _after_cue(span: Span, text: str, language: str) -> bool:
    """Whether what stands before it may lead on to somebody: "vino con ADA"."""
    last = _LAST.search(text, max(0, span.start - _BEFORE), span.start)
    if last is None:
        return False
    return flat(last[1]) in _small(language) or flat(last[1]) in _cues(language)


@cache
def _cues(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("weak_cues", language)))


def _told_of(span: Span, text: str, language: str) -> bool:
    """Whether a word before it leads on to somebody: "told maria"."""
    last = _LAST.search(text, max(0, span.start - _BEFORE), span.start)
    return last is not None and flat(last[1]) in _cues(language)


def _capitals_alone(span: Span, text: str) -> bool:
    """Whether nothing but two capitals speaks for a name; a name of another script may be one
    that the model cannot read."""
    value = text[span.start : span.end]
    return (" " in value or "-" in value) and _LATIN.fullmatch(value) is not None


def _counts(span: Span, text: str, language: str) -> bool:
    """Whether a word that opens a sentence and is no given name says how much: "Pesa 84 kg"."""
    value = text[span.start : span.end]
    return (
        finds_by(span.source) == LIST
        and _OPENS.search(text, max(0, span.start - _BEFORE), span.start) is not None
        and " " not in value
        and flat(value) not in lexicon(language).given
        and _FIGURE.match(text, span.end) is not None
    )


def _ordinary(value: str, language: str) -> bool:
    """Whether every word is an ordinary one, or a small one between them."""
    words, known = flat(value).replace("-", " ").split(), lexicon(language)
    small = _small(language)
    return bool(words) and all(word in small or known.usual(word) for word in words)


@cache
def _small(language: str) -> frozenset[str]:
    return public_words(get(language).reads).small | frozenset(
        map(flat, listed("run_links", language))
    )
