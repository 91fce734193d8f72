"""A telephone number is one of the country that the text shows, and of no other."""

from __future__ import annotations

import re

import pytest

from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import load, parse


def _written(policy: str, text: str, tag: str, *marks: tuple[str, str]) -> list[str]:
    spans = tuple(
        Span(text.index(value), text.index(value) + len(value), category)
        for value, category in marks
    )
    document = Document("d", text, tag, annotations=spans)
    chosen = load(policy) if policy == "surrogate" else parse(policy)
    out = []
    for number in range(1, 6):
        (result,) = build(chosen).run([document], bytes([number]) * 32)
        out.append(next(edit.surrogate for edit in result.edits if edit.original == marks[-1][0]))
    return out


LINE = ("0803 555 2917", "PHONE_NUMBER")
NIGERIAN, BRITISH = r"08[2-9]\d \d{3} \d{4}", r"0207 946 0\d{3}"
GIVEN_UP = """
schema = 1
name = "numbers"
detectors = ["given"]
[categories]
LOCATION = { strategy = "surrogate", country = false }
PHONE_NUMBER = { strategy = "surrogate" }
"""
UNPLACED = GIVEN_UP.replace(", country = false", "").replace(
    'PHONE_NUMBER = { strategy = "surrogate" }',
    'PHONE_NUMBER = { strategy = "surrogate", country = false }',
)


@pytest.mark.parametrize(
    ("policy", "text", "tag", "marks", "form"),
    [
        ("surrogate", "In Enugu, 0803 555 2917.", "en", [("Enugu", "LOCATION"), LINE], NIGERIAN),
        ("surrogate", "The Nigerian line is 0803 555 2917.", "en", [LINE], NIGERIAN),
        ("surrogate", "The line is 0803 555 2917.", "en-NG", [LINE], NIGERIAN),
        ("surrogate", "The line is 0803 555 2917.", "en", [LINE], BRITISH),
        (GIVEN_UP, "In Enugu, 0803 555 2917.", "en", [("Enugu", "LOCATION"), LINE], BRITISH),
        (UNPLACED, "In Enugu, 0803 555 2917.", "en", [("Enugu", "LOCATION"), LINE], r"[\d ]+"),
    ],
)
def test_the_country_of_the_text(
    policy: str, text: str, tag: str, marks: list[tuple[str, str]], form: str
) -> None:
    for new in _written(policy, text, tag, *marks):
        assert re.fullmatch(form, new), new
        assert policy is not UNPLACED or not re.fullmatch(NIGERIAN, new)


def test_a_country_that_a_place_does_not_show_is_no_evidence() -> None:
    """The lists have too few towns of Latvia for a stand-in of Riga to stay there."""
    number = ("2123 4567", "PHONE_NUMBER")
    hidden = _written("surrogate", "In Riga, 2123 4567.", "en", ("Riga", "LOCATION"), number)
    assert all(one.startswith("00") for one in hidden)
    named = _written("surrogate", "The Latvian line is 2123 4567.", "en", number)
    assert not any(one.startswith("00") for one in named)
