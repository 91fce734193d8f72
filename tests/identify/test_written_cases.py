"""Names by the way they are written."""

from __future__ import annotations

import pytest

from understudy.core.types import Document
from understudy.identify.heuristic import Heuristic


def found(text: str, language: str = "en") -> list[tuple[str, str]]:
    (spans,) = Heuristic(language, threshold=0.7).detect([Document("d", text, language)])
    return [(text[one.start : one.end], one.label) for one in spans]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("From: Lokey, Teb\nHello", "Lokey, Teb"),
        ("> To: Washington, Desmond", "Washington, Desmond"),
        ("Attendees: Becker, Hans; others", "Becker, Hans"),
    ],
)
def test_the_surname_first(text: str, name: str) -> None:
    assert (name, "PERSON") in found(text)


@pytest.mark.parametrize(
    "text", ["To: Austin, Texas", "We left for Paris, Texas", "In May, Ann left"]
)
def test_a_comma_alone_makes_no_person(text: str) -> None:
    assert not any("," in value for value, _ in found(text))


def test_a_word_of_another_script_is_a_name() -> None:
    assert ("Γιώργος", "PERSON") in found("the driver, Γιώργος, waved")
    assert found("the angle β is small") == []


def test_bodies_by_their_initials() -> None:
    assert ("OTAN", "ORGANIZATION") in found("La OTAN se reúne.", "es")
    assert found("LA OTAN SE REÚNE.", "es") == []
