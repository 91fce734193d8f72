"""Scorers, samplers, names of strategies, cost and stopping."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import MissingExtra, UsageError
from understudy.core.types import Span
from understudy.learn.cost import Rates, edits
from understudy.learn.doubt import (
    Doubts,
    doubts_of,
    h_k_max,
    h_max,
    h_mean,
    h_sum,
    joined,
    least_confidence,
    margin,
    private,
    rescaled,
    token,
)
from understudy.learn.samplers import View, density, diverse, k_mc, random, top, vectors_of
from understudy.learn.stopping import (
    Budget,
    Signals,
    change,
    confidence,
    convergence,
    kappa,
    spent,
    stable,
    uncertainty,
    variance,
)
from understudy.learn.strategy import Pool, strategy
from understudy.registry import load, names

LENGTHS = np.array([2, 0, 4, 1])
ENTROPY = np.array([0.1, 0.3, 0.0, 0.6, 0.2, 0.4, 0.5])
DOUBTS = Doubts(ENTROPY, ENTROPY / 2, ENTROPY / 3, ENTROPY / 4)


def test_scorers_of_the_thesis() -> None:
    np.testing.assert_allclose(h_sum(DOUBTS, LENGTHS), [0.4, 0, 1.2, 0.5])
    np.testing.assert_allclose(h_mean(DOUBTS, LENGTHS), [0.2, 0, 0.3, 0.5])
    np.testing.assert_allclose(h_max(DOUBTS, LENGTHS), [0.3, 0, 0.6, 0.5])
    np.testing.assert_allclose(h_k_max(DOUBTS, LENGTHS), np.array([0.4, 0, 1.2, 0.5]) / 3)
    np.testing.assert_allclose(h_k_max(DOUBTS, LENGTHS, 2), np.array([0.4, 0, 1.0, 0.5]) / 2)


def test_other_scorers() -> None:
    np.testing.assert_allclose(token(DOUBTS, LENGTHS), [0.2, 0, 0.6, 0.25])
    np.testing.assert_allclose(private(DOUBTS, LENGTHS), [0.1, 0, 0.3, 0.125])
    np.testing.assert_allclose(margin(DOUBTS, LENGTHS), [0.1, 0, 0.2, 0.5 / 3])
    np.testing.assert_allclose(least_confidence(DOUBTS, LENGTHS)[0], 1 - 0.95 * 0.85)


@given(st.lists(st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3), min_size=1, max_size=9))
def test_doubts_are_between_sure_and_ignorant(rows: list[list[float]]) -> None:
    marginals = np.array(rows) / np.array(rows).sum(axis=1, keepdims=True)
    found = doubts_of(marginals)
    assert (found.entropy >= 0).all() and (found.entropy <= np.log(3) + 1e-9).all()
    assert (found.least <= 2 / 3 + 1e-9).all()
    assert (found.near <= 1 + 1e-9).all()
    assert doubts_of(np.array([[1.0, 0.0]])).entropy[0] == 0.0


def test_several_sources_are_their_mean() -> None:
    both = joined([DOUBTS, Doubts(*(np.zeros(7) for _ in range(4)))])
    np.testing.assert_allclose(both.entropy, ENTROPY / 2)


def test_rescaling() -> None:
    np.testing.assert_allclose(rescaled(np.array([2.0, 4.0, 3.0])), [0, 1, 0.5])
    np.testing.assert_allclose(rescaled(np.array([2.0, 2.0])), [0, 0])


def _view(scores: np.ndarray | None = None, count: int = 60, seed: int = 0) -> View:
    draw = np.random.default_rng(seed)
    vectors = draw.normal(size=(count, 5)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return View(scores, vectors, np.random.default_rng(3))


@pytest.mark.parametrize("name", names("samplers"))
@given(size=st.integers(1, 12), scored=st.booleans())
def test_samplers_give_as_many_as_asked_and_none_twice(name: str, size: int, scored: bool) -> None:
    scores = np.random.default_rng(1).random(12) if scored else None
    chosen = load("samplers", name)(_view(scores, 12), size)
    assert len(chosen) == size == len(set(chosen.tolist()))
    assert chosen.min() >= 0 and chosen.max() < 12


def test_top_takes_the_highest() -> None:
    assert top(_view(np.arange(60.0)), 3).tolist() == [59, 58, 57]
    assert sorted(top(_view(), 60).tolist()) == list(range(60))


def test_equal_scores_are_drawn() -> None:
    assert top(_view(np.ones(60)), 5).tolist() != [0, 1, 2, 3, 4]


def test_k_mc_takes_one_of_each_cluster() -> None:
    corners = np.repeat(np.eye(4, dtype=np.float32), 10, axis=0)
    noise = np.random.default_rng(0).normal(0, 0.01, corners.shape).astype(np.float32)
    view = View(None, corners + noise, np.random.default_rng(0))
    assert sorted(k_mc(view, 4) // 10) == [0, 1, 2, 3]


def test_equation_1_prefers_high_scores_in_each_cluster() -> None:
    corners = np.repeat(np.eye(4, dtype=np.float32), 10, axis=0)
    noise = np.random.default_rng(0).normal(0, 0.05, corners.shape).astype(np.float32)
    scores = np.zeros(40)
    scores[[3, 14, 25, 36]] = 1.0
    view = View(scores, corners + noise, np.random.default_rng(0))
    assert sorted(k_mc(view, 4).tolist()) == [3, 14, 25, 36]


def test_equal_instances_leave_no_gap() -> None:
    view = View(None, np.ones((20, 3), dtype=np.float32), np.random.default_rng(0))
    assert len(set(k_mc(view, 7).tolist())) == 7


def test_a_diverse_batch_has_no_near_duplicates() -> None:
    vectors = np.eye(3, dtype=np.float32)[[0, 0, 0, 1, 2]]
    view = View(np.array([5.0, 4.0, 3.0, 2.0, 1.0]), vectors, np.random.default_rng(0))
    assert diverse(view, 3).tolist() == [0, 3, 4]
    assert sorted(diverse(view, 5).tolist()) == [0, 1, 2, 3, 4]


def test_density_prefers_what_is_common() -> None:
    vectors = np.eye(2, dtype=np.float32)[[0, 0, 0, 1]]
    view = View(np.array([1.0, 1.0, 1.0, 1.5]), vectors, np.random.default_rng(0))
    assert 3 not in density(view, 3).tolist()


def test_random_is_the_draw_alone() -> None:
    assert random(_view(seed=1), 5).tolist() == random(_view(seed=2), 5).tolist()


def test_vectors_have_length_one() -> None:
    counts = np.random.default_rng(0).integers(0, 3, (20, 30))
    counts[:, 0] = 1
    np.testing.assert_allclose(np.linalg.norm(vectors_of(counts), axis=1), 1.0, rtol=1e-4)


THESIS = (
    "Random",
    "Length",
    "K-MC",
    "K-MC & Length",
    *(f"S_{side}-H {kind}" for side in "DI" for kind in ("Sum", "Mean", "K-Max", "Max")),
    "S_I-H Sum & K-MC",
    "S_I-H K-Max & K-MC",
    "S_I-H Sum & Length",
    "S_I-H K-Max & Length",
    "T-H Sum",
    "T-H K-Max",
    "T-H Sum · S_I-H Sum",
    "T-H Sum · S_I-H K-Max",
    "T-H K-Max · S_I-H K-Max",
    "T-H K-Max · S_I-H Sum",
    "T-H Sum & K-MC",
    "T-H K-Max & K-MC",
)


@pytest.mark.parametrize("name", THESIS)
def test_every_combination_of_the_thesis_has_its_name(name: str) -> None:
    assert strategy(name).name == name
    pool = Pool(LENGTHS, {"T": DOUBTS, "S_I": DOUBTS, "S_D": DOUBTS}, np.eye(4, dtype=np.float32))
    chosen = strategy(name).choose(pool, 2, np.random.default_rng(0))
    assert len(set(chosen.tolist())) == 2


def test_a_name_may_be_written_in_other_ways() -> None:
    assert strategy("t-h k-max * s-h sum").name == "T-H K-Max · S_I-H Sum"
    assert strategy(" K-MC & length ").name == "K-MC & Length"
    assert strategy("T-Token & Diverse per minute").name == "T-Token & Diverse per Minute"


def test_products_and_lengths() -> None:
    pool = Pool(LENGTHS, {"T": DOUBTS, "S_I": DOUBTS}, np.eye(4, dtype=np.float32))
    found = strategy("T-H Sum · S-H Max").scores(pool)
    np.testing.assert_allclose(found, [0.12, 0, 0.72, 0.25])
    found = strategy("T-H Sum & Length").scores(pool)
    np.testing.assert_allclose(found, [0.2, 0, 1.2, 0.125])
    found = strategy("T-H Sum per Minute").scores(pool)
    np.testing.assert_allclose(found, np.array([0.4, 0, 1.2, 0.5]) / ((2 + 0.3 * LENGTHS) / 60))


def test_k_max_has_another_k_by_its_name() -> None:
    pool = Pool(LENGTHS, {"T": DOUBTS}, np.eye(4, dtype=np.float32))
    assert strategy("t-h 2-max").name == "T-H 2-Max"
    np.testing.assert_allclose(strategy("T-H 2-Max").scores(pool), h_k_max(DOUBTS, LENGTHS, 2))
    np.testing.assert_allclose(strategy("T-H K-Max").scores(pool), h_k_max(DOUBTS, LENGTHS, 3))


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.partition(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtra, match=r"understudy\[learn\]"):
        k_mc(_view(), 5)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("T-H 0-Max", "is no strategy"),
        ("H Sum", "wants a tagger"),
        ("T-Length", "wants no tagger"),
        ("T-H Min", "H K-Max"),
        ("", "is no strategy"),
        ("K-MC & Diverse", "two samplers"),
        ("Random per Minute", "scores nothing"),
    ],
)
def test_wrong_names_say_what_there_is(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        strategy(name)


def test_what_a_strategy_needs() -> None:
    pool = Pool(LENGTHS, {}, np.eye(4, dtype=np.float32))
    for name, told in (
        ("T-H Sum", "nothing is annotated"),
        ("S-H Sum", "--source"),
        ("Loss", "losses"),
    ):
        with pytest.raises(UsageError, match=told):
            strategy(name).choose(pool, 1, np.random.default_rng(0))


def test_edits_count_marks_made_moved_and_taken_away() -> None:
    one, two, other = Span(0, 4, "A"), Span(6, 9, "A"), Span(20, 22, "A")
    assert edits([one, two], [one, two]) == 0
    assert edits([one], [one, two]) == 1
    assert edits([one, two], []) == 2
    assert edits([one], [Span(0, 5, "A")]) == 1
    assert edits([one], [one._replace(label="B")]) == 1
    assert edits([one, other], [Span(1, 3, "A"), Span(3, 4, "A"), two]) == 4


def test_minutes() -> None:
    assert Rates(60, 6, 30).minutes(2, 10.0, 4) == pytest.approx(2 + 1 + 2)


def _rounds(**fields: list[float]) -> list[Signals]:
    size = len(next(iter(fields.values())))
    return [
        Signals(250 * (at + 1), 1000, 10.0, **{name: of[at] for name, of in fields.items()})
        for at in range(size)
    ]


def test_small_batches_need_as_many_instances_to_be_stable() -> None:
    def rounds(agreed: float, count: int) -> list[Signals]:
        return [Signals(50 * (at + 1), 1000, 10.0, kappa=agreed) for at in range(count)]

    assert stable([]) is None
    assert stable(rounds(0.999, 15)) is None
    assert stable(rounds(0.999, 16))
    assert stable(rounds(0.997, 16)) is None


def test_kappa() -> None:
    same = np.array([0, 1, 0, 2])
    assert kappa(same, same) == 1.0
    assert kappa(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])) == pytest.approx(0.0)
    assert kappa(np.zeros(3, dtype=int), np.zeros(3, dtype=int)) == 1.0


def test_rules_stop_when_their_signal_says_so_and_not_before() -> None:
    assert stable(_rounds(kappa=[0.5, 0.995, 0.995])) is None
    assert "stable" in str(stable(_rounds(kappa=[0.5, 0.995, 0.995, 0.999])))
    assert stable(_rounds(kappa=[0.5, 0.995, 0.98, 0.99])) is None
    assert uncertainty(_rounds(uncertainty=[0.1])) is None
    assert uncertainty(_rounds(uncertainty=[0.1, 0.001]))
    assert confidence(_rounds(hardest=[0.0])) is None
    assert confidence(_rounds(hardest=[0.0, 0.6])) is None
    assert confidence(_rounds(hardest=[0.0, 0.1]))
    assert change(_rounds(changed=[0.5, 0.0])) is None
    assert change(_rounds(changed=[0.5, 0.0, 0.001]))
    assert variance(_rounds(variance=[0.1, 0.4, 0.3, 0.2])) is None
    assert variance(_rounds(variance=[0.1, 0.4, 0.3, 0.2, 0.1]))
    assert convergence(_rounds(uncertainty=[0.8, 0.4, 0.2, 0.1])) is None
    assert convergence(_rounds(uncertainty=[0.8, 0.4, 0.399, 0.398, 0.397]))


@pytest.mark.parametrize("name", names("stopping"))
def test_no_rule_stops_before_anything_is_known(name: str) -> None:
    rule = load("stopping", name)
    assert rule([]) is None
    assert rule([Signals(250, 1000, 10.0, uncertainty=0.5)]) is None


def test_a_budget_stops() -> None:
    rounds = _rounds(kappa=[0.1, 0.2])
    assert spent(rounds, Budget()) is None
    assert spent([], Budget(1)) is None
    assert spent(rounds, Budget(instances=501)) is None
    assert spent(rounds, Budget(instances=500)) == "the budget of 500 instances is spent"
    assert "minutes" in str(spent(rounds, Budget(minutes=9.5)))
    assert "words" in str(spent(rounds, Budget(words=1000)))
