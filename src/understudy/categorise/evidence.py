"""The spans of a document in order, so that those at a place are found without a look at all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from understudy.core.types import Span

__all__ = ["Evidence"]


class Evidence:
    """The spans that the detectors found in a document, ready to be asked by place."""

    __slots__ = ("_longest", "_spans", "_starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans, key=lambda span: span.start)
        self._starts = [span.start for span in self._spans]
        self._longest = max((span.end - span.start for span in self._spans), default=0)

    def over(self, start: int, end: int) -> list[Span]:
        """The spans that have a character in common with this stretch."""
        low = bisect_left(self._starts, start - self._longest)
        high = bisect_left(self._starts, end)
        return [span for span in self._spans[low:high] if span.end > start]
