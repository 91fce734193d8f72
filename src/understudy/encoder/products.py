"""Products of matrices that one thread computes.

The library behind numpy gives larger ones to all processors, and its threads then go on to spin for
a while in wait of the next: beside a model that takes its time between two products they burn more
than the products cost, and take it from other processes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["product"]

Floats = npt.NDArray[np.float32]

_ALONE = 1 << 18
"""Multiplications up to which OpenBLAS uses one thread."""


def product(states: Floats, weight: Floats) -> Floats:
    """``states @ weight``, so many rows at a time that no second thread is woken."""
    found = np.empty((len(states), weight.shape[1]), np.float32)
    rows = max(1, _ALONE // max(1, weight.size))
    for first in range(0, len(states), rows):
        np.matmul(states[first : first + rows], weight, out=found[first : first + rows])
    return found
