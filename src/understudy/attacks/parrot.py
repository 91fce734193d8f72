"""The parrot: a tagger trained on part of the release repeats what the de-identifier found. What a
reader would mark and the parrot does not is likely what the de-identifier missed, too.

Carrell et al. (2019) found 68 % of the leaks of a clinical corpus in this way, at 52 % precision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pycrfsuite

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import Finding
from understudy.attacks.leftovers import Ranked, auc, finding
from understudy.attacks.pairs import Mark, Pair
from understudy.core.categories import UNKNOWN
from understudy.core.types import Document, Span
from understudy.identify.crf import OUTSIDE, seen
from understudy.identify.crfmodel import Header
from understudy.learn.train import train_crf

__all__ = ["ATTACK", "attack", "ranked"]

ATTACKER = (
    "Marks what reads like a private value in the release, stand-in or not; trains a tagger on "
    "one half of the documents and runs it on the other, and the other way round. Takes the "
    "marks that the tagger is least sure of for values that were missed."
)
_ITERATIONS = 30


def attack(pairs: Sequence[Pair], *, seed: int = 0) -> tuple[Finding, ...]:
    """How well the marks that a tagger trained on the rest of the release would not give point at
    what the de-identifier missed."""
    found = ranked(pairs, seed=seed)
    if not found:
        return ()
    details: dict[str, float | int | str] = {"auc": auc(found)}
    return (finding(found, attack="parrot", attacker=ATTACKER, seed=seed, details=details),)


def ranked(pairs: Sequence[Pair], *, seed: int = 0) -> Ranked:
    """Every mark with the parrot's doubt, learnt from the other half of the documents."""
    marked = [pair for pair in pairs if pair.marks]
    if len(marked) < 2:
        return []
    order = np.random.default_rng(seed).permutation(len(marked))
    halves = [[marked[at] for at in order[side::2]] for side in (0, 1)]
    found: list[tuple[str, Mark, float]] = []
    for learnt, read in (halves, halves[::-1]):
        trained = train_crf(map(_annotated, learnt), iterations=_ITERATIONS, binary=True)
        tagger = pycrfsuite.Tagger()
        tagger.open_inmemory(trained.payload)
        for pair in read:
            sure = dict(_sure(pair, trained.header, tagger))
            found += [
                (pair.id, mark, 1.0 - _mean(sure, mark.start, mark.end)) for mark in pair.marks
            ]
    return found


def _annotated(pair: Pair) -> Document:
    spans = tuple(Span(mark.start, mark.end, UNKNOWN) for mark in pair.marks)
    return Document(pair.id, pair.after, pair.language, annotations=spans)


def _sure(pair: Pair, header: Header, tagger: Any) -> Iterator[tuple[tuple[int, int], float]]:
    """The words of the release, each with the probability that it is private."""
    document = Document(pair.id, pair.after, pair.language)
    for line, of_words in seen(document, header, {}):
        tagger.set(of_words)
        for at, place in enumerate(line.places):
            yield place, 1.0 - float(tagger.marginal(OUTSIDE, at))


def _mean(sure: dict[tuple[int, int], float], start: int, end: int) -> float:
    inside = [value for (first, last), value in sure.items() if first < end and last > start]
    return float(np.mean(inside)) if inside else 1.0


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(pairs, seed=settings.seed)


ATTACK = Attack(_attempt, "fewer than two documents have private values")
