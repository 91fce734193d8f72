"""Class scores of units to marked spans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.encoder.grid import on_grid

__all__ = ["Mark", "Scheme", "log_softmax", "whole_names"]

Floats = npt.NDArray[np.float32]

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


def whole_names(marks: Iterable[Mark], spaced: Callable[[int], bool]) -> Iterator[Mark]:
    """Two people with but a space between them are one, whose name was cut in two.

    ``spaced`` says of a unit whether one space, and nothing else, stands before it.
    """
    last: Mark | None = None
    for mark in marks:
        if last is None:
            last = mark
        elif (
            last.label == mark.label == "PERSON" and last.last == mark.first and spaced(mark.first)
        ):
            last = _joined(last, mark)
        else:
            yield last
            last = mark
    if last is not None:
        yield last


def _joined(one: Mark, other: Mark) -> Mark:
    before, after = one.last - one.first, other.last - other.first
    score = (one.score * before + other.score * after) / (before + after)
    return Mark(one.first, other.last, one.label, score)


def _runs(
    marked: npt.NDArray[np.bool_], begins: npt.NDArray[np.int64]
) -> Iterator[tuple[int, int, int]]:
    """Stretches of units with a class, none of which goes over from one text into the next: the
    number of the text, the first unit of all and the one behind the last."""
    border = np.zeros(len(marked) + 1, np.bool_)
    border[begins] = True
    padded = np.concatenate(([False], marked, [False]))
    firsts = np.flatnonzero(marked & (border[:-1] | ~padded[:-2]))
    lasts = np.flatnonzero(marked & (border[1:] | ~padded[2:])) + 1
    texts = np.searchsorted(begins, firsts, side="right") - 1
    yield from zip(texts.tolist(), firsts.tolist(), lasts.tolist(), strict=True)


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
        return self._marks([logits], threshold)[0]

    def marks_of(self, texts: Sequence[Floats], threshold: float) -> Iterator[list[Mark]]:
        """The marked units of each text. Short ones are looked at together, since a look at an
        array takes a while however little is in it."""
        held: list[Floats] = []
        units = 0
        for logits in texts:
            if units + len(logits) > _TOGETHER and held:
                yield from self._marks(held, threshold)
                held, units = [], 0
            held.append(logits)
            units += len(logits)
        yield from self._marks(held, threshold)

    def _marks(self, texts: Sequence[Floats], threshold: float) -> list[list[Mark]]:
        found: list[list[Mark]] = [[] for _ in texts]
        begins = np.cumsum([0, *(len(logits) for logits in texts)])
        if not begins[-1]:
            return found
        scores = log_softmax(np.concatenate(texts))
        private = on_grid(1.0 - np.exp(scores[:, 0]))
        lifted = scores[:, 1:].argmax(-1) + 1
        best = np.where(private >= threshold, lifted, 0)
        for text, first, last in _runs(best > 0, begins):
            shift = int(begins[text])
            classes = self._lawful(scores[first:last], best[first:last])
            for begin, end in self._entities(classes):
                chance = float(private[first + begin : first + end].mean())
                label = self.classes[classes[begin]][2:]
                mark = Mark(first + begin - shift, first + end - shift, label, chance)
                found[text].append(mark)
        return found

    def _lawful(self, scores: Floats, best: npt.NDArray[np.int64]) -> Sequence[int]:
        """The likeliest classes of a stretch in which no label begins with its inside."""
        labels, inside = self._labels[best], self._inside[best]
        follows = np.concatenate(([-1], labels[:-1])) == labels
        if not (inside & ~follows).any():
            return [int(one) for one in best]
        # What the first unit says of an inside, it says of a label that has lost its beginning.
        total = np.full(len(self.classes) - 1, -1e4)
        np.maximum.at(total, self._openings[1:] - 1, scores[0, 1:])
        back = []
        for row in scores[1:, 1:]:
            ways = total[:, None] + self._barred[1:, 1:]
            back.append(ways.argmax(0))
            total = ways.max(0) + row
        path = [int(total.argmax())]
        for step in reversed(back):
            path.append(int(step[path[-1]]))
        return [at + 1 for at in reversed(path)]

    def _entities(self, classes: Sequence[int]) -> Iterator[tuple[int, int]]:
        begin = 0
        for at in range(1, len(classes) + 1):
            if at == len(classes) or not self._inside[classes[at]]:
                yield begin, at
                begin = at
