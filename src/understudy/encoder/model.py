"""One encoder, several heads: hidden pieces, entity tags, parts of speech, sentence vectors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.core.text import words
from understudy.core.types import Document, Span
from understudy.encoder.body import Body
from understudy.encoder.calibration import chance
from understudy.encoder.embedding import Embedding
from understudy.encoder.masked import Answers, Question, blocks, rows_of
from understudy.encoder.pieces import MASK, Ints, Pieces, framed, read_pieces
from understudy.encoder.products import product
from understudy.encoder.tags import Mark, Scheme, Units, log_softmax, whole_names
from understudy.encoder.vocabulary import Vocabulary, vocabulary
from understudy.encoder.weights import SHIPPED, Weights
from understudy.encoder.windows import around, windows

__all__ = ["GRAPHS", "NAMES", "Encoder", "Tagged", "TaggedSpans"]

Floats = npt.NDArray[np.float32]

NAMES = ("full", "fast")
"""The shipped models: the encoder with all its heads, and the tagger that reads its embeddings."""
GRAPHS = {"full": "encoder.onnx", "fast": "tagger.onnx"}

Tagged = tuple[int, int, str]
"""Start and end of a word and its tag."""
TaggedSpans = tuple[tuple[Span, ...], list[tuple[int, int]]]
"""What is marked in a text, and the stretches where anything was heard."""


_HANDLES = re.compile(r"\s+(?=@)")
"""A handle is someone else: "@ann @bo" are two people."""


@dataclass(frozen=True)
class Encoder:
    """Reads its weights on first use in each process; ``Encoder.load()`` reads them at once."""

    name: str = "full"
    weights: Weights = field(default_factory=Weights)
    threads: int = 1

    @classmethod
    def load(cls, name: str = "full", *, folder: Path = SHIPPED, threads: int = 1) -> Encoder:
        """The shipped model of a name, or the model in a folder."""
        if name not in NAMES:
            raise UsageError(f"no model is named {name!r}; there are: {', '.join(NAMES)}")
        encoder = cls(name, Weights(folder), threads)
        _ = encoder._body
        return encoder

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "weights": Weights(self.weights.folder), "threads": self.threads}

    @cached_property
    def _body(self) -> Body:
        graph = self.weights.bytes_of(GRAPHS[self.name])
        return Body(graph, Embedding(self.weights, self.name), self.threads)

    @cached_property
    def _scheme(self) -> Scheme:
        return Scheme(tuple(self.weights.card["classes"]))

    @cached_property
    def _unembedding(self) -> Floats:
        """The embedding as numbers, read backwards: one column per piece."""
        table = self.weights.table.astype(np.float32)
        table *= self.weights.heads["scale"][:, None]
        return np.ascontiguousarray(table.T)

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The texts as the model reads them."""
        return read_pieces(self.weights.tokenizer, texts)

    def states(self, read: Sequence[Pieces]) -> list[Floats]:
        """The hidden states of texts of any length."""
        return self._answers(read, lambda states: states)

    def _answers(self, read: Sequence[Pieces], head: Callable[[Floats], Floats]) -> list[Floats]:
        """What a head makes of the states of each text: a row per piece."""
        width = head(np.zeros((0, self._body.width), np.float32)).shape[1]
        found = [np.zeros((len(pieces.ids), width), np.float32) for pieces in read]
        for text, first, states in self._seen(read):
            found[text][first : first + len(states)] = head(states)
        return found

    def _seen(self, read: Sequence[Pieces]) -> Iterator[tuple[int, int, Floats]]:
        """Stretches of states: the number of the text, the first piece, and the states from there.

        One at a time, since states take far more room than what becomes of them; those of one text
        come in its order.
        """
        plan = [
            (text, window)
            for text, pieces in enumerate(read)
            for window in windows(len(pieces.ids), self.weights.card["window"])
            if window.end
        ]
        rows = [framed(read[text], window.start, window.end) for text, window in plan]
        for at, states in self._body.each([row[:2] for row in rows]):
            text, window = plan[at]
            shift = rows[at][2] - window.start
            yield text, window.first, states[window.first + shift : window.last + shift]

    def distributions(
        self, pieces: Pieces, positions: Sequence[int], *, together: bool = False
    ) -> Floats:
        """What the model expects at each position, as logarithms of probabilities per piece.

        Each position is hidden alone, the others are seen; with ``together`` all are hidden.
        """
        self._needs("offset", "masked pieces")
        length = len(pieces.ids)
        if any(not 0 <= position < length for position in positions):
            raise UsageError(f"a position lies outside the {length} pieces of the text")
        rows, places = [], []
        for position in positions:
            start, end = around(position, length, self.weights.card["window"])
            ids, cases, before = framed(pieces, start, end)
            hidden = np.array(positions if together else [position])
            hidden = hidden[(hidden >= start) & (hidden < end)] - start + before
            ids[hidden], cases[hidden] = MASK, 0
            rows.append((ids, cases))
            places.append(position - start + before)
        found = np.zeros((len(rows), self._body.width), np.float32)
        for at, states in self._body.each(rows):
            found[at] = states[places[at]]
        return log_softmax(found @ self._unembedding + self.weights.heads["offset"])

    mask = MASK

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The pieces as parts of words."""
        tokenizer, count = self.weights.tokenizer, len(self.weights.table)
        names = [tokenizer.id_to_token(at) or "" for at in range(count)]
        return vocabulary(names, [tokenizer.decode([at]) for at in range(count)])

    def expected(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """What the model expects in hidden places, in blocks, in no order, as they come.

        Rows of like length are read together, and only hidden places go through the vocabulary.
        """
        self._needs("offset", "masked pieces")
        rows = rows_of(questions, self.weights.card["window"], MASK, framed)
        firsts = np.cumsum([0, *(len(row.hidden) for row in rows)])
        states = (
            (firsts[at] + np.arange(len(rows[at].hidden)), found[rows[at].hidden])
            for at, found in self._body.each([(row.ids, row.cases) for row in rows])
        )
        offset = self.weights.heads["offset"]
        for places, held in blocks(states, self._body.width):
            logits = held @ self._unembedding
            yield Answers(places, log_softmax(logits[: len(places)] + offset))

    def tag(
        self, documents: Sequence[Document], *, threshold: float = 0.5
    ) -> list[tuple[Span, ...]]:
        """What is private in each document, with its category; a lower threshold finds more."""
        return [spans for spans, _ in self.tag_with_traces(documents, threshold=threshold)]

    def tag_with_traces(
        self, documents: Sequence[Document], *, threshold: float = 0.5, faint: float | None = None
    ) -> list[TaggedSpans]:
        """What ``tag`` says of each document, and where it heard anything at all; with ``faint``
        also people who are at least so likely, where nothing else is marked.

        A text that stands there several times ("ok, thanks") is read once.
        """
        texts = [document.text for document in documents]
        distinct = list(dict.fromkeys(texts))
        found = dict(zip(distinct, self._tagged(distinct, threshold, faint), strict=True))
        return [found[text] for text in texts]

    def _tagged(
        self, texts: Sequence[str], threshold: float, faint: float | None
    ) -> list[TaggedSpans]:
        read = self.pieces(texts)
        prefix = "fast_tags" if self.name == "fast" else "tags"
        weight, offset = self.weights.heads[prefix], self.weights.heads[f"{prefix}_offset"]
        units = [pieces.units() for pieces in read]
        seen = Units(self._scheme, [len(firsts) for firsts, *_ in units], threshold, faint)
        for text, first, states in self._seen(read):
            begins = read[text].begins[first : first + len(states)]
            before = int(np.searchsorted(units[text][0], first)) if first else 0
            seen.add(text, before, (product(states, weight) + offset)[begins])
        return [
            (
                tuple(self._spans(text, starts, ends, told.marks)),
                [(int(starts[first]), int(ends[last - 1])) for first, last in told.traces],
            )
            for text, (_, starts, ends), told in zip(texts, units, seen.tagged(), strict=True)
        ]

    def _spans(self, text: str, starts: Ints, ends: Ints, marks: Sequence[Mark]) -> Iterator[Span]:

        def spaced(unit: int) -> bool:
            start = int(starts[unit])
            return text[start - 1] == " " and not text[start - 2].isspace()

        for mark in whole_names(marks, spaced):
            start, end = int(starts[mark.first]), int(ends[mark.last - 1])
            score = round(chance(mark.score, mark.label, self._fits), 4)
            for part in _HANDLES.split(text[start:end].rstrip()):
                at = text.index(part, start)
                start = at + len(part)
                yield Span(at, start, mark.label, score, "encoder")

    @cached_property
    def _fits(self) -> dict[str, list[float]]:
        """How scores become chances; a model that was trained further has no fits of its own."""
        fits: dict[str, list[float]] = self.weights.card.get("calibration", {}).get(self.name, {})
        return fits

    def pos(self, texts: Sequence[str]) -> list[list[Tagged]]:
        """The words of each text with their universal part of speech."""
        self._needs("pos", "parts of speech")
        read = self.pieces(texts)
        weight, offset = self.weights.heads["pos"], self.weights.heads["pos_offset"]
        answers = self._answers(read, lambda states: product(states, weight) + offset)
        names = self.weights.card["pos"]
        found = []
        for text, pieces, answer in zip(texts, read, answers, strict=True):
            spans = words(text)
            at = np.searchsorted(pieces.ends, [start for start, _ in spans], side="right")
            best = answer[at].argmax(-1)
            found.append([(*span, names[tag]) for span, tag in zip(spans, best, strict=True)])
        return found

    def vectors(self, texts: Sequence[str]) -> Floats:
        """One vector of length one per text: the nearer two are, the more alike the texts."""
        self._needs("vector", "sentence vectors")
        weight, offset = self.weights.heads["vector"], self.weights.heads["vector_offset"]
        read = self.pieces(texts)
        sums = np.zeros((len(texts), self._body.width), np.float32)
        for text, _, states in self._seen(read):
            sums[text] += states.sum(0)
        counts = np.array([[max(1, len(pieces.ids))] for pieces in read]).reshape(-1, 1)
        found = (sums / counts) @ weight + offset
        return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True), dtype=np.float32)

    def _needs(self, head: str, what: str) -> None:
        if self.name != "full" or head not in self.weights.heads:
            raise UsageError(f"this model only tags: {what} need the shipped model 'full'")
