"""Scores as SemEval 2013 and nervaluate have them, on counts that were made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.types import Document, Span
from understudy.measure.detection import Tally, compare
from understudy.measure.semeval import COUNTS, SCHEMES, counted, scores
from understudy.measure.table import table

TEXT = "x" * 200


def counts(*values: int) -> dict[str, int]:
    return dict(zip(COUNTS, values, strict=True))


def test_each_scheme_has_its_own_idea_of_right() -> None:
    gold = [Span(0, 4, "A"), Span(10, 14, "A"), Span(20, 24, "A"), Span(30, 34, "A")]
    # the very span; its border is off; its label is off; nothing is there
    said = [Span(0, 4, "A"), Span(10, 16, "A"), Span(20, 24, "B"), Span(50, 54, "A")]
    found = counted(gold, said)
    assert found["strict"] == counts(1, 2, 0, 1, 1)
    assert found["exact"] == counts(2, 1, 0, 1, 1)
    assert found["partial"] == counts(2, 0, 1, 1, 1)
    assert found["type"] == counts(2, 1, 0, 1, 1)
    assert scores(found["partial"])["precision"] == pytest.approx(2.5 / 4)
    assert scores(found["strict"])["recall"] == pytest.approx(1 / 4)


def test_a_true_span_is_taken_once() -> None:
    gold = [Span(0, 20, "A")]
    found = counted(gold, [Span(0, 5, "A"), Span(8, 20, "A")])
    assert found["type"] == counts(1, 0, 0, 0, 1)
    assert found["partial"] == counts(0, 0, 1, 0, 1)


def test_of_several_with_the_label_the_nearest_borders_win() -> None:
    gold = [Span(0, 4, "A"), Span(5, 12, "A"), Span(5, 9, "B")]
    found = counted(sorted(gold), [Span(3, 12, "A"), Span(0, 4, "A")])
    assert found["type"] == counts(2, 0, 0, 1, 0)


def test_a_hundredth_of_a_span_is_needed() -> None:
    gold = [Span(0, 200, "A")]
    assert counted(gold, [Span(199, 210, "A")])["type"] == counts(0, 0, 0, 1, 1)
    assert counted(gold, [Span(198, 210, "A")])["type"] == counts(1, 0, 0, 0, 0)


def test_f2_weighs_recall_twice() -> None:
    many = scores(counts(8, 0, 0, 0, 8))
    few = scores(counts(8, 0, 0, 8, 0))
    assert many["f1"] == few["f1"] == pytest.approx(2 / 3)
    assert many["f2"] == pytest.approx(5 * 0.5 * 1.0 / (4 * 0.5 + 1.0))
    assert many["f2"] > many["f1"] > few["f2"]
    assert scores(counts(0, 0, 0, 0, 0))["f1"] is None
    assert scores(counts(0, 0, 0, 3, 0))["f1"] == 0.0


_spans = st.lists(
    st.builds(
        lambda start, size, label: Span(start, start + size, label),
        st.integers(0, 40),
        st.integers(1, 9),
        st.sampled_from("AB"),
    ),
    max_size=7,
    unique_by=lambda one: one[:3],
).map(sorted)


@given(_spans, _spans)
def test_every_span_is_counted_once(gold: list[Span], said: list[Span]) -> None:
    for name, of in counted(gold, said).items():
        either = of["correct"] + of["incorrect"] + of["partial"]
        assert either + of["missed"] == len(gold)
        assert either + of["spurious"] == len(said)
        assert name == "partial" or of["partial"] == 0
    strict, exact = (counted(gold, said)[name]["correct"] for name in ("strict", "exact"))
    assert strict <= exact


def test_documents_add_up_in_the_table() -> None:
    tally = Tally()
    for name in ("d", "e"):
        compare(tally, Document(name, TEXT), [Span(0, 4, "A")], [Span(0, 4, "A"), Span(9, 12, "A")])
    made = table(tally, rounds=5).as_json()["semeval"]
    assert set(made) == set(SCHEMES)
    assert made["strict"] == {
        **counts(2, 0, 0, 0, 2),
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3, abs=1e-4),
        "f2": pytest.approx(5 / 6, abs=1e-4),
    }
