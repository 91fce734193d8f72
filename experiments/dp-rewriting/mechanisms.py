"""SanText, CusText and DP-MLM over the shipped encoder: each word of a private span is replaced by
a word of a fixed public list, drawn with probability ∝ exp(β·u).

u lies between 0 and 1 whatever the word is, and says how well a word of the list stands for it:

    SanText (Yue et al. 2021)          1 − d, with d the distance of unit vectors within a public
                                       range that becomes 0 to 1
    CusText (Chen et al. 2023)         the same, from 0 to 1 within the group of the word, and only
                                       words of its group can be drawn
    DP-MLM (Meisenbacher et al. 2024)  what a masked model expects in the word's place beside the
                                       text itself, clipped to a public range

The proof is one for all: two words give scores in [0, 1], so a word of the list is at most so much
likelier for the one than for the other as in McSherry & Talwar (FOCS 2007); the exact cost of β
among k words is ``exponential_choice_epsilon(β, k)``, and ``beta_for`` is its inverse. Neighbours:
one private word exchanged for any other (CusText: for another of its group, which shows), all else
equal. Other private words of the text are hidden from DP-MLM: a word that is seen in several places
would pay in each of them. The papers take β = ε/2, which the bound allows for any k; the exact β is
larger and the draws are better, so the baselines stand here at their best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from understudy.core.text import casing, recase, words
from understudy.core.types import Document, Span
from understudy.encoder.masked import Question
from understudy.encoder.model import Encoder
from understudy.privacy.accounting import beta_for

Floats = npt.NDArray[np.floating[Any]]
Places = npt.NDArray[np.intp]
Edit = tuple[int, int, str]
"""Start and end of a word, and what is shown for it."""
_SHORTEST = 3
_ROWS = 256
_HOLE = "it"
"""One piece of the vocabulary, which stands where a word is hidden."""


@dataclass(frozen=True)
class Words:
    """The public list: whole pieces of the encoder's vocabulary, with their vectors."""

    encoder: Encoder

    @cached_property
    def ids(self) -> Places:
        """The numbers of the pieces that begin a word, of letters, and are not very short."""
        known = self.encoder.vocabulary
        return np.array(
            [
                at
                for at, text in enumerate(known.texts)
                if known.begins[at] and text.isalpha() and len(text) >= _SHORTEST
            ]
        )

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(self.encoder.vocabulary.texts[at] for at in self.ids)

    @cached_property
    def places(self) -> Mapping[str, int]:
        return {text: at for at, text in enumerate(self.texts)}

    @cached_property
    def _table(self) -> npt.NDArray[np.float32]:
        weights = self.encoder.weights
        return np.asarray(weights.table * weights.heads["scale"][:, None], np.float32)

    @cached_property
    def vectors(self) -> npt.NDArray[np.float32]:
        return _unit(self._table[self.ids])

    def vectors_of(self, asked: Sequence[str]) -> npt.NDArray[np.float32]:
        """Of any words: the mean of their pieces."""
        read = self.encoder.pieces([f" {one}" for one in asked])
        return _unit(np.stack([self._table[one.ids].mean(0) for one in read]).astype(np.float32))

    def distances(self, asked: Sequence[str]) -> npt.NDArray[np.float32]:
        """From each word to each word of the list, between 0 and 2."""
        near = self.vectors_of(asked) @ self.vectors.T
        return np.asarray(np.sqrt(np.clip(2.0 - 2.0 * near, 0.0, 4.0)), np.float32)


def _unit(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)


Asked = Sequence[tuple[Document, int, int]]
"""Private words, by their places in documents."""


class Mechanism(Protocol):
    """What a baseline says of private words."""

    def utilities(self, places: Asked) -> tuple[list[Places], list[Floats]]:
        """For each private word which words of the list can stand for it, and u of each."""


@dataclass(frozen=True)
class SanText:
    """Near words are likelier, and every word of the list can come."""

    public: Words
    nearest: float
    furthest: float
    """Distances below and above count as these. As published the bound grows with the distance of
    two words; with a range it is one for all words."""

    def utilities(self, places: Asked) -> tuple[list[Places], list[Floats]]:
        """See ``Mechanism``."""
        asked = [one.text[start:end].lower() for one, start, end in places]
        distinct = sorted(set(asked))
        away = np.clip(self.public.distances(distinct), self.nearest, self.furthest)
        scores = (self.furthest - away) / (self.furthest - self.nearest)
        rows = dict(zip(distinct, scores, strict=True))
        every = np.arange(len(self.public.texts))
        return [every] * len(asked), [rows[one] for one in asked]


@dataclass(frozen=True)
class CusText:
    """Words come from the group of the word alone: k neighbours, fixed once for the list."""

    public: Words
    size: int

    @cached_property
    def groups(self) -> Places:
        """word of the list → its group. As published: a word and its nearest that are left make a
        group, until there are none."""
        vectors = self.public.vectors
        found = np.full(len(vectors), -1, np.intp)
        left = np.ones(len(vectors), bool)
        count = 0
        for at in range(len(vectors)):
            if not left[at]:
                continue
            near = vectors @ vectors[at]
            near[~left] = -np.inf
            near[at] = np.inf
            members = np.argsort(-near, kind="stable")[: min(self.size, int(left.sum()))]
            found[members], left[members] = count, False
            count += 1
        return found

    @cached_property
    def members(self) -> Mapping[int, Places]:
        order = np.argsort(self.groups, kind="stable")
        firsts = np.searchsorted(self.groups[order], np.arange(self.groups.max() + 2))
        return {at: order[firsts[at] : firsts[at + 1]] for at in range(len(firsts) - 1)}

    def utilities(self, places: Asked) -> tuple[list[Places], list[Floats]]:
        """See ``Mechanism``."""
        asked = [one.text[start:end].lower() for one, start, end in places]
        distinct = sorted(set(asked))
        away = dict(zip(distinct, self.public.distances(distinct).astype(float), strict=True))
        members, scores = [], []
        for one in asked:
            known = self.public.places.get(one)
            nearest = int(away[one].argmin()) if known is None else known
            group = self.members[int(self.groups[nearest])]
            members.append(group)
            scores.append(_from_0_to_1(-away[one][group]))
        return members, scores


def _from_0_to_1(values: Floats) -> Floats:
    spread = values.max() - values.min()
    return (values - values.min()) / spread if spread > 0 else np.zeros(len(values))


@dataclass(frozen=True)
class DPMLM:
    """Words that the model expects beside the text: the text is read twice, and the word is hidden
    in its copy."""

    public: Words
    low: float
    high: float
    clipped: bool = True
    """Without it there is no bound: the fault that an audit has to find."""

    def utilities(self, places: Asked) -> tuple[list[Places], list[Floats]]:
        """See ``Mechanism``."""
        encoder = self.public.encoder
        questions, targets = [], []
        for document, start, end in places:
            text, holes, own = _twice(document, start, end)
            pieces = encoder.pieces([text])[0]
            hidden = tuple(int(at) for at, first in enumerate(pieces.starts) if int(first) in holes)
            questions.append(Question(pieces, hidden))
            targets.append(hidden.index(int(np.searchsorted(pieces.starts, own))))
        firsts = np.cumsum([0, *(len(one.hidden) for one in questions)])
        wanted = {int(firsts[at]) + target: at for at, target in enumerate(targets)}
        scores: list[Floats] = [np.empty(0)] * len(questions)
        for answered, logs in encoder.expected(questions):
            for place, row in zip(answered.tolist(), logs, strict=True):
                if place in wanted:
                    scores[wanted[place]] = self._score(row[self.public.ids].astype(float))
        every = np.arange(len(self.public.texts))
        return [every] * len(places), scores

    def _score(self, logs: Floats) -> Floats:
        bounded = np.clip(logs, self.low, self.high) if self.clipped else logs
        return (bounded - self.low) / (self.high - self.low)


def _twice(document: Document, start: int, end: int) -> tuple[str, frozenset[int], int]:
    """The text and its copy behind it: where holes stand in them, and which hole is the word's.

    Other private words are holes of one piece, whatever they are, and in the copy the word is.
    """
    parts: list[str] = []
    holes = []
    own = length = 0
    for copied in (False, True):
        cursor = 0
        for left, right in _own_words(document):
            if (left, right) == (start, end) and not copied:
                continue
            parts += [document.text[cursor:left], _HOLE]
            length += left - cursor
            holes.append(length)
            if (left, right) == (start, end):
                own = length
            length += len(_HOLE)
            cursor = right
        parts += [document.text[cursor:], "" if copied else "\n"]
        length += len(document.text) - cursor + (not copied)
    return "".join(parts), frozenset(holes), own


def _own_words(document: Document) -> list[tuple[int, int]]:
    """The private words of a document."""
    return [
        (span.start + left, span.start + right)
        for span in document.annotations
        for left, right in words(document.text[span.start : span.end])
    ]


def chances(utility: Floats, epsilon: float) -> Floats:
    """Of each word that can come, at a cost of ε."""
    if epsilon == 0.0:
        return np.full(len(utility), 1.0 / len(utility))
    weights = np.exp(beta_for(epsilon, len(utility)) * (utility - utility.max()))
    return np.asarray(weights / weights.sum())


def private_words(documents: Sequence[Document]) -> list[tuple[int, Document, int, int]]:
    """The words of all private spans, with the number of the document."""
    return [
        (number, document, start, end)
        for number, document in enumerate(documents)
        for start, end in _own_words(document)
    ]


def released(
    mechanism: Mechanism,
    public: Words,
    documents: Sequence[Document],
    epsilons: Sequence[float],
    seeds: Sequence[int],
) -> dict[tuple[float, int], tuple[Document, ...]]:
    """The documents with a draw for each private word, once for each ε and seed."""
    places = private_words(documents)
    draws = {
        (epsilon, seed): np.random.default_rng((seed, round(1000 * epsilon)))
        for epsilon in epsilons
        for seed in seeds
    }
    edits: dict[tuple[float, int], dict[int, list[Edit]]] = {run: {} for run in draws}
    for first in range(0, len(places), _ROWS):
        some = places[first : first + _ROWS]
        scored = mechanism.utilities([one[1:] for one in some])
        for (number, document, start, end), members, scores in zip(some, *scored, strict=True):
            for epsilon in epsilons:
                sums = np.cumsum(chances(np.asarray(scores, float), epsilon))
                for seed in seeds:
                    at = int(np.searchsorted(sums, draws[epsilon, seed].random() * sums[-1]))
                    word = public.texts[members[min(at, len(members) - 1)]]
                    shown = _cased(word, document.text[start:end])
                    edits[epsilon, seed].setdefault(number, []).append((start, end, shown))
    return {
        run: tuple(rewritten(one, of.get(number, [])) for number, one in enumerate(documents))
        for run, of in edits.items()
    }


def _cased(word: str, like: str) -> str:
    """Letter case is public, as in ``word``."""
    case = casing(like)
    return recase(word, case) if case != "native" else word.title() if like.istitle() else word


def rewritten(document: Document, edits: Sequence[Edit]) -> Document:
    """The document with the edits made and its annotations moved along."""
    parts, cursor = [], 0
    for start, end, shown in sorted(edits):
        parts += [document.text[cursor:start], shown]
        cursor = end
    parts.append(document.text[cursor:])

    def moved(at: int) -> int:
        return at + sum(len(shown) - (end - start) for start, end, shown in edits if end <= at)

    spans = tuple(Span(moved(one.start), moved(one.end), one.label) for one in document.annotations)
    return document._replace(text="".join(parts), annotations=spans, segments=())
