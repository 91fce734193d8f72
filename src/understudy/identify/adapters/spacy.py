"""A spaCy pipeline as detector.

[detector.spacy]
model = "en_core_web_md"            # a package or a folder
labels = { PRODUCT = "PRODUCT" }    # beside the shipped ones; "" is not private
score = 0.85                        # spaCy gives none
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct

from understudy.core.errors import MissingExtra, PolicyError
from understudy.core.types import Document, Span
from understudy.identify.adapters.labels import MODELS, category_of, labels_of, wanted
from understudy.identify.adapters.options import model_of
from understudy.identify.adapters.windows import gathered, windows
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "Spacy", "build"]

SCORE = 0.85
SIZE, OVERLAP = 50_000, 500
"""Characters: spaCy's memory grows with the text, and it refuses more than a million."""


@dataclass(frozen=True)
class Spacy:
    """Takes the loaded pipeline, or the name of one that each process loads for itself."""

    model: Any
    labels: Mapping[str, str] = field(default_factory=lambda: MODELS)
    score: float = SCORE
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    size: int = SIZE
    overlap: int = OVERLAP

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_pipeline"}

    @cached_property
    def _pipeline(self) -> Any:
        return _loaded(self.model) if isinstance(self.model, str) else self.model

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        places = [
            (number, start, document.text[start:end])
            for number, document in enumerate(documents)
            for start, end in windows(document.text, self.size, self.overlap)
        ]
        found: list[list[Span]] = [[] for _ in documents]
        answers = self._pipeline.pipe(text for _, _, text in places)
        for (number, start, _), answer in zip(places, answers, strict=True):
            found[number] += self._spans(answer, start)
        return [gathered(spans) for spans in found]

    def _spans(self, answer: Any, shift: int) -> Iterator[Span]:
        for one in answer.ents:
            category = category_of(one.label_, self.labels)
            if wanted(category, self.categories):
                start, end = shift + one.start_char, shift + one.end_char
                yield Span(start, end, category, self.score, "spacy")


def _loaded(model: str) -> Any:
    try:
        import spacy  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtra("the detector spacy", "spacy") from None
    try:
        return spacy.load(model)
    except OSError:
        raise PolicyError(
            f"detector.spacy.model: {model} is not installed and is no folder of a pipeline"
        ) from None


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    model: Annotated[str, Meta(description="the name of a model, or a folder")] = ""
    labels: Annotated[dict[str, str], Meta(description="a table of label = category")] = {}
    score: Annotated[float, Meta(ge=0, le=1)] = SCORE


def build(settings: DetectorSettings) -> Spacy:
    options = settings.read(Options, "spacy")
    detector = Spacy(
        model_of(settings, options.model, "spacy"),
        labels_of(options.labels, "spacy"),
        options.score,
        settings.categories,
    )
    _ = detector._pipeline  # a missing model stops the run before it starts
    return detector


DETECTOR = DetectorPart("spacy", build, Options)
