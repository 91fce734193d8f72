"""Cutting a corpus into what is annotated at a time, and tags to and fro."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import document
from understudy.core.errors import UsageError
from understudy.core.types import Document, Segment, Span
from understudy.identify.features import lines
from understudy.learn.instances import instances_of, labels_of, spans_of, tag_numbers


def test_sentences_keep_their_place_and_their_marks() -> None:
    text = "Dr. Gray was there. She lives in Rome now. Bye"
    found = instances_of([document(text, ("Gray", "PERSON"), ("Rome", "LOCATION"))])
    assert [one.text for one in found] == ["Dr. Gray was there.", "She lives in Rome now.", "Bye"]
    assert [one.id for one in found] == ["d#0", "d#1", "d#2"]
    for one in found:
        assert text[one.start : one.start + len(one.text)] == one.text
        for (start, end), word in zip(one.line.places, one.line.words, strict=True):
            assert one.text[start:end] == word
    (mark,) = found[1].marks
    assert found[1].text[mark.start : mark.end] == "Rome"


def test_lines_and_turns_end_an_instance() -> None:
    text = "one two. Three four\nfive six"
    segments = (Segment(0, 14), Segment(15, 28))
    (first, *rest) = instances_of([Document("d", text, segments=segments)], "line")
    assert first.text == "one two. Three"
    assert [one.text for one in rest] == ["four", "five six"]


def test_a_mark_over_a_border_belongs_to_both() -> None:
    text = "call Ada Lovelace\nKing now"
    found = instances_of([Document("d", text, annotations=(Span(5, 22, "PERSON"),))])
    assert [[one.text[m.start : m.end] for m in one.marks] for one in found] == [
        ["Ada Lovelace"],
        ["King"],
    ]


def test_equal_ids_and_unknown_units_are_refused() -> None:
    with pytest.raises(UsageError, match="two documents have the id 'd'"):
        instances_of([Document("d", "a"), Document("d", "b")])
    with pytest.raises(UsageError, match="sentence, line"):
        instances_of([], "page")


def test_no_text_in_the_representation() -> None:
    assert "secret" not in repr(instances_of([Document("d", "a secret here")]))


@given(st.text(alphabet="aB .?\n", max_size=60))
def test_no_word_is_lost(text: str) -> None:
    whole = [word for line in lines(Document("d", text)) for word in line.words]
    for unit in ("sentence", "line"):
        found = instances_of([Document("d", text)], unit)
        assert [word for one in found for word in one.line.words] == whole


def test_tags_and_marks_are_each_other() -> None:
    (one,) = instances_of([document("Ada Byron saw Bob Rome", ("Ada Byron", "P"), ("Bob", "P"))])
    labels = labels_of([one.marks])
    assert labels == ("O", "B-P", "I-P")
    tags = tag_numbers([one], [one.marks], labels)
    assert tags.tolist() == [1, 2, 0, 1, 0]
    assert [span[:3] for span in spans_of(one, tags.tolist(), labels)] == [
        mark[:3] for mark in one.marks
    ]
    assert [span[:3] for span in spans_of(one, [2, 2, 0, 0, 0], labels)] == [(0, 9, "P")]
