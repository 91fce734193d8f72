"""Questions to a masked language model: what would stand in these places, if they were hidden?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from understudy.encoder.pieces import Pieces, lowered
from understudy.encoder.vocabulary import Vocabulary
from understudy.encoder.windows import around

__all__ = ["Answers", "MaskedInput", "MaskedModel", "Question", "Uncased", "blocks", "rows_of"]

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]

BLOCK = 32
"""Places that go through the vocabulary at once."""


class Question(NamedTuple):
    """Pieces of a text that are hidden together; each of them is asked for."""

    pieces: Pieces
    hidden: tuple[int, ...]


class Answers(NamedTuple):
    """Logarithms of probabilities, a row for each place. Places are numbered over all questions,
    in their order."""

    places: Places
    logs: Floats


@runtime_checkable
class MaskedModel(Protocol):
    """What the divergence needs of a model; the shipped one and those of Hugging Face have it."""

    @property
    def mask(self) -> int:
        """The number of the piece that hides."""
        ...

    @property
    def vocabulary(self) -> Vocabulary:
        """The pieces that the model knows."""

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The texts as pieces."""

    def expected(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """For each question, the probabilities of all pieces in its hidden places."""

    def vectors(self, texts: Sequence[str]) -> Floats:
        """A vector for the meaning of each text."""


@dataclass(frozen=True)
class Uncased:
    """A model that sees no letter case: it reads every text in lower case."""

    model: MaskedModel

    @property
    def mask(self) -> int:
        """The number of the piece that hides."""
        return self.model.mask

    @property
    def vocabulary(self) -> Vocabulary:
        """The pieces that the model knows."""
        return self.model.vocabulary

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The texts as pieces; places are those of the texts as they are."""
        return self.model.pieces([lowered(one) for one in texts])

    def expected(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """For each question, the probabilities of all pieces in its hidden places."""
        return self.model.expected(questions)

    def vectors(self, texts: Sequence[str]) -> Floats:
        """A vector for the meaning of each text."""
        return self.model.vectors([lowered(one) for one in texts])


class MaskedInput(NamedTuple):
    """What the model reads for one question, and where in it the hidden pieces are."""

    ids: npt.NDArray[np.int32]
    cases: npt.NDArray[np.int8]
    hidden: Places


Taken = Callable[[Pieces, int, int], tuple[npt.NDArray[np.int32], npt.NDArray[np.int8], int]]
"""A stretch of a text as a model reads it: pieces, cases, and how many stand before it."""


def bare(pieces: Pieces, start: int, end: int) -> tuple[Any, Any, int]:
    """The pieces from one place to another, with no sign of where the text begins or ends."""
    return pieces.ids[start:end].copy(), pieces.cases[start:end].copy(), 0


def rows_of(
    questions: Sequence[Question], window: int, mask: int, taken: Taken = bare
) -> list[MaskedInput]:
    """A window around the hidden pieces of each question, with the mask in their place."""
    rows = []
    for pieces, hidden in questions:
        middle = (hidden[0] + hidden[-1]) // 2
        start, end = around(middle, len(pieces.ids), window)
        ids, cases, before = taken(pieces, start, end)
        places = np.array(hidden, dtype=np.intp) - start + before
        ids[places], cases[places] = mask, 0
        rows.append(MaskedInput(ids, cases, places))
    return rows


def blocks(states: Iterator[tuple[Places, Floats]], width: int) -> Iterator[tuple[Places, Floats]]:
    """States of hidden places in blocks of one size, whatever the sizes they come in.

    A product of matrices may round a row in another way where it stands in a block of another
    size: with blocks of one size this step adds nothing that depends on the questions beside it
    (what reading them in batches adds, the grid of scores takes away). The last block is filled
    with zeros; ``places`` says how many rows count.
    """
    held, places, count = np.zeros((BLOCK, width), np.float32), np.zeros(BLOCK, np.intp), 0
    for of_row, found in states:
        for place, state in zip(of_row, found, strict=True):
            held[count], places[count] = state, place
            count += 1
            if count == BLOCK:
                yield places.copy(), held
                count = 0
    if count:
        held[count:] = 0.0
        yield places[:count].copy(), held
