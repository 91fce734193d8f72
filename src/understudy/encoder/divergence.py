"""Neighbouring distribution divergence: how far an edit moves what a model expects around it.

For every word that was not edited, hide it in both versions and compare what a masked language
model expects in its place (Peng et al. 2022, section 3.2):

    NDD(W, W′) = Σ_k a_k · D(d′_k, d_k)        a_k = μ^min(|k−i|, |k−j|)

for an edit of the words i to j; with several edits the nearest one counts. D is the
Kullback–Leibler divergence KL(d′‖d) of the paper's formula, or the Hellinger distance or the
Jensen–Shannon divergence (to base 2), which lie between 0 and 1. All is computed from logarithms
of probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.versions import Reading, Version, read, versions_of

__all__ = ["DIVERGENCES", "POOLS", "UNITS", "Comparison", "Divergence", "Term", "ndd"]

Floats = npt.NDArray[np.float32]

_NEGLIGIBLE = 0.01
"""Words whose weight is below are left out, unless the window says otherwise."""
_ROOM = 4096
"""Rows of distributions that are kept at a time: a few hundred megabytes at most."""
_RINGS = (2.0, 5.0)
"""Words around an edit that are looked at first, and next, where only the best is wanted."""
_LN2 = math.log(2.0)


def _kl(edited: Floats, original: Floats) -> Floats:
    return np.asarray((np.exp(edited) * (edited - original)).sum(-1), dtype=np.float32)


def _hellinger(edited: Floats, original: Floats) -> Floats:
    # A difference of roots and not one minus their product, which would round small ones away.
    apart = np.exp(0.5 * edited) - np.exp(0.5 * original)
    return np.asarray(np.sqrt(0.5 * np.square(apart).sum(-1)), dtype=np.float32)


def _jensen_shannon(edited: Floats, original: Floats) -> Floats:
    middle = np.logaddexp(edited, original) - np.float32(_LN2)
    return np.asarray((_kl(edited, middle) + _kl(original, middle)) / (2 * _LN2), np.float32)


DIVERGENCES: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "kl": _kl,
    "hellinger": _hellinger,
    "js": _jensen_shannon,
}
POOLS = ("sum", "mean", "share")
"""The weighted sum of the paper's formula; the plain mean of its metric tests; the weighted mean,
which lies between 0 and 1 where the divergence does."""
UNITS = ("words", "pieces")


class Term(NamedTuple):
    """What one unedited word adds."""

    start: int
    end: int
    """Characters of the original."""
    weight: float
    divergence: float


class Comparison(NamedTuple):
    """An edit and what it moves."""

    ndd: float
    """On the grid of scores, so that it can be compared with others."""
    terms: tuple[Term, ...]
    """As they were computed, for sums of several comparisons."""


Memory = dict[tuple[int, int], Floats]
"""What the model expects in originals, by the identity of the reading and the unit."""


class _Pair(NamedTuple):
    """A version to be scored: the words that both have, as (unit of one, unit of the other)."""

    original: Reading
    edited: Reading
    units: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Divergence:
    """How edits are measured: a model and the parameters of the formula."""

    model: MaskedModel
    divergence: str = "kl"
    pool: str = "sum"
    mu: float = 0.9
    window: int | None = None
    """Words on either side of an edit that count; by default those of a weight of 1 % or more."""
    units: str = "words"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("divergence", self.divergence, tuple(DIVERGENCES)),
            ("pool", self.pool, POOLS),
            ("units", self.units, UNITS),
        ):
            if value not in known:
                raise UsageError(f"{name} is one of {', '.join(known)}, not {value!r}")
        if not 0.0 < self.mu <= 1.0:
            raise UsageError(f"mu lies above 0 and is at most 1, not {self.mu}")
        if self.window is not None and self.window < 1:
            raise UsageError("the window has at least one word")

    @cached_property
    def reach(self) -> float:
        """How many words away something can still count."""
        if self.window is not None:
            return self.window
        if self.pool == "mean" or self.mu == 1.0:
            return math.inf
        return math.floor(math.log(_NEGLIGIBLE) / math.log(self.mu))

    def weight(self, distance: int) -> float:
        """How much a word counts at a distance from the edit, in words."""
        if distance > self.reach:
            return 0.0
        return 1.0 if self.pool == "mean" else float(self.mu**distance)

    def scores(self, original: Version, edited: Sequence[Version]) -> list[float]:
        """The NDD of each edited version; the original's distributions are computed once."""
        return [one.ndd for one in self.compare([(original, edited)])[0]]

    def compare(self, jobs: Sequence[tuple[Version, Sequence[Version]]]) -> list[list[Comparison]]:
        """Several originals, each with its edited versions: all hidden places of all of them are
        read in batches of like length."""
        pairs: list[list[_Pair]] = []
        for original, edited in jobs:
            first, *others = read(self.model, [original, *edited], self.units)
            pairs.append([self._pair(first, other) for other in others])
        found: list[list[Comparison]] = []
        for part in _parts(pairs):
            flat = [pair for of_job in part for pair in of_job]
            results = iter(self._compared(flat))
            found += [[next(results) for _ in of_job] for of_job in part]
        return found

    def least(self, original: Version, edited: Sequence[Version]) -> int:
        """The edited version with the least NDD, without computing those that cannot win.

        Words are taken in rings around the edit. No term is negative: a version that is worse after
        some rings than another one is in the end has lost. The result is that of ``scores``: what
        is equal on the grid is equal, and the first of equals wins.
        """
        first, *others = read(self.model, [original, *edited], self.units)
        pairs = [self._pair(first, other) for other in others]
        totals = np.array([self._total(pair) for pair in pairs])
        memory: Memory = {}
        self._remember(pairs, memory)
        bounds, best, whole = np.zeros(len(pairs)), math.inf, set[int]()

        def add(alive: Sequence[int], low: float, high: float) -> None:
            ring = [self._ring(pairs[at], low, high) for at in alive]
            bounds[list(alive)] += self._sums(ring, memory) / totals[list(alive)]

        for low, high in pairwise((0.0, *_RINGS, math.inf)):
            reached = on_grid(bounds)
            alive = [at for at in range(len(pairs)) if reached[at] <= best and at not in whole]
            add(alive, low, high)
            if alive and math.isfinite(high):  # the best so far is finished, for the others to beat
                ahead = min(alive, key=bounds.__getitem__)
                if on_grid(bounds[ahead]) <= best:
                    add([ahead], high, math.inf)
                    whole.add(ahead)
                    best = min(best, float(on_grid(bounds[ahead])))
        return int(on_grid(bounds).argmin())

    def _pair(self, original: Reading, edited: Reading) -> _Pair:
        if original.version.text == edited.version.text:
            return _Pair(original, edited, ())
        away = original.distances
        units = tuple(
            (unit, edited.places[place])
            for place, unit in original.places.items()
            if place in edited.places and self.weight(away[unit]) > 0.0
        )
        return _Pair(original, edited, units)

    def _ring(self, pair: _Pair, low: float, high: float) -> _Pair:
        """The words of a pair that are further away than ``low`` and no further than ``high``."""
        away = pair.original.distances
        return pair._replace(units=tuple(u for u in pair.units if low < away[u[0]] <= high))

    def _total(self, pair: _Pair) -> float:
        """What the weighted terms are divided by."""
        if self.pool == "sum" or not pair.units:
            return 1.0
        away = pair.original.distances
        return math.fsum(self.weight(away[unit]) for unit, _ in pair.units)

    def _sums(self, pairs: Sequence[_Pair], memory: Memory) -> npt.NDArray[np.float64]:
        """The weighted terms of each pair, added up."""
        terms = self._terms(pairs, memory)
        return np.array(
            [math.fsum(one.weight * one.divergence for one in of_pair) for of_pair in terms]
        )

    def _compared(self, pairs: Sequence[_Pair]) -> Iterator[Comparison]:
        for pair, terms in zip(pairs, self._terms(pairs, {}), strict=True):
            total = math.fsum(one.weight * one.divergence for one in terms)
            yield Comparison(float(on_grid(total / self._total(pair))), tuple(terms))

    def _terms(self, pairs: Sequence[_Pair], memory: Memory) -> list[list[Term]]:
        """The terms of each pair.

        What is missing in the memory is asked for. Equal versions are asked for once.
        """
        self._remember(pairs, memory)
        twins: dict[tuple[int, str], int] = {}
        asked: list[tuple[_Pair, int]] = []
        for at, pair in enumerate(pairs):
            twin = twins.setdefault((id(pair.original), pair.edited.version.text), at)
            if twin == at:
                asked += [(pair, number) for number in range(len(pair.units))]
        questions = [
            Question(pair.edited.pieces, _places(pair.edited, pair.units[number][1]))
            for pair, number in asked
        ]
        olds = [memory[_name(pair.original, pair.units[number][0])] for pair, number in asked]
        values = iter(self._diverged(questions, olds))
        found: list[list[Term]] = []
        for at, pair in enumerate(pairs):
            twin = twins[id(pair.original), pair.edited.version.text]
            if twin < at:
                found.append(found[twin])
                continue
            found.append([self._term(pair, unit, next(values)) for unit, _ in pair.units])
        return found

    def _term(self, pair: _Pair, unit: int, value: float) -> Term:
        start, end = pair.original.span(unit)
        return Term(start, end, self.weight(pair.original.distances[unit]), value)

    def _remember(self, pairs: Iterable[_Pair], memory: Memory) -> None:
        wanted = {
            _name(pair.original, unit): (pair.original, unit)
            for pair in pairs
            for unit, _ in pair.units
        }
        missing = [name for name in wanted if name not in memory]
        questions = [
            Question(reading.pieces, _places(reading, unit))
            for reading, unit in (wanted[name] for name in missing)
        ]
        rows: dict[int, Floats] = {}
        for places, logs in self.model.expected(questions):
            rows |= dict(zip(places.tolist(), logs, strict=True))
        first = 0
        for name, question in zip(missing, questions, strict=True):
            last = first + len(question.hidden)
            memory[name] = np.stack([rows[at] for at in range(first, last)])
            first = last

    def _diverged(self, questions: Sequence[Question], olds: Sequence[Floats]) -> list[float]:
        """Of each question how far its answer is from the old one: the mean over its pieces.

        Where a word has come apart into other pieces, its first piece speaks for it.
        """
        owner: list[int] = []
        piece: list[int] = []
        for at, question in enumerate(questions):
            owner += [at] * len(question.hidden)
            piece += range(len(question.hidden))
        sums, counts = np.zeros(len(questions)), np.zeros(len(questions))
        compare = DIVERGENCES[self.divergence]
        for places, logs in self.model.expected(questions):
            kept = [
                (row, owner[place], piece[place])
                for row, place in enumerate(places)
                if not piece[place]
                or len(olds[owner[place]]) == len(questions[owner[place]].hidden)
            ]
            old = np.stack([olds[of][at] for _, of, at in kept])
            values = np.maximum(0.0, compare(logs[[row for row, _, _ in kept]], old))
            for (_, of, _), value in zip(kept, values, strict=True):
                sums[of] += float(value)
                counts[of] += 1
        return [float(value) for value in sums / np.maximum(counts, 1)]


def _name(reading: Reading, unit: int) -> tuple[int, int]:
    return id(reading), unit


def _places(reading: Reading, unit: int) -> tuple[int, ...]:
    first, last = reading.units[unit]
    return tuple(range(first, last))


def _rows(pairs: Sequence[_Pair]) -> int:
    """Distributions of the original that must be kept while its versions are compared."""
    return max((len(pair.units) for pair in pairs), default=0)


def _parts(jobs: Sequence[list[_Pair]]) -> Iterator[list[list[_Pair]]]:
    """As many jobs at a time as memory has room for."""
    part: list[list[_Pair]] = []
    held = 0
    for job in jobs:
        if part and held + _rows(job) > _ROOM:
            yield part
            part, held = [], 0
        part.append(job)
        held += _rows(job)
    if part:
        yield part


def ndd(original: str, edited: str, divergence: Divergence) -> Comparison:
    """The NDD of two texts; what is not the same in both is the edit.

    Equal texts give 0. Where nothing is the same, there is nothing to compare.
    """
    if original == edited:
        return Comparison(0.0, ())
    one, other = versions_of(divergence.model, original, edited)
    found = divergence.compare([(one, [other])])[0][0]
    if not found.terms:
        raise UsageError(
            "the two texts have no word in common that was not edited: there is nothing to compare"
        )
    return found
