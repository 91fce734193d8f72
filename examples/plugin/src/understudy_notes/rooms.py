"""The detector ``rooms``: "room 12" and what else a policy calls a room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from understudy.core.types import Document, Span
from understudy.identify.settings import DetectorPart, DetectorSettings

__all__ = ["DETECTOR", "Options", "Rooms", "build"]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """Its table in a policy: ``[detector.rooms]`` with ``words = ["room", "bed"]``."""

    words: tuple[str, ...] = ("room",)


@dataclass(frozen=True)
class Rooms:
    pattern: re.Pattern[str]

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [
            tuple(
                Span(match.start(), match.end(), "FACILITY", 0.9, "rooms")
                for match in self.pattern.finditer(document.text)
            )
            for document in documents
        ]


def build(settings: DetectorSettings) -> Rooms:
    words = settings.read(Options, "rooms").words
    return Rooms(re.compile(rf"\b(?:{'|'.join(map(re.escape, words))}) \d+"))


DETECTOR = DetectorPart("rooms", build, Options)
