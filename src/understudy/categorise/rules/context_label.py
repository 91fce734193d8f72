"""What the words around a name say it is: somebody ("Marek and his lads"), a work ("the album
Rumours", "jugar a Catan"), a river ("the River Cam")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.categorise.stated import is_relative
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import company_words
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of
from understudy.languages.public import public_words

__all__ = ["label_of_context", "numbered_court"]

_BEFORE, _BEHIND = 32, 24
_TAKEN = frozenset(("ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "LOCATION"))
_PLACED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_OPENS = re.compile(r"(?:\A|[\n.!?,]\s*)\Z")
_WITH_INITIALS = re.compile(r"([A-Z]{2,4}) ([A-Z][a-z]+)")
_HEAD = re.compile(r"(?<!\w)([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]+) \Z")


def label_of_context(span: Span, text: str, language: str) -> Span:
    """A guess under the label that the words around it tell."""
    value = text[span.start : span.end]
    if span.score >= 1.0 or not value[:1].isupper():
        return span
    rules = (_called, _serving, _arriving, _branching, _signing, _working, _flowing)
    found = (rule(span, value, text, language) for rule in rules)
    return next((one for one in found if one is not None), span)


def _called(span: Span, value: str, text: str, language: str) -> Span | None:
    """Somebody who has people, or is somebody's."""
    if not _somebody(span, value, text, language):
        return None
    return span._replace(label="PERSON", key=None, parts=())


def _serving(span: Span, value: str, text: str, language: str) -> Span | None:
    """Somebody behind the initials of what somebody does: "HV Pauline"."""
    served = _WITH_INITIALS.fullmatch(value) if span.label in _TAKEN else None
    if served is None or flat(served[1]) not in _before_people(language):
        return None
    return span._replace(start=span.start + served.start(2), label="PERSON", key=None, parts=())


def _arriving(span: Span, value: str, text: str, language: str) -> Span | None:
    """A town with the word for an arrival before it or in it ("ETA Felixstowe"), or with the short
    name of a region behind it ("Barrie ON")."""
    if span.label != "PERSON":
        return None
    inside = _arrivals(language).match(value)
    low = max(0, span.start - _BEFORE)
    placed = inside or _arrivals(language).search(text, low, span.start)
    if not placed and not _regions_behind(language).match(text, span.end):
        return None
    start = span.start + (inside.end() if inside else 0)
    return span._replace(start=start, label="LOCATION", key=None, parts=())


def _branching(span: Span, value: str, text: str, language: str) -> Span | None:
    """The town or the house of a branch, without the word: "Didcot branch"."""
    name, _, last = value.rpartition(" ")
    if span.label not in _PLACED or not name or last not in _own(language, "branches"):
        return None
    label = "LOCATION" if flat(name) in lexicon(language).places else span.label
    return span._replace(end=span.start + len(name), label=label, key=None, parts=())


def _signing(span: Span, value: str, text: str, language: str) -> Span | None:
    """A name without the word that ends the message before it: "Love Teddy"."""
    signed = _sign_offs(language).match(value) if span.label == "PERSON" else None
    if signed is None or not _OPENS.search(text, max(0, span.start - _BEFORE), span.start):
        return None
    return span._replace(start=span.start + signed.end())


def _working(span: Span, value: str, text: str, language: str) -> Span | None:
    """A work that is said to be one."""
    if not _work(span, value, text, language):
        return None
    return span._replace(label="CREATIVE_WORK", key=None, parts=())


def _flowing(span: Span, value: str, text: str, language: str) -> Span | None:
    """A river or a lake, with the word for it before."""
    head = _HEAD.search(text, max(0, span.start - _BEFORE), span.start)
    stray = span.label == "PERSON" and finds_by(span.source) == LIST and " " not in value
    if not stray or head is None or flat(head[1]) not in _waters(language):
        return None
    return span._replace(start=head.start(1), label="LOCATION", key=None, parts=())


def _somebody(span: Span, value: str, text: str, language: str) -> bool:
    """Whether one word, which is no brand and no body, has his or her people behind it, or what
    somebody is to somebody before it: "My late wife Opal"."""
    if span.label not in _TAKEN or finds_by(span.source) != MODEL or not value.isalpha():
        return False
    behind = _people_behind(language).match(text, span.end) is not None
    if not value.istitle() or not (behind or is_relative(text, span, language)):
        return False
    word, public = flat(value), public_words(get(language).reads)
    return not public.is_house(word) and word not in company_words(language)


def _work(span: Span, value: str, text: str, language: str) -> bool:
    """Whether a work is said before a name, or a game is played that nobody is called by."""
    if span.label not in _PLACED or finds_by(span.source) == LIST:
        return False
    words, known = flat(value).split(), lexicon(language)
    if any(word in known.given or word in known.guests for word in words):
        return False
    low = max(0, span.start - _BEFORE)
    if _works_before(language).search(text, low, span.start):
        # "the song Marsh wrote": whom the model takes for somebody is nobody's work
        return span.label != "PERSON" or (finds_by(span.source) == CUE and len(words) > 1)
    played = _games_before(language).search(text, low, span.start) is not None
    unknown = " ".join(words) not in known.places and not any(map(known.names, words[:1]))
    return played and unknown and len(words) > 1 and span.label != "ORGANIZATION"


def numbered_court(span: Span, text: str, language: str) -> bool:
    """Whether a number and a court look like a door and a street: "Court 4, Family Court"."""
    return _courts(language).match(text, span.start, span.end) is not None


@cache
def _courts(language: str) -> re.Pattern[str]:
    return re.compile(rf"\d+[A-Z]?, (?:{any_of(_own(language, 'court_kinds'))}) [A-Z]")


@cache
def _regions_behind(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{any_of(_own(language, 'region_codes'))})(?![\w'’-])(?! [a-z])")


@cache
def _arrivals(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(_own(language, 'arrivals'))}) (?=\Z|[A-Z]\w+\Z)")


@cache
def _sign_offs(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(_own(language, 'sign_offs'))}),? (?=[^\W\d_a-z][\w'’-]+\Z)")


def _own(language: str, kind: str) -> Sequence[str]:
    """A list of a language by itself: ETA is no arrival in Spain."""
    words: Sequence[str] = get(language).table("lexicon").get(kind, ())
    return words


@cache
def _before_people(language: str) -> frozenset[str]:
    """Initials before a name that say what somebody does: "HV Pauline"."""
    return frozenset(flat(" ".join(listed("people_before", language))).split())


@cache
def _people_behind(language: str) -> re.Pattern[str]:
    return re.compile(rf" (?:{any_of(listed('people_behind', language))})(?!\w)", re.I)


@cache
def _works_before(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(listed('work_heads', language))}) [\"“«‘']?\Z", re.I)


@cache
def _games_before(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(listed('game_cues', language))}) \Z", re.I)


@cache
def _waters(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("water_heads", language)))
