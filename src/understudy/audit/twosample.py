"""Whether two samples come from one law: chi-square tests, corrected together after Holm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

from scipy.special import chdtrc

__all__ = ["Compared", "compared", "detectable", "rejected"]

_SMALLEST = 20
"""Cells with fewer outcomes, of both samples together, are pooled."""
POWER = 0.8


class Compared(NamedTuple):
    """The comparison of two samples in one feature."""

    p_value: float
    distance: float
    """The total variation distance between the samples, as measured."""


def compared(one: Mapping[str, int], other: Mapping[str, int]) -> Compared | None:
    """The test of homogeneity; None where there are not two cells to compare."""
    cells: Counter[str | None] = Counter()
    for sample in (one, other):
        cells.update(sample)
    pooled = [name for name, count in cells.items() if count < _SMALLEST]
    kept = [name for name, count in cells.items() if count >= _SMALLEST]
    rows = [(one.get(name or "", 0), other.get(name or "", 0)) for name in kept]
    rest = (sum(one.get(name or "", 0) for name in pooled),
            sum(other.get(name or "", 0) for name in pooled))  # fmt: skip
    if sum(rest) >= _SMALLEST:
        rows.append(rest)
    elif sum(rest) and rows:  # too few for a cell of their own
        at = min(range(len(rows)), key=lambda row: sum(rows[row]))
        rows[at] = (rows[at][0] + rest[0], rows[at][1] + rest[1])
    sizes = [sum(row[side] for row in rows) for side in (0, 1)]
    if len(rows) < 2 or not all(sizes):
        return None
    total = sum(sizes)
    statistic = sum(
        (row[side] - sum(row) * sizes[side] / total) ** 2 / (sum(row) * sizes[side] / total)
        for row in rows
        for side in (0, 1)
    )
    distance = sum(abs(row[0] / sizes[0] - row[1] / sizes[1]) for row in rows) / 2
    return Compared(float(chdtrc(len(rows) - 1, statistic)), distance)


def rejected(p_values: Sequence[float], alpha: float) -> set[int]:
    """Which hypotheses fall at level α over all of them (Holm 1979)."""
    found: set[int] = set()
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    for rank, at in enumerate(order):
        if p_values[at] > alpha / (len(order) - rank):
            break
        found.add(at)
    return found


def detectable(runs: int, tests: int, alpha: float) -> float:
    """The smallest difference that is found with a power of 80 %: between the shares of one of two
    outcomes that are about as likely, with so many runs a side, the first of so many tests."""
    normal = NormalDist()
    wanted = -normal.inv_cdf(alpha / max(1, tests) / 2) + normal.inv_cdf(POWER)
    return min(1.0, wanted / math.sqrt(2 * runs))
