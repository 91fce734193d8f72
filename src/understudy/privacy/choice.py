"""Choosing among candidates by a score that sees the private value, and what that costs.

The k candidates were drawn without looking at the value. Three ways to choose one of them:

- ``two-level``: weight e^ε for the m candidates with the least scores, 1 for the others. The ranks
  of one document are a permutation of those of its neighbour, so the sum of the weights is the same
  for both, and the cost is exactly ε_c = ε. The expected gain is linear in the weights over their
  sum; of all weights by rank whose ratio is at most e^ε, the best therefore have two levels. m
  follows from ε and k alone.
- ``rank``: weight exp(−ε·rank/(k − 1)). The cost is exactly ε_c = ε, for the same reason.
- ``clip``: weight exp(−β·min(score/c, 1)) with a public constant c (the exponential mechanism of
  McSherry & Talwar 2007). All scores can move from 0 to c at once, and the cost is exactly
  ε_c = β + ln((e^(−β) + k − 1)/(1 + (k − 1)e^(−β))).

Equal scores are ranked in the order of the draws; a value that was drawn twice has two ranks.

Neighbours: one entity exchanged for another value of its category, and with it any scores.
The scalar choice and the sampler of the audit share the rule that turns a random number into a
candidate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from understudy.privacy.accounting import beta_for, choice_epsilon

__all__ = ["SCALES", "PrivateChoice"]

SCALES = ("two-level", "rank", "clip")
"""How scores become weights."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PrivateChoice:
    """A choice among ``k`` candidates, more likely one with a small score; it costs ``epsilon``."""

    epsilon: float
    k: int
    scale: str = "two-level"
    clip: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.epsilon < math.inf:
            raise ValueError(f"epsilon must be finite and not negative, not {self.epsilon}")
        if self.k < 1 or self.clip <= 0.0 or self.scale not in SCALES:
            raise ValueError("a choice needs a candidate, a positive clip and a known scale")

    @cached_property
    def beta(self) -> float:
        """The logarithm of the largest ratio of two weights, such that the choice costs ε."""
        return beta_for(self.epsilon, self.k) if self.scale == "clip" else self.epsilon

    @cached_property
    def best(self) -> int:
        """How many candidates have the larger of two weights: the m with the largest gain where
        scores are evenly spaced, m(k − m)/(m·e^ε + k − m)."""
        share = math.exp(-self.epsilon)  # above and below times e^−ε, which cannot overflow

        def gain(m: int) -> float:
            return m * (self.k - m) / (m + (self.k - m) * share)

        return max(range(1, max(self.k, 2)), key=gain)

    @cached_property
    def weights(self) -> Array:
        """The weight of each rank, the largest being 1; of no use with ``clip``."""
        if self.scale == "rank":
            return np.exp(-self.epsilon * np.arange(self.k) / max(self.k - 1, 1))
        return np.where(np.arange(self.k) < self.best, 1.0, math.exp(-self.epsilon))

    def claimed(self, p: float, pi_min: float) -> float:
        """ε where the choice is made with probability p and the value is kept otherwise.

        ε = ln(e^(ε_c) + (1 − p)/(p·π_min·L)), with L the least share of its draws that a candidate
        can get. A single candidate is chosen whatever its score: ε_c = 0.
        """
        own = 0.0 if self.k == 1 else self.epsilon
        if self.scale == "clip" or self.k == 1:
            return choice_epsilon(own, p, pi_min, self.beta, self.k)
        if p == 1.0:
            return own
        if p == 0.0 or pi_min == 0.0:
            return math.inf
        least = self.k * float(self.weights[-1] / self.weights.sum())
        kept = math.log1p(-p) - math.log(p) - math.log(pi_min) - math.log(least)
        return float(np.logaddexp(own, kept))

    def chances(self, scores: Array) -> Array:
        """The probability of each candidate; rows of scores, a candidate a column."""
        if self.k == 1:
            return np.ones_like(scores)
        if self.scale == "clip":
            normal = np.minimum(scores / self.clip, 1.0)
            weights = np.exp(-self.beta * (normal - normal.min(-1, keepdims=True)))
        else:
            ranks = scores.argsort(-1, kind="stable").argsort(-1, kind="stable")
            weights = self.weights[ranks]
        return np.asarray(weights / weights.sum(-1, keepdims=True))

    def pick(self, scores: Array, word: int) -> int:
        """The candidate that a random 64-bit number selects."""
        return int(self.sample(scores[None, :], np.array([word], dtype=np.uint64))[0])

    def sample(self, scores: Array, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
        """``pick`` for each row of scores."""
        edges = np.cumsum(self.chances(scores), axis=-1)
        unit = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
        found = (unit[:, None] >= edges).sum(-1)
        return np.asarray(np.minimum(found, self.k - 1))
