"""Houses by what they are, in small letters beside the capitals of their name: "Little Sprouts
daycare", "la guardería Los Peques"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.textview import UPPER, TextView
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.lists import any_of
from understudy.languages.public import public_words

__all__ = ["houses"]

_SCORE, _SURE = 0.82, 0.95
_NAME = rf"[{UPPER}][^\W\d_]*(?:['’][^\W\d_]+)?"

_SMALL_NAME = rf"[{UPPER}][^\W\d_A-ZÀ-ÖØ-Þ][^\W\d_]*"


def houses(view: TextView, language: str) -> Iterator[Span]:
    """The names of houses with a word for what they are beside them."""
    initials = any(one in view.text for one in _initials(language))
    for found in _by_initials(language).finditer(view.text) if initials else ():
        if view.cased(found.start()):
            yield Span(*found.span(), "ORGANIZATION", _SURE, "heuristic")
    if not _first(language) and _kinds(language).search(view.text) is None:
        return  # the kind stands behind the name, and every capital may begin one
    for found in _pattern(language).finditer(view.text):
        start, end = found.span("name")
        first = view.flat[start:end].split()[0]
        if view.opens(start) and not _first(language) and lexicon(language).usual(first):
            start += len(view.text[start:end].split()[0]) + 1  # "Attends Little Sprouts daycare"
        if start >= end or not view.cased(start) or _says_kind(view.text[start:end], language):
            continue
        yield Span(start, end, "ORGANIZATION", _SCORE, "heuristic")


@cache
def _kinds(language: str) -> re.Pattern[str]:
    """A word for what a house is, behind its name."""
    return re.compile(rf" (?:{any_of(listed('houses', language))})(?!\w)")


@cache
def _pattern(language: str) -> re.Pattern[str]:
    said = listed("houses", language)
    both = {*said, *map(str.capitalize, said)} if _first(language) else set(said)
    kinds = "|".join(map(re.escape, sorted(both, key=lambda kind: (-len(kind), kind))))
    links = "|".join(map(re.escape, listed("house_links", language))) or "(?!)"
    run = rf"(?P<name>{_NAME}(?: (?:(?:{links}) )?{_NAME}){{{{least}},3}})"
    if _first(language):
        return re.compile(rf"(?<!\w)(?:{kinds or '(?!)'}) {run.replace('{least}', '0')}(?![\w-])")
    least = run.replace("{least}", "1")
    return re.compile(rf"(?<![\w'’-]){least} (?:{kinds or '(?!)'})(?!\w)")


@cache
def _initials(language: str) -> tuple[str, ...]:
    """What a text has in it that such a house is named in: a look for it takes no time."""
    return tuple(f"{one} " for one in listed("house_initials", language))


@cache
def _by_initials(language: str) -> re.Pattern[str]:
    """Initials of what a house is, and its name: "IES Cardenal Cisneros"."""
    initials = "|".join(one.strip() for one in _initials(language)) or "(?!)"
    links = "|".join(map(re.escape, listed("house_links", language))) or "(?!)"
    return re.compile(
        rf"(?<![\w.-])(?:{initials}) {_SMALL_NAME}(?: (?:(?:{links}) )?{_SMALL_NAME}){{0,3}}(?!\w)"
    )


@cache
def _first(language: str) -> bool:
    return bool(raw(language)["traits"]["heads_first"])


def _says_kind(value: str, language: str) -> bool:
    """Whether the capitals only say which kind is meant: "French school", "hospital General"."""
    known, public = lexicon(language), public_words(get(language).reads)
    words = [word for word in flat(value).split() if word not in public.small]
    return (
        all(
            known.usual(word)
            or word in public.demonyms
            or word in public.body_words
            or word in public.medicine
            or word in known.months
            for word in words
        )
        or " ".join(words) in public.brands
    )
