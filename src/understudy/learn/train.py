"""Train a tagger on an annotated corpus."""

from __future__ import annotations

import tempfile
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pycrfsuite

from understudy.core.categories import UNKNOWN
from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.core.version import VERSION
from understudy.identify.crf import OUTSIDE, columns_of, seen
from understudy.identify.crfmodel import Header
from understudy.identify.features import SETS, Line
from understudy.identify.labels import relabelled
from understudy.identify.settings import DetectorSettings
from understudy.languages import DEFAULT

__all__ = ["ITERATIONS", "Trained", "private", "tags_of", "train_crf"]

ITERATIONS = 100
# L1 leaves most features out of the model, L2 keeps the weights of the others small.
_PENALTIES = {"c1": 0.1, "c2": 0.01}


@dataclass(frozen=True)
class Trained:
    """A model that has not been written yet."""

    header: Header
    payload: bytes

    def __repr__(self) -> str:
        return f"Trained({len(self.payload)} bytes)"


def train_crf(
    documents: Iterable[Document],
    *,
    features: str = "dependent",
    binary: bool = False,
    labels: Mapping[str, str] | None = None,
    evidence: Sequence[str] = (),
    language: str = DEFAULT,
    iterations: int = ITERATIONS,
    progress: Callable[[], None] = lambda: None,
) -> Trained:
    """A linear-chain CRF, trained by L-BFGS; equal corpora in equal order give equal models.

    Without a label map the tagger learns the labels of the corpus as they are. ``progress`` is
    called after each iteration.
    """
    if features not in SETS:
        raise UsageError(f"unknown feature set {features!r}; there are {', '.join(SETS)}")
    header = Header((), features, binary, tuple(evidence), language)
    columns = columns_of(header, DetectorSettings(language=language))
    trainer = pycrfsuite.Trainer(verbose=False)
    counts = {"documents": 0, "words": 0, "entities": 0}
    found: set[str] = set()
    for document in documents:
        spans = private(document, labels, binary)
        counts["documents"] += 1
        counts["entities"] += len(spans)
        found.update(span.label for span in spans)
        # What the corpus marks must not reach the features, through any detector.
        blind = document._replace(annotations=())
        seen_lines = list(seen(blind, header, columns))
        of_lines = _by_line([line for line, _ in seen_lines], spans)
        for (line, of_words), of_line in zip(seen_lines, of_lines, strict=True):
            trainer.append(of_words, tags_of(line, of_line))
            counts["words"] += len(line.words)
    if not found:
        raise UsageError("the corpus marks nothing as private: there is nothing to learn")
    payload = _fitted(trainer, iterations, progress)
    facts = {**counts, "iterations": iterations, **_PENALTIES, "version": VERSION}
    return Trained(replace(header, labels=tuple(sorted(found)), training=facts), payload)


def private(document: Document, labels: Mapping[str, str] | None, binary: bool) -> tuple[Span, ...]:
    """The annotations that are to be learnt: through the label map, and without labels where it is
    ``binary``."""
    spans = document.annotations
    if labels is not None:
        spans = relabelled(spans, labels)
    if binary:
        spans = tuple(span._replace(label=UNKNOWN) for span in spans)
    return spans


def _by_line(lines: Sequence[Line], spans: Iterable[Span]) -> Iterator[list[Span]]:
    """The spans that reach into each line."""
    ordered = sorted(spans, key=lambda span: span[:2])
    starts = [span.start for span in ordered]
    first = 0
    for line in lines:
        start, end = line.places[0][0], line.places[-1][1]
        while first < len(ordered) and ordered[first].end <= start:
            first += 1
        yield ordered[first : bisect_left(starts, end)]


def tags_of(line: Line, spans: Iterable[Span]) -> list[str]:
    """A tag for each word: the first of an entity B, the others I; longer entities win."""
    tags = [OUTSIDE] * len(line.words)
    starts = [start for start, _ in line.places]
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        at = max(0, bisect_right(starts, span.start) - 1)
        if line.places[at][1] <= span.start:
            at += 1
        prefix = "B-"
        while at < len(tags) and starts[at] < span.end:
            if tags[at] == OUTSIDE:
                tags[at] = prefix + span.label
                prefix = "I-"
            at += 1
    return tags


def _fitted(trainer: Any, iterations: int, progress: Callable[[], None]) -> bytes:
    def on_message(message: str) -> None:
        if message.startswith("***** Iteration"):
            progress()

    trainer.message = on_message
    trainer.select("lbfgs")
    trainer.set_params({**_PENALTIES, "max_iterations": iterations})
    with tempfile.TemporaryDirectory() as folder:  # for its owner only
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()
