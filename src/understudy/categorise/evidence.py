"""The evidence of a document by its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from understudy.core.types import Span
from understudy.identify.settings import finds_by

__all__ = ["Evidence"]

_SHORT = 6
"""Bits of the length of what is held together as short."""


class Evidence:
    """Spans in order, so that those at a place are found without a look at all."""

    __slots__ = ("_levels", "finders", "labels", "plain", "sources")

    def __init__(self, spans: Iterable[Span]) -> None:
        self.plain: dict[tuple[int, int, str], bool] = {}
        """Whether the words of a guess are nobody's name, of those that were asked about: what one
        detector marks, another often marks, too."""
        held = sorted(spans, key=_start)
        self.labels = frozenset([span.label for span in held])
        self.sources = frozenset([span.source for span in held])
        self.finders = frozenset(map(finds_by, self.sources))
        # By length, each level twice as long as the one before: one span over a whole document
        # must not make all the short ones be looked at wherever it lies.
        levels: dict[int, list[Span]] = {}
        for span in held:
            levels.setdefault(max(_SHORT, (span.end - span.start).bit_length()), []).append(span)
        self._levels = [
            (1 << level, [span.start for span in held], held) for level, held in levels.items()
        ]

    def over(self, start: int, end: int) -> list[Span]:
        """The spans that have a character in common with this stretch, in the order of the text."""
        found: list[Span] = []
        for longest, starts, held in self._levels:
            low, high = bisect_left(starts, start - longest), bisect_left(starts, end)
            found += [span for span in held[low:high] if span.end > start]
        if len(self._levels) > 1:
            found.sort(key=_start)
        return found


def _start(span: Span) -> int:
    return span.start
