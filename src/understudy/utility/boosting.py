"""Boosting over word n-grams (AdaBoost.MH with real-valued stumps; Schapire and Singer, 2000).

It is the learner of Tang et al. (2004). A stump asks whether one n-gram is in the text and gives
every class a confidence for yes and for no; each round takes the stump with the least

    Z = 2 Σ_b Σ_l √(W₊(b, l)·W₋(b, l))        b: the n-gram is there or not; l: the class

and gives the weight of what it got wrong to the next. Several classes may be right at once. Library
implementations of boosting fit one tree at a time over dense columns; this one scores all stumps
of a round with one product of sparse matrices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from understudy.utility.tasks import Floats

__all__ = ["Stump", "boosted", "confidences"]


class Stump(NamedTuple):
    """A weak learner: whether an n-gram is in the text."""

    feature: int
    there: Floats
    """The confidence in each class where the n-gram is in the text."""
    absent: Floats


def boosted(present: Any, right: Floats, rounds: int) -> list[Stump]:
    """``present``: texts × n-grams, sparse, 0 or 1; ``right``: texts × classes, 1 or −1."""
    count, classes = right.shape
    weights = np.full((count, classes), 1.0 / (count * classes))
    smooth = 1.0 / (count * classes)
    columns = present.T.tocsr()
    by_column = present.tocsc()
    found: list[Stump] = []
    for _ in range(rounds):
        good = np.where(right > 0, weights, 0.0)
        bad = weights - good
        good_there, bad_there = columns @ good, columns @ bad
        good_absent = np.maximum(0.0, good.sum(0) - good_there)
        bad_absent = np.maximum(0.0, bad.sum(0) - bad_there)
        losses = (np.sqrt(good_there * bad_there) + np.sqrt(good_absent * bad_absent)).sum(1)
        best = int(losses.argmin())
        stump = Stump(
            best,
            0.5 * np.log((good_there[best] + smooth) / (bad_there[best] + smooth)),
            0.5 * np.log((good_absent[best] + smooth) / (bad_absent[best] + smooth)),
        )
        found.append(stump)
        holds = np.zeros((count, 1), dtype=bool)
        holds[by_column.indices[by_column.indptr[best] : by_column.indptr[best + 1]]] = True
        weights *= np.exp(-right * np.where(holds, stump.there, stump.absent))
        weights /= weights.sum()
    return found


def confidences(stumps: list[Stump], present: Any) -> Floats:
    """Texts × classes; above 0 means that the class is right."""
    base = np.sum([one.absent for one in stumps], axis=0)
    steps = np.stack([one.there - one.absent for one in stumps])
    return np.asarray(base + present[:, [one.feature for one in stumps]] @ steps)
