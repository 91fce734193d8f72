"""Scores of marks as chances: what the heads say, brought to how often they are right.

A head that says 0.9 need not be right nine times in ten. On text held out of training the logit of
a mark's score was fitted, per tag, to whether people marked that tag there (Platt 1999):

    chance = 1 / (1 + exp(-(slope · logit(score) + offset)))

The slopes are positive, so the order of the scores of one tag stays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

__all__ = ["chance"]

_EDGE = 1e-4
"""No score is nothing or certain."""
ANY = "*"
"""The fit of all tags together, for those with too few marks of their own."""


def chance(score: float, label: str, fits: Mapping[str, Sequence[float]]) -> float:
    """The calibrated score of a mark; without a fit, the score as it is."""
    held = min(max(score, _EDGE), 1 - _EDGE)
    fit = fits.get(label, fits.get(ANY))
    if fit is None:
        return held
    slope, offset = fit
    found = 1 / (1 + math.exp(-(slope * math.log(held / (1 - held)) + offset)))
    return min(max(found, _EDGE), 1 - _EDGE)
