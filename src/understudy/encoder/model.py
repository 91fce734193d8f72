"""One encoder, several heads: hidden pieces, entity tags, parts of speech, sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.encoder.body import Body
from understudy.encoder.pieces import MASK, Pieces, read_pieces
from understudy.encoder.tags import Scheme
from understudy.encoder.weights import SHIPPED, Weights
from understudy.encoder.windows import around, windows
from understudy.errors import UsageError
from understudy.text import words
from understudy.types import Document, Span

__all__ = ["NAMES", "Encoder", "Tagged"]

Floats = npt.NDArray[np.float32]

NAMES = ("full", "fast")
"""The shipped models: the encoder with all its heads, and the tagger distilled from it."""
_GRAPHS = {"full": "encoder.onnx", "fast": "tagger.onnx"}
_OVERLAP = 64
"""Pieces that two windows share: neither answers a place with less than half of them around."""

Tagged = tuple[int, int, str]
"""Start and end of a word and its tag."""


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
        heads = self.weights.heads
        graph = self.weights.folder / _GRAPHS[self.name]
        return Body(graph, self.weights.table, heads["scale"], heads["cases"], self.threads)

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
        return read_pieces(self.weights.tokenizer, texts)

    def states(self, read: Sequence[Pieces]) -> list[Floats]:
        """The hidden states of texts of any length."""
        size = self.weights.card["window"]
        plan = [
            (text, window)
            for text, pieces in enumerate(read)
            for window in windows(len(pieces.ids), size, _OVERLAP)
        ]
        rows = [
            (read[text].ids[window.start : window.end], read[text].cases[window.start : window.end])
            for text, window in plan
        ]
        parts: list[list[Floats]] = [[] for _ in read]
        for (text, window), states in zip(plan, self._body.states(rows), strict=True):
            parts[text].append(states[window.first - window.start : window.last - window.start])
        return [np.concatenate(part) for part in parts]

    def distributions(
        self, pieces: Pieces, positions: Sequence[int], *, together: bool = False
    ) -> Floats:
        """What the model expects at each position, as logarithms of probabilities per piece.

        Each position is hidden alone, the others are seen; with ``together`` all are hidden.
        """
        self._needs_all("masked pieces")
        size, length = self.weights.card["window"], len(pieces.ids)
        rows, places = [], []
        for position in positions:
            start, end = around(position, length, size)
            ids, cases = pieces.ids[start:end].copy(), pieces.cases[start:end].copy()
            hidden = np.array(positions) if together else np.array([position])
            hidden = hidden[(hidden >= start) & (hidden < end)] - start
            ids[hidden], cases[hidden] = MASK, 0
            rows.append((ids, cases))
            places.append(position - start)
        found = self._body.states(rows)
        taken = np.stack([states[place] for states, place in zip(found, places, strict=True)])
        scores = taken @ self._unembedding + self.weights.heads["offset"]
        scores -= scores.max(-1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(-1, keepdims=True))
        return np.asarray(scores, dtype=np.float32)

    def tag(
        self, documents: Sequence[Document], *, threshold: float = 0.5
    ) -> list[tuple[Span, ...]]:
        """What is private in each document, with its category."""
        read = self.pieces([document.text for document in documents])
        heads = self.weights.heads
        prefix = "fast_tags" if self.name == "fast" else "tags"
        weight, offset = heads[prefix], heads[f"{prefix}_offset"]
        found = []
        for pieces, states in zip(read, self.states(read), strict=True):
            units = np.flatnonzero(pieces.begins)
            ends = pieces.ends[np.append(units[1:], len(pieces.ids))[: len(units)] - 1]
            marks = self._scheme.marks(states[units] @ weight + offset, threshold)
            found.append(
                tuple(
                    Span(
                        int(pieces.starts[units[mark.first]]),
                        int(ends[mark.last - 1]),
                        mark.label,
                        round(min(mark.score, 0.9999), 4),
                        "encoder",
                    )
                    for mark in marks
                )
            )
        return found

    def pos(self, texts: Sequence[str]) -> list[list[Tagged]]:
        """The words of each text with their universal part of speech."""
        self._needs_all("parts of speech")
        read = self.pieces(texts)
        heads, names = self.weights.heads, self.weights.card["pos"]
        found = []
        for text, pieces, states in zip(texts, read, self.states(read), strict=True):
            best = (states @ heads["pos"] + heads["pos_offset"]).argmax(-1) if len(states) else []
            spans = words(text)
            at = np.searchsorted(pieces.ends, [start for start, _ in spans], side="right")
            found.append(
                [(*span, names[best[place]]) for span, place in zip(spans, at, strict=True)]
            )
        return found

    def vectors(self, texts: Sequence[str]) -> Floats:
        """One vector of length one per text: the nearer two are, the more alike the texts."""
        self._needs_all("sentence vectors")
        heads = self.weights.heads
        means = [
            states.mean(0) if len(states) else np.zeros(len(heads["vector"]), np.float32)
            for states in self.states(self.pieces(texts))
        ]
        found = np.stack(means) @ heads["vector"] + heads["vector_offset"]
        return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True), dtype=np.float32)

    def _needs_all(self, what: str) -> None:
        if self.name != "full":
            raise UsageError(f"the model {self.name!r} only tags: {what} need the model 'full'")
