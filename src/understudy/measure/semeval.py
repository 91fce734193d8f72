"""Scores of SemEval 2013 task 9.1 (Segura-Bedmar et al. 2013), as the package nervaluate gives
them, so that figures can be laid beside those of others.

A found span is compared with the true ones that it overlaps and that no other one has taken. It is
*right*, it only overlaps one, or it is *spurious*; what nobody took is *missed*. The four schemes
differ in what is right:

    strict    the very span with its label
    exact     the very span
    partial   the very span; one that only overlaps counts half
    type      any overlap with the label; of several the one with the nearest borders

Labels must be equal here, where the scores of ``detection`` also take a kind of the category.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from understudy.core.types import Span

__all__ = ["COUNTS", "SCHEMES", "counted", "scores"]

COUNTS = ("correct", "incorrect", "partial", "missed", "spurious")
_HALF, _BETA = 0.5, 2.0
_LEAST = 0.01
"""Of a true span so much must be covered, or it is no overlap."""

Right = Callable[[Span, Span], bool]
SCHEMES: Mapping[str, Right] = {
    "strict": lambda one, other: one[:3] == other[:3],
    "exact": lambda one, other: one[:2] == other[:2],
    "partial": lambda one, other: one[:2] == other[:2],
    "type": lambda one, other: one.label == other.label,
}


def counted(gold: Sequence[Span], predicted: Sequence[Span]) -> dict[str, dict[str, int]]:
    """scheme → its counts in one document; both in the order of the text."""
    longest = max((one.end - one.start for one in gold), default=0)
    near: list[list[int]] = []
    first = 0
    for span in predicted:
        while first < len(gold) and gold[first].start <= span.start - longest:
            first += 1
        at, found = first, []
        while at < len(gold) and gold[at].start < span.end:
            if _overlaps(span, gold[at]):
                found.append(at)
            at += 1
        near.append(found)
    return {name: _counted(name, right, gold, predicted, near) for name, right in SCHEMES.items()}


def _overlaps(span: Span, true: Span) -> bool:
    both = min(span.end, true.end) - max(span.start, true.start)
    return both > 0 and both >= _LEAST * (true.end - true.start)


def _counted(
    scheme: str,
    right: Right,
    gold: Sequence[Span],
    predicted: Sequence[Span],
    near: Sequence[Sequence[int]],
) -> dict[str, int]:
    counts = dict.fromkeys(COUNTS, 0)
    taken: set[int] = set()
    for span, places in zip(predicted, near, strict=True):
        free = [at for at in places if at not in taken]
        good = [at for at in free if right(span, gold[at])]
        if good:
            counts["correct"] += 1
            taken.add(min(good, key=lambda at: _apart(span, gold[at])))
        elif free:
            counts["partial" if scheme == "partial" else "incorrect"] += 1
            taken.add(free[0])
        else:
            counts["spurious"] += 1
    counts["missed"] = len(gold) - len(taken)
    return counts


def _apart(one: Span, other: Span) -> int:
    return abs(one.start - other.start) + abs(one.end - other.end)


def scores(counts: Mapping[str, int]) -> dict[str, Any]:
    """The counts of a scheme with precision, recall, F1, and F2, which weighs recall twice as
    presidio-research does; None where there is nothing to take a share of."""
    right = counts["correct"] + _HALF * counts["partial"]
    either = counts["correct"] + counts["incorrect"] + counts["partial"]
    said, true = either + counts["spurious"], either + counts["missed"]
    precision, recall = right / said if said else None, right / true if true else None
    return {
        **counts,
        "precision": precision,
        "recall": recall,
        "f1": _f(precision, recall, 1.0),
        "f2": _f(precision, recall, _BETA),
    }


def _f(precision: float | None, recall: float | None, beta: float) -> float | None:
    if precision is None and recall is None:
        return None
    precision, recall = precision or 0.0, recall or 0.0
    weighed = beta * beta * precision + recall
    return (1.0 + beta * beta) * precision * recall / weighed if weighed else 0.0
