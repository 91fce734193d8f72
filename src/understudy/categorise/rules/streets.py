"""Streets, and what stands behind them: doors, towns, regions; and what is no street though it
begins like one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.forms import ARTICLE, IN_NUMBER, WORD
from understudy.categorise.rules.shorts import without_relation
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import MODEL, finds_by
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.lists import any_of
from understudy.surrogates.places.atlas import lookup

__all__ = ["of_street", "on_street", "titled_name", "with_town"]

_SHORT_STREET = 0.8
"""What the grammar says at least of a street with a number or an abbreviation: "Wall Street" is
hardly an address."""
_DAY_FIRST = re.compile(r"\d{1,2}/\d{1,2}(?:/\d{2,4})?\b")
_BEHIND_STREET = re.compile(
    r"[ ,]+([^\W\d_][^\d,]*?)[ ,]+([A-Za-z]{2})(?:[ ,]+(\d{5}(?:-\d{4})?))?"
)
_TOWN_BEHIND = re.compile(r"[ ,]+([^\W\d_][^\d,]*)")
_REGION_BEHIND = re.compile(r"[ ,]+([A-Za-z]{2})(?!\w)")
_SLASHED_WORD = re.compile(r"(?<!\w)\w/\Z")
_SLASHED_LETTERS = re.compile(r"\w/\w(?!\w)")
_THOUSANDS = re.compile(r"[^\W\d_]+ \d{1,3}(?:[.,]\d{3})+")
"""One word and a number with signs between its thousands, which no house has."""


def with_town(
    streets: Iterable[Span], backed: Evidence, text: str, language: str
) -> Iterator[Span]:
    """A street apart from the town, the state and the code behind it, where the grammar sees it
    end: "123 main st hartford ct 06101"."""
    for span in streets:
        ends = [
            one.end
            for one in backed.over(span.start, span.end)
            if one.label == "STREET_ADDRESS" and one.end < span.end
        ]
        behind = _BEHIND_STREET.fullmatch(text, max(ends), span.end) if ends else None
        if behind is None or not _is_region(behind[2], language):
            yield from _with_region_behind(span, max(ends, default=0), text, language)
            continue
        yield span._replace(end=max(ends), key=None, parts=())
        for group, label in enumerate(("LOCATION", "LOCATION", "POSTAL_CODE"), start=1):
            if behind[group]:
                low, high = behind.span(group)
                yield span._replace(start=low, end=high, label=label, key=None, parts=())


def _with_region_behind(span: Span, end: int, text: str, language: str) -> Iterator[Span]:
    """A street apart from the town that ends it, where a state follows upon that: "14 oakwood dr
    springfield" before "il"."""
    town = _TOWN_BEHIND.fullmatch(text, end, span.end) if end else None
    region = _REGION_BEHIND.match(text, span.end) if town else None
    if town is None or region is None or not _is_region(region[1], language):
        yield span
        return
    yield span._replace(end=end, key=None, parts=())
    yield span._replace(start=town.start(1), label="LOCATION", key=None, parts=())


def _is_region(code: str, language: str) -> bool:
    return any(one.kind == "region" for one in lookup(code.upper(), language))


def titled_name(span: Span, text: str, language: str) -> bool:
    """Whether a job is a title and a name: "Dra. Encinas"."""
    words = text[span.start : span.end].split()
    title = words[0].rstrip(".").casefold() if words else ""
    return len(words) > 1 and title in raw(language)["courtesy"] and words[-1].istitle()


def of_street(span: Span, text: str, language: str) -> Iterator[Span]:
    """A street without what is none of it; nothing where it only begins like one."""
    if _no_street(span, text, language):
        return
    titled = _titled(language).search(text, span.start, span.end)
    if titled is not None:  # "Flat 3, Mr. Sunday Akpan"
        yield from _before_title(span, titled, text)
        return
    own = without_relation(span, text, language)
    if own is None:
        return
    span = _unlabelled(own, text, language)
    article = _articles(language).match(text, span.start, span.end)
    cut = article is not None and finds_by(span.source) == MODEL
    yield span._replace(start=article.end()) if article and cut else span


def _before_title(span: Span, titled: re.Match[str], text: str) -> Iterator[Span]:
    """A door, and somebody behind it with a title."""
    if WORD.search(text, span.start, titled.start()):
        yield span._replace(end=titled.start(), key=None, parts=())
    if titled["name"]:
        yield span._replace(start=titled.start("name"), label="PERSON", key=None, parts=())


@cache
def _titled(language: str) -> re.Pattern[str]:
    titles = any_of(listed("titles_short", language))
    return re.compile(
        rf"(?<=\d)[A-Za-z]?,\s+(?i:{titles})(?!\w)\.?(?:\s+(?P<name>[A-ZÀ-ÖØ-Þ].*)|\Z)", re.S
    )


def _unlabelled(span: Span, text: str, language: str) -> Span:
    """An address of the model's without the label of what follows: "heber city 84032 ph"."""
    words = list(WORD.finditer(text, span.start, span.end))
    end = len(words)
    while end > 1 and flat(words[end - 1][0]) in _contact_labels(language):
        end -= 1
    if finds_by(span.source) != MODEL or end == len(words):
        return span
    return span._replace(end=words[end - 1].end(), key=None, parts=())


@cache
def _contact_labels(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("contact_labels", language)))


def on_street(span: Span, backed: Evidence) -> bool:
    """Whether a name of the model's is a street to the grammar, but for an article before it."""
    return any(
        one.label == "STREET_ADDRESS"
        and one.score >= _SHORT_STREET
        and one.start - ARTICLE <= span.start
        and span.end <= one.end
        for one in backed.over(span.start, span.end)
    )


def _no_street(span: Span, text: str, language: str) -> bool:
    """Whether an address begins within a number ("09/11/1951, GP Dr."), or has neither a figure
    nor a capital nor a word for a street: "nº col"."""
    if IN_NUMBER.search(text, max(0, span.start - 2), span.start) and text[span.start].isdigit():
        return True
    if span.end - span.start == 1 and _in_prefix(span, text, language):
        return True  # an A of "A/A"
    if _DAY_FIRST.match(text, span.start, span.end) or _counts_courts(span, text, language):
        return True  # "10/19 to see Dr.", "in 1994 the court"
    value = text[span.start : span.end]
    if _THOUSANDS.fullmatch(value) or _by_doctor(value, language):
        return True  # "cuesta 970.000", "bay 4 by Dr Lim"
    if finds_by(span.source) != MODEL or not value.islower() or any(map(str.isdigit, value)):
        return False
    words, known = flat(value).split(), lexicon(language)
    return known.streets.isdisjoint(words) and not any(map(known.names, words))


def _in_prefix(span: Span, text: str, language: str) -> bool:
    """Whether one letter is a part of what stands before a name on a parcel: "A/A", "C/O"."""
    word = _SLASHED_WORD.search(text[max(0, span.start - ARTICLE) : span.start])
    start = span.start - (len(word[0]) if word else 0)
    whole = _SLASHED_LETTERS.match(text, start)
    return whole is not None and whole[0].casefold() in listed("name_prefixes", language)


def _by_doctor(value: str, language: str) -> bool:
    """Whether only a small word stands between a number and what is a title, too: "4 by Dr"."""
    words = value.split()[-3:]
    if len(words) < 3 or not words[0].isdigit() or words[1] not in listed("links", language):
        return False
    return words[2].rstrip(".").casefold() in raw(language)["courtesy"]


def _counts_courts(span: Span, text: str, language: str) -> bool:
    """Whether an article follows upon the number with which an address begins."""
    words = text[span.start : span.end].split(maxsplit=2)
    return len(words) > 2 and words[0].isdigit() and words[1] in listed("articles", language)


@cache
def _articles(language: str) -> re.Pattern[str]:
    """An article before the name of a street: "la Pza. del Olivar"."""
    words = "|".join(map(re.escape, listed("articles", language))) or "(?!)"
    streets = "|".join(map(re.escape, sorted(lexicon(language).streets))) or "(?!)"
    return re.compile(rf"(?:{words})\s+(?=[^\W\d_a-zß-öø-ÿ]|(?:{streets})(?!\w))")
