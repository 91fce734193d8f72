"""Scores are what the textbook says, and intervals contain what they should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.utility.bootstrap import Difference, differences, score
from understudy.utility.pairs import pair_cells
from understudy.utility.tags import tag_cells
from understudy.utility.tasks import Floats, Metric, by_category, categories_of, task_of

ACCURACY = task_of("intent").metrics[0]


def difference(
    of: Sequence[Floats], against: Sequence[Floats], metric: Metric, **given: Any
) -> Difference:
    return differences(of, against, [metric], **given)[metric.name]


def test_f1_counts_exact_spans_with_their_labels() -> None:
    document = Document("d", "Ann of Leeds", annotations=(Span(0, 3, "A"), Span(7, 12, "B")))
    cells = tag_cells([document], [[Span(0, 3, "A"), Span(7, 12, "A"), Span(4, 6, "B")]])
    found = {one.name: float(one.score(cells.sum(0))) for one in task_of("ner").metrics}
    assert found["precision"] == pytest.approx(1 / 3)
    assert found["recall"] == pytest.approx(1 / 2)
    assert found["F1"] == pytest.approx(2 / 5)
    assert found["unlabelled recall"] == 1.0
    assert found["unlabelled F1"] == pytest.approx(4 / 5)


@given(
    st.lists(
        st.tuples(st.floats(-5, 5, width=16), st.floats(-5, 5, width=16)), min_size=3, max_size=20
    )
)
def test_correlation_from_sums_is_the_correlation(pairs: list[tuple[float, float]]) -> None:
    said, gold = np.array(pairs, dtype=float).T
    found = float(task_of("similarity").metrics[0].score(pair_cells(said, gold).sum(0)))
    if said.std() < 1e-3 or gold.std() < 1e-3:
        assert -1.0 - 1e-9 <= found <= 1.0 + 1e-9
    else:
        assert found == pytest.approx(np.corrcoef(said, gold)[0, 1], abs=1e-6)


def test_each_category_has_an_f1_of_its_own() -> None:
    documents = [
        Document("d", "Ann of Leeds", annotations=(Span(0, 3, "A"), Span(7, 12, "B"))),
        Document("e", "Bob", annotations=(Span(0, 3, "A"),)),
    ]
    said = [[Span(0, 3, "A"), Span(7, 12, "A"), Span(4, 6, "C")], [Span(0, 3, "B")]]
    assert categories_of(documents) == ("A", "B")  # C is marked nowhere: it counts in the whole
    sums = tag_cells(documents, said).sum(0)
    found = {one.name: float(one.score(sums)) for one in by_category(("A", "B"))}
    assert found == {"A": pytest.approx(2 / 4), "B": 0.0}
    assert sums[:3].tolist() == [1, 4, 3]
    assert sums[6] + sums[9] == sums[2]


def test_nothing_found_is_nought_and_not_unknown() -> None:
    cells = tag_cells([Document("d", "Ann", annotations=(Span(0, 3, "A"),))], [[]])
    assert [float(one.score(cells.sum(0))) for one in task_of("ner").metrics] == [0.0] * 6


def test_unknown_task_is_refused() -> None:
    with pytest.raises(UsageError, match="there are: ner"):
        task_of("parsing")


def _cells(right: np.ndarray) -> np.ndarray:
    return np.column_stack([right.astype(float), np.ones(len(right))])


def test_equal_answers_differ_by_nothing() -> None:
    right = np.random.default_rng(0).random(200) < 0.7
    found = difference([_cells(right)], [_cells(right)], ACCURACY, rounds=200, seed=1, alpha=0.05)
    assert found == (0.0, 0.0, 0.0)


def test_pairing_finds_what_two_separate_intervals_would_not() -> None:
    draw = np.random.default_rng(3)
    base = draw.random(400) < 0.6
    better = base | (draw.random(400) < 0.06)  # never worse on any document
    found = difference([_cells(better)], [_cells(base)], ACCURACY, rounds=500, seed=0, alpha=0.05)
    assert found.low > 0.0
    assert found.low < found.value < found.high


def test_a_loss_is_negative_where_less_is_better() -> None:
    metric = task_of("lm").metrics[0]
    base, worse = np.tile([2.0, 1.0], (50, 1)), np.tile([3.0, 1.0], (50, 1))
    found = difference([worse], [base], metric, rounds=50, seed=0, alpha=0.05)
    assert found.value == pytest.approx(np.e**2 - np.e**3)


def test_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    draw = np.random.default_rng(11)
    hits = 0
    for number in range(60):
        one, two = draw.random(300) < 0.8, draw.random(300) < 0.7
        found = difference(
            [_cells(one)], [_cells(two)], ACCURACY, rounds=300, seed=number, alpha=0.1
        )
        hits += found.low <= 0.1 <= found.high
    assert 45 <= hits <= 60


def test_deviation_is_that_of_the_runs() -> None:
    runs = [_cells(np.arange(10) < right) for right in (5, 7, 9)]
    found = score(runs, ACCURACY)
    assert found.mean == pytest.approx(0.7)
    assert found.deviation == pytest.approx(0.2)
    assert score(runs[:1], ACCURACY).deviation is None


def test_runs_are_drawn_too() -> None:
    """With runs that differ, the interval is wider than that of one run."""
    right = np.arange(1000) < 700
    spread = [_cells(np.arange(1000) < 700 + shift) for shift in (-100, 0, 100)]
    one = difference([_cells(right)], [_cells(right)], ACCURACY, rounds=300, seed=0, alpha=0.05)
    many = difference(spread, [_cells(right)], ACCURACY, rounds=300, seed=0, alpha=0.05)
    assert many.high - many.low > one.high - one.low + 0.05
