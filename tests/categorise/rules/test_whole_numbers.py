"""A mark that cuts a number takes the whole of it; where none is cut, none is looked for."""

from __future__ import annotations

import random

import pytest

from understudy.categorise.rules import cut_numbers, forms
from understudy.categorise.rules.forms import over_numbers
from understudy.core.types import Span


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("paid 268,000 then", "268", "268,000"),
        ("file 2003/18/4471 is", "18", "2003/18/4471"),
        ("on 3 May 2020", "May", "May"),
        ("7:45", "7", "7:45"),
        ("4471", "4471", "4471"),
    ],
)
def test_the_whole_of_a_number(text: str, cut: str, whole: str) -> None:
    start = text.index(cut)
    span = over_numbers(Span(start, start + len(cut), "DATE", 0.5, "encoder"), text)
    assert text[span.start : span.end] == whole


@pytest.mark.parametrize(
    ("text", "marks", "found"),
    [
        ("0341 15 603 2287", ("0341 15 603", "2287"), ["0341 15 603 2287"]),
        ("0341 15-603-2287", ("0341 15", "603-2287"), ["0341 15-603-2287"]),
        ("954 41 67 73", ("954", "41 67", "73"), ["954 41 67 73"]),
        ("954 416 773 954 416 774", ("954 416 773", "954 416 774"), ["954 416 773", "954 416 774"]),
        ("954 416 773, 774", ("954 416 773", "774"), ["954 416 773", "774"]),
        ("954 416 773 or 774", ("954 416 773", "774"), ["954 416 773", "774"]),
    ],
)
def test_no_mark_cuts_a_telephone_number(
    text: str, marks: tuple[str, ...], found: list[str]
) -> None:
    spans = []
    for mark in marks:
        at = text.index(mark, spans[-1].end if spans else 0)
        spans.append(Span(at, at + len(mark), "PHONE_NUMBER", 0.6, "encoder"))
    whole = cut_numbers.whole(spans, text, "es")
    assert [text[span.start : span.end] for span in whole] == found


def test_the_cheap_question_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(7)
    asked = []
    for _ in range(3000):
        text = "".join(draw.choice("12a_é.,/:- ") for _ in range(draw.randrange(1, 24)))
        start = draw.randrange(len(text))
        span = Span(start, draw.randrange(start, len(text)) + 1, "DATE", 0.5, "encoder")
        asked.append((span, text, over_numbers(span, text)))
    monkeypatch.setattr(forms, "_goes_on", lambda text, at: True)
    assert any(span != found for span, _, found in asked)
    assert all(over_numbers(span, text) == found for span, text, found in asked)
