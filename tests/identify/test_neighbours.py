"""Places side by side are places, and no person (Tang et al.'s person-name step on flight
queries)."""

from __future__ import annotations

import pytest

from understudy.core.types import Document
from understudy.identify.heuristic import Heuristic
from understudy.identify.neighbours import places_in_a_row


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("columbus ohio", (1, 1)),
        ("san diego california", (2, 1)),
        ("new york new york", (2, 2)),
        ("california nevada arizona", (1, 1, 1)),
        ("virginia madison", ()),  # a region before a town: a name
        ("paris jackson", ()),  # two towns of nowhere together
        ("georgia virginia", ()),  # two regions may be a name
        ("winston-salem north carolina", (1, 2)),
        ("' '", ()),
        ("columbus", ()),
        ("ohio", ()),
    ],
)
def test_a_row_is_a_town_in_its_region_or_many_regions(value: str, wanted: tuple[int, ...]) -> None:
    assert places_in_a_row(value.split(), "en") == wanted


def _found(text: str) -> set[tuple[str, str]]:
    (spans,) = Heuristic().detect([Document("d", text, "en")])
    return {(text[one.start : one.end], one.label) for one in spans}


def test_the_heuristic_marks_each_place() -> None:
    found = _found("i want to fly from Columbus Ohio to San Diego California on monday")
    assert {
        ("Columbus", "LOCATION"),
        ("Ohio", "LOCATION"),
        ("San Diego", "LOCATION"),
        ("California", "LOCATION"),
    } <= found
    assert "PERSON" not in {label for _, label in found}


@pytest.mark.parametrize(
    "text",
    [
        "we flew to Winston-Salem North Carolina today",
        "Ana vive en Vitoria-Gasteiz Castilla-La Mancha y León",
        "He left Saint-Denis-Dakota O'Neill-Ohio behind",
    ],
)
def test_words_with_hyphens_are_counted_as_they_stand(text: str) -> None:
    for _, label in _found(text):
        assert label in ("LOCATION", "PERSON", "ORGANIZATION")


def test_a_title_makes_it_a_person() -> None:
    labels = {label for text, label in _found("we spoke to Mrs Savannah Georgia about it")}
    assert "LOCATION" not in labels
    assert "PERSON" in labels
