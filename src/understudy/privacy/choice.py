"""Choosing among candidates by a score that sees the private value, and what that costs.

The k candidates were drawn without looking at the value. Candidate s is chosen with probability
∝ exp(−β·N(s)), N in [0, 1] (the exponential mechanism of McSherry & Talwar 2007). Two ways to get
N from scores:

- ``clip``: N = min(score/c, 1) with a public constant c. Every N can move from 0 to 1 at once, and
  the cost is exactly ε_c = β + ln((e^(−β) + k − 1)/(1 + (k − 1)e^(−β))).
- ``rank``: N = rank/(k − 1), 0 for the least score. The N of one scope are a permutation of those
  of its neighbour, the sum Σ exp(−β·N) is the same for both, and the cost is exactly ε_c = β.
  Equal scores are ranked in the order of the draws.

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

SCALES = ("clip", "rank")
"""How scores become numbers from 0 to 1."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PrivateChoice:
    """The exponential mechanism over ``k`` candidates: a candidate is chosen the more likely, the
    less its score; the choice costs ``epsilon``."""

    epsilon: float
    k: int
    scale: str = "clip"
    clip: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.epsilon < math.inf:
            raise ValueError(f"epsilon must be finite and not negative, not {self.epsilon}")
        if self.k < 1 or self.clip <= 0.0 or self.scale not in SCALES:
            raise ValueError("a choice needs a candidate, a positive clip and a known scale")

    @cached_property
    def beta(self) -> float:
        """The β that costs ε: solved exactly."""
        return self.epsilon if self.scale == "rank" else beta_for(self.epsilon, self.k)

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
        sizes = np.exp(-self.beta * np.arange(self.k) / (self.k - 1))
        least = self.k * float(sizes[-1] / sizes.sum())
        kept = math.log1p(-p) - math.log(p) - math.log(pi_min) - math.log(least)
        return float(np.logaddexp(own, kept))

    def chances(self, scores: Array) -> Array:
        """The probability of each candidate; rows of scores, a candidate a column."""
        if self.k == 1:
            return np.ones_like(scores)
        if self.scale == "rank":
            normal = scores.argsort(-1, kind="stable").argsort(-1, kind="stable") / (self.k - 1)
        else:
            normal = np.minimum(scores / self.clip, 1.0)
        weights = np.exp(-self.beta * (normal - normal.min(-1, keepdims=True)))
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
