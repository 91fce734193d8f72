"""Addresses that are read out: what stands before the word for the at, the word itself and the
domain behind it are one ("svet dimitrova at hotmail dot com")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lists import any_of

__all__ = ["with_domains"]

_CERTAIN = 1.0
_DOMAINS = frozenset(("DOMAIN_NAME", "URL"))
_LEADS = frozenset(("EMAIL_ADDRESS", "USERNAME", "PERSON"))
_MAIL = "EMAIL_ADDRESS"


def with_domains(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document in order, an address that was cut before its domain as one."""
    made: list[Span] = []
    for span in spans:
        last = made[-1] if made else None
        if last is not None and _is_cut(last, span, text, language):
            made[-1] = last._replace(end=span.end, label=_MAIL, key=None, parts=())
        else:
            made.append(span)
    return made


def _is_cut(last: Span, span: Span, text: str, language: str) -> bool:
    """Whether a domain follows upon the word for the at: behind an address whatever the domain is,
    behind a name where anybody may have an address there."""
    if span.label not in (_MAIL, *_DOMAINS) or last.label not in _LEADS:
        return False
    if last.score >= _CERTAIN or span.score >= _CERTAIN or "@" in text[last.start : last.end]:
        return False
    if span.label == _MAIL:  # "[svet] [dimitrova at hotmail dot com]"
        said = _said_at(language)
        front, gap = text[last.start : last.end], text[last.end : span.start]
        apart = gap == " " and not said.search(front) and said.search(text, span.start, span.end)
        return last.label == _MAIL and bool(apart)
    found = _at(language).search(text, last.start, span.start)
    if found is None or found.start() < last.start + 1 or text[last.end : found.start()].strip():
        return False
    return last.label == _MAIL or _provided(language).match(text, span.start, span.end) is not None


@cache
def _said_at(language: str) -> re.Pattern[str]:
    return re.compile(_at(language).pattern.removesuffix(r"\Z"), re.I)


@cache
def _at(language: str) -> re.Pattern[str]:
    tables = (get(one).table("people")["address"]["at"] for one in get(language).reads)
    words = {word for table in tables for word in table}
    return re.compile(rf"\s(?:{any_of(words)})\s+\Z", re.I)


@cache
def _provided(language: str) -> re.Pattern[str]:
    """A domain of everybody's, written or read out: "gmail dot com"."""
    tables = (get(one).table("people")["address"]["providers"] for one in get(language).reads)
    names = {name.partition(".")[0] for table in tables for name in table}
    return re.compile(rf"(?:{any_of(names)})(?!\w)", re.I)
