"""A Presidio AnalyzerEngine as detector.

    [detector.presidio]
    model = "en_core_web_md"    # the spaCy pipeline; without one, pattern recognisers only
    score = 0.0                 # the least score that Presidio reports
    labels = { … }              # beside the shipped ones

An engine with recognisers of its own is passed from Python: ``Presidio(engine)``.
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
from understudy.languages import DEFAULT

__all__ = ["DETECTOR", "Presidio", "build", "engine_of"]

SIZE, OVERLAP = 50_000, 500


@dataclass(frozen=True)
class Presidio:
    """Takes a built engine, or the name of the spaCy pipeline with which to build one."""

    engine: Any
    language: str = DEFAULT
    score: float = 0.0
    labels: Labels = Labels()  # noqa: RUF009 - frozen
    size: int = SIZE
    overlap: int = OVERLAP

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_engine"}

    @cached_property
    def _engine(self) -> Any:
        named = self.engine is None or isinstance(self.engine, str)
        return engine_of(self.engine, self.language) if named else self.engine

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """What the engine's recognisers find, in the categories that their labels stand for."""
        return found_in_windows(
            documents,
            lambda text: windows(text, self.size, self.overlap),
            lambda texts: map(self._analysed, texts),
            self._spans,
        )

    def _analysed(self, text: str) -> Any:
        return self._engine.analyze(text=text, language=self.language, score_threshold=self.score)

    def _spans(self, answer: Any, shift: int) -> Iterator[Span]:
        for one in answer:
            category = self.labels.category(one.entity_type)
            if category:
                start, end = shift + one.start, shift + one.end
                yield Span(start, end, category, float(one.score), "presidio")


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
    """The keys of ``[detector.presidio]``."""

    model: Annotated[str, Meta(description="the name of a model, or a folder")] = ""
    labels: Annotated[dict[str, str], Meta(description="a table of label = category")] = {}
    score: Annotated[float, Meta(ge=0, le=1)] = 0.0


def build(settings: DetectorSettings) -> Presidio:
    """The detector of a policy; a pipeline that is not installed is refused here."""
    options = settings.read(Options, "presidio")
    detector = Presidio(
        model_of(settings, options.model, "presidio") if options.model else None,
        settings.language,
        options.score,
        labels_of(options.labels, settings, "presidio"),
    )
    _ = detector._engine  # a missing model stops the run before it starts
    return detector


DETECTOR = DetectorPart("presidio", build, Options)
