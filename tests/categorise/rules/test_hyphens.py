"""A person's name has all its parts, whichever of them was found."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.hyphens import with_all_parts
from understudy.core.types import Span


def found(text: str, *marked: str, label: str = "PERSON", score: float = 0.7) -> list[str]:
    spans, at = [], 0
    for value in marked:
        at = text.index(value, at)
        spans.append(Span(at, at + len(value), label, score, "encoder"))
        at += len(value)
    return [text[span.start : span.end] for span in with_all_parts(spans, text, "en")]


@pytest.mark.parametrize(
    ("text", "marked", "whole"),
    [
        ("w/ Jun-ho on Monday", ["ho"], ["Jun-ho"]),
        ("w/ Jun-ho on Monday", ["Jun"], ["Jun-ho"]),
        ("Hyun-ji Park came", ["Hyun", "ji Park"], ["Hyun-ji Park"]),
        ("Rev. Tamsin Pike-Jones.", ["Tamsin Pike"], ["Tamsin Pike-Jones"]),
        ("jean-luc came", ["jean"], ["jean-luc"]),
        ("a Smith-led team", ["Smith"], ["Smith"]),
        ("Anna-like", ["Anna"], ["Anna"]),
        ("an ex-Halloran man", ["Halloran"], ["Halloran"]),
        ("Obi-Wan-style", ["Obi"], ["Obi"]),
        ("Ann and Bo", ["Ann", "Bo"], ["Ann", "Bo"]),
        ("ann-lee@home.example", ["ann"], ["ann"]),
    ],
)
def test_parts_behind_a_hyphen_belong_to_a_name(
    text: str, marked: list[str], whole: list[str]
) -> None:
    assert found(text, *marked) == whole


def test_places_and_what_a_source_marked_stay_as_they_are() -> None:
    assert found("Madrid-Getafe", "Madrid", label="LOCATION") == ["Madrid"]
    assert found("Pike-Jones", "Pike", score=1.0) == ["Pike"]
