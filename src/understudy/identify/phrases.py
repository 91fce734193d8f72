"""Noun phrases as detector: what could be private is often no more than "a noun phrase".

detectors = ["phrases"]

[detector.phrases]
names = false       # leave out those that are names throughout: other detectors find them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from understudy.core.types import Document, Span
from understudy.encoder.chunks import noun_phrases
from understudy.encoder.model import Encoder
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "LABEL", "NounPhrases", "build"]

LABEL = "NOUN_PHRASE"


@dataclass(frozen=True)
class NounPhrases:
    """Marks noun phrases, from parts of speech; weights are read on first use in each process."""

    encoder: Encoder
    names: bool = True

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        tagged = self.encoder.pos([document.text for document in documents])
        return [
            tuple(
                Span(start, end, LABEL, source="phrases")
                for start, end, named in noun_phrases(document.text, words)
                if self.names or not named
            )
            for document, words in zip(documents, tagged, strict=True)
        ]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.phrases]``."""

    names: bool = True


def build(settings: DetectorSettings) -> NounPhrases:
    """The detector of a policy."""
    return NounPhrases(Encoder(), settings.read(Options, "phrases").names)


DETECTOR = DetectorPart("phrases", build, Options)
