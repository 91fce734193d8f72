"""Annotated documents as rows of pieces with the class of each unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.types import Document, Span
from understudy.encoder.model import Encoder
from understudy.encoder.pieces import Pieces, framed
from understudy.encoder.windows import windows

__all__ = ["IGNORED", "TrainingWindow", "batches", "classes_of", "flat", "rows", "score", "split"]

IGNORED = -100
"""The class of pieces that begin no unit, or that another window answers."""
_HELD_OUT = 10
"""One document in so many is for development."""

Ints = npt.NDArray[np.int64]


class TrainingWindow(NamedTuple):
    """A window of a document."""

    ids: npt.NDArray[np.int32]
    cases: npt.NDArray[np.int8]
    wanted: Ints


def classes_of(documents: Sequence[Document]) -> tuple[str, ...]:
    """O, and B- and I- of each label, in the order of the alphabet."""
    labels = sorted({span.label for document in documents for span in document.annotations})
    return ("O", *(f"{side}-{label}" for label in labels for side in "BI"))


def flat(document: Document) -> Document:
    """The document with disjoint annotations: the longer of two that overlap stays."""
    taken = bytearray(len(document.text))
    kept: list[Span] = []
    for span in sorted(document.annotations, key=lambda span: (span.start - span.end, span.start)):
        part = slice(span.start, span.end)
        if document.text[part].strip() and not any(taken[part]):
            taken[part] = b"\1" * (span.end - span.start)
            kept.append(span)
    return document._replace(annotations=tuple(sorted(kept, key=lambda span: span.start)))


def split(documents: Sequence[Document], seed: int) -> tuple[list[Document], list[Document]]:
    """Documents to learn from and to develop on, by a keyed digest of their ids.

    Those with and without annotations are parted alike, so that both sides have both.
    """
    key = seed.to_bytes(16, "little")

    def lot(document: Document) -> bytes:
        return blake2b(document.id.encode("utf-8", "surrogatepass"), key=key).digest()

    learnt: list[Document] = []
    held: list[Document] = []
    for marked in (True, False):
        part = [one for one in documents if bool(one.annotations) is marked]
        part.sort(key=lot)
        count = max(1, round(len(part) / _HELD_OUT)) if part else 0
        held += part[:count]
        learnt += part[count:]
    return learnt, held


def rows(
    encoder: Encoder, documents: Sequence[Document], classes: Sequence[str]
) -> list[TrainingWindow]:
    """Documents in the windows in which the tagger will read them."""
    numbers = {name: at for at, name in enumerate(classes)}
    size = encoder.weights.card["window"]
    found = []
    read = encoder.pieces([document.text for document in documents])
    for document, pieces in zip(documents, read, strict=True):
        wanted = _wanted(document, pieces, numbers)
        for window in windows(len(pieces.ids), size):
            ids, cases, before = framed(pieces, window.start, window.end)
            asked = np.full(len(ids), IGNORED, dtype=np.int64)
            shift = before - window.start
            asked[window.first + shift : window.last + shift] = wanted[window.first : window.last]
            if (asked != IGNORED).any():
                found.append(TrainingWindow(ids, cases, asked))
    return found


def _wanted(document: Document, pieces: Pieces, numbers: Mapping[str, int]) -> Ints:
    """The class of each piece that begins a unit."""
    wanted = np.where(pieces.begins, numbers["O"], IGNORED).astype(np.int64)
    units = np.flatnonzero(pieces.begins)
    if not len(units):
        return wanted
    starts = pieces.starts[units]
    ends = pieces.ends[np.append(units[1:], len(pieces.ids)) - 1]
    for span in document.annotations:
        first = np.searchsorted(ends, span.start, side="right")
        last = np.searchsorted(starts, span.end, side="left")
        inside = [at for at in units[first:last] if wanted[at] == numbers["O"]]
        wanted[inside] = numbers[f"I-{span.label}"]
        wanted[inside[:1]] = numbers[f"B-{span.label}"]
    return wanted


def batches(lengths: Sequence[int], room: int, draw: np.random.Generator) -> list[list[int]]:
    """Rows of like length together, at most ``room`` pieces a batch, in a new order each time."""
    order = sorted(range(len(lengths)), key=lambda at: lengths[at] * (1 + 0.2 * draw.random()))
    found: list[list[int]] = []
    batch: list[int] = []
    longest = 0
    for at in order:
        longest = max(longest, lengths[at])
        if batch and longest * (len(batch) + 1) > room:
            found.append(batch)
            batch, longest = [], lengths[at]
        batch.append(at)
    found.append(batch)
    return [found[at] for at in draw.permutation(len(found))]


def score(documents: Sequence[Document], found: Sequence[Sequence[Span]]) -> float:
    """F1 of exact spans with their labels."""
    right = marked = gold = 0
    for document, spans in zip(documents, found, strict=True):
        truth = set(_places(document.annotations))
        predicted = set(_places(spans))
        right, marked, gold = (
            right + len(truth & predicted),
            marked + len(predicted),
            gold + len(truth),
        )
    return 2 * right / (marked + gold) if right else 0.0


def _places(spans: Sequence[Span]) -> Iterator[tuple[int, int, str]]:
    for span in spans:
        yield span.start, span.end, span.label
