"""The detector for corpora that are annotated already: what the source marked is the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from understudy.core.types import Document, Span
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "Given", "build"]


@dataclass(frozen=True)
class Given:
    """Takes the annotations of the corpus as they are."""

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [document.annotations for document in documents]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """It has none."""


def build(settings: DetectorSettings) -> Given:
    """The detector of a policy; it has no options."""
    settings.read(Options, "given")
    return Given()


DETECTOR = DetectorPart("given", build, Options, reads_text=False)
