"""Form: letter case, articles, equal values, and what was left behind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.check.coherence.words import Judged, drawn
from understudy.check.released import Released
from understudy.core.folding import fold
from understudy.core.text import casing

__all__ = ["article_agrees", "case_is_kept", "nothing_is_left", "one_stand_in"]

_A_OR_AN = re.compile(r"\b(an?)\s+$", re.I)
_ARTICLE = re.compile(r"\b(el|la|del|al|un|una)\s+$", re.I)
_VOWELS = "aeiou"
_OPEN = ("uni", "use", "eu", "one", "hour", "hon")
"""Beginnings whose sound is not that of their letter."""
_SHORTEST = 5
_WORDED = ("ORGANIZATION", "HOSPITAL", "PRODUCT", "FACILITY", "OCCUPATION", "NRP")


def case_is_kept(document: Released) -> Iterator[Judged]:
    """All small letters, or all capitals, as before."""
    for change in drawn(document):
        case = casing(change.original)
        if case != "native" and any(map(str.isalpha, change.surrogate)):
            kept = casing(change.surrogate) == case or change.surrogate[:1].isdigit()
            yield change, kept or sum(map(str.isalpha, change.surrogate)) == 1


def one_stand_in(document: Released) -> Iterator[Judged]:
    """Equal values of one thing have equal stand-ins."""
    first: dict[tuple[str, str, str], str] = {}
    for change in drawn(document):
        place = (change.category, change.key, fold(change.original))
        if place in first:
            yield change, first[place] == fold(change.surrogate)
        else:
            first[place] = fold(change.surrogate)


def _vowel(text: str) -> bool | None:
    low = text.lower()
    if not low[:1].isalpha() or low.startswith(_OPEN) or text[:2].isupper():
        return None
    return low[0] in _VOWELS


def article_agrees(document: Released) -> Iterator[Judged]:
    """ "a" or "an", "el" or "la", where it fitted."""
    for change in drawn(document, _WORDED):
        old, new = change.original, change.surrogate
        if document.language == "en":
            match = _A_OR_AN.search(change.before)
            sounds = _vowel(old), _vowel(new)
            if match and None not in sounds and sounds[0] == (match[1].lower() == "an"):
                yield change, sounds[0] == sounds[1]
            continue
        match = _ARTICLE.search(change.before)
        heads = [text.split()[0].lower() for text in (old, new) if text.split()]
        if match and len(heads) == 2 and heads[0][-1] in "ao" and heads[1][-1] in "ao":
            feminine = match[1].lower() in ("la", "una")
            if feminine == (heads[0][-1] == "a"):
                yield change, heads[0][-1] == heads[1][-1] or heads[0] == heads[1]


def nothing_is_left(document: Released) -> Iterator[Judged]:
    """No replaced value stands in the text where nothing was put in its place."""
    changes = drawn(document)
    pieces, cursor = [], 0
    for change in document.changes:
        pieces.append(document.text[cursor : change.start])
        cursor = change.end
    rest = "\n".join((*pieces, document.text[cursor:]))
    for change in changes:
        if len(change.original) >= _SHORTEST:
            pattern = rf"(?<!\w){re.escape(change.original)}(?!\w)"
            yield change, re.search(pattern, rest) is None
