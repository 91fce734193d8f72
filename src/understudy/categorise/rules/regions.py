"""The region of a body that is called no more than what it is: the Lagos of "HIGH COURT OF LAGOS
STATE", the Karnataka of "Karnataka State Police"."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.cues import house_kinds
from understudy.languages import get
from understudy.languages.lexicon import listed, raw
from understudy.languages.lists import any_of, words_read
from understudy.languages.public import public_words

__all__ = ["of_region"]

_NEXT = re.compile(r" [^\W\d_a-zß-öø-ÿ][^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def of_region(span: Span, text: str, language: str) -> Span | None:
    """The region at an end of a guess at a body, where the other words are only what such a body
    is; None for any other body."""
    if raw(language)["traits"]["heads_first"]:
        return None
    first = _behind(language).search(text, span.start + 1, span.end)
    if first is not None and _are_body(_with_next(text, first.end(), span.end), language):
        start = _without_article(span, text, first.start(), language)
        return span._replace(start=start, end=first.start(), label="LOCATION", key=None, parts=())
    tail = _tail(language).search(text, span.start, span.end)
    end = tail.start() if tail else span.end
    if tail is None and _behind(language).match(text, span.end) is None:
        return None
    words = list(_WORD.finditer(text, span.start, end))
    public = public_words(get(language).reads)
    links = [at for at, word in enumerate(words) if flat(word[0]) in public.small]
    cut = links[-1] + 1 if links else 0
    if (
        not cut
        or cut == len(words)
        or not _are_body(text[span.start : words[cut].start()], language)
    ):
        return None
    return span._replace(start=words[cut].start(), label="LOCATION", key=None, parts=())


def _with_next(text: str, start: int, end: int) -> str:
    """What is left of a guess, or the word behind it: "Lagos State" before "Government"."""
    behind = _NEXT.match(text, end) if start == end else None
    return behind[0] if behind else text[start:end]


def _without_article(span: Span, text: str, end: int, language: str) -> int:
    """Where a name begins behind its article: "The Ogun State Police"."""
    word = _WORD.match(text, span.start, end)
    article = word is not None and word.end() < end and word[0].lower() in _articles(language)
    return word.end() + 1 if word and article else span.start


@cache
def _articles(language: str) -> frozenset[str]:
    return frozenset(listed("articles", language))


def _are_body(value: str, language: str) -> bool:
    """Whether words are what a court, an authority or the like is, and no school."""
    public = public_words(get(language).reads)
    words = [flat(word) for word in _WORD.findall(value)]
    words = [word for word in words if word not in public.small]
    heads = public.institution_heads - house_kinds(language)
    return not heads.isdisjoint(words) and public.body_words.issuperset(words)


@cache
def _behind(language: str) -> re.Pattern[str]:
    words = words_read(language, "places", "region_behind")
    return re.compile(rf" (?:{any_of((*words, *map(str.upper, words)))})(?![\w'’-])")


@cache
def _tail(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_behind(language).pattern})\Z")
