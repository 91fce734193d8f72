"""Attacks that look for values in the clear: marks are ranked, and as many are taken as there are
values in the clear (so precision and recall are one figure)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from understudy.attacks.finding import Finding, Place, share_interval
from understudy.attacks.pairs import Mark
from understudy.attacks.ranking import weighted_auc

__all__ = ["Ranked", "auc", "finding"]

Floats = npt.NDArray[np.float64]
Ranked = Sequence[tuple[str, Mark, float]]
"""Id of the document, mark, and how surely it is a real value; greater is surer."""

MEASURE = "share of the marks taken that are in the clear, taking as many as there are"


def finding(
    ranked: Ranked, *, attack: str, attacker: str, seed: int, details: dict[str, float | int | str]
) -> Finding:
    """Of equal scores the expected share counts, so the order of marks does not matter."""
    scores = np.array([score for _, _, score in ranked])
    clear = np.array([mark.clear for _, mark, _ in ranked])
    wanted = int(clear.sum())
    taken = _taken(scores, wanted)
    rows: dict[str, list[float]] = {}
    for (name, _, _), share, real in zip(ranked, taken, clear, strict=True):
        row = rows.setdefault(name, [0.0, 0.0])
        row[0] += share * real
        row[1] += real
    hits = tuple(
        Place(name, mark.start, mark.end)
        for (name, mark, _), share, real in zip(ranked, taken, clear, strict=True)
        if real and share == 1.0
    )
    return Finding(
        attack=attack,
        risk="singling out",
        attacker=attacker,
        measure=MEASURE,
        success=float(taken @ clear / wanted) if wanted else 0.0,
        interval=(
            share_interval([(row[0], row[1]) for row in rows.values()], seed=seed)
            if wanted
            else (0.0, 0.0)
        ),
        floor=wanted / len(ranked) if len(ranked) else 0.0,
        floor_is="marks taken at random; 0 where nothing is in the clear",
        ceiling=1.0,
        ceiling_is="untouched text has nothing but real values",
        n=wanted,
        unit="marks in the clear",
        details={"marks": len(ranked), **details},
        hits=hits,
    )


def _taken(scores: Floats, wanted: int) -> Floats:
    """The probability that each mark is among the ``wanted`` greatest."""
    if not wanted:
        return np.zeros(len(scores))
    edge = np.sort(scores)[-wanted]
    above, level = scores > edge, scores == edge
    return np.asarray(above + level * ((wanted - above.sum()) / level.sum()))


def auc(ranked: Ranked) -> float:
    """How well the scores part values in the clear from stand-ins; .5 where there is one kind."""
    scores = np.array([score for _, _, score in ranked])
    clear = np.array([mark.clear for _, mark, _ in ranked], dtype=bool)
    return weighted_auc(scores, clear, np.ones(len(scores))) if len(scores) else 0.5
