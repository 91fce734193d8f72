"""What stands before a name and is none of it: a rank and the number that an officer wears ("PC
4471 Dunstable"), a title of several words ("Nurse Practitioner Beale"), an hour before a church.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.rules.ordinary import organization_words
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import FORM, finds_by
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of

__all__ = ["by_rank", "only_hour", "towns_of_saints"]

_MISTAKEN = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"))
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_FARTHEST = 48
"""Characters in which a rank, the word for a number and the number stand before a name."""
_CAPITAL = r"(?=[^\W\d_a-zß-öø-ÿ][^\W\d_])"
_SURNAME = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NAME_NEXT = re.compile(rf" {_CAPITAL}")
_TOWN_ENDS = re.compile(r"[,.;)\n]|\Z")


def by_rank(span: Span, text: str, language: str) -> Iterator[Span]:
    """A guess at what is called like somebody, as the officer that the rank before it says; the
    number between the two is told by itself."""
    if span.label not in _MISTAKEN or finds_by(span.source) == FORM:
        yield span
        return
    low = max(0, span.start - _FARTHEST)
    ranked = _ranked(language).finditer(text, low, span.end + _FARTHEST)
    worn = next((one for one in ranked if one.start() <= span.start <= one.end()), None)
    if worn is None:
        yield _behind_title(span, text, language)
    elif span.end > worn.end():
        start, end = worn.span("number")
        yield span._replace(start=start, end=end, label="ID", key=None, parts=())
        yield span._replace(start=worn.end(), label="PERSON", key=None, parts=())
    elif span.end > worn.start("number"):
        yield span
    # else it is the rank, or the word for the number: "Badge"


@cache
def _ranked(language: str) -> re.Pattern[str]:
    ranks, words = any_of(listed("ranks", language)), any_of(listed("worn_numbers", language))
    return re.compile(
        rf"(?<!\w)(?:(?i:{ranks})\.? (?:(?i:{words})\.? )?|(?i:{words})\.? )"
        rf"(?P<number>\d{{2,6}}),? {_CAPITAL}"
    )


def _behind_title(span: Span, text: str, language: str) -> Span:
    """A name without the title of several words that it begins in or stands behind."""
    if span.label not in _NAMED:
        return span
    low = max(0, span.start - _FARTHEST)
    for title in _titled(language).finditer(text, low, span.end):
        name = flat(text[title.end() : span.end]).split()
        inside = span.start <= title.end() < span.end
        if inside and organization_words(language).isdisjoint(name):
            return span._replace(start=title.end(), label="PERSON", key=None, parts=())
    return span


@cache
def _titled(language: str) -> re.Pattern[str]:
    titles = any_of(listed("long_titles", language))
    return re.compile(rf"(?<!\w)(?i:{titles}) {_CAPITAL}")


def only_hour(span: Span, text: str, language: str) -> Span:
    """The hour of what is taken for an address and is an hour and the start of a saint's name:
    "[12 noon in St] Anne's"."""
    if span.label != "STREET_ADDRESS" or span.score >= 1.0:
        return span
    hour = _hour_first(language).fullmatch(text, span.start, span.end)
    if hour is None or _NAME_NEXT.match(text, span.end) is None:
        return span
    return span._replace(end=hour.end("hour"), label="TIME", key=None, parts=())


@cache
def _hour_first(language: str) -> re.Pattern[str]:
    cues, saints, ends = (
        any_of(listed(kind, language)) for kind in ("venue_cues", "saints", "hour_ends")
    )
    hour = rf"(?P<hour>\d{{1,2}}(?:[:.]\d\d)? ?(?:{ends}))"
    return re.compile(rf"{hour},? (?:{cues}) (?:{saints})\.?", re.I)


def towns_of_saints(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document; a name between commas behind that of a church or a school is a
    town's: "in St Anne's, Swords, then back"."""
    known = lexicon(language)
    return [
        span._replace(label="LOCATION", key=None)
        if span.label == "PERSON"
        and span.score < 1.0
        and _TOWN_ENDS.match(text, span.end)
        and _SURNAME.fullmatch(text, span.start, span.end)
        and flat(text[span.start : span.end]) not in known.given
        and _church(language).search(text, max(0, span.start - _FARTHEST), span.start)
        else span
        for span in spans
    ]


@cache
def _church(language: str) -> re.Pattern[str]:
    saints = any_of(listed("saints", language))
    cues = any_of(listed("venue_cues", language))
    return re.compile(rf"(?<!\w)(?:{cues}) (?i:{saints})\.? {_CAPITAL}[^\W\d_]+['’]s, \Z")
