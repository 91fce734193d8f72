"""Where a spelling ends: "S M I T H, I live" spells Smith and goes on with a one-letter word."""

from __future__ import annotations

import re
from functools import cache

from understudy.languages import LANGUAGES, facts
from understudy.types import Span

__all__ = ["without_word"]

_LAST = re.compile(r"[\s,.;-]+([^\W\d_])\Z")
_NEXT = re.compile(r"\s+([^\W\d_]+)")


def without_word(span: Span, text: str) -> Span:
    """A spelling without the word of one letter behind it, where the next word goes with that."""
    if span.label != "SPELLING":
        return span
    last = _LAST.search(text[span.start : span.end])
    after = _NEXT.match(text, span.end)
    if last and after and after[1].lower() in _followers().get(last[1].lower(), ()):
        return span._replace(end=span.start + last.start())
    return span


@cache
def _followers() -> dict[str, frozenset[str]]:
    """A word of one letter → words that follow it and no letter of a spelling."""
    found: dict[str, frozenset[str]] = {}
    for language in LANGUAGES:
        for word, after in facts(language)["after_spelling"].items():
            found[word] = found.get(word, frozenset()) | frozenset(after.split())
    return found
