"""How unsure a tagger is of each word, and scores of instances made of it.

Scorers of García-Sardiña (2018), section 5.1.1: the entropy H(w) of a word's marginal, and its
sum, mean, mean of the K highest, and maximum over an instance. A scorer takes the doubts of the
words and the number of words of each instance; higher is more worth annotating.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "Doubts",
    "K",
    "Scorer",
    "doubts_of",
    "h_k_max",
    "h_max",
    "h_mean",
    "h_sum",
    "joined",
    "least_confidence",
    "margin",
    "private",
    "rescaled",
    "token",
]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.integer[Any]]
K = 3
"""Of H K-Max, as in the thesis."""


class Doubts(NamedTuple):
    """By word; one instance after another."""

    entropy: Floats
    """In nats."""
    least: Floats
    """One minus the probability of the likeliest tag."""
    near: Floats
    """One minus the lead of the likeliest tag over the second."""
    private: Floats
    """One minus the probability that the word is not private, whose tag is the first."""

    def at(self, places: Ints) -> Doubts:
        """Those of some of the words."""
        return Doubts(*(part[places] for part in self))


Scorer = Callable[[Doubts, Ints], Floats]


def doubts_of(marginals: Floats) -> Doubts:
    """The doubts of words from their marginals."""
    entropy = -(marginals * np.log(np.maximum(marginals, 1e-300))).sum(axis=1)
    if marginals.shape[1] < 2:
        marginals = np.column_stack([marginals, np.zeros(len(marginals))])
    second, first = np.partition(marginals, -2, axis=1)[:, -2:].T
    private = 1.0 - marginals[:, 0]
    return Doubts(np.maximum(entropy, 0.0), 1.0 - first, 1.0 - (first - second), private)


def joined(several: Sequence[Doubts]) -> Doubts:
    """The doubts of several taggers: the mean of each word's."""
    return Doubts(*(np.mean(parts, axis=0) for parts in zip(*map(tuple, several), strict=True)))


def _sums(values: Floats, lengths: Ints) -> Floats:
    ends = np.cumsum(lengths)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray(sums[ends] - sums[ends - lengths], dtype=np.float64)


def _highest(values: Floats, lengths: Ints) -> Floats:
    """The maximum of each instance; of one without words, nought."""
    found = np.zeros(len(lengths))
    held = np.flatnonzero(lengths)
    if len(held):
        starts = (np.cumsum(lengths) - lengths)[held]
        found[held] = np.maximum.reduceat(values, starts)
    return found


def h_sum(doubts: Doubts, lengths: Ints) -> Floats:
    """The sum of the entropies of an instance's words."""
    return _sums(doubts.entropy, lengths)


def h_mean(doubts: Doubts, lengths: Ints) -> Floats:
    """Their mean."""
    return _sums(doubts.entropy, lengths) / np.maximum(lengths, 1)


def h_k_max(doubts: Doubts, lengths: Ints, k: int = K) -> Floats:
    """The mean of the K highest; an instance of fewer words has as many noughts."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    order = np.lexsort((-doubts.entropy, owner))
    starts = np.cumsum(lengths) - lengths
    rank = np.arange(len(owner)) - np.repeat(starts, lengths)
    top = rank < k
    return np.bincount(owner[top], doubts.entropy[order][top], minlength=len(lengths)) / k


def h_max(doubts: Doubts, lengths: Ints) -> Floats:
    """The highest of them."""
    return _highest(doubts.entropy, lengths)


def least_confidence(doubts: Doubts, lengths: Ints) -> Floats:
    """One minus the probability that every word's likeliest tag is right, word by word."""
    return 1.0 - np.exp(_sums(np.log1p(-np.minimum(doubts.least, 1.0 - 1e-12)), lengths))


def margin(doubts: Doubts, lengths: Ints) -> Floats:
    """Of the word at which two tags are nearest."""
    return _highest(doubts.near, lengths)


def token(doubts: Doubts, lengths: Ints) -> Floats:
    """How many words are expected to be wrong."""
    return _sums(doubts.least, lengths)


def private(doubts: Doubts, lengths: Ints) -> Floats:
    """How many words are expected to be private."""
    return _sums(doubts.private, lengths)


def rescaled(scores: Floats) -> Floats:
    """Scores from nought to one."""
    low, high = scores.min(initial=np.inf), scores.max(initial=-np.inf)
    if not high > low:
        return np.zeros_like(scores)
    return np.asarray((scores - low) / (high - low), dtype=np.float64)
