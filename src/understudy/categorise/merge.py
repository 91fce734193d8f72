"""Evidence becomes disjoint spans. Every detected character stays covered."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.spans import clip
from understudy.types import Segment, Span

__all__ = ["merge"]


def merge(spans: Sequence[Span], segments: Sequence[Segment] = ()) -> list[Span]:
    """Disjoint spans in text order; overlapping ones become one.

    The label is that of the strongest evidence in the overlap: the highest score, then the
    longest span. A span that crosses from one segment into another is cut at the border.
    """
    merged: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans):
        if span.start >= span.end:
            continue
        if span.start >= end and group:
            merged.append(_joined(group, end))
            group = []
        group.append(span)
        end = max(end, span.end)
    if group:
        merged.append(_joined(group, end))
    if len(segments) < 2:
        return merged
    return [
        span if (start, stop) == (span.start, span.end) else _piece(span, start, stop)
        for span in merged
        for start, stop in clip(span.start, span.end, segments)
    ]


def _joined(group: list[Span], end: int) -> Span:
    if len(group) == 1:
        return group[0]
    best = max(group, key=lambda span: (span.score, span.end - span.start))
    start = group[0].start
    if (best.start, best.end) == (start, end):
        return best
    return best._replace(start=start, end=end, key=None, parts=())


def _piece(span: Span, start: int, end: int) -> Span:
    return span._replace(start=start, end=end, parts=())
