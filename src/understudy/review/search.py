"""Search in all documents, for a text or a regular expression.

The expressions are RE2's: their time grows with the text alone, so that none can hold the
application up; and a search ends after a while with what it has.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import re2

from understudy.core.errors import UsageError
from understudy.review.store import Store

__all__ = ["Hit", "Hits", "search"]

_LONGEST = 500
_AROUND = 40
_SECONDS = 3.0
_MOST = 200


class Hit(NamedTuple):
    """A place where it stands."""

    document: int
    id: str
    start: int
    end: int
    before: str
    text: str
    after: str

    def __repr__(self) -> str:
        return f"Hit({self.document}, {self.start}, {self.end})"


class Hits(NamedTuple):
    """What a search found."""

    hits: list[Hit]
    whole: bool
    """Whether all was searched."""


def search(store: Store, wanted: str, *, regex: bool = False, case: bool = False) -> Hits:
    """The places of a text, in the order of the corpus."""
    if not wanted:
        raise UsageError("enter a text to search for")
    if len(wanted) > _LONGEST:
        raise UsageError(f"a search has at most {_LONGEST} characters")
    options = re2.Options()
    options.case_sensitive, options.log_errors = case, False
    options.max_mem = 1 << 24
    try:
        pattern = re2.compile(wanted if regex else re2.escape(wanted), options=options)
    except re2.error:
        raise UsageError(
            "not a valid regular expression: is a bracket open, or a quantifier without a text? "
            "Look-around and back-references are not known (RE2)"
        ) from None
    ends = time.monotonic() + _SECONDS
    found: list[Hit] = []
    for number, document in store.documents.all():
        text = document.text
        for hit in pattern.finditer(text):
            start, end = hit.span()
            if start == end:
                continue
            found.append(
                Hit(
                    number,
                    document.id,
                    start,
                    end,
                    text[max(0, start - _AROUND) : start],
                    text[start:end],
                    text[end : end + _AROUND],
                )
            )
            if len(found) >= _MOST:
                return Hits(found, False)
        if time.monotonic() > ends:
            return Hits(found, False)
    return Hits(found, True)
