"""A release beside its truth: offsets hold whatever is replaced by what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.attacks.pairs import _aligned, of_files, of_results, sampled
from understudy.core.errors import UsageError
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, Span
from understudy.pipeline import Result
from understudy.replace.base import unproven

_TEXT = st.text("ab \n.é", max_size=8)


@st.composite
def results(draw: st.DrawFn) -> tuple[Result, tuple[Span, ...]]:
    """A document with edits, and spans that may lie on them or beside them."""
    text, spans, edits = draw(_TEXT), [], []
    for at in range(draw(st.integers(0, 4))):
        value = draw(st.text("xyz", min_size=1, max_size=5))
        span = Span(len(text), len(text) + len(value), "PERSON", key=str(at))
        text += value + draw(_TEXT)
        if draw(st.booleans()):
            spans.append(span)
        else:
            entity = Entity(span, "PERSON", str(at))
            shown = draw(st.text("xyz", max_size=6))
            edits.append(
                Edit(entity, value, shown, "replaced", "test", unproven("test", "entity", 1.0))
            )
    result = Result(Document("d", text), tuple(edits), render(text, edits))
    return result, tuple(spans)


@given(results())
def test_marks_stand_where_they_say(made: tuple[Result, tuple[Span, ...]]) -> None:
    result, missed = made
    (pair,) = of_results([result], {"d": missed})
    assert pair.after == result.text
    assert len(pair.marks) == len(result.edits) + len(missed)
    for mark in pair.marks:
        assert pair.after[mark.start : mark.end] == mark.shown
        assert pair.before[slice(*mark.was)] == mark.original
        assert mark.missed == (mark.was in {(one.start, one.end) for one in missed})
        assert mark.clear or not mark.missed


def test_a_span_that_an_edit_touches_was_not_missed() -> None:
    span = Span(4, 7, "PERSON")
    edit = Edit(
        Entity(span, "PERSON", "k"),
        "Ada",
        "Eve",
        "replaced",
        "test",
        unproven("test", "entity", 1.0),
    )
    document = Document("d", "Hi, Ada Vex.")
    result = Result(document, (edit,), render(document.text, (edit,)))
    (pair,) = of_results([result], {"d": (Span(4, 11, "PERSON"),)})
    assert [mark.missed for mark in pair.marks] == [False]


def test_texts_are_aligned_by_the_words_they_share() -> None:
    before = Document(
        "d", "Hi Ada, call Bo Vex at noon", annotations=(Span(3, 6, "P"), Span(13, 19, "P"))
    )
    pair = _aligned(before, Document("d", "Hi Eve Maria, call Bo Vex at noon"))
    assert [(mark.original, mark.shown) for mark in pair.marks] == [
        ("Ada", "Eve Maria"),
        ("Bo Vex", "Bo Vex"),
    ]
    assert [mark.clear for mark in pair.marks] == [False, True]


def test_without_truth_there_is_no_attack() -> None:
    with pytest.raises(UsageError):
        of_files("release.jsonl")
    with pytest.raises(UsageError, match="'d'"):
        _aligned(Document("d", "text"), Document("d", "text"))


def test_a_sample_keeps_the_order() -> None:
    result = Result(Document("d", ""), (), "")
    pairs = of_results([result._replace(document=Document(str(at), "")) for at in range(20)])
    chosen = sampled(pairs, 5, seed=0)
    assert len(chosen) == 5
    assert [int(one.id) for one in chosen] == sorted(int(one.id) for one in chosen)
