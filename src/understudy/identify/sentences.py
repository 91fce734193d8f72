"""A mark keeps to its sentence: it crosses no semicolon and no full stop, and takes neither the
first word of the next sentence nor a sign at its ends along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import Lexicon, lexicon, listed
from understudy.languages.public import public_words

__all__ = ["within"]

_STOP = re.compile(r";(?!\w)|[.!?](?=\s+[^\W\d_a-zß-öø-ÿ][^\W\d_])")
_ENTITY = re.compile(r"&#?\w{1,8}\Z")
"""Of markup: its semicolon ends nothing."""
_LAST = re.compile(r"(\w+)\Z")
_SHORTEST = 4
"""Letters of a word whose point ends a sentence; shorter ones may be abbreviations."""
_NEAR = 40
"""Characters before a stop in which the word or the entity of markup stands that it ends."""
_EDGES = " \t\n,;:·•|"
_POINT = re.compile(r"(?:[^\W\d_A-ZÀ-ÖØ-Þ]{5}|[a-zß-öø-ÿ]['’]s)\.\Z")
"""A point behind a word that is too long for an abbreviation, or behind what is owned."""
_TRAILING = re.compile(r"(?<=[\w.])\s+(\w+)\Z")
_GOES_ON = re.compile(r"\s+[^\W\d_A-ZÀ-ÖØ-Þ]")


def within(span: Span, text: str, language: str) -> Iterator[Span]:
    """The mark, or what is left of it on each side of where a sentence ends."""
    if text[span.start : span.end].isalpha():  # one word
        yield span
        return
    start, known = span.start, lexicon(language)
    for stop in _STOP.finditer(text, span.start, span.end):
        if _ends(text, start, stop.start(), known, language):
            yield from _worded(span, start, stop.start(), text)
            start = stop.end()
    end = span.end
    low = max(start, end - _NEAR)
    last = None if text[low:end].isalnum() else _TRAILING.search(text, low, end)
    if last is not None and last[1].istitle() and flat(last[1]) in _openers(language):
        end = last.start() if _GOES_ON.match(text, span.end) else end
    yield from _worded(span, start, end, text)


def _ends(text: str, start: int, stop: int, known: Lexicon, language: str) -> bool:
    start = max(start, stop - _NEAR)
    if text[stop] == ";":
        return _ENTITY.search(text, start, stop) is None
    word = _LAST.search(text, start, stop)
    if word is not None and word[1].isupper() and len(word[1]) > 1:
        return flat(word[1]) in public_words(get(language).reads).abbreviations  # "96% RA. Wells"
    if word is None or len(word[1]) < _SHORTEST:
        return False
    folded = flat(word[1])
    if folded in known.titles or folded in _abbreviations(language):
        return False
    return known.names(folded) or folded in known.places or known.usual(folded)


def _worded(span: Span, start: int, end: int, text: str) -> Iterator[Span]:
    """The stretch without the signs at its ends, if a letter or a figure is in it."""
    value = text[start:end]
    if not any(map(str.isalnum, value)):
        return
    value = value.rstrip(_EDGES)
    if value.endswith(".") and _POINT.search(value) and text[end : end + 1] in ("", " ", "\n"):
        value = value[:-1]
    end = start + len(value)
    start += len(value) - len(value.lstrip(f"{_EDGES}."))
    if (start, end) == (span.start, span.end):
        yield span
    else:
        yield span._replace(start=start, end=end, key=None, parts=())


@cache
def _openers(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("sentence_openers", language)))


@cache
def _abbreviations(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("abbreviations", language)))
