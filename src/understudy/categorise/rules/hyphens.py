"""A person's name has all its parts: "Jun-ho", "Hyun-ji Park", "Pike-Jones" are each one name,
whichever part of it was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.core.types import Span
from understudy.languages.lexicon import lexicon

__all__ = ["with_all_parts"]

_JOINTS = "\N{HYPHEN}\N{NON-BREAKING HYPHEN}-"
_BEFORE = re.compile(rf"(?<![\w@./{_JOINTS}])[^\W\d_]{{2,20}}[{_JOINTS}]\Z")
_BEHIND = re.compile(rf"[{_JOINTS}][^\W\d_]{{1,20}}(?![\w@/{_JOINTS}])")
_LONGEST_SYLLABLE = 5


def with_all_parts(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """Spans in order, those of people with the parts that a hyphen joins to them; what a source
    has marked itself stays as it is."""
    made: list[Span] = []
    for at, span in enumerate(spans):
        if span.label != "PERSON" or span.score >= 1.0:
            made.append(span)
            continue
        last = made[-1] if made else None
        if last is not None and _joined(last, span, text):
            made[-1] = last._replace(end=span.end, key=None, parts=())
            continue
        low = last.end if last is not None else 0
        high = spans[at + 1].start if at + 1 < len(spans) else len(text)
        made.append(_whole(span, low, high, text, language))
    return made


def _joined(one: Span, other: Span, text: str) -> bool:
    """Whether two people have but a hyphen between them."""
    between = text[one.end : other.start]
    return one.label == "PERSON" and one.score < 1.0 and len(between) == 1 and between in _JOINTS


def _whole(span: Span, low: int, high: int, text: str, language: str) -> Span:
    start, end = span.start, span.end
    before = _BEFORE.search(text, max(low, start - 24), start)
    if before is not None and _leads(before[0][:-1], text[start:end], language):
        start = before.start()
    behind = _BEHIND.match(text, end)
    if behind is not None and behind.end() <= high and _is_part(behind[0][1:], language):
        end = behind.end()
    return span if (start, end) == span[:2] else span._replace(start=start, end=end, parts=())


def _leads(part: str, name: str, language: str) -> bool:
    """Whether a name begins with letters before its hyphen: "Jun" of "-ho", no "ex" of "-Halloran";
    behind a capital, a syllable is half a name whatever the other half is."""
    if name.islower():
        return _is_part(name, language) and (part[0].isupper() or _is_part(part, language))
    return part[0].isupper() and _is_part(part, language)


def _is_part(part: str, language: str) -> bool:
    """Whether letters joined to a name are a part of it: with a capital, or a syllable that is no
    word ("-ho"), not what is said of somebody ("-led", "-like")."""
    if part[0].isupper():
        return not _usual(part.lower(), language)
    return len(part) <= _LONGEST_SYLLABLE and not _usual(part, language)


@cache
def _usual(part: str, language: str) -> bool:
    return lexicon(language).usual(part)
