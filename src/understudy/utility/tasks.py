"""The tasks: what is asked, and the scores as functions of sums over test documents.

A learner's answers become a row of numbers per test document (its *cells*). Every score is a
function of the column sums, so that documents can be drawn anew for intervals without asking the
learner again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from understudy.core.types import Document
from understudy.registry import load

__all__ = ["Floats", "Metric", "Task", "by_category", "categories_of", "task_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Metric:
    """A score, as a function of counts that add up over documents."""

    name: str
    score: Callable[[Floats], Floats]
    """Column sums (last axis) to scores."""
    higher: bool = True
    """Whether more is better."""
    percent: bool = True
    """Whether people read it in hundredths."""


@dataclass(frozen=True)
class Task:
    """What is asked of a learner."""

    name: str
    about: str
    kind: str
    """Which learners can do it: tags, classes, pairs or text."""
    metrics: tuple[Metric, ...]
    """The first is the one that strategies are compared by."""
    target: str = ""
    """What a document needs beside its text: a label, labels or a number; or nothing."""


def _share(part: Floats, whole: Floats) -> Floats:
    found = np.divide(part, whole, out=np.zeros_like(part, dtype=float), where=whole > 0)
    return np.asarray(found, dtype=float)


def _accuracy(sums: Floats) -> Floats:
    """Columns: right, documents."""
    return _share(sums[..., 0], sums[..., 1])


def _f1(right: int, predicted: int, gold: int) -> Callable[[Floats], Floats]:
    def score(sums: Floats) -> Floats:
        return _share(2.0 * sums[..., right], sums[..., predicted] + sums[..., gold])

    return score


def _ratio(part: int, whole: int) -> Callable[[Floats], Floats]:
    def score(sums: Floats) -> Floats:
        return _share(sums[..., part], sums[..., whole])

    return score


def _pearson(sums: Floats) -> Floats:
    """Columns: documents, x, y, x², y², xy."""
    n, x, y, xx, yy, xy = (sums[..., at] for at in range(6))
    spread = np.sqrt(np.maximum(0.0, (n * xx - x * x) * (n * yy - y * y)))
    # Rounding must not make a correlation of what does not vary.
    return _share(n * xy - x * y, np.where(spread > 1e-9 * np.maximum(1.0, n * n), spread, 0.0))


def _perplexity(sums: Floats) -> Floats:
    """Columns: −ln p of all words, words."""
    return np.exp(_share(sums[..., 0], sums[..., 1]))


# Columns: right with the label, found, there, right whatever the label.
_NAMES = (
    Metric("F1", _f1(0, 1, 2)),
    Metric("precision", _ratio(0, 1)),
    Metric("recall", _ratio(0, 2)),
    Metric("unlabelled F1", _f1(3, 1, 2)),
    Metric("unlabelled precision", _ratio(3, 1)),
    Metric("unlabelled recall", _ratio(3, 2)),
)
_FIRST = 4
"""Columns before those of single categories, three for each: right, found, there."""
_ACCURACY = (Metric("accuracy", _accuracy),)
# Columns: the top class is wrong, documents, labels right, labels given, labels there.
_CALLS = (
    Metric("top-class error", _ratio(0, 1), higher=False),
    Metric("F-measure", _f1(2, 3, 4)),
)

NER = Task("ner", "entity recognition: the very span with its label", "tags", _NAMES)
INTENT = Task("intent", "the intent of an utterance", "classes", _ACCURACY, "label")
ACTS = Task("acts", "the dialogue act of a turn", "classes", _ACCURACY, "label")
CALLS = Task("calls", "the types of a call, one or several", "classes", _CALLS, "labels")
SIMILARITY = Task(
    "similarity",
    "how alike two texts are",
    "pairs",
    (Metric("Pearson correlation", _pearson),),
    "number",
)
LM = Task(
    "lm",
    "language modelling: how well the next word is foreseen",
    "text",
    (Metric("perplexity", _perplexity, higher=False, percent=False),),
)


def categories_of(documents: Iterable[Document]) -> tuple[str, ...]:
    """The categories that are marked, in the order of their columns in the cells of taggers."""
    return tuple(sorted({one.label for document in documents for one in document.annotations}))


def by_category(categories: Sequence[str]) -> tuple[Metric, ...]:
    """F1 of each category: every one has three columns, in this order."""
    firsts = range(_FIRST, _FIRST + 3 * len(categories), 3)
    return tuple(
        Metric(name, _f1(at, at + 1, at + 2)) for name, at in zip(categories, firsts, strict=True)
    )


def task_of(name: str) -> Task:
    """The task of that name."""
    found: Task = load("tasks", name)
    return found
