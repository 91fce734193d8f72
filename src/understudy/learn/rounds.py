"""One run of active learning against a corpus whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.core.types import Span
from understudy.learn.chain import Chain, Weights
from understudy.learn.cost import Rates, edits
from understudy.learn.doubt import Doubts, Floats, Ints, doubts_of, h_max, h_sum
from understudy.learn.learner import Learner, Tagger, learner_of
from understudy.learn.sheet import OFFSETS, Sheet
from understudy.learn.stopping import Signals, kappa
from understudy.learn.strategy import Pool, strategy

__all__ = ["Round", "Scores", "Task", "drawn", "entities", "rounds", "scored", "seeded"]

STOP_SET = 2000
"""Instances of the pool whose predictions say when to stop."""


@dataclass(frozen=True)
class Task:
    """A corpus with its truth: what is learnt from, and what is tested on."""

    sheet: Sheet = field(repr=False)
    tags: Ints = field(repr=False)
    """The true tag of every word."""
    labels: tuple[str, ...]
    pool: Ints = field(repr=False)
    test: Ints = field(repr=False)
    vectors: npt.NDArray[np.float32] = field(repr=False)
    """Of the pool."""
    doubts: Mapping[str, Doubts] = field(default_factory=dict, repr=False)
    """Of the sources, about all words."""
    losses: Floats | None = field(default=None, repr=False)
    suggested: Ints | None = field(default=None, repr=False)
    """What a source makes of each word: the pre-annotation of the seed."""
    learner: str = "warm"
    rates: Rates = field(default_factory=Rates)


class Scores(NamedTuple):
    """On the test set: words that are private, and whole marks."""

    f1: float
    precision: float
    recall: float
    exact_f1: float


class Round(NamedTuple):
    """What one round of a simulation gave."""

    signals: Signals
    scores: Scores
    edits: int
    """All that were needed so far."""


def entities(tags: Ints, lengths: Ints, labels: tuple[str, ...]) -> list[Span]:
    """The marks that tags stand for; places count the words of all instances."""
    sides = np.array([label[:1] for label in labels])
    kinds = np.array([label[2:] for label in labels])
    starts = np.zeros(len(tags), dtype=bool)
    starts[np.cumsum(lengths)[:-1]] = True
    starts[:1] = True
    inside = sides[tags] != "O"
    same = np.zeros(len(tags), dtype=bool)
    same[1:] = (kinds[tags][1:] == kinds[tags][:-1]) & inside[:-1]
    goes_on = (sides[tags] == "I") & same & ~starts
    firsts = np.flatnonzero(inside & ~goes_on)
    stops = np.append(np.flatnonzero(~goes_on), len(tags))
    ends = stops[np.searchsorted(stops, firsts, side="right")]
    return [Span(int(a), int(b), str(kinds[tags[a]])) for a, b in zip(firsts, ends, strict=True)]


def scored(found: Ints, true: Ints, lengths: Ints, labels: tuple[str, ...]) -> Scores:
    """A word counts as found where it has its label, whatever its place in the mark."""
    kinds = np.array([label[2:] for label in labels])
    numbers = np.unique(kinds, return_inverse=True)[1]
    predicted, gold = numbers[found], numbers[true]
    none = numbers[0]
    right = int(((predicted == gold) & (gold != none)).sum())
    marked, wanted = int((predicted != none).sum()), int((gold != none).sum())
    ones = {span[:3] for span in entities(found, lengths, labels)}
    others = {span[:3] for span in entities(true, lengths, labels)}
    return Scores(
        _ratio(2 * right, marked + wanted),
        _ratio(right, marked),
        _ratio(right, wanted),
        _ratio(2 * len(ones & others), len(ones) + len(others)),
    )


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def drawn(*keys: int | str) -> np.random.Generator:
    """A generator of its own for each purpose, the same in every process."""
    entropy = [key if isinstance(key, int) else int.from_bytes(key.encode(), "big") for key in keys]
    return np.random.default_rng(entropy)


def seeded(task: Task, method: str, size: int, seed: int, run: int) -> Ints:
    """Places in the pool of a seed; runs of one number have the same seed."""
    if size > len(task.pool):
        raise UsageError(f"a seed of {size} is asked of a pool of {len(task.pool)} instances")
    left = np.arange(len(task.pool))
    return strategy(method).choose(_view(task, left, None), size, drawn(seed, run, "seed", method))


def _view(task: Task, left: Ints, target: Doubts | None) -> Pool:
    """What strategies see of the instances that are left; ``target`` is about their words."""
    rows = task.pool[left]
    places = task.sheet.places(rows)
    doubts = {name: of_all.at(places) for name, of_all in task.doubts.items()}
    if target is not None:
        doubts["T"] = target
    losses = None if task.losses is None else task.losses[left]
    return Pool(task.sheet.lengths[rows], doubts, task.vectors[left], losses, task.rates)


def rounds(
    task: Task, method: str, query: str, *, start: int, batch: int, limit: int, seed: int, run: int
) -> Iterator[Round]:
    """Learn, score, choose, until ``limit`` instances are annotated."""
    learner = learner_of(task.learner).build()
    chosen = seeded(task, method, start, seed, run)
    asking = strategy(query)
    draw = drawn(seed, run, "query", query)
    watched = drawn(seed, "stop").permutation(len(task.pool))[:STOP_SET]
    labelled, done, tagger, before, hardest = np.zeros(0, dtype=np.int64), 0, None, None, 0.0
    guess = _suggested(task, chosen)
    while True:
        done += _edits(task, chosen, guess)
        labelled = np.concatenate([labelled, chosen])
        rows = task.pool[labelled]
        tagger = _fitted(task, learner, rows, tagger)
        left = np.setdiff1d(np.arange(len(task.pool)), labelled)
        of_left = tagger.marginals(task.sheet, task.pool[left])
        doubts = doubts_of(of_left)
        lengths = task.sheet.lengths[task.pool[left]]
        now = tagger.marginals(task.sheet, task.pool[watched]).argmax(axis=1)
        signals = _signals(task, labelled, done, doubts, lengths, hardest)
        if before is not None:
            signals = signals._replace(**_agreement(task, watched, before, now))
        before = now
        yield Round(signals, _tested(task, tagger), done)
        if len(labelled) >= min(limit, len(task.pool)):
            return
        size = min(batch, limit - len(labelled))
        at = asking.choose(_view(task, left, doubts), size, draw)
        hardest = float(h_max(doubts, lengths)[at].mean())
        chosen = left[at]
        guess = _words(of_left.argmax(axis=1), lengths, at)


def _fitted(task: Task, learner: Learner, rows: Ints, last: Tagger | None) -> Tagger:
    """What the annotated instances teach; nothing private among them teaches to mark nothing."""
    tags = task.tags[task.sheet.places(rows)]
    if tags.any():
        return learner.fit(task.sheet, rows, tags, task.labels, last)
    size, names = len(task.labels), task.sheet.names
    around = np.zeros((len(OFFSETS), len(names), size))
    return Chain(task.labels, names, Weights(around, np.zeros((2, size)), np.zeros((size, size))))


def _words(values: Ints, lengths: Ints, chosen: Ints) -> Ints:
    """The values of the words of chosen instances."""
    ends = np.cumsum(lengths)
    parts = [values[ends[at] - lengths[at] : ends[at]] for at in chosen]
    return np.concatenate(parts) if parts else values[:0]


def _suggested(task: Task, chosen: Ints) -> Ints:
    places = task.sheet.places(task.pool[chosen])
    return (
        np.zeros(len(places), dtype=np.int64) if task.suggested is None else task.suggested[places]
    )


def _edits(task: Task, chosen: Ints, guess: Ints) -> int:
    rows = task.pool[chosen]
    lengths = task.sheet.lengths[rows]
    true = task.tags[task.sheet.places(rows)]
    return edits(entities(guess, lengths, task.labels), entities(true, lengths, task.labels))


def _signals(
    task: Task, labelled: Ints, done: int, doubts: Doubts, lengths: Ints, hardest: float
) -> Signals:
    words = int(task.sheet.lengths[task.pool[labelled]].sum())
    minutes = task.rates.minutes(len(labelled), float(words), done)
    sure = np.exp(-h_sum(doubts, lengths)) if len(lengths) else np.zeros(1)
    mean = float(doubts.entropy.mean()) if len(doubts.entropy) else 0.0
    return Signals(len(labelled), words, minutes, None, None, mean, hardest, float(np.var(sure)))


def _agreement(task: Task, watched: Ints, before: Ints, now: Ints) -> dict[str, Any]:
    lengths = task.sheet.lengths[task.pool[watched]]
    differs = np.add.reduceat((before != now).astype(np.int64), np.cumsum(lengths) - lengths)
    return {"kappa": kappa(before, now), "changed": float((differs > 0).mean())}


def _tested(task: Task, tagger: Tagger) -> Scores:
    found = tagger.marginals(task.sheet, task.test).argmax(axis=1)
    true = task.tags[task.sheet.places(task.test)]
    return scored(found, true, task.sheet.lengths[task.test], task.labels)
