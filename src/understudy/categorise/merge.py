"""Evidence becomes disjoint spans. Every detected character stays covered."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from understudy.spans import clip
from understudy.types import Segment, Span

__all__ = ["merge"]


def merge(spans: Sequence[Span], segments: Sequence[Segment] = ()) -> list[Span]:
    """Disjoint spans in text order; overlapping ones become one.

    The label is that of the strongest evidence in the overlap: the highest score, then the
    longest span. A span that crosses from one segment into another is cut at the border.
    """
    if len(segments) < 2 and _in_order(spans):
        return list(spans)
    merged: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans, key=_place):
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


def _in_order(spans: Sequence[Span]) -> bool:
    """Whether there is nothing to merge: disjoint, not empty, in the order of the text."""
    last = 0
    for span in spans:
        if not last <= span[0] < span[1]:
            return False
        last = span[1]
    return True


_place = itemgetter(0, 1, 2, 3, 4)
"""Start, end, label, score and source; keys may be missing and do not compare."""


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
