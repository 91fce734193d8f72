"""A spaCy pipeline as detector.

[detector.spacy]
model = "en_core_web_md"            # a package or a folder
labels = { PRODUCT = "PRODUCT" }    # beside the shipped ones; "" is not private
score = 0.85                        # spaCy gives none
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct

from understudy.core.errors import MissingExtra, PolicyError
from understudy.core.types import Document, Span
from understudy.identify.adapters.labels import Labels, labels_of
from understudy.identify.adapters.options import model_of
from understudy.identify.adapters.windows import found_in_windows, windows
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "Spacy", "build"]

SCORE = 0.85
SIZE, OVERLAP = 50_000, 500
"""Characters: spaCy's memory grows with the text, and it refuses more than a million."""


@dataclass(frozen=True)
class Spacy:
    """Takes the loaded pipeline, or the name of one that each process loads for itself."""

    model: Any
    labels: Labels = Labels()  # noqa: RUF009 - frozen
    score: float = SCORE
    size: int = SIZE
    overlap: int = OVERLAP

    def __getstate__(self) -> dict[str, Any]:
        # Each process loads the pipeline for itself.
        return {name: value for name, value in vars(self).items() if name != "_pipeline"}

    @cached_property
    def _pipeline(self) -> Any:
        return _loaded(self.model) if isinstance(self.model, str) else self.model

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """The entities of the pipeline, in the categories that its labels stand for."""
        return found_in_windows(
            documents,
            lambda text: windows(text, self.size, self.overlap),
            self._pipeline.pipe,
            self._spans,
        )

    def _spans(self, answer: Any, shift: int) -> Iterator[Span]:
        for one in answer.ents:
            category = self.labels.category(one.label_)
            if category:
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
    """The keys of ``[detector.spacy]``."""

    model: Annotated[str, Meta(description="the name of a model, or a folder")] = ""
    labels: Annotated[dict[str, str], Meta(description="a table of label = category")] = {}
    score: Annotated[float, Meta(ge=0, le=1)] = SCORE


def build(settings: DetectorSettings) -> Spacy:
    """The detector of a policy; a pipeline that is not installed is refused here."""
    options = settings.read(Options, "spacy")
    detector = Spacy(
        model_of(settings, options.model, "spacy"),
        labels_of(options.labels, settings, "spacy"),
        options.score,
    )
    _ = detector._pipeline  # a missing model stops the run before it starts
    return detector


DETECTOR = DetectorPart("spacy", build, Options)
