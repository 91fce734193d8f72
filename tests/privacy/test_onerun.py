"""One-run bounds of ε: the published formula, checked by simulation and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.privacy.onerun import (
    SHARES,
    least_seen,
    most_seen,
    of_scores,
    one_run,
    surprise,
)

ALPHA = 0.05


def _binomial(at_least: int, trials: int, chance: float) -> float:
    return sum(
        math.comb(trials, v) * chance**v * (1 - chance) ** (trials - v)
        for v in range(at_least, trials + 1)
    )


@pytest.mark.parametrize(("right", "guesses", "epsilon"), [(60, 100, 0.0), (95, 100, 2.0)])
def test_without_delta_it_is_a_binomial_tail(right: int, guesses: int, epsilon: float) -> None:
    chance = math.exp(epsilon) / (1 + math.exp(epsilon))
    assert surprise(right, guesses, epsilon) == pytest.approx(_binomial(right, guesses, chance))


def test_with_delta_the_tail_grows_by_the_steepest_step() -> None:
    right, guesses, epsilon, delta, coins = 18, 20, 1.0, 1e-3, 40
    chance = math.exp(epsilon) / (1 + math.exp(epsilon))
    tail = [_binomial(v, guesses, chance) for v in range(guesses + 1)]
    steep = max((tail[right - i] - tail[right]) / i for i in range(1, right + 1))
    found = surprise(right, guesses, epsilon, delta=delta, coins=coins)
    assert found == pytest.approx(tail[right] + 2 * coins * delta * steep)
    assert one_run(right, guesses, alpha=ALPHA, delta=delta, coins=coins) < one_run(
        right, guesses, alpha=ALPHA
    )


def test_all_right_gives_the_bound_in_closed_form() -> None:
    # q^r = α
    assert one_run(100, 100, alpha=ALPHA) == pytest.approx(-math.log(ALPHA ** (-1 / 100) - 1))
    assert one_run(50, 100, alpha=ALPHA) == 0.0


@pytest.mark.parametrize("true", [0.0, 1.0, 3.0])
def test_randomised_response_is_bounded_and_seldom_refuted(true: float) -> None:
    """Coins are shown truly with probability e^ε/(1+e^ε): the bound exceeds ε in at most α of the
    runs, and comes near it."""
    random = np.random.default_rng(5)
    chance = 1 / (1 + math.exp(-true))
    bounds = []
    for at in range(200):
        coins = random.random(1000) < 0.5
        shown = np.where(random.random(1000) < chance, coins, ~coins)
        bounds.append(of_scores(shown.astype(float), coins, alpha=ALPHA, seed=at).epsilon)
    # 200 runs at α = .05: more than 20 would be a chance of one in ten thousand.
    assert sum(bound > true for bound in bounds) <= 20
    assert np.median(bounds) >= true - 0.5


def test_equal_scores_tell_nothing_even_where_the_seed_is_that_of_the_coins() -> None:
    wrong = 0
    for seed in range(40):
        coins = np.random.default_rng(seed).random(400) < 0.5
        wrong += of_scores(np.zeros(400), coins, alpha=ALPHA, seed=seed).epsilon > 0.0
    assert wrong <= 6


def test_a_few_sure_guesses_are_enough() -> None:
    random = np.random.default_rng(1)
    coins = random.random(2000) < 0.5
    scores = random.normal(size=2000) * 0.01
    scores[:150] = np.where(coins[:150], 1.0, -1.0)
    found = of_scores(scores, coins, alpha=ALPHA)
    assert found.accuracy < 0.6
    assert (found.guesses, found.epsilon > 2.0) == (100, True)


def test_what_could_have_been_seen() -> None:
    assert most_seen(100, alpha=ALPHA) == pytest.approx(
        -math.log((ALPHA / len(SHARES)) ** (-1 / 100) - 1)
    )
    assert 0.5 < least_seen(1000, alpha=ALPHA) < least_seen(100, alpha=ALPHA) < 1.0
    least, random = least_seen(400, alpha=ALPHA), np.random.default_rng(2)
    hits = [
        one_run(int(random.binomial(400, least)), 400, alpha=ALPHA / len(SHARES)) > 0.0
        for _ in range(400)
    ]
    assert 0.72 < np.mean(hits) < 0.88
    assert (most_seen(1, alpha=ALPHA), least_seen(1, alpha=ALPHA)) == (0.0, 1.0)


@pytest.mark.parametrize(("right", "alpha"), [(-1, 0.05), (11, 0.05), (5, 0.0)])
def test_nonsense_is_refused(right: int, alpha: float) -> None:
    with pytest.raises(ValueError):
        one_run(right, 10, alpha=alpha)
    with pytest.raises(ValueError):
        of_scores([0.0], [True, False], alpha=0.05)
