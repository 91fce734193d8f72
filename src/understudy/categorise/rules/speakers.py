"""The marks of questions and answers in a transcript ("Q. Who was there?", "A. Terrence Webb."),
which are nobody's initials."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import raw

__all__ = ["without_speakers"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "SPELLING", "STREET_ADDRESS"))
_LINE = r"(?:\A|(?<=\n))[ \t>]*(?:\d{1,4}[.:]?[ \t]+)?"
"""Where a line begins, with its number or without."""
_FEWEST = 3
"""Words of a question that has no sign of one: "Please state your name."."""


def without_speakers(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, those at the begin of a line without the sign that one answers;
    where nothing else is in one, it is gone."""
    signs = _signs(language) if "\n" in text else None
    if signs is None or not any(span.label in _NAMED for span in spans):
        return list(spans)
    found = list(signs.finditer(text))
    if not any(_is_asked(one, other, text) for one, other in pairwise(found)):
        return list(spans)
    ends = {at: one.end() for one in found for at in (one.start(), one.start(one.lastgroup or 0))}
    return [own for span in spans if (own := _cut(span, ends, text)) is not None]


def _is_asked(one: re.Match[str], other: re.Match[str], text: str) -> bool:
    """Whether a question stands between two signs, the second of which answers the first; what
    authors are called by stands in no such line."""
    asks, answers = one.lastgroup or "", other.lastgroup or ""
    said = text[one.end() : other.start()]
    asked = "?" in said or len(said.split()) >= _FEWEST
    return asks[:1] == "q" and answers == f"a{asks[1:]}" and asked


def _cut(span: Span, ends: dict[int, int], text: str) -> Span | None:
    end = ends.get(span.start)
    if end is None or span.label not in _NAMED or span.score >= 1.0:
        return span
    if end >= span.end or span.label == "STREET_ADDRESS":
        return None  # the "13 A. Dr." of a numbered line
    start = end + len(text[end : span.end]) - len(text[end : span.end].lstrip())
    return span._replace(start=start, key=None, parts=())


@cache
def _signs(language: str) -> re.Pattern[str] | None:
    """The letter of a question or an answer at the begin of a line, with its point or colon."""
    pairs = [raw(one)["speech_marks"] for one in sorted(get(language).reads)]
    either = "|".join(
        rf"(?P<{kind}{at}>{re.escape(sign)})"
        for at, pair in enumerate(pairs)
        for kind, sign in zip("qa", pair, strict=False)
    )
    return re.compile(rf"{_LINE}(?:{either})[.:](?=\s)") if either else None
