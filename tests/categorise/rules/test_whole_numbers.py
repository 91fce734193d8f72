"""A mark that cuts a number takes the whole of it; where none is cut, none is looked for."""

from __future__ import annotations

import random

import pytest

from understudy.categorise.rules import forms
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
