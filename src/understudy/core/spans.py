"""Pure functions on spans and edits: render, move, clip."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from understudy.core.types import Edit, Segment

__all__ = ["Clipper", "Moves", "covers", "disjoint", "render"]


def disjoint(spans: Iterable[tuple[int, int]]) -> bool:
    """Whether no two of the spans overlap."""
    return all(left[1] <= right[0] for left, right in pairwise(sorted(spans)))


def render(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit carried out. Edits are disjoint, in any order."""
    held = list(edits)
    out = _spliced(text, held)
    if out is None:  # they are seldom out of order
        held.sort()  # an edit starts with its span
        out = _spliced(text, held)
    if out is None:
        spans = [edit.entity.span for edit in held]
        start = next(right[0] for left, right in pairwise(spans) if right[0] < left[1])
        raise ValueError(f"edits overlap at offset {start}")
    return out


def _spliced(text: str, edits: Iterable[Edit]) -> str | None:
    """The text with edits in its own order; None where they are not."""
    out: list[str] = []
    cursor = 0
    for edit in edits:
        span = edit.entity.span
        start = span.start
        if start < cursor:
            return None
        out.append(text[cursor:start])
        out.append(edit.surrogate)
        cursor = span.end
    out.append(text[cursor:])
    return "".join(out)


class Moves:
    """Where offsets of the original text lie in the rendered one.

    A position inside an edit goes to the edge of its surrogate: a start to the left edge, an
    end to the right one, so that an annotation never covers half a stand-in.
    """

    __slots__ = ("_ends", "_new_ends", "_new_starts", "_starts")

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        shift = 0
        for edit in sorted(edits, key=lambda edit: edit.entity.span.start):
            span = edit.entity.span
            self._starts.append(span.start)
            self._ends.append(span.end)
            self._new_starts.append(span.start + shift)
            shift += len(edit.surrogate) - (span.end - span.start)
            self._new_ends.append(span.end + shift)

    def start(self, offset: int) -> int:
        """Where something starts now that started here."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        if offset < self._ends[at]:
            return self._new_starts[at]
        return offset + self._new_ends[at] - self._ends[at]

    def end(self, offset: int) -> int:
        """Where something ends now that ended here."""
        at = bisect_right(self._starts, offset - 1) - 1
        if at < 0:
            return offset
        if offset <= self._ends[at]:
            return self._new_ends[at]
        return offset + self._new_ends[at] - self._ends[at]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The moved span; an empty one stays where it is."""
        moved = self.start(start)
        return moved, moved if start == end else max(moved, self.end(end))


def covers(text: str, places: Iterable[tuple[int, int]]) -> bool:
    """Whether nothing but white space stands beside places of a text, in their order."""
    cursor = 0
    for start, end in places:
        if text[cursor:start].strip():
            return False
        cursor = max(cursor, end)
    return not text[cursor:].strip()


class Clipper:
    """Cuts spans at the borders of segments: a look at those around a span, not at all."""

    __slots__ = ("_segments", "_starts")

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        apart = all(left.end <= right.start for left, right in pairwise(segments))
        self._starts = [one.start for one in segments] if apart else None

    def parts(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """The parts of a span that lie inside segments; the whole span where there are none."""
        if not self._segments:
            return ((start, end),)
        near = self._segments
        if self._starts is not None:
            first = max(0, bisect_right(self._starts, start) - 1)
            near = near[first : bisect_left(self._starts, end)]
        return tuple(
            (max(start, one.start), min(end, one.end))
            for one in near
            if one.start < end and start < one.end
        )

    def around(self, place: int) -> tuple[int, int] | None:
        """The borders of the first segment that holds a character."""
        near = self._segments
        if self._starts is not None:
            at = bisect_right(self._starts, place)
            near = near[max(0, at - 1) : at]
        for one in near:
            if one.start <= place < one.end:
                return one.start, one.end
        return None
