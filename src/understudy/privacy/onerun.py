"""A lower bound of ε from one run, by how many of many secret coins were guessed right.

Each of m coins decides one thing that goes into the run: whether somebody's text is trained on, or
which of two values stands in a place. Whoever sees what came out guesses some of the coins. If the
run is (ε, δ)-private for the change of one coin, the number of right guesses among r is hardly
larger than Binomial(r, e^ε/(1 + e^ε)):

    P[right ≥ v] ≤ f(v) + 2·m·δ·max_i (f(v − i) − f(v))/i,   f(v) = P[Binomial(r, q) ≥ v]

Source: [S] T. Steinke, M. Nasr, M. Jagielski, "Privacy auditing with one (1) training run",
NeurIPS 2023, main theorem. The guesses may depend on each other; the coins must not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["SHARES", "OneRun", "least_seen", "most_seen", "of_scores", "one_run", "surprise"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

SHARES = (1.0, 0.5, 0.2, 0.05)
"""Of the coins, how many are guessed: all, or those that the attacker is surest of. Every share is
tried, and each has its part of α."""
_LARGEST = 50.0
_STEPS = 60
_TIES = 20230515


class OneRun:
    """What one run showed: right guesses of those made, and the bound that follows."""

    __slots__ = ("accuracy", "coins", "epsilon", "guesses", "right")

    def __init__(
        self, coins: int, accuracy: float, guesses: int, right: int, epsilon: float
    ) -> None:
        self.coins = coins
        self.accuracy = accuracy
        """The share of all coins that was guessed right."""
        self.guesses = guesses
        """Of the share of coins that gave the best bound."""
        self.right = right
        self.epsilon = epsilon


def _tail(at_least: int, trials: int, chance: float) -> float:
    """P[Binomial ≥ at_least]."""
    if at_least <= 0:
        return 1.0
    if at_least > trials:
        return 0.0
    from scipy.special import betainc  # noqa: PLC0415 - takes a while

    return float(betainc(at_least, trials - at_least + 1, chance))


def surprise(
    right: int, guesses: int, epsilon: float, *, delta: float = 0.0, coins: int = 0
) -> float:
    """The largest probability, under (ε, δ), of so many right guesses or more [S]."""
    if not 0 <= right <= guesses:
        raise ValueError(f"{right} right guesses of {guesses}")
    chance = 1.0 / (1.0 + math.exp(-epsilon))
    plain = _tail(right, guesses, chance)
    if not delta:
        return plain
    steep = max(
        ((_tail(right - i, guesses, chance) - plain) / i for i in range(1, right + 1)), default=0.0
    )
    return min(1.0, plain + 2.0 * max(coins, guesses) * delta * steep)


def one_run(right: int, guesses: int, *, alpha: float, delta: float = 0.0, coins: int = 0) -> float:
    """The largest ε that so many right guesses refute at confidence 1 − α; 0 if none."""
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")

    def refuted(epsilon: float) -> bool:
        return surprise(right, guesses, epsilon, delta=delta, coins=coins) <= alpha

    return _largest(refuted)


def _largest(holds: Callable[[float], bool]) -> float:
    """The largest ε for which something holds that holds below it."""
    if not holds(0.0):
        return 0.0
    low, high = 0.0, _LARGEST
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def of_scores(
    scores: Sequence[float] | Floats,
    coins: Sequence[bool] | Bools,
    *,
    alpha: float,
    delta: float = 0.0,
    seed: int = 0,
) -> OneRun:
    """From scores, greater where a coin more likely fell true.

    Half of the guesses of each share say true of the greatest scores, half false of the least; of
    equal scores it is a matter of chance who is taken. Whatever the shares, they are fixed before
    the scores are seen, and share α.
    """
    truth = np.asarray(coins, dtype=bool)
    values = np.asarray(scores, dtype=float)
    if truth.shape != values.shape:
        raise ValueError("a score for every coin is asked for")
    count = len(truth)
    # Not the stream that the coins may have come from: equal scores would tell them.
    random = np.random.default_rng((_TIES, seed))
    order = np.lexsort((random.random(count), values))
    ordered = truth[order]
    found = []
    for share in SHARES:
        half = int(count * share) // 2
        if half:
            right = int(ordered[count - half :].sum() + (~ordered[:half]).sum())
            bound = one_run(right, 2 * half, alpha=alpha / len(SHARES), delta=delta, coins=count)
            found.append((bound, 2 * half, right))
    if not found:
        return OneRun(count, 0.5, 0, 0, 0.0)
    _, guesses, right = found[0]
    bound, best, of_best = max(found)
    return OneRun(count, right / guesses, best, of_best, bound)


def most_seen(coins: int, *, alpha: float) -> float:
    """The largest ε that so many coins can show: all are guessed right."""
    guesses = 2 * (coins // 2)
    return one_run(guesses, guesses, alpha=alpha / len(SHARES)) if guesses else 0.0


def least_seen(coins: int, *, alpha: float, power: float = 0.8) -> float:
    """The accuracy on all coins that would have been told from chance with this probability."""
    guesses = 2 * (coins // 2)
    if not guesses:
        return 1.0
    needed = next(
        (v for v in range(guesses + 1) if _tail(v, guesses, 0.5) <= alpha / len(SHARES)),
        guesses + 1,
    )
    low, high = 0.5, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        low, high = (low, middle) if _tail(needed, guesses, middle) >= power else (middle, high)
    return high
