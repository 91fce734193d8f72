"""Where a spelling ends: "S M I T H, I live" spells Smith and goes on with a one-letter word."""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import facts, get

__all__ = ["without_word"]

_LAST = re.compile(r"([\s,.;-]+)([^\W\d_])\Z")
_BETWEEN = re.compile(r"[\s,.;-]+")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_NEAR = 120
"""Characters before a spelling in which the name may stand that it spells."""


def without_word(span: Span, text: str, language: str) -> Span:
    """A spelling without the word of one letter behind it.

    That must be shown: where the name before the spelling has one letter less, by any word in small
    letters behind it; where a mark stands before the letter and none such between the others, by
    a word that goes with it.
    """
    if span.label != "SPELLING":
        return span
    value = text[span.start : span.end]
    last, after = _LAST.search(value), _NEXT.match(text, span.end)
    if not last or not after:
        return span
    follows = _followers(language).get(last[2].lower())
    if follows is None:
        return span
    rest = value[: last.start()]
    words = frozenset(re.findall(r"\w+", flat(text[max(0, span.start - _NEAR) : span.start])))
    whole, shorter = ("".join(filter(str.isalnum, flat(one))) for one in (value, rest))
    marks = {"".join(one.split()) for one in _BETWEEN.findall(rest)}
    apart = "".join(last[1].split()) not in {"", *marks}
    named = shorter in words and len(after[1]) > 1 and after[1].islower()
    told = (shorter in words or apart) and after[1].lower() in follows
    if whole in words or not (named or told):
        return span
    return span._replace(end=span.start + last.start())


@cache
def _followers(language: str) -> dict[str, frozenset[str]]:
    """A word of one letter → words that follow it and no letter of a spelling."""
    found: dict[str, frozenset[str]] = {}
    for one in get(language).reads:
        for word, after in facts(one)["after_spelling"].items():
            found[word] = found.get(word, frozenset()) | frozenset(after.split())
    return found
