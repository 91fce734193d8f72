"""The town behind a street takes the place of a mark on a part of it, and of nothing else."""

from __future__ import annotations

from understudy.categorise.rules.beside import with_those_beside
from understudy.core.types import Span

TEXT = "Vive en Calle Real, 22, Zorka Brenda."


def found(*marks: tuple[str, str]) -> list[tuple[str, str]]:
    spans = [Span(8, 22, "STREET_ADDRESS", 0.85, "encoder")]
    for value, label in marks:
        at = TEXT.index(value)
        spans.append(Span(at, at + len(value), label, 0.7, "encoder"))
    made = with_those_beside(sorted(spans), TEXT, "es")
    return [(TEXT[one.start : one.end], one.label) for one in made][1:]


def test_a_town_that_no_list_has_is_found_whole() -> None:
    assert found() == [("Zorka Brenda", "LOCATION")]
    assert found(("Zorka", "LOCATION")) == [("Zorka Brenda", "LOCATION")]


def test_where_another_mark_stands_in_its_way_no_mark_is_lost() -> None:
    assert found(("Zorka", "LOCATION"), ("Brenda", "PERSON")) == [
        ("Zorka", "LOCATION"),
        ("Brenda", "PERSON"),
    ]
