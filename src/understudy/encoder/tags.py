"""Class scores of units to marked spans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.encoder.grid import on_grid

__all__ = [
    "TRACE_SCORE",
    "Mark",
    "Scheme",
    "TaggedText",
    "Units",
    "log_softmax",
    "whole_names",
    "with_people",
]

Floats = npt.NDArray[np.float32]

TRACE_SCORE = 0.005
"""From this chance on a unit is heard."""
_CUT_NAMES = frozenset(("PERSON", "ORGANIZATION"))
_TOGETHER = 2048
"""Units of the texts that are looked at together."""


def log_softmax(logits: Floats) -> Floats:
    """Logarithms of probabilities, row by row."""
    scores = logits - logits.max(-1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(-1, keepdims=True)), dtype=np.float32)


class Mark(NamedTuple):
    """Units ``first`` to ``last`` (half-open) with their label and how likely they are private."""

    first: int
    last: int
    label: str
    score: float


class TaggedText(NamedTuple):
    """What a tagger says of a text."""

    marks: list[Mark]
    traces: list[tuple[int, int]]
    """Stretches of units, half-open, that may be private, however unlikely: elsewhere it hears
    nothing at all."""


def whole_names(marks: Iterable[Mark], spaced: Callable[[int], bool]) -> Iterator[Mark]:
    """Two people or two bodies with but a space between them are one, whose name was cut in two.

    ``spaced`` says of a unit whether one space, and nothing else, stands before it.
    """
    last: Mark | None = None
    for mark in marks:
        if last is None:
            last = mark
        elif (
            last.label == mark.label
            and mark.label in _CUT_NAMES
            and last.last == mark.first
            and spaced(mark.first)
        ):
            last = _joined(last, mark)
        else:
            yield last
            last = mark
    if last is not None:
        yield last


def with_people(told: TaggedText, faint: Sequence[Mark]) -> TaggedText:
    """What is said of a text, with the people of a fainter hearing where nothing is marked."""
    if not faint:
        return told
    taken = sorted((mark.first, mark.last) for mark in told.marks)
    starts = [first for first, _ in taken]
    found = list(told.marks)
    for mark in faint:
        at = bisect_left(starts, mark.last)
        if mark.label == "PERSON" and (not at or taken[at - 1][1] <= mark.first):
            found.append(mark)
    return told if len(found) == len(told.marks) else told._replace(marks=sorted(found))


def _joined(one: Mark, other: Mark) -> Mark:
    before, after = one.last - one.first, other.last - other.first
    score = (one.score * before + other.score * after) / (before + after)
    return Mark(one.first, other.last, one.label, score)


class _Seen(NamedTuple):
    """Units that may be private: their places among the units of all texts, what they are taken
    for, how likely they are private, and which of them have the scores of all classes kept."""

    places: npt.NDArray[np.int64]
    best: npt.NDArray[np.int16]
    private: npt.NDArray[np.float64]
    open: npt.NDArray[np.bool_]
    scores: Floats
    """Of the open ones, in their order: a score of each class takes twenty times the rest."""


def _in_order(seen: _Seen) -> _Seen:
    """The units by their places."""
    if not (np.diff(seen.places) < 0).any():
        return seen
    order = np.argsort(seen.places)
    rows = (np.cumsum(seen.open) - 1)[order][seen.open[order]]
    places, best, private, kept, scores = seen
    return _Seen(places[order], best[order], private[order], kept[order], scores[rows])


def _runs(
    places: npt.NDArray[np.int64], begins: npt.NDArray[np.int64]
) -> Iterator[tuple[int, int, int]]:
    """Stretches of units one behind the other, none of which goes over from one text into the next:
    the number of the text, and where the stretch begins and ends among the places."""
    texts = np.searchsorted(begins, places, side="right") - 1
    apart = (np.diff(places) > 1) | (np.diff(texts) > 0)
    cuts = np.flatnonzero(np.concatenate(([True], apart, [True])))
    yield from zip(texts[cuts[:-1]].tolist(), cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)


@dataclass(frozen=True)
class Scheme:
    """The classes of a tagger: O, and B- and I- of each label."""

    classes: tuple[str, ...]

    @cached_property
    def _labels(self) -> npt.NDArray[np.int64]:
        """Per class the number of its label; O has none."""
        names = {name: at for at, name in enumerate(dict.fromkeys(c[2:] for c in self.classes))}
        return np.array([names[name[2:]] for name in self.classes])

    @cached_property
    def _inside(self) -> npt.NDArray[np.bool_]:
        return np.array([name.startswith("I-") for name in self.classes])

    @cached_property
    def _openings(self) -> npt.NDArray[np.int64]:
        """Per class the class with which its label begins."""
        return np.array([self.classes.index(name.replace("I-", "B-", 1)) for name in self.classes])

    @cached_property
    def _barred(self) -> Floats:
        """A great cost for an inside class after another label."""
        goes_on = self._labels[:, None] == self._labels[None, :]
        return np.where(self._inside[None, :] & ~goes_on, -1e4, 0.0).astype(np.float32)

    def marks(self, logits: Floats, threshold: float) -> list[Mark]:
        """The marked units of a text; a lower threshold marks more."""
        held = Units(self, [len(logits)], threshold)
        held.add(0, 0, logits)
        return held.tagged()[0].marks

    def seen(
        self,
        places: npt.NDArray[np.int64],
        scores: Floats,
        private: npt.NDArray[np.float64],
        edges: npt.NDArray[np.int64],
        threshold: float,
    ) -> _Seen:
        """Those of some units that are private by a threshold. What stands before the units at the
        edges, and behind the last of all, is seen another time."""
        own = np.flatnonzero(private >= threshold)
        best = (scores[own, 1:].argmax(-1) + 1).astype(np.int16)
        found = self._open(own, best, np.append(edges, len(scores)))
        return _Seen(places[own], best, private[own], found, scores[own[found]])

    def _open(
        self,
        own: npt.NDArray[np.int64],
        best: npt.NDArray[np.int16],
        edges: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.bool_]:
        """Which units are in a stretch that may go on elsewhere, or whose classes do not follow
        one another by the rules: these are judged by their scores."""
        found = np.zeros(len(own), np.bool_)
        if not len(own):
            return found
        labels, inside = self._labels[best], self._inside[best]
        parts = np.searchsorted(edges, own, side="right")
        apart = (np.diff(own) > 1) | (np.diff(parts) > 0)
        begins = np.flatnonzero(np.concatenate(([True], apart)))
        torn = inside.copy()
        torn[1:] &= apart | (labels[1:] != labels[:-1])
        ends = np.append(begins[1:], len(own)) - 1
        torn[begins] |= np.isin(own[begins], edges)
        torn[ends] |= np.isin(own[ends] + 1, edges)
        held = np.logical_or.reduceat(torn, begins)
        return np.repeat(held, ends + 1 - begins)

    def marked(
        self, seen: _Seen, begins: npt.NDArray[np.int64], below: float = np.inf
    ) -> list[list[Mark]]:
        """The marks of each text: texts begin at these units, and the last number is behind the
        last unit of all. Only of stretches with a unit that is less likely private than
        ``below``: the others are the same by a higher threshold."""
        found: list[list[Mark]] = [[] for _ in begins[:-1]]
        places, best, private, kept, scores = seen
        if not len(places):
            return found
        faint = np.concatenate(([0], np.cumsum(private < below)))
        labels, inside = self._labels[best], self._inside[best]
        torn = inside.copy()  # an inside that goes on no label, were it not the first of a run
        torn[1:] &= labels[1:] != labels[:-1]
        tears = np.concatenate(([0], np.cumsum(torn)))
        rows = np.concatenate(([0], np.cumsum(kept)))
        for text, first, last in _runs(places, begins):
            if faint[first] == faint[last]:
                continue
            if inside[first] or tears[last] > tears[first + 1]:
                classes = self._lawful(scores[rows[first] : rows[last]])
            else:
                classes = best[first:last].tolist()
            shift = int(places[first] - begins[text])
            for begin, end in self._entities(classes):
                low, high = first + begin, first + end
                # The same as ``mean``, which takes thrice as long for so few numbers.
                chance = float(np.add.reduce(private[low:high]) / (high - low))
                label = self.classes[classes[begin]][2:]
                found[text].append(Mark(shift + begin, shift + end, label, chance))
        return found

    def _lawful(self, scores: Floats) -> Sequence[int]:
        """The likeliest classes of a stretch in which no label begins with its inside."""
        # What the first unit says of an inside, it says of a label that has lost its beginning.
        total = np.full(len(self.classes) - 1, -1e4)
        np.maximum.at(total, self._openings[1:] - 1, scores[0, 1:])
        back = np.empty((len(scores) - 1, len(total)), np.int16)
        for at, row in enumerate(scores[1:, 1:]):
            ways = total[:, None] + self._barred[1:, 1:]
            back[at] = ways.argmax(0)
            total = ways.max(0) + row
        path = [int(total.argmax())]
        for step in back[::-1]:
            path.append(int(step[path[-1]]))
        return [at + 1 for at in reversed(path)]

    def _entities(self, classes: Sequence[int]) -> Iterator[tuple[int, int]]:
        begin = 0
        for at in range(1, len(classes) + 1):
            if at == len(classes) or not self._inside[classes[at]]:
                yield begin, at
                begin = at


class Units:
    """The units of several texts, as the model comes to them.

    A score of every class for each unit takes far more room than the text. Of most units nothing is
    kept, since they are not private; the others are marked when all have been seen. Some are looked
    at together, since a look at an array takes a while however little is in it.
    """

    def __init__(
        self,
        scheme: Scheme,
        lengths: Sequence[int],
        threshold: float,
        faint: float | None = None,
    ) -> None:
        """So many units has each text; a lower threshold marks more. With ``faint`` also people
        who are at least so likely are marked, where nothing else is."""
        self._scheme, self._threshold = scheme, threshold
        self._thresholds = (threshold,) if faint is None else (threshold, faint)
        self._begins = np.cumsum([0, *lengths])
        self._waiting: list[tuple[int, Floats]] = []
        self._room = _TOGETHER
        self._seen: list[list[_Seen]] = []
        """By threshold."""
        self._heard: list[npt.NDArray[np.int64]] = []
        """The places of units that are heard at all."""

    def add(self, text: int, first: int, logits: Floats) -> None:
        """The class scores of some units of a text, from its unit ``first`` on; in any order."""
        self._waiting.append((int(self._begins[text]) + first, logits))
        self._room -= len(logits)
        if self._room <= 0:
            self._look()

    def _look(self) -> None:
        parts = [np.arange(first, first + len(logits)) for first, logits in self._waiting]
        logits = np.concatenate([logits for _, logits in self._waiting])
        edges = np.cumsum([0, *(len(one) for one in parts[:-1])])
        self._waiting, self._room = [], _TOGETHER
        places, scores = np.concatenate(parts), log_softmax(logits)
        private = on_grid(1.0 - np.exp(scores[:, 0]))
        self._heard.append(places[private >= TRACE_SCORE])
        seen = self._scheme.seen
        self._seen.append([seen(places, scores, private, edges, one) for one in self._thresholds])

    def tagged(self) -> list[TaggedText]:
        """What is said of each text, in its order."""
        if self._waiting:
            self._look()
        if not self._seen:
            return [TaggedText([], []) for _ in self._begins[:-1]]
        seen = [
            _in_order(_Seen(*map(np.concatenate, zip(*of_one, strict=True))))
            for of_one in zip(*self._seen, strict=True)
        ]
        heard = np.sort(np.concatenate(self._heard))
        self._seen, self._heard = [], []
        marks = self._scheme.marked(seen[0], self._begins)
        told = [TaggedText(of_text, []) for of_text in marks]
        for text, first, last in _runs(heard, self._begins) if len(heard) else ():
            shift = int(heard[first] - self._begins[text])
            told[text].traces.append((shift, shift + last - first))
        for fainter in seen[1:]:
            more = self._scheme.marked(fainter, self._begins, self._threshold)
            told = [with_people(one, marks) for one, marks in zip(told, more, strict=True)]
        return told
