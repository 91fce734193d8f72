"""Fitting a chain: by L-BFGS from where the last one ended, or by crfsuite from nothing.

The first minimises the negative log-likelihood plus an L2 penalty. That has one minimum, so
starting from the last weights saves time and changes nothing else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pycrfsuite
from scipy import optimize, sparse

from understudy.core.errors import UsageError
from understudy.identify.crf import OUTSIDE
from understudy.learn.chain import (
    Chain,
    Course,
    Floats,
    Weights,
    aligned,
    course_of,
    neighbours,
    passes,
)
from understudy.learn.learner import LearnerPart
from understudy.learn.sheet import OFFSETS, Ints, Sheet

__all__ = ["CRF", "WARM", "Crfsuite", "Warm", "objective", "weights_of"]


class _Seen(NamedTuple):
    """The part of a sheet that training looks at: what does not occur there keeps weight nought."""

    attributes: sparse.csr_matrix
    """Of the types that occur, by the attributes that occur."""
    columns: Ints
    places: list[sparse.csr_matrix]
    """By offset: which type stands there, a row per word."""
    course: Course
    tags: Ints
    """In the course's order."""


def _seen(sheet: Sheet, rows: Ints, tags: Ints) -> _Seen:
    lengths = sheet.lengths[rows]
    course = course_of(lengths)
    near = neighbours(sheet, sheet.places(rows), lengths)[:, :, course.order]
    types, inverse = np.unique(near, return_inverse=True)
    inverse = inverse.reshape(near.shape)
    attributes = sheet.attributes[types]
    columns = np.unique(attributes.indices)
    words, families = near.shape[2], near.shape[0]
    firsts = np.arange(0, words * families + 1, families)
    places = [
        sparse.csr_matrix(
            (np.ones(words * families), inverse[:, at].T.reshape(-1), firsts),
            shape=(words, len(types)),
        )
        for at in range(len(OFFSETS))
    ]
    return _Seen(attributes[:, columns], columns, places, course, tags[course.order])


def objective(flat: Floats, seen: _Seen, labels: int, penalty: float) -> tuple[float, Floats]:
    """The negative log-likelihood of the tags with the penalty, and its gradient."""
    weights = _shaped(flat, len(seen.columns), labels)
    course, tags = seen.course, seen.tags
    scores = np.zeros((len(tags), labels))
    for place, around in zip(seen.places, weights.around, strict=True):
        scores += place @ (seen.attributes @ around)
    scores[course.first] += weights.edges[0]
    scores[course.last] += weights.edges[1]
    found = passes(scores, weights.moves, course)
    behind = tags[len(tags) - len(course.before) :]
    observed = np.zeros((labels, labels))
    np.add.at(observed, (tags[course.before], behind), 1.0)
    at = np.arange(len(tags))
    likelihood = scores[at, tags].sum() + (observed * weights.moves).sum() - found.log_z
    excess = found.marginals
    excess[at, tags] -= 1.0
    turned = seen.attributes.T
    around = [turned @ (place.T @ excess) for place in seen.places]
    edges = np.stack([excess[course.first].sum(axis=0), excess[course.last].sum(axis=0)])
    slope = _flat(Weights(np.stack(around), edges, found.moved - observed))
    return float(penalty * (flat @ flat) - likelihood), slope + 2.0 * penalty * flat


def _flat(weights: Weights) -> Floats:
    return np.concatenate([part.reshape(-1) for part in weights])


def _shaped(flat: Floats, attributes: int, labels: int) -> Weights:
    size = len(OFFSETS) * attributes * labels
    around = flat[:size].reshape(len(OFFSETS), attributes, labels)
    edges = flat[size : size + 2 * labels].reshape(2, labels)
    return Weights(around, edges, flat[size + 2 * labels :].reshape(labels, labels))


def _check(tags: Ints) -> None:
    if len(np.unique(tags)) < 2:
        raise UsageError(
            "the annotated instances have one class only: mark something private, and leave "
            "something that is not"
        )


@dataclass(frozen=True)
class Warm:
    """Trains in numpy; each training starts from the last one's weights."""

    penalty: float = 0.1
    iterations: int = 60
    tolerance: float = 1e-4
    """Of the objective, from one iteration to the next; a finer one changes no score."""

    def fit(
        self,
        sheet: Sheet,
        rows: Sequence[int] | Ints,
        tags: Ints,
        labels: tuple[str, ...],
        last: Chain | None = None,
    ) -> Chain:
        """``tags`` are those of the words of ``rows``, one instance after another."""
        _check(tags)
        seen = _seen(sheet, np.asarray(rows), tags)
        start = _flat(_start(sheet, seen.columns, labels, last))
        found = optimize.minimize(
            objective,
            start,
            args=(seen, len(labels), self.penalty),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": self.iterations, "ftol": self.tolerance, "maxcor": 5},
        )
        learnt = _shaped(found.x, len(seen.columns), len(labels))
        around = np.zeros((len(OFFSETS), len(sheet.names), len(labels)))
        around[:, seen.columns] = learnt.around
        return Chain(labels, sheet.names, learnt._replace(around=around))


def _start(sheet: Sheet, columns: Ints, labels: tuple[str, ...], last: Chain | None) -> Weights:
    """The last chain's weights, of tags that are still there."""
    size = len(labels)
    around = np.zeros((len(OFFSETS), len(columns), size))
    start = Weights(around, np.zeros((2, size)), np.zeros((size, size)))
    if last is None:
        return start
    here = [at for at, label in enumerate(labels) if label in last.labels]
    there = [last.labels.index(labels[at]) for at in here]
    start.around[:, :, here] = aligned(last, sheet)[:, columns][:, :, there]
    start.edges[:, here] = last.weights.edges[:, there]
    start.moves[np.ix_(here, here)] = last.weights.moves[np.ix_(there, there)]
    return start


@dataclass(frozen=True)
class Crfsuite:
    """Trains with crfsuite, as ``learn train crf`` does; it always starts from nothing."""

    iterations: int = 100
    l1: float = 0.1
    l2: float = 0.01

    def fit(
        self,
        sheet: Sheet,
        rows: Sequence[int] | Ints,
        tags: Ints,
        labels: tuple[str, ...],
        last: Chain | None = None,
    ) -> Chain:
        _check(tags)
        trainer = pycrfsuite.Trainer(verbose=False)
        own = _named(sheet)
        at = 0
        for row in np.asarray(rows):
            size = int(sheet.lengths[row])
            start = int(sheet.starts[row])
            items = [
                _features(sheet.slots[:, start : start + size], own, word) for word in range(size)
            ]
            trainer.append(items, [labels[tag] for tag in tags[at : at + size]])
            at += size
        trainer.select("lbfgs")
        trainer.set_params({"c1": self.l1, "c2": self.l2, "max_iterations": self.iterations})
        with tempfile.TemporaryDirectory() as folder:  # for its owner only
            path = Path(folder) / "model"
            trainer.train(str(path))
            tagger = pycrfsuite.Tagger()
            tagger.open(str(path))
            return _read(tagger, sheet, labels)


def _named(sheet: Sheet) -> list[list[str]]:
    """The names of each type's attributes, as often as it has them."""
    held = sheet.attributes
    times = held.data.astype(int)
    return [
        [sheet.names[at] for at in np.repeat(held.indices[a:b], times[a:b])]
        for a, b in pairwise(held.indptr)
    ]


def _features(slots: Ints, own: list[list[str]], word: int) -> list[str]:
    size = slots.shape[1]
    found = (["first"] if word == 0 else []) + (["last"] if word == size - 1 else [])
    for offset in OFFSETS:
        if 0 <= word + offset < size:
            found += (
                f"{offset}:{name}" for types in slots[:, word + offset] for name in own[types]
            )
    return found


def _read(tagger: Any, sheet: Sheet, labels: tuple[str, ...]) -> Chain:
    """The weights of a crfsuite model, so that a whole pool is scored at once."""
    info = tagger.info()
    around, edges, moves = weights_of(info, sheet.names, labels)
    # A tag that no annotated word has is never given.
    for at, label in enumerate(labels):
        if label not in info.labels and label != OUTSIDE:
            edges[:, at] = moves[:, at] = -1e3
    return Chain(labels, sheet.names, Weights(around, edges, moves))


def weights_of(info: Any, names: Sequence[str], labels: Sequence[str]) -> Weights:
    """The weights that crfsuite tells of a model, by attribute and tag."""
    number = {label: at for at, label in enumerate(labels)}
    places = {name: at for at, name in enumerate(names)}
    around = np.zeros((len(OFFSETS), len(places), len(number)))
    edges, moves = np.zeros((2, len(number))), np.zeros((len(number), len(number)))
    for (feature, label), weight in info.state_features.items():
        offset, colon, name = feature.partition(":")
        if colon:
            around[OFFSETS.index(int(offset)), places[name], number[label]] = weight
        else:
            edges[int(feature == "last"), number[label]] = weight
    for (before, label), weight in info.transitions.items():
        moves[number[before], number[label]] = weight
    return Weights(around, edges, moves)


CRF = LearnerPart("crf", Crfsuite, reads_text=False)
WARM = LearnerPart("warm", Warm, reads_text=False)
