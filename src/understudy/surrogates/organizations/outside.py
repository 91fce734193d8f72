"""The word for its kind that stands before the mention of an organization: "el bar [Rincón]"."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from understudy.languages.lists import any_of, words_read
from understudy.surrogates.organizations.patterns import BEFORE, flat_sign, group_of, kinds, stands

__all__ = ["Outside", "is_venue", "kind_outside", "of_town"]

_NEAR = 60
_MOST = 4
"""Words of a kind."""


class Outside(NamedTuple):
    """The kind that the words before a mention say, and whether an article stands between."""

    group: str
    article: bool


def kind_outside(before: str, language: str) -> Outside | None:
    """What the words right before a name say that it is; an article may stand between, and begins
    the name where it has a capital."""
    words = _words_before(before[-_NEAR:])
    articled = bool(words) and words[-1].istitle() and words[-1].lower() in _articles(language)
    words = words[:-1] if articled else words
    if not words or flat_sign(words[-1]) not in _last_words(language):
        return None
    known, flats = kinds(language), tuple(map(flat_sign, words))
    for size in range(min(_MOST, len(words)), 0, -1):
        for phrase in known.get(flats[-size:], ()):
            if stands(phrase, BEFORE, language):
                return Outside(group_of(phrase, language), articled)
    return None


@cache
def _last_words(language: str) -> frozenset[str]:
    """What the words of a kind end with: behind any other word none of them stands."""
    return frozenset(words[-1] for words in kinds(language))


def _words_before(text: str) -> list[str]:
    """The words that a text ends with, one space behind each, ``_MOST`` of them at the most."""
    found: list[str] = []
    *_, last = pieces = text.rsplit(" ", _MOST)
    for piece in reversed(pieces[:-1] if not last else ()):
        word = piece if piece.isalpha() else _last_letters(piece)
        if word:
            found.append(word)
        if not word or len(word) < len(piece):
            break
    return found[::-1]


def _last_letters(piece: str) -> str:
    start = len(piece)
    while start and piece[start - 1].isalnum() and not piece[start - 1].isdecimal():
        start -= 1
    return piece[start:]


def is_venue(before: str, language: str) -> bool:
    """Whether the words before a place say that it is an inn, a shop or the like, or that somebody
    is at it: "el bar El [Rincón]", "at the [Zorbham]"."""
    found = kind_outside(before, language)
    if found is not None and found.group in words_read(language, "bodies", "venues"):
        return True
    return before.lower().endswith(words_read(language, "bodies", "venue_before"))


def of_town(text: str, end: int, language: str) -> bool:
    """Whether the word behind a place says that it is the town of something: "at the [Harrogate]
    branch"."""
    return _of_town(language).match(text, end) is not None


@cache
def _of_town(language: str) -> re.Pattern[str]:
    words = any_of(words_read(language, "bodies", "venue_never_before"))
    return re.compile(rf" (?:{words})(?!\w)")


def _articles(language: str) -> tuple[str, ...]:
    return words_read(language, "bodies", "articles")
