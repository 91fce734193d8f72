"""Scores over runs, and paired intervals that draw test documents and runs anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.utility.tasks import Floats, Metric

__all__ = ["Difference", "Score", "differences", "score"]

_BLOCK = 1 << 22
"""Cells of one block of drawn documents."""


class Score(NamedTuple):
    """A metric over several runs."""

    mean: float
    deviation: float | None
    """Of the runs, with n − 1; None for a single one."""
    runs: tuple[float, ...]


class Difference(NamedTuple):
    """How much is gained (lost, if negative) against what it is compared with."""

    value: float
    low: float
    high: float


def score(runs: Sequence[Floats], metric: Metric) -> Score:
    """The metric of each run, their mean and their deviation."""
    values = [float(metric.score(cells.sum(0))) for cells in runs]
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return Score(float(np.mean(values)), spread, tuple(values))


def differences(
    of: Sequence[Floats],
    against: Sequence[Floats],
    metrics: Sequence[Metric],
    *,
    rounds: int,
    seed: int,
    alpha: float,
) -> dict[str, Difference]:
    """``of`` less ``against`` by each metric, the sign turned where less is better.

    Both sides answered the same test documents. Each round draws documents with replacement, the
    same for both, and runs: test set and seeds are both samples. Percentiles of the rounds are the
    interval.
    """
    ours, theirs = np.stack(of), np.stack(against)
    generator = np.random.default_rng(seed)
    size = ours.shape[1]
    found: dict[str, list[Floats]] = {metric.name: [] for metric in metrics}
    block = max(1, _BLOCK // max(1, size))
    for start in range(0, rounds, block):
        count = min(block, rounds - start)
        times = _times(generator, size, count)
        lots = generator.integers(len(ours), size=(count, len(ours)))
        # Equal seeds on both sides are a pair as equal documents are.
        same = lots
        if len(theirs) != len(ours):
            same = generator.integers(len(theirs), size=(count, len(theirs)))
        left, right = _sums(ours, times), _sums(theirs, times)
        for metric in metrics:
            one = np.take_along_axis(metric.score(left), lots, 1).mean(1)
            found[metric.name].append(
                one - np.take_along_axis(metric.score(right), same, 1).mean(1)
            )
    return {
        metric.name: _described(of, against, metric, np.concatenate(found[metric.name]), alpha)
        for metric in metrics
    }


def _times(generator: np.random.Generator, size: int, count: int) -> Floats:
    """How often each document is drawn, in so many rounds."""
    drawn = generator.integers(size, size=(count, size))
    drawn += np.arange(count)[:, None] * size
    found = np.bincount(drawn.ravel(), minlength=count * size)
    return found.reshape(count, size).astype(float)


def _sums(cells: Floats, times: Floats) -> Floats:
    """Rounds × runs × columns."""
    return np.asarray(np.einsum("rn,snc->rsc", times, cells, optimize=True))


def _described(
    of: Sequence[Floats], against: Sequence[Floats], metric: Metric, drawn: Floats, alpha: float
) -> Difference:
    sign = 1.0 if metric.higher else -1.0
    value = sign * (score(of, metric).mean - score(against, metric).mean)
    low, high = np.quantile(sign * drawn, (alpha / 2.0, 1.0 - alpha / 2.0))
    return Difference(value + 0.0, float(low) + 0.0, float(high) + 0.0)  # no negative nought
