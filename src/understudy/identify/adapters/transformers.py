"""A Hugging Face token classifier as detector.

    [detector.transformers]
    model = "models/ner"        # a folder, or a model that is already in the local cache
    labels = { … }              # beside the shipped ones
    window = 400                # word pieces seen at once
    overlap = 50

Nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct

from understudy.core.errors import MissingExtra, PolicyError
from understudy.core.types import Document, Span
from understudy.identify.adapters.labels import Labels, labels_of
from understudy.identify.adapters.options import model_of
from understudy.identify.adapters.windows import found_in_windows
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "Transformers", "build"]

WINDOW, OVERLAP = 400, 50
_SPARE = 8
"""Positions left for special tokens, and for a word that a cut spells in more pieces."""


@dataclass(frozen=True)
class Transformers:
    """Takes a token-classification pipeline, or the name of a model to make one of."""

    model: Any
    labels: Labels = Labels()  # noqa: RUF009 - frozen
    window: int = WINDOW
    overlap: int = OVERLAP

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_pipeline"}

    @cached_property
    def _pipeline(self) -> Any:
        return _loaded(self.model) if isinstance(self.model, str) else self.model

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """What the model tags, in the categories that its labels stand for."""
        # One text at a time: the pipeline answers one with a list, several with a list of lists.
        return found_in_windows(
            documents, self._windows, lambda texts: map(self._pipeline, texts), self._spans
        )

    def _windows(self, text: str) -> Iterator[tuple[int, int]]:
        """Windows in word pieces, cut between words wherever a window holds more than one."""
        pieces = self._pieces(text)
        limit = self._limit()
        first = 0
        while first < len(pieces):
            last = min(len(pieces), first + limit)
            if last < len(pieces):
                last = _border(text, pieces, first + limit // 2, last)
            yield pieces[first][0], pieces[last - 1][1]
            if last == len(pieces):
                return
            back = min(self.overlap, limit // 4)
            first = _border(text, pieces, first + 1, max(first + 1, last - back))

    def _pieces(self, text: str) -> list[tuple[int, int]]:
        coded = self._pipeline.tokenizer(
            text, add_special_tokens=False, truncation=False, return_offsets_mapping=True
        )
        return [(start, end) for start, end in coded["offset_mapping"] if end > start]

    def _limit(self) -> int:
        """What fits into the model beside its special tokens."""
        most = int(self._pipeline.tokenizer.model_max_length)
        positions = getattr(self._pipeline.model.config, "max_position_embeddings", None)
        return max(2, min(self.window, most - _SPARE, (positions or most) - _SPARE))

    def _spans(self, answer: Sequence[Mapping[str, Any]], shift: int) -> Iterator[Span]:
        for one in answer:
            label = one.get("entity_group") or one["entity"]
            category = self.labels.category(label)
            if label != "O" and category and one["start"] < one["end"]:
                place = shift + int(one["start"]), shift + int(one["end"])
                yield Span(*place, category, float(one["score"]), "transformers")


def _border(text: str, pieces: Sequence[tuple[int, int]], low: int, high: int) -> int:
    """The last piece between the two before which a word ends, else the second."""
    for at in range(high, low, -1):
        if text[pieces[at][0] - 1].isspace() or pieces[at - 1][1] < pieces[at][0]:
            return at
    return high


def _loaded(model: str) -> Any:
    try:
        from transformers import (  # noqa: PLC0415 - an extra
            AutoModelForTokenClassification,
            AutoTokenizer,
            pipeline,
        )
    except ImportError:
        raise MissingExtra("the detector transformers", "transformers") from None
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(model, local_files_only=True)
        classifier: Any = AutoModelForTokenClassification.from_pretrained(
            model, local_files_only=True, use_safetensors=True
        )
    except (OSError, ValueError, ImportError) as error:
        raise PolicyError(
            f"detector.transformers.model: {model} cannot be loaded: {type(error).__name__}; "
            "name a folder, or a model that is in the local cache"
        ) from None
    if not tokenizer.is_fast:
        raise PolicyError(f"detector.transformers.model: {model} has no tokenizer with offsets")
    return pipeline(
        "token-classification",
        model=classifier,
        tokenizer=tokenizer,
        aggregation_strategy="simple",
    )


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.transformers]``."""

    model: Annotated[str, Meta(description="the name of a model, or a folder")] = ""
    labels: Annotated[dict[str, str], Meta(description="a table of label = category")] = {}
    window: Annotated[int, Meta(ge=8, le=1_000_000)] = WINDOW
    overlap: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


def build(settings: DetectorSettings) -> Transformers:
    """The detector of a policy; a model that cannot be loaded is refused here."""
    options = settings.read(Options, "transformers")
    window = options.window
    overlap = min(OVERLAP, window // 4) if options.overlap is None else options.overlap
    if overlap >= window // 2:
        raise PolicyError("detector.transformers.overlap: must be less than half the window")
    detector = Transformers(
        model_of(settings, options.model, "transformers"),
        labels_of(options.labels, settings, "transformers"),
        window,
        overlap,
    )
    _ = detector._pipeline  # a missing model stops the run before it starts
    return detector


DETECTOR = DetectorPart("transformers", build, Options)
