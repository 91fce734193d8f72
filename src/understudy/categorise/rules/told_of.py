"""What the words around a name say it is: somebody ("Marek and his lads"), a work ("the album
Rumours", "jugar a Catan"), a river ("the River Cam")."""

from __future__ import annotations

import re
from functools import cache

from understudy.categorise.told import is_relative
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import company_words
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of
from understudy.languages.public import public_words

__all__ = ["numbered_court", "told_label"]

_BEFORE, _BEHIND = 32, 24
_TAKEN = frozenset(("ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "LOCATION"))
_PLACED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_OPENS = re.compile(r"(?:\A|[\n.!?,]\s*)\Z")
_WITH_INITIALS = re.compile(r"([A-Z]{2,4}) ([A-Z][a-z]+)")
_HEAD = re.compile(r"(?<!\w)([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]+) \Z")


def told_label(span: Span, text: str, language: str) -> Span:
    """A guess under the label that the words around it tell."""
    value = text[span.start : span.end]
    if span.score >= 1.0 or not value[:1].isupper():
        return span
    if _somebody(span, value, text, language):
        return span._replace(label="PERSON", key=None, parts=())
    served = _WITH_INITIALS.fullmatch(value)
    if served and span.label in _TAKEN and flat(served[1]) in _serving(language):
        return span._replace(start=span.start + served.start(2), label="PERSON", key=None, parts=())
    arrival = _arrivals(language).match(value) if span.label == "PERSON" else None
    if arrival is not None:
        start = span.start + arrival.end()
        return span._replace(start=start, label="LOCATION", key=None, parts=())
    if span.label == "PERSON" and _placed(span, text, language):
        return span._replace(label="LOCATION", key=None, parts=())
    if span.label == "PERSON" and (signed := _signing(language).match(value)):
        opens = _OPENS.search(text, max(0, span.start - _BEFORE), span.start)
        return span._replace(start=span.start + signed.end()) if opens else span
    if _work(span, value, text, language):
        return span._replace(label="CREATIVE_WORK", key=None, parts=())
    head = _HEAD.search(text, max(0, span.start - _BEFORE), span.start)
    stray = span.label == "PERSON" and finds_by(span.source) == LIST and " " not in value
    if stray and head is not None and flat(head[1]) in _waters(language):
        return span._replace(start=head.start(1), label="LOCATION", key=None, parts=())
    return span


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


def _placed(span: Span, text: str, language: str) -> bool:
    """Whether the short name of a region stands behind ("Barrie ON"), or the word for an arrival
    before ("ETA Felixstowe")."""
    if _regions_behind(language).match(text, span.end):
        return True
    low = max(0, span.start - _BEFORE)
    return _arrivals(language).search(text, low, span.start) is not None


@cache
def _regions_behind(language: str) -> re.Pattern[str]:
    return re.compile(rf",? (?:{any_of(_own(language, 'region_codes'))})(?![\w'’-])(?! [a-z])")


@cache
def _arrivals(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(_own(language, 'arrivals'))}) (?=\Z|[A-Z]\w+\Z)")


@cache
def _signing(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(_own(language, 'sign_offs'))}),? (?=[^\W\d_a-z][\w'’-]+\Z)")


def _own(language: str, kind: str) -> tuple[str, ...]:
    """A list that some languages have."""
    tables = (get(one).table("lexicon") for one in get(language).reads)
    return tuple(word for table in tables for word in table.get(kind, ()))


@cache
def _serving(language: str) -> frozenset[str]:
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
