"""How well a score parts two kinds of things."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from understudy.attacks.finding import ALPHA

__all__ = ["auc_interval", "weighted_auc"]

Floats = npt.NDArray[np.float64]

_ROUNDS = 200


def weighted_auc(scores: Floats, positive: npt.NDArray[np.bool_], weights: Floats) -> float:
    """The probability that a positive scores higher than a negative, ties by half."""
    order = np.argsort(scores, kind="stable")
    _, starts = np.unique(scores[order], return_index=True)
    good = np.add.reduceat(np.where(positive, weights, 0.0)[order], starts)
    bad = np.add.reduceat(np.where(positive, 0.0, weights)[order], starts)
    below = np.cumsum(bad) - bad
    total = good.sum() * bad.sum()
    return float((good * (below + bad / 2.0)).sum() / total) if total else 0.5


def auc_interval(
    documents: Sequence[str], scores: Floats, real: Sequence[bool], seed: int
) -> tuple[float, float, float]:
    """AUC with its interval; documents are drawn anew."""
    truth = np.array(real, dtype=bool)
    names = {name: at for at, name in enumerate(dict.fromkeys(documents))}
    at = np.array([names[name] for name in documents])
    random = np.random.default_rng(seed)
    found = []
    for _ in range(_ROUNDS):
        drawn = random.integers(len(names), size=len(names))
        times = np.bincount(drawn, minlength=len(names)).astype(float)
        found.append(weighted_auc(scores, truth, times[at]))
    low, high = np.quantile(found, (ALPHA / 2, 1 - ALPHA / 2))
    return weighted_auc(scores, truth, np.ones(len(scores))), float(low), float(high)
