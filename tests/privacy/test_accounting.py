"""The closed forms against the figures of the science page, and against their own limits."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.privacy import accounting as acc

PROBABILITIES = st.floats(1e-9, 1.0, exclude_max=True)
MASSES = st.floats(1e-12, 0.5)
EPSILONS = st.floats(1e-9, 900.0)


@pytest.mark.parametrize(
    ("p", "k", "expected"), [(0.9, 7692, "6.7519"), (0.9983, 1000, "0.9943"), (0.5, 2, "1.0986")]
)
def test_lemma_check_values(p: float, k: int, expected: str) -> None:
    assert f"{acc.epsilon(p, 1 / k):.4f}" == expected


@pytest.mark.parametrize(
    ("p", "pi_min", "expected"),
    [(1.0, 0.1, 0.0), (1.0, 0.0, 0.0), (0.999, 0.0, math.inf), (0.0, 0.1, math.inf)],
)
def test_lemma_limits(p: float, pi_min: float, expected: float) -> None:
    assert acc.epsilon(p, pi_min) == expected


def test_lemma_keeps_its_digits_at_both_ends() -> None:
    almost = 1.0 - 2.0**-50
    assert acc.epsilon(almost, 0.5) == pytest.approx(2.0**-49, rel=1e-12)
    assert acc.epsilon(1e-300, 1e-300) == pytest.approx(600 * math.log(10), rel=1e-12)


@given(EPSILONS, MASSES)
def test_replace_probability_buys_what_was_asked_and_no_less(target: float, pi_min: float) -> None:
    p = acc.replace_probability(target, pi_min)
    assert 0.0 < p <= 1.0
    assert acc.epsilon(p, pi_min) <= target


@given(st.floats(0.01, 600.0), st.floats(1e-6, 0.5))
def test_replace_probability_is_the_inverse(target: float, pi_min: float) -> None:
    bought = acc.epsilon(acc.replace_probability(target, pi_min), pi_min)
    assert bought == pytest.approx(target, rel=1e-6)


def test_replace_probability_limits() -> None:
    assert acc.replace_probability(0.0, 0.1) == 1.0
    assert acc.replace_probability(3.0, 0.0) == 1.0
    assert acc.replace_probability(math.inf, 0.1) == 0.0
    assert 0.0 < acc.replace_probability(800.0, 1e-3) < 1e-300


@given(st.floats(0.0, 20.0), PROBABILITIES, MASSES)
def test_profile_of_one_draw_ends_at_the_lemma(target: float, p: float, pi_min: float) -> None:
    assert acc.delta(0.0, p, pi_min) == pytest.approx(acc.trivial_delta(p), abs=1e-15)
    assert acc.delta(acc.epsilon(p, pi_min) * (1 + 1e-9) + 1e-9, p, pi_min) == 0.0
    assert acc.delta(target, p, pi_min) <= acc.trivial_delta(p)


def test_profile_of_one_draw_is_the_divergence_of_the_output_laws() -> None:
    p, pi = 0.7, (0.1, 0.2, 0.3, 0.4)
    for target in (0.0, 0.3, 1.0, 1.2):
        worst = max(
            sum(
                max(0.0, _law(t, x, p, pi) - math.exp(target) * _law(t, y, p, pi))
                for t in range(len(pi))
            )
            for x, y in itertools.permutations(range(len(pi)), 2)
        )
        assert acc.delta(target, p, min(pi)) == pytest.approx(worst, rel=1e-12)


def _law(output: int, token: int, p: float, pi: tuple[float, ...]) -> float:
    return p * pi[output] + (1 - p) * (output == token)


def test_profile_of_redaction_never_falls() -> None:
    assert acc.delta(800.0, 0.9, 0.0) == pytest.approx(0.1)
    assert acc.delta(800.0, 0.9, 1e-3) == 0.0
    assert acc.trivial_delta(0.9) == pytest.approx(0.1)


def test_never_self() -> None:
    assert acc.never_self_epsilon(1.0, 1000) == math.inf
    assert acc.never_self_epsilon(0.0, 1000) == math.inf
    assert acc.never_self_epsilon(0.5, 1) == math.inf
    assert acc.never_self_epsilon(0.9, 11) == pytest.approx(math.log(10 / 9))
    # The side on which the token is likelier to come from the neighbour counts as well.
    assert acc.never_self_epsilon(0.999, 11) == pytest.approx(math.log(0.999 / 0.01))


def test_argmin() -> None:
    assert f"{acc.argmin_epsilon(1000, 8):.2f}" == "50.43"
    assert acc.argmin_epsilon(1, 8) == 0.0
    assert acc.argmin_epsilon(50, 1) == pytest.approx(0.0, abs=1e-12)


def test_exponential_choice_check_value() -> None:
    assert f"{acc.beta_for(4.0, 8):.2f}" == "2.50"
    assert acc.exponential_choice_epsilon(2.497362423967537, 8) == pytest.approx(4.0, abs=1e-12)


def test_exponential_choice_is_the_worst_of_all_scores() -> None:
    beta, k = 1.7, 4
    shares = [
        math.exp(-beta * scores[0]) / sum(math.exp(-beta * score) for score in scores)
        for scores in itertools.product((0.0, 0.3, 1.0), repeat=k)
    ]
    worst = math.log(max(shares) / min(shares))
    assert acc.exponential_choice_epsilon(beta, k) == pytest.approx(worst)


@given(st.floats(0.0, 2000.0), st.integers(2, 10_000))
def test_beta_for_is_the_inverse(target: float, k: int) -> None:
    beta = acc.beta_for(target, k)
    assert acc.exponential_choice_epsilon(beta, k) == pytest.approx(target, rel=1e-9, abs=1e-9)


def test_choice_from_one_candidate_is_free() -> None:
    assert acc.exponential_choice_epsilon(5.0, 1) == 0.0
    assert acc.beta_for(1.0, 1) == math.inf
    assert acc.choice_epsilon(0.0, 0.9, 1e-3, math.inf, 1) == pytest.approx(acc.epsilon(0.9, 1e-3))


def test_choice_with_keeping() -> None:
    beta, k, p, pi_min = 2.5, 8, 0.9, 0.01
    epsilon_c = acc.exponential_choice_epsilon(beta, k)
    share = k * math.exp(-beta) / (math.exp(-beta) + k - 1)
    expected = math.log(math.exp(epsilon_c) + (1 - p) / (p * pi_min * share))
    assert acc.choice_epsilon(epsilon_c, p, pi_min, beta, k) == pytest.approx(expected)
    assert acc.choice_epsilon(epsilon_c, 1.0, pi_min, beta, k) == epsilon_c
    assert acc.choice_epsilon(epsilon_c, 0.9, 0.0, beta, k) == math.inf
    assert acc.choice_epsilon(epsilon_c, 0.0, pi_min, beta, k) == math.inf
    assert acc.choice_epsilon(math.inf, 0.9, pi_min, math.inf, k) == math.inf


def test_choice_without_preference_is_the_lemma() -> None:
    assert acc.choice_epsilon(0.0, 0.9, 1e-3, 0.0, 8) == pytest.approx(acc.epsilon(0.9, 1e-3))


def test_choice_bounds_a_mechanism_that_can_be_enumerated() -> None:
    """Two values, k = 2 candidates, every score in {0, 1}: all outputs, all inputs."""
    p, beta, k = 0.8, 1.3, 2
    laws = []
    for scores in itertools.product((0.0, 1.0), repeat=2):
        chosen = [0.0, 0.0]
        for candidates in itertools.product((0, 1), repeat=k):
            weights = [math.exp(-beta * scores[value]) for value in candidates]
            for value, weight in zip(candidates, weights, strict=True):
                chosen[value] += 0.25 * weight / sum(weights)
        laws += [[p * chosen[t] + (1 - p) * (t == token) for t in (0, 1)] for token in (0, 1)]
    worst = max(math.log(a[t] / b[t]) for a in laws for b in laws for t in (0, 1))
    epsilon_c = acc.exponential_choice_epsilon(beta, k)
    assert worst <= acc.choice_epsilon(epsilon_c, p, 0.5, beta, k)


@pytest.mark.parametrize(("recall", "expected"), [(0.919, 4.49), (0.992, 2.20), (0.999, 0.69)])
def test_effective_epsilon_check_values(recall: float, expected: float) -> None:
    assert round(acc.effective_epsilon(1.0, 1e-3, recall), 2) == expected
    assert acc.effective_probability(0.5, recall) == pytest.approx(recall / 2)


def test_histogram_floor() -> None:
    assert acc.histogram_floor(0.1, 1000) == pytest.approx(1e-4)


def test_dates() -> None:
    assert acc.date_shift_delta(3, 365) == pytest.approx(3 / 365)
    assert acc.date_shift_delta(400, 365) == 1.0
    assert acc.discrete_laplace_epsilon(30, 10) == 3.0
    assert acc.discrete_laplace_epsilon(0, 0) == 0.0
    assert acc.discrete_laplace_epsilon(1, 0) == math.inf


def test_date_shift_delta_is_the_divergence_of_two_windows() -> None:
    window, distance = 20, 6
    first, second = set(range(window)), set(range(distance, window + distance))
    assert acc.date_shift_delta(distance, window) == pytest.approx(len(first - second) / window)


def test_bayes_ceiling_is_the_best_guess() -> None:
    p, k = 0.9, 5
    pi = (1 / k,) * k
    best = sum(max(_law(t, x, p, pi) for x in range(k)) / k for t in range(k))
    assert acc.bayes_ceiling(p, k) == pytest.approx(best)


@pytest.mark.parametrize(
    "call",
    [
        lambda: acc.epsilon(1.1, 0.1),
        lambda: acc.epsilon(math.nan, 0.1),
        lambda: acc.epsilon(0.5, -0.1),
        lambda: acc.replace_probability(-1.0, 0.1),
        lambda: acc.delta(-1.0, 0.5, 0.1),
        lambda: acc.trivial_delta(2.0),
        lambda: acc.never_self_epsilon(0.5, 0),
        lambda: acc.exponential_choice_epsilon(-1.0, 3),
        lambda: acc.date_shift_delta(1, 0),
        lambda: acc.discrete_laplace_epsilon(-1, 1),
        lambda: acc.effective_probability(0.5, 1.5),
    ],
)
def test_arguments_out_of_range_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match="must"):
        call()  # type: ignore[operator]


@given(PROBABILITIES, PROBABILITIES, MASSES)
def test_epsilon_falls_as_p_grows(one: float, other: float, pi_min: float) -> None:
    low, high = sorted((one, other))
    assert acc.epsilon(high, pi_min) <= acc.epsilon(low, pi_min) * (1 + 1e-12)


@given(PROBABILITIES, MASSES, MASSES)
def test_epsilon_falls_as_the_floor_rises(p: float, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert acc.epsilon(p, high) <= acc.epsilon(p, low) * (1 + 1e-12)
