"""Versions of a text: which places an edit left alone, and where they are in either version."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from understudy.encoder.masked import MaskedModel
from understudy.encoder.pieces import Pieces

__all__ = ["HIDDEN", "Place", "Reading", "Version", "read", "versions_of"]

HIDDEN = "\N{FULL BLOCK}"
"""What stands in a text for something hidden; it is no letter, so it parts words."""
_LONGEST = 16
"""Pieces of the longest word that is hidden at once."""

Interval = tuple[int, int]


class Version(NamedTuple):
    """A text, the intervals of it that were edited, and those that the model must not see.

    Two versions of one text have equally many intervals of either kind, in the same order; what
    lies between them is the same. An empty interval is where something was deleted or inserted.
    """

    text: str
    edited: tuple[Interval, ...] = ()
    hidden: tuple[Interval, ...] = ()

    def __repr__(self) -> str:
        return f"Version({len(self.text)} characters, {len(self.edited)} edited)"


class Place(NamedTuple):
    """A word (or a piece) that was not edited."""

    edit: int
    """How many edited intervals lie before it."""
    start: int
    end: int
    """Characters behind the last of them; spaces do not count, since an edit may move them."""


@dataclass(frozen=True)
class Reading:
    """A version as a model reads it."""

    version: Version
    pieces: Pieces
    units: tuple[tuple[int, int], ...]
    """Words or pieces, as intervals of pieces; hidden intervals are a unit each."""

    def __repr__(self) -> str:
        return f"Reading({len(self.units)} units)"

    @cached_property
    def _spans(self) -> list[Interval]:
        starts, ends = self.pieces.starts, self.pieces.ends
        return [(int(starts[first]), int(ends[last - 1])) for first, last in self.units]

    def span(self, unit: int) -> Interval:
        """The characters of a unit."""
        return self._spans[unit]

    @cached_property
    def places(self) -> Mapping[Place, int]:
        """The units that were neither edited nor hidden."""
        text, edited, hidden = self.version
        seen = [0, *accumulate(not letter.isspace() for letter in text)]
        ends = [end for _, end in edited]
        found: dict[Place, int] = {}
        for unit, (start, end) in enumerate(self._spans):
            if any(start < to and at < end for at, to in (*edited, *hidden)):
                continue
            before = bisect_right(ends, start)  # what starts where an edit is empty lies behind it
            base = seen[ends[before - 1]] if before else 0
            found[Place(before, seen[start] - base, seen[end] - base)] = unit
        return found

    @cached_property
    def distances(self) -> Sequence[int]:
        """Of each unit: how many words away the nearest edit is, by the formula of the paper."""
        count = len(self.units)
        nearest = [count + 1] * count
        for start, end in self.version.edited:
            inside = [at for at, (a, b) in enumerate(self._spans) if a < end and start < b]
            first = (
                inside[0]
                if inside
                else next((at for at, (a, _) in enumerate(self._spans) if a >= start), count)
            )
            last = inside[-1] if inside else first - 1
            for at in range(count):
                away = first - at if at < first else at - last
                nearest[at] = min(nearest[at], max(0, away))
        return nearest


def read(model: MaskedModel, versions: Sequence[Version], units: str) -> list[Reading]:
    """The versions as the model reads them, in words or in pieces."""
    found = []
    for version, pieces in zip(versions, model.pieces([one.text for one in versions]), strict=True):
        shown = _hide(pieces, version.hidden, model.mask)
        found.append(Reading(version, shown, tuple(_units(shown, version, units))))
    return found


def _hide(pieces: Pieces, intervals: Sequence[Interval], mask: int) -> Pieces:
    """One mask in the place of the pieces of each interval, whatever stood there."""
    kept = np.ones(len(pieces.ids), dtype=np.bool_)
    ids, cases, begins = pieces.ids.copy(), pieces.cases.copy(), pieces.begins.copy()
    starts, ends = pieces.starts.copy(), pieces.ends.copy()
    for start, end in intervals:
        (inside,) = np.nonzero((pieces.starts < end) & (start < pieces.ends))
        if not len(inside):
            continue
        first, last = inside[0], inside[-1]
        ids[first], cases[first], begins[first] = mask, 0, True
        starts[first], ends[first] = start, end
        kept[first + 1 : last + 1] = False
        if last + 1 < len(begins):
            begins[last + 1] = True
    return Pieces(ids[kept], cases[kept], starts[kept], ends[kept], begins[kept])


def _units(pieces: Pieces, version: Version, units: str) -> Iterator[tuple[int, int]]:
    count = len(pieces.ids)
    if units == "pieces":
        yield from ((at, at + 1) for at in range(count))
        return
    edges = [0, *(int(at) for at in np.flatnonzero(pieces.begins) if at), count]
    for first, last in pairwise(edges):
        for start in range(first, last, _LONGEST):
            yield start, min(start + _LONGEST, last)


def versions_of(model: MaskedModel, original: str, edited: str) -> tuple[Version, Version]:
    """Two texts as versions of one: what is not the same in both was edited."""
    one, other = read(model, [Version(original), Version(edited)], "words")
    old = [original[slice(*one.span(at))] for at in range(len(one.units))]
    new = [edited[slice(*other.span(at))] for at in range(len(other.units))]
    changes = [
        (a, b, c, d)
        for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    return (
        Version(original, tuple(_interval(one, a, b) for a, b, _, _ in changes)),
        Version(edited, tuple(_interval(other, c, d) for _, _, c, d in changes)),
    )


def _interval(reading: Reading, first: int, last: int) -> Interval:
    """The characters of some units; none at the beginning of the next unit where there are none."""
    if first < last:
        return reading.span(first)[0], reading.span(last - 1)[1]
    at = reading.span(first)[0] if first < len(reading.units) else len(reading.version.text)
    return at, at
