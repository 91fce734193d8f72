"""Numbers and codes that the evidence cuts, whole again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.categorise.rules.forms import (
    CODES,
    DATED,
    FEWEST_DIGITS,
    MOST_DIGITS,
    YEAR_SAID,
)
from understudy.core.types import Span
from understudy.identify.settings import FORM, finds_by
from understudy.languages.lexicon import listed

__all__ = ["whole"]

_LETTERS_BEFORE = re.compile(r"(?<![\w-])[A-Z]{1,5}[-/]?\Z")
_NO_DATE = re.compile(r"\d{4}[-/]\d{3,}")
_LETTERS_BEHIND = re.compile(r"[-/][A-Z]{1,2}(?![\w-])")
_LETTERED_CODES = frozenset(
    ("ID", "TICKET_NUMBER", "ORDER_NUMBER", "MEMBER_ID", "CASE_NUMBER", "BANK_ACCOUNT")
)
_BETWEEN_GROUPS = (" ", "-", " - ", "\N{NO-BREAK SPACE}", "\N{NON-BREAKING HYPHEN}")
_CUT = CODES | {"TICKET_NUMBER", "ORDER_NUMBER", "MEMBER_ID", "CASE_NUMBER", "BANK_ACCOUNT"}


def whole(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """Merged spans, those that share a number as one: nothing cuts "2003/18/4471"; a code has the
    letters that are joined to it."""
    spans = _with_letters(_with_years(spans, text), text, language)
    if _CUT.isdisjoint([span.label for span in spans]):
        return list(spans)
    made: list[Span] = []
    for span in spans:
        last = made[-1] if made else None
        if (
            last is not None
            and max(last.score, span.score) < 1.0
            and last.label in _CUT
            and span.label in _CUT
            and (_one_number(text, last, span) or _one_phone(text, last, span))
        ):
            better = max(last, span, key=lambda one: (finds_by(one.source) == FORM, one.score))
            made[-1] = better._replace(start=last.start, end=span.end, key=None, parts=())
        else:
            made.append(span)
    return made


def _with_letters(spans: Sequence[Span], text: str, language: str) -> Sequence[Span]:
    """Spans in order, codes with the letters before and behind them: "INV-[2024-0091]"."""
    made: list[Span] = []
    for span in spans:
        last = made[-1].end if made else 0
        made.append(_lettered(span, last, text, language) if span.score < 1.0 else span)
    return made


def _lettered(span: Span, last: int, text: str, language: str) -> Span:
    """A code with the letters that are joined to it; nothing before ``last`` is looked at."""
    start, end = span.start, span.end
    before = _LETTERS_BEFORE.search(text, max(last, start - 6), start)
    joined = before is not None and (before[0][-1] in "-/") != (text[start] in "-/")
    dated = span.label in DATED and _NO_DATE.fullmatch(text, start, end) is not None
    if dated and joined:
        span = span._replace(label="ID")  # "INV-2024-0091"
    if span.label == "POSTAL_CODE" and joined and before is not None and before[0][-1] == "-":
        span = span._replace(label="ID")  # "Jira OPS-4471"
    if span.label not in _LETTERED_CODES or not text[start:end].lstrip("-/")[:1].isdigit():
        return span
    if before is not None and joined:
        names = listed("things_by_initials", language)
        start = start if before[0].rstrip("-/") in names else before.start()
    behind = _LETTERS_BEHIND.match(text, end)
    end = behind.end() if behind is not None else end
    return span if (start, end) == span[:2] else span._replace(start=start, end=end, key=None)


def _with_years(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Spans in order, a year as part of the date right before it: "Spring 2020"."""
    made: list[Span] = []
    for span in spans:
        last = made[-1] if made else None
        if (
            last is not None
            and last.label == span.label == "DATE"
            and max(last.score, span.score) < 1.0
            and text[last.end : span.start] == " "
            and text[last.start : last.end].isalpha()
            and YEAR_SAID.fullmatch(text, span.start, span.end)
        ):
            made[-1] = last._replace(end=span.end, key=None, parts=())
        else:
            made.append(span)
    return made


def _one_phone(text: str, left: Span, right: Span) -> bool:
    """Whether a space or a hyphen parts two marks of telephone numbers, one of which has too few
    figures for a number: "[0341 15 603] [2287]"."""
    if left.label != "PHONE_NUMBER" or right.label != "PHONE_NUMBER":
        return False
    values = text[left.start : left.end], text[right.start : right.end]
    figures = [sum(map(str.isdigit, value)) for value in values]
    return (
        text[left.end : right.start] in _BETWEEN_GROUPS
        and min(figures) < FEWEST_DIGITS
        and sum(figures) <= MOST_DIGITS
        and all(figures)
    )


def _one_number(text: str, left: Span, right: Span) -> bool:
    """Whether one sign at most, and no space, stands between the figures of two spans."""
    between = text[left.end : right.start]
    return len(between) <= 1 and (not between or between in "./-") and not between.isspace()
