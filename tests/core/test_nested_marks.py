"""Nested marks."""

from __future__ import annotations

from understudy.core.marks import marked
from understudy.core.types import Entity, Span


def test_parts_are_marked_inside_their_entity() -> None:
    text = "call 9 7 3 1 2 now"
    parts = (Span(5, 10, "AREA_CODE"), Span(11, 14, "LOCAL"))
    entity = Entity(Span(5, 14, "x", parts=parts), "PHONE_NUMBER", "k")
    assert marked(text, [entity]) == (
        "call <PHONE_NUMBER><AREA_CODE>9 7 3</AREA_CODE> <LOCAL>1 2</LOCAL></PHONE_NUMBER> now"
    )


def test_text_without_entities_stays() -> None:
    assert marked("nothing here", []) == "nothing here"


def test_parts_that_do_not_fit_are_left_out() -> None:
    entity = Entity(Span(0, 3, "x", parts=(Span(2, 5, "P"),)), "ID", "k")
    assert marked("12345", [entity]) == "<ID>123</ID>45"
