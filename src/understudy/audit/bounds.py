"""Audits: the mechanism is run on two neighbours, and a lower bound of ε is read off the outcomes.

For an output set S, ε ≥ ln((p̂1_low − δ)/p̂0_high) with Clopper–Pearson bounds at α/2 each. S is
chosen on one half of the runs and bounded on the other, so that the choice costs nothing
(Jagielski, Ullman & Oprea 2020). A claim below the bound is violated.

An experiment gives the outcomes of a number of runs on either neighbour, as small integers. What
is audited is the code of the strategies itself: the vectorised sampler that they share, and the
whole pipeline for a part of the runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from understudy.privacy.intervals import clopper_pearson

__all__ = ["ALPHA", "Audit", "Experiment", "Outcomes", "audit", "lower_bound"]

ALPHA = 0.001
_BATCH = 1 << 18

Outcomes = NDArray[np.intp]
Experiment = Callable[[int, int, np.random.Generator], Outcomes]
"""(neighbour 0 or 1, number of runs, generator) → outcomes."""


@dataclass(frozen=True)
class Audit:
    """What an audit found: the ε that is claimed, and a lower bound of it at confidence 1 − α."""

    claimed: float
    lower_bound: float
    runs: int
    alpha: float
    delta: float

    @property
    def violated(self) -> bool:
        """Whether the claim is refuted."""
        return self.lower_bound > self.claimed


def audit(
    experiment: Experiment,
    *,
    claimed: float,
    outcomes: int,
    runs: int,
    alpha: float = ALPHA,
    delta: float = 0.0,
    generator: np.random.Generator | None = None,
) -> Audit:
    """Run the experiment ``runs`` times on either neighbour to choose S, and again to bound it."""
    random = generator if generator is not None else np.random.default_rng()
    choose = [_counts(experiment, side, runs, outcomes, random) for side in (0, 1)]
    bound = [_counts(experiment, side, runs, outcomes, random) for side in (0, 1)]
    best = max(
        ((*_chosen(choose[one], choose[1 - one]), one) for one in (0, 1)),
        key=lambda found: found[0],
    )
    _, members, side = best
    found = lower_bound(
        int(bound[side][members].sum()),
        int(bound[1 - side][members].sum()),
        runs,
        alpha,
        delta,
    )
    return Audit(claimed, found, runs, alpha, delta)


def lower_bound(hits: int, others: int, runs: int, alpha: float, delta: float) -> float:
    """The bound for one output set: ``hits`` on the one side, ``others`` on the other."""
    low = clopper_pearson(hits, runs, alpha)[0] - delta
    high = clopper_pearson(others, runs, alpha)[1]
    return max(0.0, math.log(low / high)) if low > 0.0 else 0.0


def _counts(
    experiment: Experiment, side: int, runs: int, outcomes: int, random: np.random.Generator
) -> NDArray[np.intp]:
    total = np.zeros(outcomes, dtype=np.intp)
    left = runs
    while left:
        batch = min(left, _BATCH)
        total += np.bincount(experiment(side, batch, random), minlength=outcomes)
        left -= batch
    return total


def _chosen(one: NDArray[np.intp], other: NDArray[np.intp]) -> tuple[float, NDArray[np.intp]]:
    """The set of outcomes with the largest smoothed ratio, grown from the best single outcome.

    Outcomes are ordered by their ratio; of the sets of the first r outcomes the one with the best
    rough bound is taken.
    """
    ratio = (one + 1.0) / (other + 1.0)
    order = np.argsort(-ratio, kind="stable")
    hits, misses = np.cumsum(one[order]), np.cumsum(other[order])
    low = hits - 3.5 * np.sqrt(hits)
    high = misses + 3.5 * np.sqrt(misses) + 7.0
    score = np.where(low > 0, np.log(np.maximum(low, 1e-9) / high), -np.inf)
    at = int(np.argmax(score))
    return float(score[at]), order[: at + 1]
