"""Columns of features that the shipped encoder gives: the part of speech of each word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from understudy.core.types import Document
from understudy.encoder.model import Encoder
from understudy.identify.features import Line

__all__ = ["SPEECH", "Speech", "spread"]

SPEECH = "pos"
"""The name of the column: universal parts of speech, one set for all languages."""


@dataclass(frozen=True)
class Speech:
    """A column: the universal part of speech of each word."""

    encoder: Encoder = field(default_factory=Encoder)

    def __call__(self, document: Document, lines: Sequence[Line]) -> list[list[str]]:
        (tagged,) = self.encoder.pos([document.text])
        return spread(tagged, lines)


def spread(tagged: Iterable[tuple[int, int, str]], lines: Sequence[Line]) -> list[list[str]]:
    """The value of each stretch for the words in it; empty where there is none."""
    intervals = sorted(tagged)
    found: list[list[str]] = []
    at = 0
    for line in lines:
        values: list[str] = []
        for start, end in line.places:
            while at < len(intervals) and intervals[at][1] <= start:
                at += 1
            covers = at < len(intervals) and intervals[at][0] < end
            values.append(intervals[at][2] if covers else "")
        found.append(values)
    return found
