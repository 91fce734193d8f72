"""The private choice: its cost is what it says, exactly."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.audit.bounds import audit
from understudy.audit.choice import ChoiceAudit, chosen
from understudy.audit.experiments import audited, experiment_of, values_of
from understudy.privacy.accounting import exponential_choice_epsilon
from understudy.privacy.choice import SCALES, PrivateChoice
from understudy.surrogates.tables import Table


def test_beta_is_that_of_the_check_values() -> None:
    choice = PrivateChoice(4.0, 8, "clip")
    assert choice.beta == pytest.approx(2.50, abs=0.005)
    assert exponential_choice_epsilon(choice.beta, 8) == pytest.approx(4.0, abs=1e-12)
    assert PrivateChoice(4.0, 8, "rank").beta == 4.0


@settings(max_examples=200)
@given(
    st.sampled_from(SCALES),
    st.floats(0.0, 12.0),
    st.lists(st.tuples(st.floats(0.0, 2.0), st.floats(0.0, 2.0)), min_size=1, max_size=10),
)
def test_no_scores_cost_more_than_is_said(
    scale: str, epsilon: float, scores: list[tuple[float, float]]
) -> None:
    choice = PrivateChoice(epsilon, len(scores), scale)
    one, other = choice.chances(np.array(scores).T)
    assert one.sum() == pytest.approx(1.0) and other.sum() == pytest.approx(1.0)
    assert np.abs(np.log(one) - np.log(other)).max() <= epsilon + 1e-9


def test_the_cost_is_reached_by_the_worst_scores() -> None:
    worst = np.array([[0.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.0]])
    one, other = PrivateChoice(3.0, 4, "clip").chances(worst)
    assert math.log(one[0] / other[0]) == pytest.approx(3.0, abs=1e-9)


@pytest.mark.parametrize("scale", ["two-level", "rank"])
@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_the_cost_of_ranks_is_reached_and_never_passed(scale: str, epsilon: float) -> None:
    choice = PrivateChoice(epsilon, 4, scale)
    rows = choice.chances(np.array(list(permutations((0.1, 0.2, 0.3, 0.4)))))
    ratios = np.log(rows[:, None, :] / rows[None, :, :])
    assert ratios.max() == pytest.approx(epsilon, abs=1e-9)


@pytest.mark.parametrize(
    ("epsilon", "k", "kept"), [(2.0, 8, 0.44), (3.0, 8, 0.70), (4.0, 8, 0.87), (6.0, 8, 0.98)]
)
def test_one_best_candidate_keeps_the_share_of_the_formula(
    epsilon: float, k: int, kept: float
) -> None:
    """(e^ε − 1)/(e^ε + k − 1) of the gain of the least score, whatever the scores."""
    choice = PrivateChoice(epsilon, k)
    choice.__dict__["best"] = 1
    scores = np.random.default_rng(7).random((50, k))
    gain = scores.mean(-1) - (choice.chances(scores) * scores).sum(-1)
    most = scores.mean(-1) - scores.min(-1)
    assert gain / most == pytest.approx((math.exp(epsilon) - 1) / (math.exp(epsilon) + k - 1))
    assert gain[0] / most[0] == pytest.approx(kept, abs=0.005)


def test_how_many_are_best_follows_from_epsilon_and_k() -> None:
    assert [PrivateChoice(epsilon, 8).best for epsilon in (0.0, 2.0, 4.0, 700.0)] == [4, 2, 1, 1]
    assert [PrivateChoice(4.0, k).best for k in (1, 2, 32, 256)] == [1, 1, 4, 31]


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 4.0, 8.0])
@pytest.mark.parametrize("k", [2, 5, 8, 32])
def test_two_levels_gain_no_less_than_weights_by_rank(epsilon: float, k: int) -> None:
    """For scores that are evenly spaced, m is the best there is; no weights by rank gain more."""
    scores = np.linspace(0.0, 1.0, k)[None, :]
    cost = {}
    for scale in ("two-level", "rank"):
        cost[scale] = float((PrivateChoice(epsilon, k, scale).chances(scores) * scores).sum())
    assert cost["two-level"] <= cost["rank"] + 1e-12
    for m in range(1, k):
        other = PrivateChoice(epsilon, k)
        other.__dict__["best"] = m
        assert cost["two-level"] <= float((other.chances(scores) * scores).sum()) + 1e-12


def test_ties_and_values_drawn_twice_cost_no_more() -> None:
    """What is seen is the value, not the candidate: a value drawn twice adds up its two weights."""
    random = np.random.default_rng(11)
    choice = PrivateChoice(1.5, 5)
    for _ in range(300):
        values = random.integers(0, 3, 5)
        one, other = choice.chances(random.integers(0, 3, (2, 3))[:, values].astype(float))
        for value in np.unique(values):
            ratio = one[values == value].sum() / other[values == value].sum()
            assert abs(math.log(ratio)) <= 1.5 + 1e-9


def test_equal_scores_are_ranked_by_the_order_of_the_draws() -> None:
    chances = PrivateChoice(2.0, 3, "rank").chances(np.array([[0.5, 0.5, 0.5]]))[0]
    assert chances[0] > chances[1] > chances[2]


def test_scores_are_clipped_at_the_constant() -> None:
    low, high = PrivateChoice(2.0, 2, "clip", clip=0.1).chances(np.array([[0.0, 0.1], [0.0, 0.9]]))
    assert low == pytest.approx(high)


def test_a_number_selects_what_the_sampler_selects() -> None:
    choice = PrivateChoice(3.0, 5)
    random = np.random.default_rng(3)
    scores = random.random((200, 5))
    words = random.integers(0, 2**64, 200, dtype=np.uint64)
    many = choice.sample(scores, words)
    assert many.tolist() == [
        choice.pick(row, int(word)) for row, word in zip(scores, words, strict=True)
    ]
    assert len(set(many.tolist())) == 5
    assert choice.pick(scores[0], 2**64 - 1) == 4


def test_choices_are_as_frequent_as_their_chances() -> None:
    choice = PrivateChoice(2.0, 4)
    scores = np.array([0.1, 0.9, 0.3, 0.5])
    words = np.random.default_rng(5).integers(0, 2**64, 40_000, dtype=np.uint64)
    found = np.bincount(choice.sample(np.tile(scores, (40_000, 1)), words), minlength=4) / 40_000
    assert found == pytest.approx(choice.chances(scores[None, :])[0], abs=0.015)


@pytest.mark.parametrize("scale", SCALES)
def test_keeping_costs_more(scale: str) -> None:
    choice = PrivateChoice(3.0, 4, scale)
    assert choice.claimed(1.0, 0.01) == 3.0
    assert choice.claimed(0.9, 0.01) > 3.0
    assert choice.claimed(0.9, 0.0) == math.inf
    # The formula, by its own definition of the least share of its draws that a candidate gets.
    least = (
        4 * choice.chances(np.array([[1.0, 0.2, 0.1, 0.0]]))[0].min()
        if scale != "clip"
        else (4 * math.exp(-choice.beta) / (math.exp(-choice.beta) + 3))
    )
    expected = math.log(math.exp(3.0) + 0.1 / (0.9 * 0.01 * least))
    assert choice.claimed(0.9, 0.01) == pytest.approx(expected)


def test_one_candidate_costs_nothing() -> None:
    choice = PrivateChoice(5.0, 1)
    assert choice.claimed(1.0, 0.1) == 0.0
    assert choice.pick(np.array([0.7]), 123) == 0


@pytest.mark.parametrize("wrong", [(-1.0, 3), (math.inf, 3), (1.0, 0)])
def test_wrong_settings_are_refused(wrong: tuple[float, int]) -> None:
    with pytest.raises(ValueError, match=r"must|needs"):
        PrivateChoice(*wrong)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("p", [1.0, 0.9])
def test_the_audit_passes_and_comes_close(scale: str, p: float) -> None:
    experiment = experiment_of(
        "distort", p=p, k=12, zipf=0.0, unit="entity", choice=(3.0, 4, scale)
    )
    assert isinstance(experiment, ChoiceAudit)
    experiment = ChoiceAudit(values_of(12), 3.0, 4, scale, p=p)
    result = audited(experiment, runs=20_000, alpha=0.001, generator=np.random.default_rng(1))
    assert not result.violated
    assert result.claimed >= 3.0
    assert result.lower_bound > 0.5 * result.claimed


def test_the_scores_of_the_audit_are_those_of_the_model() -> None:
    experiment = ChoiceAudit(("Anna", "Robert", "Elephant", "Madrid"), 3.0, 2)
    scores = experiment.scores
    assert scores.shape == (2, 4)
    assert (scores >= 0.0).all() and (scores <= 1.0).all()
    at = experiment.table.values.index
    assert scores[0, at("Anna")] == scores[1, at("Robert")] == 0.0
    assert scores[0, at("Robert")] > 0.0


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("epsilon", [4.0, 8.0])
def test_the_audit_finds_a_choice_that_is_sharper_than_it_says(epsilon: float, scale: str) -> None:
    """As it would be with a wrong β, or with the least score always taken."""
    table = Table.of(values_of(12))
    worst = np.stack([np.r_[0.0, np.ones(11)], np.r_[1.0, np.zeros(11)]])
    sides = [
        chosen(PrivateChoice(epsilon, 4, scale), table, worst[side], 1.0, side) for side in (0, 1)
    ]
    result = audit(
        lambda side, runs, random: sides[side](side, runs, random),
        claimed=2.0,
        outcomes=12,
        runs=50_000,
        generator=np.random.default_rng(2),
    )
    assert result.violated


def test_the_plain_choice_claims_nothing() -> None:
    experiment = experiment_of("distort", p=1.0, k=5, zipf=0.0, unit="entity")
    assert experiment.claimed == math.inf
