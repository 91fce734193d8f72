"""The best guess of one who knows the mechanism: p, π, and how common values are.

Of a value t the release shows s with probability (1 − p)·[t = s] + p·π(s) (Adelani et al. 2020,
Equation 1). The posterior of t given s is that times the prior of t; the attacker guesses its
maximum. With uniform prior and π over k values he is right with probability 1 − p + p/k.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import Finding, Place, share_interval
from understudy.attacks.pairs import Mark, Pair
from understudy.core.folding import fold

__all__ = ["ATTACK", "attack", "expected", "posterior"]

Floats = npt.NDArray[np.float64]

ATTACKER = (
    "Knows the strategy with its p and π, and how common every value is. For each entity the "
    "release shows something; guesses the value with the greatest posterior probability."
)


def posterior(shown: int, p: float, pi: Floats, prior: Floats) -> Floats:
    """Over all values, after value number ``shown`` was seen."""
    weights = prior * p * pi[shown]
    weights[shown] += prior[shown] * (1.0 - p)
    return np.asarray(weights / weights.sum())


def expected(p: float, pi: Floats, prior: Floats) -> float:
    """How often the attacker is right: Σ over s of the greatest joint probability of t and s."""
    own = prior * (1.0 - p + p * pi)
    other = p * pi * prior.max()
    return float(np.maximum(own, other).sum())


def attack(pairs: Sequence[Pair], *, seed: int = 0) -> tuple[Finding, ...]:
    """One guess for every distinct entity of a document, by its longest mention."""
    by_category: dict[str, list[tuple[str, Mark]]] = defaultdict(list)
    for pair in pairs:
        for mark in _entities(pair):
            by_category[mark.category].append((pair.id, mark))
    answers: list[tuple[str, Mark, bool, bool]] = []
    for entities in by_category.values():
        answers += _guessed(entities)
    if not answers:
        return ()
    documents: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name, _, right, _ in answers:
        documents[name][0] += right
        documents[name][1] += 1.0
    count = len(answers)
    interval = share_interval([(one[0], one[1]) for one in documents.values()], seed=seed)
    return (
        Finding(
            attack="bayes",
            risk="inference",
            attacker=ATTACKER,
            measure="share of the entities that are guessed",
            success=sum(right for _, _, right, _ in answers) / count,
            interval=interval,
            floor=sum(blind for _, _, _, blind in answers) / count,
            floor_is="the commonest value of the category, whatever the release shows",
            ceiling=1.0,
            ceiling_is="untouched text is read as it stands",
            n=count,
            unit="entities",
            details={"in the clear": sum(mark.clear for _, mark, _, _ in answers) / count},
            hits=tuple(
                Place(name, mark.start, mark.end)
                for name, mark, right, blind in answers
                if right and not blind
            ),
        ),
    )


def _entities(pair: Pair) -> list[Mark]:
    best: dict[tuple[str, str], Mark] = {}
    for mark in pair.marks:
        known = best.get((mark.category, mark.key))
        if known is None or len(mark.original) > len(known.original):
            best[mark.category, mark.key] = mark
    return list(best.values())


def _guessed(entities: Sequence[tuple[str, Mark]]) -> list[tuple[str, Mark, bool, bool]]:
    """Whether the guess is right, and whether the blind guess is."""
    originals = Counter(fold(mark.original) for _, mark in entities)
    drawn = Counter(fold(mark.shown) for _, mark in entities if not mark.clear)
    count, replaced = len(entities), drawn.total()
    p = replaced / count
    support = len(originals.keys() | drawn.keys())
    common, most = max(originals.items(), key=lambda item: (item[1], item[0]))
    found = []
    for name, mark in entities:
        shown, value = fold(mark.shown), fold(mark.original)
        # One more of each value: a draw that was not seen is not impossible.
        pi = (drawn[shown] + 1.0) / (replaced + support)
        own = originals[shown] * (1.0 - p + p * pi)
        guess = shown if own > most * p * pi else common
        found.append((name, mark, guess == value, common == value))
    return found


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(pairs, seed=settings.seed)


ATTACK = Attack(_attempt, "the release has no private values")
