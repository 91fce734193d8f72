"""Overlapping evidence becomes disjoint spans. All that it covers stays covered, except for white
space at a cut, and for joining words, signs and lone letters beside what is marked or firm.

Spans that overlap form a group, and the labels of a group compete. Spans of one label that
overlap are one reading; its support is the sum of its detectors' best scores. A reading that lies
inside one of another label gives way, unless it is much surer: a name inside an e-mail address
is no reason to doubt the address. What a source has marked itself (score 1) beats any guess.

``union`` gives a whole group the label of its best reading, but for a much surer reading at the
border of another: in "Wexbury 90210" the postal code keeps its figures, and the rest is what the
other reading says; and what a source has marked keeps its borders: a guess that bridges two of its
marks only adds what it finds beside them, but for the words that join names. Faint evidence adds
to firm evidence in the same way. ``best`` cuts the group at the borders of its readings, best
first, and what is left over keeps its own label.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from understudy.core.spans import Clipper
from understudy.core.types import Segment, Span
from understudy.languages import DEFAULT
from understudy.languages.lexicon import listed, on_list

__all__ = ["MODES", "merge"]

MODES = ("union", "best")
_FAINT = 0.6
"""Evidence below this score moves no border of what is firmer."""
_DATED, _YEAR = frozenset(("DATE", "TIME", "DATE_TIME", "AGE")), 4
_MUCH = 0.25
"""How much surer a reading inside another must be to stand against it."""


class _Reading(NamedTuple):
    """Spans of one label that overlap each other, as one."""

    certain: bool
    support: float
    score: float
    length: int
    span: Span

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end


def merge(
    spans: Sequence[Span],
    segments: Sequence[Segment] = (),
    *,
    mode: str = "union",
    text: str | None = None,
    language: str = DEFAULT,
) -> list[Span]:
    """Disjoint spans in text order.

    A span that crosses from one segment into another is cut at the border. With the text, pieces
    without a letter or digit that a cut leaves over join their neighbour, and white space where
    two pieces meet is left to neither.
    """
    if _in_order(spans) and (len(segments) < 2 or _apart(spans, segments)):
        return list(spans)
    merged: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans, key=_place):
        if span.start >= span.end:
            continue
        if span.start >= end and group:
            merged += _settled(group, end, mode, text, language)
            group = []
        group.append(span)
        end = max(end, span.end)
    if group:
        merged += _settled(group, end, mode, text, language)
    if len(segments) < 2:
        return merged
    clipper = Clipper(segments)
    return [
        _piece(span, start, stop)._replace(key=span.key)  # both halves are one entity
        if (start, stop) != (span.start, span.end)
        else span
        for span in merged
        for start, stop in clipper.parts(span.start, span.end)
    ]


def _in_order(spans: Sequence[Span]) -> bool:
    """Whether there is nothing to merge: disjoint, not empty, in the order of the text."""
    last = 0
    for span in spans:
        if not last <= span.start < span.end:
            return False
        last = span.end
    return True


def _apart(spans: Sequence[Span], segments: Sequence[Segment]) -> bool:
    """Whether each of some spans in order lies in one of the segments, which are apart: then no
    border cuts any."""
    rest = iter(segments)
    start = end = -1
    for span in spans:
        while end < span.end:
            held = next(rest, None)
            if held is None:
                return False
            start, end = held.start, held.end
        if span.start < start:
            return False
    return all(left.end <= right.start for left, right in pairwise(segments))


_place = itemgetter(0, 1, 2, 3, 4)
"""Start, end, label, score and source; keys may be missing and do not compare."""


def _settled(group: list[Span], end: int, mode: str, text: str | None, language: str) -> list[Span]:
    """The disjoint spans that a group of overlapping ones becomes."""
    if len(group) == 1:
        return group
    firm = [span for span in group if span.score >= _FAINT]
    if mode == "union" and text is not None and 0 < len(firm) < len(group):
        faint = [span for span in group if span.score < _FAINT]
        return _beside(merge(firm, text=text, language=language), faint, text, language)
    by_label = _readings(group)
    readings = [one for chain in by_label for one in chain]
    giving_way = [_within_longer(one, by_label) for one in readings]
    ranked = _best_first(readings, giving_way, False)
    marked = ranked[0].certain and not all(one.certain for one in readings)
    if mode == "union" and not marked and not _at_border(ranked[0], readings):
        return [_piece(ranked[0].span, group[0].start, end)]
    below = _best_first(readings, giving_way, True)
    pieces = sorted(_cut([*ranked, *below]), key=_place)
    if text is None:
        return pieces
    names = listed("things_by_initials", language)
    kept = [one for one in pieces if text[one.start : one.end].strip() not in names]
    pieces = kept or pieces  # the ID of "ID 88213"
    if marked:
        pieces = [
            piece for piece in pieces if piece.score >= 1.0 or not _links(piece, text, language)
        ]
    return _trimmed(_lettered(pieces, text), text)


def _beside(firm: list[Span], faint: Sequence[Span], text: str, language: str) -> list[Span]:
    """Firm spans with what is left of faint ones beside them, if it says anything."""
    borders = [(span.start, span.end) for span in firm]
    left = [
        _worded(piece, text)
        for span in faint
        for piece in (_piece(span, *free) for free in _free(span.start, span.end, borders))
        if any(map(str.isalnum, text[piece.start : piece.end]))
        and not _links(piece, text, language)
        and not _tells_nothing(piece, text)
    ]
    more = merge(left, text=text, language=language)
    return _trimmed(sorted([*firm, *more], key=_place), text)


def _tells_nothing(piece: Span, text: str) -> bool:
    """Whether white space and one letter are left of faint evidence ("448291   F. Nac."), or a
    number that makes no date: "31+2 semanas"."""
    value = text[piece.start : piece.end]
    said = value.strip(" +-")
    figure = piece.label in _DATED and said.isdigit() and len(said) < _YEAR and "+" in value
    return figure or (value[:1].isspace() and len(said) == 1 and said.isalpha())


def _worded(piece: Span, text: str) -> Span:
    """The piece from its first letter or digit to its last."""
    places = [at for at in range(piece.start, piece.end) if text[at].isalnum()]
    return _piece(piece, places[0], places[-1] + 1)


def _links(piece: Span, text: str, language: str) -> bool:
    """Whether only words that join names, or a label, are left of a guess beside what is marked."""
    for border in (piece.start, piece.end):
        if 0 < border < len(text) and text[border - 1 : border + 1].isalnum():
            return False  # a part of a word
    value = text[piece.start : piece.end]
    if value.strip() in on_list("things_by_initials", language):
        return True  # "PC" of "PC 4417"
    words = value.casefold().split()
    return bool(words) and _joining(language).issuperset(words)


@cache
def _joining(language: str) -> frozenset[str]:
    return frozenset(listed("links", language))


def _readings(group: Sequence[Span]) -> list[list[_Reading]]:
    """The group's spans, those of one label that overlap taken together; the readings of each
    label are disjoint and in order."""
    by_label: dict[tuple[str, bool], list[list[Span]]] = {}
    ends: dict[tuple[str, bool], int] = {}
    for span in group:  # in order of their starts
        label = (span.label, span.score >= 1.0)
        chains = by_label.setdefault(label, [])
        if chains and span.start < ends[label]:
            chains[-1].append(span)
            ends[label] = max(ends[label], span.end)
        else:
            chains.append([span])
            ends[label] = span.end
    return [[_reading(chain) for chain in chains] for chains in by_label.values()]


def _reading(chain: list[Span]) -> _Reading:
    start, end = chain[0].start, max(span.end for span in chain)
    votes: dict[str, float] = {}
    for span in chain:
        votes[span.source] = max(votes.get(span.source, 0.0), span.score)
    best = max(chain, key=lambda span: (span.end - span.start, span.score, span.key is not None))
    score = max(span.score for span in chain)
    return _Reading(score >= 1.0, sum(votes.values()), score, end - start, _piece(best, start, end))


def _within_longer(one: _Reading, by_label: Sequence[Sequence[_Reading]]) -> bool:
    """Whether a reading gives way to a longer one around it; of each label one alone can be."""
    for of_label in by_label:
        at = bisect_right(of_label, one.start, key=_start) - 1
        if at < 0:
            continue
        other = of_label[at]
        if (
            one.end <= other.end
            and one.length < other.length
            and (other.certain or not one.certain)
            and one.score < other.score + _MUCH
        ):
            return True
    return False


def _start(reading: _Reading) -> int:
    return reading.span.start


def _best_first(
    readings: Sequence[_Reading], giving_way: Sequence[bool], wanted: bool
) -> list[_Reading]:
    """The readings that give way, or those that do not."""
    chosen = (one for one, way in zip(readings, giving_way, strict=True) if way is wanted)
    return sorted(chosen, key=_rank, reverse=True)


def _at_border(best: _Reading, readings: Collection[_Reading]) -> bool:
    """Whether the best reading is the first or the last part of a longer one around it, and all
    others lie inside that one."""
    start, end = min(one.start for one in readings), max(one.end for one in readings)
    return any(
        one.length > best.length
        and (one.start == best.start or one.end == best.end)
        and one.start <= start
        and end <= one.end
        for one in readings
    )


def _rank(reading: _Reading) -> tuple[bool, float, float, int, str, int]:
    certain, support, score, length, span = reading
    return certain, support, score, length, span.label, -span.start


def _cut(ranked: Sequence[_Reading]) -> Iterator[Span]:
    """Every reading without what better ones have taken."""
    taken: list[tuple[int, int]] = []
    for reading in ranked:
        free = _free(reading.start, reading.end, taken)
        for start, end in free:
            yield _piece(reading.span, start, end)
            insort(taken, (start, end))


def _free(start: int, end: int, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What of a stretch lies outside disjoint ones, which are in order."""
    found: list[tuple[int, int]] = []
    at = bisect_left(taken, (start, start))
    if at and taken[at - 1][1] > start:
        at -= 1
    while at < len(taken) and taken[at][0] < end:
        left, right = taken[at]
        if start < left:
            found.append((start, left))
        start = max(start, right)
        at += 1
    if start < end:
        found.append((start, end))
    return found


def _lettered(pieces: list[Span], text: str) -> list[Span]:
    """The pieces, those without a letter or digit joined to the one before, else behind them."""
    joined: list[Span] = []
    waiting: int | None = None
    for span in pieces:
        if any(map(str.isalnum, text[span.start : span.end])):
            start = span.start if waiting is None else waiting
            joined.append(_piece(span, start, span.end))
            waiting = None
        elif joined and joined[-1].end == span.start:
            joined[-1] = _piece(joined[-1], joined[-1].start, span.end)
        elif waiting is None:
            waiting = span.start
    return joined or pieces


def _trimmed(pieces: list[Span], text: str) -> list[Span]:
    """The pieces without the white space where one meets the next."""
    made = pieces[:1]
    for span in pieces[1:]:
        before, start = made[-1], span.start
        if before.end == start:
            while start < span.end - 1 and text[start].isspace():
                start += 1
            end = before.end
            while end > before.start + 1 and text[end - 1].isspace():
                end -= 1
            made[-1] = _piece(before, before.start, end)
        made.append(_piece(span, start, span.end))
    return made


def _piece(span: Span, start: int, end: int) -> Span:
    """The span with other ends; what was known of it as a whole no longer holds then."""
    if (span.start, span.end) == (start, end):
        return span
    inside = tuple(part for part in span.parts if start <= part.start and part.end <= end)
    return span._replace(start=start, end=end, key=None, parts=inside)
