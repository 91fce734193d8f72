"""Embedded pieces to hidden states, by ONNX Runtime."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.encoder.embedding import Embedding
from understudy.encoder.hints import Bytes
from understudy.encoder.runtime import onnx_runtime

__all__ = ["Body"]

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int32]
Cases = npt.NDArray[np.int8]
PieceRow = tuple[Ids, Cases]

_ROOM = 540
"""Pieces in a batch: enough for full speed, few enough for the processor's cache."""
_TOGETHER = 16
"""Batches whose hints are looked up together."""


class Body:
    """A graph of weights with the embeddings that it reads."""

    def __init__(self, graph: bytes, embedding: Embedding, threads: int) -> None:
        runtime = onnx_runtime()  # takes a while, and many commands need no model
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = runtime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )
        self._embedding = embedding
        self.width: int = self._session.get_outputs()[0].shape[-1]

    def states(self, rows: Sequence[PieceRow]) -> list[Floats]:
        """The hidden states of each row.

        They do not depend on the rows beside it, but for the rounding of sums: see ``grid``.
        """
        found = [np.zeros((0, self.width), np.float32)] * len(rows)
        for at, states in self.each(rows):
            found[at] = states
        return found

    def each(self, rows: Sequence[PieceRow]) -> Iterator[tuple[int, Floats]]:
        """The number and the states of every row that is not empty, in no order, as they come."""
        batches = _batches([len(ids) for ids, _ in rows])
        while some := list(islice(batches, _TOGETHER)):
            classes = self._embedding.classes([rows[at][0] for batch in some for at in batch])
            first = 0
            for batch in some:
                own = classes and classes[first : first + len(batch)]
                first += len(batch)
                yield from zip(batch, self._run([rows[at] for at in batch], own), strict=True)

    def _run(self, rows: Sequence[PieceRow], classes: Sequence[Bytes] | None) -> Iterator[Floats]:
        shape = len(rows), max(len(ids) for ids, _ in rows)
        ids = np.zeros(shape, dtype=np.int32)
        cases = np.zeros(shape, dtype=np.int8)
        seen = np.zeros(shape, dtype=np.int32)
        for at, (of_row, cases_of_row) in enumerate(rows):
            ids[at, : len(of_row)] = of_row
            cases[at, : len(of_row)] = cases_of_row
            seen[at, : len(of_row)] = 1
        hinted = None
        if classes is not None:
            hinted = np.zeros((3, *shape), np.uint8)
            for at, known in enumerate(classes):
                hinted[:, at, : known.shape[1]] = known
        embedded = self._embedding.of(ids, cases, hinted)
        positions = np.tile(np.arange(shape[1], dtype=np.int64), (shape[0], 1))
        (states,) = self._session.run(
            ["hidden"], {"embedded": embedded, "positions": positions, "seen": seen}
        )
        for at, (of_row, _) in enumerate(rows):
            yield states[at, : len(of_row)]


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Rows of like length together, so that little is padded."""
    batch: list[int] = []
    for at in sorted((at for at, length in enumerate(lengths) if length), key=lengths.__getitem__):
        if batch and lengths[at] * (len(batch) + 1) > _ROOM:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch
