"""Rendering and moving: what lies outside edits stays as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import edit
from understudy.core.spans import Clipper, Moves, covers, disjoint, render
from understudy.core.types import Edit, PrivacyEvent, Segment

EVENT = PrivacyEvent("test", "entity", 1.0, 0.5, 0.0)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and disjoint edits of it, in any order."""
    text = draw(st.text(min_size=1, max_size=40))
    marks = draw(st.lists(st.integers(0, len(text)), max_size=10, unique=True).map(sorted))
    edits = [
        edit(text[start:end], draw(st.text(max_size=6)), EVENT, start=start)
        for start, end in zip(marks[::2], marks[1::2], strict=False)
    ]
    return text, draw(st.permutations(edits))


@given(edited())
def test_outside_edits_nothing_changes(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    cursor, left = 0, render(text, edits)
    for one in sorted(edits, key=lambda one: one.entity.span.start):
        span = one.entity.span
        before = text[cursor : span.start] + one.surrogate
        assert left.startswith(before)
        left, cursor = left[len(before) :], span.end
    assert left == text[cursor:]


@given(edited())
def test_moves_find_every_surrogate_and_every_letter_between(
    case: tuple[str, list[Edit]],
) -> None:
    text, edits = case
    out, moves = render(text, edits), Moves(edits)
    inside = set()
    for one in edits:
        span = one.entity.span
        start, end = moves.span(span.start, span.end)
        assert out[start:end] == one.surrogate
        inside |= set(range(span.start, span.end))
    for at in set(range(len(text))) - inside:
        start, end = moves.span(at, at + 1)
        assert out[start:end] == text[at]


def test_an_annotation_never_covers_half_a_stand_in() -> None:
    moves = Moves([edit("Miller", "Jo", EVENT, start=3)])
    assert moves.span(0, 5) == (0, 5)
    assert moves.span(5, 12) == (3, 8)
    assert moves.span(4, 6) == (3, 5)
    assert moves.span(10, 10) == (6, 6)


def test_overlapping_edits_are_refused_by_their_place() -> None:
    edits = [edit("secret", "x", EVENT, start=0), edit("etc", "y", EVENT, start=4)]
    with pytest.raises(ValueError, match="offset 4") as caught:
        render("secretc", edits)
    assert "secret" not in str(caught.value)


def test_disjoint() -> None:
    assert disjoint([(3, 5), (0, 3), (5, 5)])
    assert not disjoint([(0, 4), (3, 5)])
    assert disjoint([])


def test_clip() -> None:
    turns = Clipper((Segment(0, 5), Segment(5, 9)))
    assert turns.parts(3, 7) == ((3, 5), (5, 7))
    assert turns.parts(5, 9) == ((5, 9),)
    assert Clipper(()).parts(3, 7) == ((3, 7),)


def test_clip_at_segments_with_gaps_and_within_each_other() -> None:
    gaps = Clipper((Segment(2, 4), Segment(6, 8)))
    assert gaps.parts(0, 9) == ((2, 4), (6, 8))
    assert gaps.parts(4, 6) == ()
    nested = Clipper((Segment(0, 9), Segment(2, 4)))
    assert nested.parts(3, 6) == ((3, 6), (3, 4))


@given(st.text("ab \n", max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 6))))
def test_places_cover_a_text_where_white_space_alone_stands_beside_them(
    text: str, drawn: list[tuple[int, int]]
) -> None:
    places = [(start, start + length) for start, length in sorted(drawn)]
    inside = {at for start, end in places for at in range(start, end)}
    beside = (letter for at, letter in enumerate(text) if at not in inside)
    assert covers(text, places) == all(map(str.isspace, beside))
