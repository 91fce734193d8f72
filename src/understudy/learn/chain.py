"""A linear-chain CRF over a sheet, in numpy: weights, marginals, and the gradient.

All instances go through the recursions together, a word at a time: those of most words come
first, so that at each step the ones that still have a word are the first ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.learn.sheet import OFFSETS, Ints, Sheet

__all__ = ["Chain", "Course", "Weights", "aligned", "course_of", "neighbours", "passes"]

Floats = npt.NDArray[np.float64]
_CHUNK = 1 << 18
"""Words that are scored at a time."""


class Weights(NamedTuple):
    """What a chain has learnt."""

    around: Floats
    """By offset, attribute and tag."""
    edges: Floats
    """Of the first and of the last word, by tag."""
    moves: Floats
    """From tag to tag."""


class Course(NamedTuple):
    """Words in the order of the recursions: the first words of all instances, the second ones …"""

    order: Ints
    """Which word of the instances, one after another, each is."""
    counts: Ints
    """How many instances have a first word, a second one …"""
    before: Ints
    """For each word but the first ones, the place of the word before it in this order."""
    first: npt.NDArray[np.bool_]
    last: npt.NDArray[np.bool_]


class Pass(NamedTuple):
    """What the forward and backward recursions give: marginals, expected transitions, and the
    logarithm of the normaliser."""

    marginals: Floats
    moved: Floats
    """How often one tag is expected behind another."""
    log_z: float


def course_of(lengths: Ints) -> Course:
    """The order of the recursions for instances of these lengths."""
    ranks = np.argsort(-lengths, kind="stable")
    by_rank = lengths[ranks]
    counts = np.searchsorted(-by_rank, -np.arange(by_rank[0] if len(by_rank) else 0), side="left")
    starts = (np.cumsum(lengths) - lengths)[ranks]
    steps = np.repeat(np.arange(len(counts)), counts)
    offsets = np.cumsum(counts) - counts
    within = np.arange(counts.sum()) - np.repeat(offsets, counts)
    before = np.repeat(offsets[:-1], counts[1:]) + within[len(lengths) :] if len(counts) else steps
    return Course(
        np.asarray(starts[within] + steps, dtype=np.int32),
        np.asarray(counts, dtype=np.int32),
        np.asarray(before, dtype=np.int32),
        steps == 0,
        steps == by_rank[within] - 1,
    )


def neighbours(sheet: Sheet, places: Ints, lengths: Ints) -> Ints:
    """The types around words: by family and offset; the last type where the instance has ended."""
    ends = np.repeat(np.cumsum(lengths), lengths)
    starts = ends - np.repeat(lengths, lengths)
    at = np.arange(len(places))
    own = sheet.slots[:, places]
    found = np.full((len(own), len(OFFSETS), len(places)), sheet.attributes.shape[0] - 1, np.int32)
    for number, offset in enumerate(OFFSETS):
        there = (at + offset >= starts) & (at + offset < ends)
        found[:, number, there] = own[:, at[there] + offset]
    return found


def passes(scores: Floats, moves: Floats, course: Course) -> Pass:
    """Forward and backward, scaled so that nothing runs over; words in the course's order."""
    # Column by column: there are few tags and many words.
    highest = reduce(np.maximum, scores.T)[:, None]
    local = np.exp(scores - highest)
    top = moves.max()
    step = np.exp(moves - top)
    forward, sums, ones = np.empty_like(local), np.empty(len(local)), np.ones(local.shape[1])
    ends = np.cumsum(course.counts)
    first = 0
    for number, end in enumerate(ends):
        here = local[first:end]
        if number:
            start = first - course.counts[number - 1]
            here = here * (forward[start : start + end - first] @ step)
        total = here @ ones
        sums[first:end] = total
        np.divide(here, total[:, None], out=forward[first:end])
        first = end
    backward = np.ones_like(local)
    ahead = local / sums[:, None]
    for number in range(len(ends) - 1, 0, -1):
        start, end = ends[number - 1], ends[number]
        ahead[start:end] *= backward[start:end]
        before = start - course.counts[number - 1]
        backward[before : before + end - start] = ahead[start:end] @ step.T
    behind = len(ends) and course.counts[0]
    moved = step * (forward[course.before].T @ ahead[behind:])
    log_z = np.log(sums).sum() + highest.sum() + top * len(course.before)
    return Pass(forward * backward, moved, float(log_z))


@dataclass(frozen=True)
class Chain:
    """A fitted tagger."""

    labels: tuple[str, ...]
    names: tuple[str, ...] = field(repr=False)
    weights: Weights = field(repr=False)

    def marginals(self, sheet: Sheet, rows: Sequence[int] | Ints | None = None) -> Floats:
        """How likely each tag is for each word of the instances, one instance after another."""
        chosen = np.arange(len(sheet)) if rows is None else np.asarray(rows)
        types = self._types(sheet)
        found = [np.zeros((0, len(self.labels)))]
        for part in _portions(sheet.lengths[chosen]):
            found.append(self._marginals(sheet, types, chosen[part]))
        return np.concatenate(found)

    def _types(self, sheet: Sheet) -> Floats:
        """The scores of each type at each offset."""
        around = aligned(self, sheet)
        return np.stack([sheet.attributes @ of_offset for of_offset in around])

    def _marginals(self, sheet: Sheet, types: Floats, rows: Ints) -> Floats:
        lengths = sheet.lengths[rows]
        course = course_of(lengths)
        near = neighbours(sheet, sheet.places(rows), lengths)[:, :, course.order]
        scores = np.zeros((near.shape[2], len(self.labels)))
        for family in near:
            for of_offset, ids in zip(types, family, strict=True):
                scores += of_offset[ids]
        scores[course.first] += self.weights.edges[0]
        scores[course.last] += self.weights.edges[1]
        found = np.empty_like(scores)
        found[course.order] = passes(scores, self.weights.moves, course).marginals
        return found


def _portions(lengths: Ints) -> list[slice]:
    """Instances of at most so many words together."""
    borders = np.flatnonzero(np.diff(np.cumsum(lengths) // _CHUNK)) + 1
    edges = [0, *borders.tolist(), len(lengths)]
    return [slice(a, b) for a, b in pairwise(edges) if a < b]


def aligned(chain: Chain, sheet: Sheet) -> Floats:
    """The weights by the attributes of a sheet; what the chain has not seen weighs nothing."""
    if chain.names is sheet.names:
        return chain.weights.around
    known = {name: at for at, name in enumerate(chain.names)}
    pairs = [(at, known[name]) for at, name in enumerate(sheet.names) if name in known]
    around = np.zeros((len(OFFSETS), len(sheet.names), len(chain.labels)))
    if pairs:
        here, there = np.array(pairs).T
        around[:, here] = chain.weights.around[:, there]
    return around
