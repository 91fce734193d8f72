"""Titles of laws, treaties and codes: they are public, and the words in them name nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import LIST, MODEL, finds_by
from understudy.languages.lexicon import lexicon, listed, one_of

__all__ = ["Title", "outside", "titles"]

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][\w'’-]*"
_BEFORE = 90
"""Characters before the last word of a title in which the others stand."""
_SURE = 0.6
_SHORT = 2
"""Words of a title that has no room for a place: "Carta Magna"."""
_COUNTED = frozenset(("DATE", "DATE_TIME", "CASE_NUMBER", "ID", "TICKET_NUMBER", "ORDER_NUMBER"))
"""What the number of a law is taken for."""
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "PRODUCT", "CREATIVE_WORK", "NRP"))


class Title(NamedTuple):
    """Where the title of a law stands."""

    start: int
    end: int
    place: bool
    """Whether it has one word besides the kind of law: "Treaty of Rome"."""


class _Patterns(NamedTuple):
    opened: re.Pattern[str]
    """A kind of law, and what it is about behind it."""
    closed: re.Pattern[str]
    """The kind of law behind what it is about."""
    before: re.Pattern[str]
    """What stands before that."""
    numbers: tuple[re.Pattern[str], ...]
    """What the number and the year behind a title look like."""


@cache
def _patterns(language: str) -> _Patterns:
    links = one_of("law_links", language)
    more = rf"(?:,? (?:(?:{links}) ){{0,3}}{_CAPITAL})"
    return _Patterns(
        re.compile(
            rf"(?<!\w)(?:(?:{one_of('laws_named', language)})(?!\w){more}{{0,9}}"
            rf"|(?:{one_of('laws_opening', language)}) (?P<about>{_CAPITAL}){more}{{0,9}})"
        ),
        re.compile(rf"(?<= )(?:{one_of('laws_closing', language)})(?!\w| {_CAPITAL})"),
        re.compile(rf"(?<![\w’'-])(?:{_CAPITAL},? (?:(?:{links}) ){{0,2}}){{1,7}}\Z"),
        tuple(re.compile(rf"(?:{one})(?!\w)") for one in listed("law_numbers", language)),
    )


def titles(text: str, language: str) -> list[Title]:
    """The titles of laws in a text, in its order."""
    patterns, found = _patterns(language), []
    for one in patterns.opened.finditer(text):
        about = one["about"]
        found.append(Title(one.start(), one.end(), about is not None and one[0].endswith(about)))
    for one in patterns.closed.finditer(text):
        before = patterns.before.search(text, max(0, one.start() - _BEFORE), one.start())
        if before is not None:
            found.append(Title(before.start(), one.end(), len(before[0].split()) == 1))
    return [_numbered(one, patterns, text) for one in _joined(sorted(found))]


def _numbered(title: Title, patterns: _Patterns, text: str) -> Title:
    """The title with its number behind it: "Ley Orgánica 3/2018"."""
    found = (pattern.match(text, title.end) for pattern in patterns.numbers)
    return title._replace(end=max([title.end, *(one.end() for one in found if one)]))


def _joined(found: Sequence[Title]) -> Iterator[Title]:
    """The titles, those that overlap as one."""
    last: Title | None = None
    for one in found:
        if last is not None and one.start < last.end:
            last = Title(last.start, max(last.end, one.end), last.place and one.place)
        else:
            if last is not None:
                yield last
            last = one
    if last is not None:
        yield last


def outside(
    span: Span, among: Sequence[Title], held: Sequence[Span], text: str, language: str
) -> Iterator[Span]:
    """What of a guess lies outside the titles; all of it where it names somebody for sure.

    ``held`` is all evidence at this place.
    """
    title = next((one for one in among if one.start < span.end and span.start < one.end), None)
    if title is not None and span.label in _COUNTED and span.end <= title.end:
        return
    if title is None or span.label not in _NAMED or _somebody(span, title, held, text, language):
        yield span
        return
    for start, end in ((span.start, title.start), (title.end, span.end)):
        words = flat(text[start:end]).split() if start < end else []
        if any(word.isalnum() and word not in _joining(language) for word in words):
            yield span._replace(start=start, end=end, key=None, parts=())


def _somebody(span: Span, title: Title, held: Sequence[Span], text: str, language: str) -> bool:
    """Whether more than the look of a name speaks for one inside a title."""
    if span.label == "PERSON":
        words, known = flat(text[span.start : span.end]).split(), lexicon(language)
        if all(map(known.usual, words)):
            return False
        named = len(words) > 1 and all(map(known.names, words))
        return named or any(
            one.label == "PERSON" and finds_by(one.source) == MODEL and one.score >= _SURE
            for one in held
        )
    long = len(text[title.start : title.end].split()) > _SHORT
    return span.label == "LOCATION" and finds_by(span.source) == LIST and long and not title.place


@cache
def _joining(language: str) -> frozenset[str]:
    return frozenset(
        flat(word) for word in (*listed("links", language), *listed("articles", language))
    )
