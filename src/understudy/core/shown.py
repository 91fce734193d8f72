"""A text as its reader sees it, for rules that ask where a word ends.

Detectors read a text without what hides in its words (``core.normal``). Rules that looked at the
original would take a soft hyphen, an accent written apart or an HTML entity for the end of a word,
and cut there what a detector had found as a whole: of "De\\u00adku\\u00admu" only "De" would go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from understudy.core.normal import Normalised, normalise
from understudy.core.types import Document, Segment, Span

__all__ = ["Shown"]


class Shown:
    """A document without what hides in its words, with the way there and back for spans."""

    __slots__ = ("_ends", "_normal", "_starts", "document", "hidden", "spans")

    def __init__(self, document: Document, normal: Normalised, spans: Iterable[Span]) -> None:
        self._normal = normal
        self._starts: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        self.document = document._replace(
            text=normal.text,
            segments=tuple(
                Segment(*normal.shown(one.start, one.end), one.kind, one.name, one.column)
                for one in document.segments
            ),
            annotations=tuple(map(self._seen, document.annotations)),
        )
        self.spans: list[Span] = []
        self.hidden: list[Span] = []
        """Those of which nothing is seen; they are as they were."""
        held = list(spans)
        for span in held:
            seen = self._seen(span)
            if seen.start < seen.end:
                self.spans.append(seen)
            else:
                self.hidden.append(span)
        for span in sorted(held, key=lambda one: one.score):  # the borders of the surest are kept
            self._borders(span)

    @classmethod
    def of(cls, document: Document, spans: Iterable[Span]) -> Shown | None:
        """None where the text reads as it is written."""
        normal = normalise(document.text)
        return cls(document, normal, spans) if normal.layers else None

    def _seen(self, span: Span) -> Span:
        start, end = self._normal.shown(span.start, span.end)
        return span._replace(start=start, end=end, parts=tuple(map(self._seen, span.parts)))

    def _borders(self, span: Span) -> None:
        for part in span.parts:
            self._borders(part)
        start, end = self._normal.shown(span.start, span.end)
        self._starts[start], self._ends[end] = span.start, span.end

    def back(self, spans: Sequence[Span]) -> list[Span]:
        """Disjoint spans of what is seen, in text order, as spans of the original. Where one ends
        as a piece of evidence did, what is hidden there is on the side where it was."""
        found: list[Span] = []
        cursor = 0
        for span in spans:
            own = self._written(span)
            own = own._replace(start=max(own.start, cursor))
            found.append(own)
            cursor = own.end
        return found

    def _written(self, span: Span) -> Span:
        start, end = self._normal.span(span.start, span.end)
        return span._replace(
            start=self._starts.get(span.start, start),
            end=self._ends.get(span.end, end),
            parts=tuple(map(self._written, span.parts)),
        )
