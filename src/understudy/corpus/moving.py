"""Where annotations lie after edits, when one edit may cover several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from understudy.corpus.blocks import Change

__all__ = ["Place", "merged", "moved_places"]

Place = tuple[int, int]


def moved_places(places: Sequence[Place], changed: Sequence[Change]) -> list[Place]:
    """Where places, which are sorted and disjoint, lie after the changes.

    A place that a change reaches into takes all of the surrogate, so that no annotation covers
    half a stand-in; where a change reaches into several, they share its words. What has nothing
    left is empty.
    """
    starts = [start for start, _ in places]
    ends = [end for _, end in places]
    shift = 0
    for begin, stop, surrogate in changed:
        at = begin + shift
        grown = len(surrogate) - (stop - begin)
        touched = [i for i, (start, end) in enumerate(places) if start < stop and begin < end]
        pieces = _shared(surrogate, len(touched))
        for index, (start, end) in enumerate(places):
            if start >= stop:
                starts[index] += grown
            if end > stop or start >= stop:
                ends[index] += grown
        for index, (left, right) in zip(touched, pieces, strict=True):
            if places[index][0] >= begin:
                starts[index] = at + left
            if places[index][1] <= stop:
                ends[index] = at + right
        shift += grown
    return list(zip(starts, ends, strict=True))


def _shared(surrogate: str, count: int) -> list[Place]:
    """As many stretches of a surrogate, each of whole words, as there are annotations for it."""
    if count < 2:
        return [(0, len(surrogate))] * count
    words = [match.span() for match in re.finditer(r"\S+", surrogate)][:count]
    if words:
        words[0] = (0, words[0][1])
        words[-1] = (words[-1][0], len(surrogate))
    return words + [(len(surrogate), len(surrogate))] * (count - len(words))


def merged(changed: Iterable[Change]) -> list[Change]:
    """The changes in order, with deletions that touch as one: each must have its own place."""
    found: list[Change] = []
    for change in sorted(changed):
        if found and found[-1][1] == change[0] and not (found[-1][2] or change[2]):
            found[-1] = (found[-1][0], change[1], "")
        else:
            found.append(change)
    return found
