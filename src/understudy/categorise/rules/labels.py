"""Forms on one line: "Tenant: Harold Finch Property: 14 Rose Lane". The word before the next colon
is the label of the next value, and no part of the name before it."""

from __future__ import annotations

import re
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed

__all__ = ["before_label"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "PRODUCT"))
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_LABELLED = re.compile(
    r"(?<!\w)[^\W\d_][\w./-]{2,}(?: [\w./-]+){0,3} ?:[ \t]{1,3}(?:\w{1,4}\.? )?\Z"
)
"""A label before a value, and perhaps a title between them: "Consultant: Dr"."""
_COLON = re.compile(r"((?: [^\W\d_A-ZÀ-ÖØ-Þ]+){0,3}) ?:(?=\s|\Z)")
"""What ends the next label, and its words in small letters: "de nacimiento:"."""
_BEFORE, _SHORTEST, _FULL = 48, 3, 2
"""Characters before a value, letters of a label, words of a full name."""


def before_label(span: Span, held: Evidence, text: str, language: str) -> Span:
    """A value of a form without the label of the next; what is no such value as it is."""
    if span.label not in _NAMED or span.score >= 1.0 or ":" not in text:
        return span
    behind = _COLON.match(text, span.end)
    if behind is None or _LABELLED.search(text, max(0, span.start - _BEFORE), span.start) is None:
        return span
    words = list(_WORD.finditer(text, span.start, span.end))
    if len(words) < _FULL or len(words[-1][0]) < _SHORTEST or not words[-1][0][0].isupper():
        return span
    *own, last = words
    word, known = flat(last[0]), lexicon(language)
    if word not in _labels(language) and (behind[1] or known.names(word)):
        return span
    ended = any(
        finds_by(one.source) == MODEL and one.end == own[-1].end()
        for one in held.over(span.start, span.end)
    )
    # A surname must not be taken for a label: "Note: Emma Ward: she called", "Ana Zubeldia:".
    plain = (word in _labels(language) or known.usual(word)) and not known.names(word)
    if not ended and not plain and len(own) < _FULL:
        return span
    return span._replace(end=own[-1].end(), key=None, parts=())


@cache
def _labels(language: str) -> frozenset[str]:
    """The first words of what columns and fields are called."""
    tables = (get(one).table("columns") for one in get(language).reads)
    said = (name for table in tables for names in table.values() for name in names)
    more = (*listed("numbered", language), *listed("place_labels", language))
    return frozenset(flat(name).split()[0] for name in (*said, *more))
