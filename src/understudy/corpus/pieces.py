"""Documents whose text lies in several places of a record: fields, cells, turns.

The text of the document is the pieces joined by a line feed. No edit may cover that line feed,
since there is no place for it in the record.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from understudy.categorise.known import column_of
from understudy.core.errors import CorpusError
from understudy.core.text import called
from understudy.core.types import Edit, Segment
from understudy.corpus.blocks import Change, changes

__all__ = [
    "Fields",
    "Literal",
    "RowError",
    "changes_by_piece",
    "compose",
    "positions",
    "segments",
    "speaker_of",
]

Fields = dict[str, tuple[int, int]]
"""Where each piece starts and ends in the text of the document, by name, in order."""


class RowError(Exception):
    """What is wrong with a row; the reader adds the place."""


class Literal(NamedTuple):
    """A piece of text as it is written in a row, positions in the row as a str."""

    name: str
    """The column, or the path with the indices of lists."""
    text: str
    begin: int
    """Behind the opening quote."""
    end: int
    speaker: str | None = None
    simple: bool = False
    """Whether it is written with the common escapes alone."""
    number: bool = False
    """Whether it is a number, which is written without quotes."""


def compose(texts: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """The text of the document, and where each piece starts in it."""
    if len(texts) == 1:
        return texts[0], (0,)
    starts: list[int] = []
    at = 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return "\n".join(texts), tuple(starts)


def segments(
    names: Sequence[str], texts: Sequence[str], speakers: Sequence[str | None] = ()
) -> tuple[Segment, ...]:
    """A turn for each piece with a known speaker, a field for each other one."""
    found: list[Segment] = []
    start = 0
    for index, text in enumerate(texts):
        speaker = speakers[index] if speakers else None
        end = start + len(text)
        if speaker is None:
            found.append(Segment(start, end, "field", names[index]))
        else:
            found.append(Segment(start, end, "turn", speaker, names[index]))
        start = end + 1
    return tuple(found)


def speaker_of(literal: Literal, cells: Collection[str]) -> str | None:
    """Who says a piece; nobody says the value of a typed column, which stays that column's beside
    whatever speaker."""
    if literal.speaker is None or (cells and column_of(literal.name) in cells):
        return None
    return literal.speaker


def changes_by_piece(
    edits: Iterable[Edit], texts: Sequence[str], identity: str
) -> list[list[Change]]:
    """What changes in each piece, with offsets relative to it, in order."""
    changed = changes(edits)
    if len(texts) == 1:
        return [changed]
    _, starts = compose(texts)
    result: list[list[Change]] = [[] for _ in texts]
    for start, end, surrogate in changed:
        index = bisect_right(starts, start) - 1
        begin = starts[index]
        if end - begin > len(texts[index]):
            raise CorpusError(
                f"document {called(identity)}: the edit at {start} to {end} crosses fields"
            )
        result[index].append((start - begin, end - begin, surrogate))
    return result


def positions(
    row: str, literal: Literal, changed: list[Change], escape: re.Pattern[str]
) -> list[Change]:
    """Changes of the literal's text as changes of the row; an escape stands for one character."""
    base = literal.begin
    if literal.end - base == len(literal.text):
        return [(base + start, base + end, new) for start, end, new in changed]
    shifts = [0]
    behind = [0]
    for match in escape.finditer(row, base, literal.end):
        shifts.append(shifts[-1] + match.end() - match.start() - 1)
        behind.append(match.end() - base - shifts[-1])
    return [
        (
            base + start + shifts[bisect_right(behind, start) - 1],
            base + end + shifts[bisect_right(behind, end) - 1],
            new,
        )
        for start, end, new in changed
    ]
