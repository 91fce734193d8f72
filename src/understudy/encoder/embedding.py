"""What a model reads of its pieces: the sum of what is known of a piece, its letter case and, for
the fast tagger, its word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from understudy.encoder.hints import Bytes, Hints, settled
from understudy.encoder.weights import Weights

__all__ = ["HINTED", "Embedding", "hints_of"]

HINTED = "fast"
"""The shipped model that is given hints, and with it what was trained further from it."""


class Embedding:
    """The embeddings that one of the models of a folder reads."""

    def __init__(self, weights: Weights, model: str) -> None:
        heads = weights.heads
        # What is looked up in a map of a file is one, too, which takes longer than the look.
        self._table = np.asarray(weights.table)
        self._scale, self._cases = heads["scale"], heads["cases"]
        base = weights.card.get("base")
        self._hints = hints_of(weights) if (base or {"model": model})["model"] == HINTED else None

    def classes(self, rows: Sequence[npt.NDArray[np.int32]]) -> list[Bytes] | None:
        """The classes of the hints in rows of pieces, each of its own length; None for a model
        that is given none."""
        return None if self._hints is None else self._hints.classes_in(rows)

    def of(
        self,
        ids: npt.NDArray[np.int32],
        cases: npt.NDArray[np.int8],
        classes: Bytes | None = None,
    ) -> npt.NDArray[np.float32]:
        """Of rows of pieces and their cases; the classes of the hints are looked up where they are
        not given."""
        embedded = self._table[ids].astype(np.float32)
        embedded *= self._scale[ids][..., None]
        embedded += self._cases[cases]
        if self._hints is not None:
            self._hints.add_to(embedded, self._hints.classes(ids) if classes is None else classes)
        return embedded


def hints_of(weights: Weights) -> Hints | None:
    """The hints of a folder's fast tagger, if it has any."""
    shipped = weights.base or weights
    if "hints.npz" not in shipped.card["files"]:
        return None
    with np.load(shipped.folder / "hints.npz") as found:
        added = found["added"].astype(np.float32) * found["scale"][:, None]
        return Hints(found["kinds"], found["words"], found["pairs"], settled(added))
