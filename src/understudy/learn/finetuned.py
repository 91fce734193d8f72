"""The shipped encoder as a learner: fine-tuned on what is annotated so far."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.encoder.model import Encoder
from understudy.encoder.tags import log_softmax
from understudy.learn.chain import Floats
from understudy.learn.instances import Instance, marked, spans_of
from understudy.learn.learner import LearnerPart
from understudy.learn.sheet import Ints, Sheet

__all__ = ["ENCODER", "Finetuned", "Reader"]

_PORTION = 512


@dataclass(frozen=True)
class Reader:
    """An encoder that tags, as a source of marginals: each word has those of the unit in which it
    begins. A label that the encoder has not learnt is never likely."""

    encoder: Encoder
    labels: tuple[str, ...]

    def marginals(self, sheet: Sheet, rows: Sequence[int] | Ints | None = None) -> Floats:
        chosen = range(len(sheet)) if rows is None else [int(row) for row in rows]
        instances = [sheet.instances[row] for row in chosen]
        found = [np.zeros((0, len(self.labels)))]
        for first in range(0, len(instances), _PORTION):
            found += self._portion(instances[first : first + _PORTION])
        return np.concatenate(found)

    def _portion(self, instances: Sequence[Instance]) -> list[Floats]:
        heads, card = self.encoder.weights.heads, self.encoder.weights.card
        prefix = "fast_tags" if self.encoder.name == "fast" else "tags"
        weight, offset = heads[prefix], heads[f"{prefix}_offset"]
        classes = card["classes"]
        pairs = [(at, classes.index(x)) for at, x in enumerate(self.labels) if x in classes]
        here, there = np.array(pairs).T
        read = self.encoder.pieces([instance.text for instance in instances])
        found = []
        for instance, pieces, states in zip(
            instances, read, self.encoder.states(read), strict=True
        ):
            firsts, starts, _ = pieces.units()
            shares = np.zeros((len(firsts), len(self.labels)))
            shares[:, here] = np.exp(log_softmax(states[firsts] @ weight + offset))[:, there]
            begins = [start for start, _ in instance.line.places]
            at = np.searchsorted(starts, begins, side="right") - 1
            found.append(shares[np.maximum(at, 0)])
        return found


@dataclass(frozen=True)
class Finetuned:
    """Trains the shipped encoder further; needs the extra ``train``."""

    model: str = "fast"
    epochs: int = 4

    def fit(
        self,
        sheet: Sheet,
        rows: Ints,
        tags: Ints,
        labels: tuple[str, ...],
        last: object = None,
    ) -> Reader:
        """``tags`` are those of the words of ``rows``, one instance after another."""
        from understudy.learn.encoder import train_encoder  # noqa: PLC0415 - needs an extra

        documents, at = [], 0
        for row in rows:
            instance = sheet.instances[int(row)]
            size = len(instance.line.words)
            documents.append(
                marked(instance, spans_of(instance, tags[at : at + size].tolist(), labels))
            )
            at += size
        with tempfile.TemporaryDirectory() as held:
            folder = Path(held) / "model"
            train_encoder(documents, folder, model=self.model, epochs=self.epochs)
            encoder = Encoder.load(folder=folder)
            # All that is read later has to be read now, before the files go.
            _ = encoder.weights.card, encoder.weights.heads, encoder.weights.tokenizer
        return Reader(encoder, labels)


ENCODER = LearnerPart("encoder", Finetuned, detector="understudy.learn.detectors:write_encoder")
