"""Where somebody works, or is a client: a name behind such words is a body's, whatever a guess
takes it for ("trabajó en Deloitte", "insured with Hollard", "afiliada a Sura")."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of
from understudy.languages.public import public_words, stem

__all__ = ["is_employer"]

_TAKEN_FOR = frozenset(("PERSON", "LOCATION", "OCCUPATION"))
_BEFORE = 60
"""Characters before a name in which the words for it stand."""


def is_employer(span: Span, text: str, language: str) -> bool:
    """Whether a guess at a person, a place or a job is the body that somebody belongs to."""
    value = text[span.start : span.end]
    if (
        span.label not in _TAKEN_FOR
        or finds_by(span.source) not in (MODEL, LIST)
        or not value[:1].isupper()
        or " " in value
    ):
        return False
    if span.score >= 1.0:
        return False  # what people marked
    before = text[max(0, span.start - _BEFORE) : span.start]
    if before[-1:] != " " or _known(value, language):  # most names are: the words cost more
        return False
    return _led(language).search(before) is not None


@lru_cache(maxsize=1 << 12)
def _known(value: str, language: str) -> bool:
    """Whether the lists of a language that is read have a town, a name or a job of this word."""
    word, public = flat(value), public_words(get(language).reads)
    if stem(word, public.job_endings) in public.jobs:
        return True
    return any(
        word in one.places or word in one.given or word in one.surnames
        for one in map(lexicon, get(language).reads)
    )


@cache
def _led(language: str) -> re.Pattern[str]:
    """Words for belonging before a name, also with another such name between them: "trabajó en
    Deloitte y en"."""
    said = listed("employer_cues", language)
    cues, last = any_of(said), any_of({cue.split()[-1] for cue in said})
    links = any_of(listed("coordinating", language))
    word = r"(?-i:[^\W\d_a-zß-öø-ÿ])\w*"
    another = rf"{word}(?: {word}){{0,2}}(?:,| (?:{links})) "
    return re.compile(rf"(?i)\b(?:{cues}) (?:{another}(?:(?:{last}) )?)?\Z")
