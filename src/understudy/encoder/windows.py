"""Long sequences in overlapping windows; each place is answered by the window that sees most
around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["OVERLAP", "Window", "around", "windows"]

OVERLAP = 16
"""Pieces that two windows share: neither answers a place with less than half of them around."""


class Window(NamedTuple):
    """What is read, and the part of it that is answered; half-open."""

    start: int
    end: int
    first: int
    last: int


def windows(length: int, size: int, overlap: int = OVERLAP) -> Iterator[Window]:
    """Windows that answer every place once: as few as there must be, of nearly one length, so that
    none is read over another's text only to be full."""
    if length <= size:
        yield Window(0, length, 0, length)
        return
    count = -((overlap - length) // (size - overlap))
    starts = [round(at * (length - overlap) / count) for at in range(count)]
    first = 0
    for at, start in enumerate(starts):
        is_last = at == count - 1
        end = length if is_last else starts[at + 1] + overlap
        last = length if is_last else starts[at + 1] + overlap // 2
        yield Window(start, end, first, last)
        first = last


def around(place: int, length: int, size: int) -> tuple[int, int]:
    """The window with a place in its middle, as far as the text allows."""
    start = max(0, min(place - size // 2, length - size))
    return start, min(length, start + size)
