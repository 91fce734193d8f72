"""A Presidio AnalyzerEngine as detector.

    [detector.presidio]
    model = "en_core_web_md"    # the spaCy pipeline; without one, pattern recognisers only
    score = 0.0                 # the least score that Presidio reports
    labels = { … }              # beside the shipped ones

An engine with recognisers of its own is passed from Python: ``Presidio(engine)``.
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
from understudy.languages import DEFAULT

__all__ = ["DETECTOR", "Presidio", "build", "engine_of"]

SIZE, OVERLAP = 50_000, 500


@dataclass(frozen=True)
class Presidio:
    """Takes a built engine, or the name of the spaCy pipeline with which to build one."""

    engine: Any
    language: str = DEFAULT
    score: float = 0.0
    labels: Mapping[str, str] = field(default_factory=lambda: MODELS)
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    size: int = SIZE
    overlap: int = OVERLAP

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_engine"}

    @cached_property
    def _engine(self) -> Any:
        named = self.engine is None or isinstance(self.engine, str)
        return engine_of(self.engine, self.language) if named else self.engine

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [gathered(self._spans(document.text)) for document in documents]

    def _spans(self, text: str) -> Iterator[Span]:
        for shift, end in windows(text, self.size, self.overlap):
            for one in self._engine.analyze(
                text=text[shift:end], language=self.language, score_threshold=self.score
            ):
                category = category_of(one.entity_type, self.labels)
                if wanted(category, self.categories):
                    place = shift + one.start, shift + one.end
                    yield Span(*place, category, float(one.score), "presidio")


def engine_of(model: str | None, language: str) -> Any:
    """An engine with Presidio's recognisers of a language, with or without a spaCy pipeline."""
    try:
        import spacy  # noqa: PLC0415 - an extra
        from presidio_analyzer import AnalyzerEngine, RecognizerRegistry  # noqa: PLC0415
        from presidio_analyzer.nlp_engine import SpacyNlpEngine  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("the detector presidio", "presidio") from None
    nlp = SpacyNlpEngine(models=[{"lang_code": language, "model_name": model or "blank"}])
    try:
        # Set rather than loaded by the engine, which would try to download a missing one.
        nlp.nlp = {language: spacy.load(model) if model else spacy.blank(language)}
    except OSError:
        raise PolicyError(
            f"detector.presidio.model: {model} is not installed and is no folder of a pipeline"
        ) from None
    registry = RecognizerRegistry(supported_languages=[language])
    registry.load_predefined_recognizers(languages=[language], nlp_engine=nlp)
    if model is None:
        registry.remove_recognizer("SpacyRecognizer")
    return AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=[language])


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    model: Annotated[str, Meta(description="the name of a model, or a folder")] = ""
    labels: Annotated[dict[str, str], Meta(description="a table of label = category")] = {}
    score: Annotated[float, Meta(ge=0, le=1)] = 0.0


def build(settings: DetectorSettings) -> Presidio:
    options = settings.read(Options, "presidio")
    detector = Presidio(
        model_of(settings, options.model, "presidio") if options.model else None,
        settings.language,
        options.score,
        labels_of(options.labels, "presidio"),
        settings.categories,
    )
    _ = detector._engine  # a missing model stops the run before it starts
    return detector


DETECTOR = DetectorPart("presidio", build, Options)
