"""Words that answer or thank are no part of a number."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.answers import without_answers
from understudy.core.types import Span


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        (
            "es",
            "cuatro cuatro dos nueve cero uno siete okey",
            "cuatro cuatro dos nueve cero uno siete",
        ),
        ("es", "sí, cuatro cuatro dos", "cuatro cuatro dos"),
        ("es", "cuatro cuatro dos, por favor", "cuatro cuatro dos"),
        ("es", "vale", "vale"),
        ("en", "okay four four two nine thank you", "four four two nine"),
        ("en", "4429017, right", "4429017"),
        ("en", "four four two nine", "four four two nine"),
        ("en", "(4429017)", "(4429017)"),
    ],
)
def test_a_number_ends_where_an_answer_begins(language: str, text: str, number: str) -> None:
    (span,) = without_answers([Span(0, len(text), "ID", 0.7, "encoder")], text, language)
    assert text[span.start : span.end] == number


@pytest.mark.parametrize("span", [Span(0, 9, "PASSWORD", 0.7, "grammar"), Span(0, 9, "ID", 1.0)])
def test_what_is_no_guess_at_a_number_stays(span: Span) -> None:
    assert without_answers([span], "four okay", "en") == [span]
