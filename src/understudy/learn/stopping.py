"""When to stop annotating, without a look at the truth.

A rule looks at the rounds so far and gives its reason to stop, or nothing. What it looks at is
measured on the pool and on a *stop set*: a sample of the pool that stays the same, whose truth
nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

from understudy.learn.doubt import Ints

__all__ = [
    "Budget",
    "Rule",
    "Signals",
    "change",
    "confidence",
    "convergence",
    "kappa",
    "spent",
    "stable",
    "uncertainty",
    "variance",
]


class Signals(NamedTuple):
    """What a round shows without the truth."""

    instances: int
    words: int
    minutes: float
    kappa: float | None = None
    """Agreement with the last round's tagger on the stop set; None in the first round."""
    changed: float | None = None
    """Share of the stop set's instances of which some tag changed."""
    uncertainty: float = 0.0
    """Mean entropy of a word of the pool."""
    hardest: float = 0.0
    """Mean over the batch chosen last of the entropy of its instances' most doubtful word."""
    variance: float = 0.0
    """Of the confidence in the instances of the pool."""


Rule = Callable[[Sequence[Signals]], str | None]


class Budget(NamedTuple):
    """The most that may be spent; None is no limit."""

    instances: int | None = None
    words: int | None = None
    minutes: float | None = None


def kappa(ones: Ints, others: Ints) -> float:
    """Cohen's κ of two taggings of the same words."""
    size = int(max(ones.max(initial=0), others.max(initial=0))) + 1
    agreed = float(np.mean(ones == others)) if len(ones) else 1.0
    shares = [np.bincount(tags, minlength=size) / max(1, len(tags)) for tags in (ones, others)]
    chance = float(shares[0] @ shares[1])
    return 1.0 if chance >= 1.0 else (agreed - chance) / (1.0 - chance)


def stable(
    rounds: Sequence[Signals], *, least: float = 0.99, window: int = 3, apart: int = 250
) -> str | None:
    """Stabilising predictions (Bloodgood and Vijay-Shanker 2009): κ between successive taggers.

    Smaller batches change a tagger less, so the disagreement is counted for every ``apart``
    instances, over ``window`` times as many and as many rounds at least.
    """
    first = max(0, len(rounds) - 1 - window)
    while first and rounds[-1].instances - rounds[first].instances < window * apart:
        first -= 1
    held = [one.kappa for one in rounds[first + 1 :] if one.kappa is not None]
    added = rounds[-1].instances - rounds[first].instances if rounds else 0
    if len(held) < window or added < window * apart:
        return None
    agreed = 1.0 - sum(1.0 - one for one in held) * apart / added
    if agreed < least:
        return None
    return f"predictions are stable: κ {agreed:.4f} for every {apart} of the last {added:,}"


def uncertainty(rounds: Sequence[Signals], *, most: float = 0.006) -> str | None:
    """Overall uncertainty (Zhu et al. 2008): little doubt is left in the pool."""
    now = rounds[-1].uncertainty if rounds else 1.0
    return f"the pool holds little doubt: {now:.4f} nats a word" if now <= most else None


def confidence(rounds: Sequence[Signals], *, most: float = 0.3) -> str | None:
    """Max confidence (Zhu and Hovy 2007): even what was chosen last holds little doubt."""
    if len(rounds) < 2 or rounds[-1].hardest > most:
        return None
    return f"even the chosen instances are sure: {rounds[-1].hardest:.3f} nats"


def change(rounds: Sequence[Signals], *, most: float = 0.01, window: int = 2) -> str | None:
    """Classification change (Zhu et al. 2008): predictions stay as they are."""
    held = [one.changed for one in rounds[-window:] if one.changed is not None]
    if len(held) < window or max(held) > most:
        return None
    return f"predictions hardly change: {max(held):.2%} of instances in the last {window} rounds"


def variance(rounds: Sequence[Signals], *, falls: int = 3) -> str | None:
    """Variance (Ghayoomi 2010): that of the confidence has had its peak and falls."""
    last = [one.variance for one in rounds[-falls - 1 :]]
    if len(last) <= falls or any(a <= b for a, b in pairwise(last)):
        return None
    return f"the variance of the confidence has fallen {falls} times"


def convergence(rounds: Sequence[Signals], *, share: float = 0.02, window: int = 3) -> str | None:
    """Convergence (Laws and Schütze 2008): doubt no longer falls, by its gradient."""
    last = [one.uncertainty for one in rounds[-window - 1 :]]
    if len(last) <= window:
        return None
    slopes = [(a - b) / a if a else 0.0 for a, b in pairwise(last)]
    if median(slopes) > share:
        return None
    return f"doubt no longer falls: by {median(slopes):.2%} a round"


def spent(rounds: Sequence[Signals], budget: Budget) -> str | None:
    """The budget that is used up."""
    if not rounds:
        return None
    now = rounds[-1]
    for name, most in budget._asdict().items():
        if most is not None and getattr(now, name) >= most:
            return f"the budget of {most:,} {name} is spent"
    return None
