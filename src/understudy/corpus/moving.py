"""Where annotations lie after edits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from understudy.core.types import Edit
from understudy.corpus.blocks import Change
from understudy.replace.part import part_of

__all__ = ["Handled", "Place", "exchanged", "merged", "moved_places"]

Place = tuple[int, int]


class Handled:
    """Where edits stand: of an annotation that touches one, a release holds only what was written.

    An edit that a coin kept is one of them: what else the annotation said would tell the reader
    how the coin fell. What the policy keeps on purpose, and so never replaces, is public.
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, edits: Iterable[Edit]) -> None:
        places = sorted(edit.entity.span[:2] for edit in edits if not part_of(edit.strategy).keeps)
        self._starts = [start for start, _ in places]
        self._ends = [end for _, end in places]

    def touches(self, start: int, end: int) -> bool:
        """Edits are disjoint, so the last one that starts before the end is enough."""
        at = bisect_right(self._starts, end - 1) - 1
        return at >= 0 and start < self._ends[at]


def exchanged(
    text: str, starts: Sequence[int], ends: Sequence[int], surrogates: Sequence[str]
) -> tuple[str, list[int]]:
    """The text with surrogates for places that are sorted and disjoint; and where those lie:
    start, end, start, end …
    """
    pieces = [""] * (2 * len(starts) + 1)
    kept = zip([0, *ends], [*starts, len(text)], strict=True)
    pieces[::2] = [text[begin:end] for begin, end in kept]
    pieces[1::2] = surrogates
    return "".join(pieces), list(accumulate(map(len, pieces[:-1])))


def moved_places(places: Sequence[Place], changed: Sequence[Change]) -> list[Place]:
    """Where places, which are sorted and disjoint, lie after changes that may cover several.

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
    """As many parts of a surrogate, each of whole words, as there are annotations for it."""
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
