"""What stands before a name and is none of it: ranks and worn numbers, long titles, hours."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.ranks import by_rank, only_hour, towns_of_saints
from understudy.core.types import Span


def marked(text: str, value: str, label: str, source: str = "encoder") -> Span:
    start = text.index(value)
    return Span(start, start + len(value), label, 0.7, source)


@pytest.mark.parametrize(
    ("text", "guess", "label", "expected"),
    [
        ("by PS 118 Thornaby at", "Thornaby", "LOCATION", ["ID 118", "PERSON Thornaby"]),
        ("by Sgt. 221 Keswick", "221 Keswick", "STREET_ADDRESS", ["ID 221", "PERSON Keswick"]),
        ("Officer Badge 9921 Ripon ran", "Badge", "PERSON", []),
        ("Officer Badge 9921 Ripon ran", "9921", "PERSON", ["PERSON 9921"]),
        ("the 118 Thornaby bus", "Thornaby", "LOCATION", ["LOCATION Thornaby"]),
        ("by Staff Nurse Kirkby now", "Nurse Kirkby", "PERSON", ["PERSON Kirkby"]),
        ("Vice Principal Malton", "Vice Principal Malton", "ORGANIZATION", ["PERSON Malton"]),
        ("Head Teacher Group", "Head Teacher Group", "LOCATION", ["LOCATION Head Teacher Group"]),
    ],
)
def test_ranks_and_titles_stay_before_a_name(
    text: str, guess: str, label: str, expected: list[str]
) -> None:
    found = by_rank(marked(text, guess, label), text, "en")
    assert [f"{one.label} {text[one.start : one.end]}" for one in found] == expected


def test_spanish_officers() -> None:
    text = "El agente 4471 Ronda acudió"
    found = by_rank(marked(text, "Ronda", "LOCATION"), text, "es")
    assert [(text[one.start : one.end], one.label) for one in found] == [
        ("4471", "ID"),
        ("Ronda", "PERSON"),
    ]


@pytest.mark.parametrize(
    ("text", "guess", "expected"),
    [
        ("mass, 11 am in St Enda's, then", "11 am in St", ("11 am", "TIME")),
        ("at 12 noon at St. Ita's.", "12 noon at St.", ("12 noon", "TIME")),
        ("11 Amber St Enda", "11 Amber St", ("11 Amber St", "STREET_ADDRESS")),
        ("the 11 am in st", "11 am in st", ("11 am in st", "STREET_ADDRESS")),
    ],
)
def test_an_hour_before_a_church_is_no_address(
    text: str, guess: str, expected: tuple[str, str]
) -> None:
    found = only_hour(marked(text, guess, "STREET_ADDRESS", "grammar"), text, "en")
    assert (text[found.start : found.end], found.label) == expected


@pytest.mark.parametrize(
    ("text", "guess", "expected"),
    [
        ("mass in St Enda's, Swords, then", "Swords", "LOCATION"),
        ("mass in St Enda's, Peter, then", "Peter", "PERSON"),
        ("mass in St Enda's. Swords, then", "Swords", "PERSON"),
        ("at St Enda's, Swords and Ann", "Swords", "PERSON"),
    ],
)
def test_a_name_behind_a_church_is_a_town(text: str, guess: str, expected: str) -> None:
    (found,) = towns_of_saints([marked(text, guess, "PERSON")], text, "en")
    assert found.label == expected
