"""Candidates that a masked language model writes: a drawn number of hidden pieces in the place of
a mention, filled from left to right by sampling (Peng et al. 2022, section 4).

The mention itself is never seen, nor how long it was. Every word must be whole: a word is taken
for a fragment where the model, asked for a piece right behind it, would rather go on with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.pieces import CASES, Pieces
from understudy.encoder.versions import HIDDEN, read
from understudy.replace.distort.keys import TOP_P
from understudy.replace.distort.passages import Passage

__all__ = ["LENGTHS", "Sampling", "generated"]

Floats = npt.NDArray[np.float32]

LENGTHS = (0.4, 0.3, 0.2, 0.1)
"""How likely a phrase of one, two, three or four pieces is."""
_NUMBERS = 8
"""Random numbers of a phrase: its length, and one for each piece."""
_ROUNDS = 4
"""How often phrases with a fragment in them are drawn anew."""
_FRAGMENT = 0.5
"""A word is a fragment if the model would go on with it with this probability or more."""


@dataclass(frozen=True)
class Sampling:
    """How a piece is drawn from what the model expects."""

    temperature: float = 1.0
    top_k: int = 0
    """The likeliest pieces that are drawn from; 0 for all."""
    top_p: float = TOP_P
    """The nucleus: the likeliest pieces that together have this probability."""

    def draw(self, logs: Floats, word: int) -> int:
        """A piece; those that may not stand there have −∞."""
        scores = on_grid(logs) / self.temperature
        order = np.argsort(-scores, kind="stable")
        if self.top_k:
            order = order[: self.top_k]
        chances = np.exp(scores[order] - scores[order[0]])
        chances /= chances.sum()
        mass = np.cumsum(chances)
        mass = mass[: int(np.searchsorted(mass, self.top_p)) + 1]
        at = int(np.searchsorted(mass, (word >> 11) * 2.0**-53 * mass[-1], side="right"))
        return int(order[min(at, len(mass) - 1)])


def generated(
    model: MaskedModel,
    passage: Passage,
    count: int,
    sampling: Sampling,
    words: Iterator[int],
    case: str,
    length: int | None = None,
) -> list[str]:
    """So many phrases for the slots of a passage, in lower case where the model reads no case.

    ``words``: random numbers; every phrase takes as many of them whatever becomes of it, so that
    phrases do not depend on each other. ``case``: a name of a letter case for what is written.
    ``length``: pieces of every phrase; None where they are drawn.
    """
    version = passage.filled([HIDDEN] * len(passage.mentions))
    version = version._replace(hidden=tuple(sorted((*version.edited, *version.hidden))))
    pieces = read(model, [version], "pieces")[0].pieces
    at = int(np.searchsorted(pieces.starts, version.edited[0][0]))
    code = CASES.index(case) if pieces.cases.any() else 0
    fixed = None if length is None else min(length, _NUMBERS - 1)
    writer = _Writer(model, pieces, at, code, sampling, fixed)
    made: list[list[int] | None] = [None] * count
    spare: list[tuple[float, list[int]]] = []
    for _ in range(_ROUNDS):
        open_ = [number for number in range(count) if made[number] is None]
        if not open_:
            break
        phrases = writer.phrases([list(itertools.islice(words, _NUMBERS)) for _ in open_])
        for number, ids, doubt in zip(open_, phrases, writer.doubts(phrases), strict=True):
            if doubt < _FRAGMENT:
                made[number] = ids
            else:
                spare.append((doubt, ids))
    whole = [ids for ids in made if ids is not None] or [min(spare)[1]]
    again = itertools.cycle(whole)
    spell = model.vocabulary.spell
    return [spell(next(again) if ids is None else ids) for ids in made]


@dataclass(frozen=True)
class _Writer:
    model: MaskedModel
    pieces: Pieces
    at: int
    """The piece in whose place something is written."""
    case: int
    sampling: Sampling
    length: int | None
    """Pieces of a phrase; None where they are drawn."""

    def phrases(self, words: Sequence[Sequence[int]]) -> list[list[int]]:
        """One phrase for each row of random numbers: the first says how long it is."""
        edges = np.cumsum(LENGTHS)
        lengths = [
            self.length
            or int(np.searchsorted(edges[:-1], (row[0] >> 11) * 2.0**-53, side="right")) + 1
            for row in words
        ]
        made: list[list[int]] = [[] for _ in words]
        for step in range(max(lengths)):
            open_ = [at for at, length in enumerate(lengths) if step < length]
            questions = [
                self._question([*made[at], *[self.model.mask] * (lengths[at] - step)], step)
                for at in open_
            ]
            for number, logs in self._asked(questions):
                at = open_[number]
                allowed = self._allowed(made[at])
                made[at].append(
                    self.sampling.draw(np.where(allowed, logs, -np.inf), words[at][1 + step])
                )
        return made

    def doubts(self, phrases: Sequence[list[int]]) -> list[float]:
        """Of each phrase how likely it is that one of its words is a fragment."""
        known = self.model.vocabulary
        ends, owners = [], []
        for owner, ids in enumerate(phrases):
            for end in range(1, len(ids) + 1):
                last = end == len(ids) or known.begins[ids[end]]
                if last and not known.digits[ids[end - 1]]:
                    ends.append(self._question([*ids[:end], self.model.mask, *ids[end:]], end))
                    owners.append(owner)
        found = [0.0] * len(phrases)
        goes_on = known.goes_on & ~known.digits
        for number, logs in self._asked(ends):
            chance = float(np.exp(logs[goes_on].astype(np.float64)).sum())
            found[owners[number]] = max(found[owners[number]], chance)
        return found

    def _allowed(self, before: Sequence[int]) -> npt.NDArray[np.bool_]:
        """Beginnings of words; behind letters also letters, behind digits also digits."""
        known = self.model.vocabulary
        if not before:
            return known.begins
        last = before[-1]
        same = known.digits if known.digits[last] else ~known.digits
        allowed = known.begins | (known.goes_on & same)
        allowed[last] = False
        return allowed

    def _question(self, ids: Sequence[int], asked: int) -> Question:
        """The text with pieces in the place of the hidden one."""
        old, at = self.pieces, self.at
        inner = np.array(ids, dtype=np.int32)
        cases = np.where(inner == self.model.mask, 0, self.case).astype(np.int8)

        def spliced(
            of: npt.NDArray[np.int32], middle: npt.NDArray[np.int32]
        ) -> npt.NDArray[np.int32]:
            return np.concatenate((of[:at], middle, of[at + 1 :]))

        place = np.full(len(ids), old.starts[at], dtype=np.int32)
        made = Pieces(
            spliced(old.ids, inner),
            np.concatenate((old.cases[:at], cases, old.cases[at + 1 :])),
            spliced(old.starts, place),
            spliced(old.ends, place),
            np.concatenate((old.begins[:at], np.ones(len(ids), np.bool_), old.begins[at + 1 :])),
        )
        return Question(made, (at + asked,))

    def _asked(self, questions: Sequence[Question]) -> list[tuple[int, Floats]]:
        return [
            (int(place), row)
            for places, logs in self.model.expected(questions)
            for place, row in zip(places, logs, strict=True)
        ]
