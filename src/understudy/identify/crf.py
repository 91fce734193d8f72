"""A linear-chain CRF as detector: what ``understudy learn train crf`` learnt.

detectors = ["crf"]

[detector.crf]
model = "model.crf"
threshold = 0.5     # lower finds more: words at least this likely to be private
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import pycrfsuite
from msgspec import Meta, Struct

from understudy.core.categories import UNKNOWN
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Span
from understudy.identify.crfmodel import Header, read_model
from understudy.identify.features import Column, Evidence, Line, features, lines
from understudy.identify.settings import DetectorPart, DetectorSettings
from understudy.identify.speech import SPEECH, Speech
from understudy.registry import load

__all__ = ["DETECTOR", "OUTSIDE", "Crf", "build", "columns_of", "seen"]

OUTSIDE = "O"


def columns_of(header: Header, settings: DetectorSettings) -> dict[str, Column]:
    """The columns of features beyond the words themselves."""
    plain = DetectorSettings(language=settings.language, folder=settings.folder)
    return {
        name: Speech() if name == SPEECH else Evidence(load("detectors", name)(plain))
        for name in header.evidence
    }


def seen(
    document: Document, header: Header, columns: dict[str, Column]
) -> Iterator[tuple[Line, list[list[str]]]]:
    """The lines of a document with the features of their words."""
    found = lines(document)
    values = {name: column(document, found) for name, column in columns.items()}
    dependent = header.features == "dependent"
    for at, line in enumerate(found):
        yield line, features(line, dependent, {name: of[at] for name, of in values.items()})


@dataclass(frozen=True)
class Crf:
    """Reads its model on first use in each process."""

    path: Path
    header: Header
    columns: dict[str, Column] = field(repr=False)
    threshold: float = 0.5

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_model"}

    @cached_property
    def _model(self) -> tuple[Any, bytes]:
        """The tagger beside the bytes that it reads from as long as it lives."""
        header, payload = read_model(self.path)
        if header.digest != self.header.digest:
            raise PolicyError(f"{self.path}: the model changed during the run")
        tagger = pycrfsuite.Tagger()
        tagger.open_inmemory(payload)
        return tagger, payload

    @property
    def _tagger(self) -> Any:
        return self._model[0]

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [
            tuple(
                span
                for line, of_words in seen(document, self.header, self.columns)
                for span in self._spans(line, of_words)
            )
            for document in documents
        ]

    def _spans(self, line: Line, of_words: list[list[str]]) -> Iterator[Span]:
        tagger = self._tagger
        tags = tagger.tag(of_words)
        if self.threshold < 0.5:
            tags = [self._raised(tag, at) for at, tag in enumerate(tags)]
        for first, last in _runs(tags):
            private = sum(1.0 - self._outside(at) for at in range(first, last)) / (last - first)
            label = UNKNOWN if self.header.binary else tags[first][2:]
            start, end = line.places[first][0], line.places[last - 1][1]
            yield Span(start, end, label, round(private, 4), "crf")

    def _outside(self, at: int) -> float:
        """The probability that a word is in no entity; 0 where the model knows no such tag."""
        return float(self._tagger.marginal(OUTSIDE, at)) if self._knows_outside else 0.0

    @cached_property
    def _knows_outside(self) -> bool:
        return OUTSIDE in self._tagger.labels()

    def _raised(self, tag: str, at: int) -> str:
        """The tag of a word, or its likeliest private one where that is likely enough."""
        if tag != OUTSIDE or 1.0 - self._outside(at) < self.threshold:
            return tag
        private = [str(label) for label in self._tagger.labels() if label != OUTSIDE]
        return max(private, key=lambda label: (self._tagger.marginal(label, at), label))


def _runs(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where entities begin and end: a tag that does not go on with the last label begins one."""
    first = None
    for at, tag in enumerate([*tags, OUTSIDE]):
        goes_on = first is not None and tag == f"I-{tags[first][2:]}"
        if first is not None and not goes_on:
            yield first, at
            first = None
        if first is None and tag != OUTSIDE:
            first = at


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.crf]``."""

    model: Annotated[str, Meta(description="the name of a file")] = ""
    threshold: Annotated[float, Meta(gt=0, le=0.5, description="a number between 0 and 0.5")] = 0.5


def build(settings: DetectorSettings) -> Crf:
    """The detector of a policy; a model file that is missing or broken is refused here."""
    options = settings.read(Options, "crf")
    if not options.model:
        raise PolicyError('detector.crf needs model = "FILE", made by: understudy learn train crf')
    path = (settings.folder or Path()) / options.model
    header, _ = read_model(path)
    return Crf(path, header, columns_of(header, settings), options.threshold)


DETECTOR = DetectorPart("crf", build, Options)
