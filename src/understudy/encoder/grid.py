"""The grid that scores of a model are rounded to before they decide anything.

A sum of floating-point numbers depends on the order in which it is added up, and that depends on
the processor and on the shape of the batch: the same sentence may score .28923331 alone and
.28923333 beside others. Scores are therefore rounded to a multiple of ``GRID`` before they are
compared, ranked or written, and of equal ones the first wins. A score that lies half-way between
two multiples may still go to either of them: two computations of one score differ by at most one
step, and never by a part of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["GRID", "on_grid"]

_STEPS = 1_000_000
"""Steps between 0 and 1."""
GRID = 1 / _STEPS


def on_grid(scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Each score as the nearest multiple of the grid; infinities and NaN stay what they are."""
    # Division by a whole number gives the float that is nearest to the decimal: 0.289233 and not
    # 0.28923299999999996.
    found: npt.NDArray[Any] = np.rint(np.asarray(scores, dtype=np.float64) * _STEPS) / _STEPS
    return found
