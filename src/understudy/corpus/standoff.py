"""The lines of a brat .ann file: reading them, and moving them along with the text.

Tools do not agree on what an offset counts: a byte order mark may be a character or not, a
carriage return before a line feed too. The covered text on each line tells which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from understudy.core.errors import CorpusError
from understudy.corpus.blocks import Change
from understudy.corpus.moving import Place, moved_places

__all__ = ["Counting", "Line", "Mark", "dependent", "marks", "moved", "parse", "remarks", "shown"]

_MARK = re.compile(r"(T\S+)\t(\S+) (\d{1,18} \d{1,18}(?:;\d{1,18} \d{1,18})*)\t(.*)")
_REFERENCE = re.compile(r"(?:^|[ :])([TERAMN#][^ :]*\d)(?= |$)")
_REMARK = re.compile(r"[AM][^\t]*\t\S+ \S+|[^\t]*\t[^\t]*")
_KNOWN = "TERAMN#*"
_REMARKS = "AMN#"
"""Attributes, normalisations and notes: remarks on an annotation, in free words."""
_BREAK = re.compile(r"[\r\n]")
_LINE_END = re.compile(r"\r\n|[\r\n]")


class Line(NamedTuple):
    """A line of the file; offsets are code points into it."""

    number: int
    start: int
    end: int
    """Where the line end starts, if it has one."""
    stop: int
    text: str

    @property
    def id(self) -> str:
        """What other lines call it: ``T1``, ``#3``."""
        return self.text.partition("\t")[0]

    @property
    def references(self) -> list[str]:
        """The ids of the lines that it is about."""
        return _REFERENCE.findall(self.text.partition("\t")[2].partition("\t")[0])

    @property
    def remark(self) -> int:
        """Where the free text of a note, a normalisation or an attribute starts on the line."""
        match = _REMARK.match(self.text)
        return match.end() if match else len(self.text)


class Mark(NamedTuple):
    """A text-bound annotation, with offsets into the text of the document."""

    line: Line
    label: str
    fragments: tuple[Place, ...]
    offsets: Place
    """Where the offsets stand on the line."""
    covered: str


@dataclass(frozen=True, slots=True)
class Counting:
    """What an offset of the .ann file counts."""

    lead: int
    """1 where a byte order mark before the text counts."""
    single: bool
    """Whether a carriage return and a line feed count as one."""

    def to_text(self, text: str) -> list[int]:
        """The offset into the text for each offset of the file."""
        places = list(range(len(text) + 1))
        if self.single:
            places = [at for at in places if at == 0 or text[at - 1 : at + 1] != "\r\n"]
        return [-1] * self.lead + places

    def to_file(self, text: str, offset: int) -> int:
        """The offset of the file for an offset into the text."""
        pairs = text.count("\r\n", 0, offset) if self.single else 0
        return offset + self.lead - pairs


def shown(covered: str, *, single: bool = False) -> str:
    """Covered text as it stands on a line."""
    return (_LINE_END if single else _BREAK).sub(" ", covered)


def parse(source: str) -> list[Line]:
    """The lines of a .ann file that have something on them."""
    lines = []
    start = 0
    for number, content in enumerate(source.split("\n"), 1):
        stop = min(len(source), start + len(content) + 1)
        begin = start + (not start and content.startswith("\ufeff"))
        end = start + len(content) - content.endswith("\r")
        if end > begin:
            lines.append(Line(number, begin, end, stop, source[begin:end]))
        start = stop
    return lines


def marks(lines: Iterable[Line], text: str, file: str, *, bom: bool) -> tuple[list[Mark], Counting]:
    """The text-bound annotations, and what their offsets count."""
    countings = [Counting(lead, single) for single in (False, True) for lead in (1, 0)]
    possible = [
        counting
        for counting in countings
        if (bom or not counting.lead) and ("\r\n" in text or not counting.single)
    ]
    bound = [line for line in lines if line.text.startswith("T")]
    faults: list[CorpusError] = []
    for counting in possible:
        try:
            found = _marks(bound, text, file, counting)
        except CorpusError as error:
            faults.append(error)
        else:
            _refuse_overlap(found, file)
            return found, counting
    raise max(faults, key=lambda fault: fault.line or 0)


def _marks(bound: Iterable[Line], text: str, file: str, counting: Counting) -> list[Mark]:
    places = counting.to_text(text)
    found = []
    for line in bound:
        match = _MARK.fullmatch(line.text)
        if match is None:
            raise CorpusError("not a text-bound annotation", file=file, line=line.number)
        pairs = [tuple(map(int, pair.split())) for pair in match[3].split(";")]
        if not all(counting.lead <= start < end < len(places) for start, end in pairs):
            raise CorpusError(
                f"{match[3]} is not in a text of {len(places) - 1} characters",
                file=file,
                line=line.number,
            )
        fragments = tuple([(places[start], places[end]) for start, end in pairs])
        covered = " ".join([text[start:end] for start, end in fragments])
        if match[4] not in (shown(covered), shown(covered, single=True)):
            raise CorpusError(
                f"the text at {match[3]} is not the text of the annotation",
                file=file,
                line=line.number,
            )
        offsets = (line.start + match.start(3), line.start + match.end(3))
        found.append(Mark(line, match[2], fragments, offsets, match[4]))
    return found


def _refuse_overlap(found: Iterable[Mark], file: str) -> None:
    order = sorted((*place, mark.line.number) for mark in found for place in mark.fragments)
    for (_, end, first), (start, _, second) in pairwise(order):
        if start < end:
            raise CorpusError(
                f"overlaps the annotation on line {min(first, second)}",
                file=file,
                line=max(first, second),
            )


def moved(found: Sequence[Mark], changed: Sequence[Change]) -> list[tuple[Place, ...]]:
    """Where annotations lie in the new text; one that has nothing left has no fragments."""
    order = sorted(
        (place, number, at)
        for number, mark in enumerate(found)
        for at, place in enumerate(mark.fragments)
    )
    places = moved_places([place for place, _, _ in order], changed)
    result = [list(mark.fragments) for mark in found]
    for (_, number, at), place in zip(order, places, strict=True):
        result[number][at] = place
    return [tuple([(start, end) for start, end in row if start < end]) for row in result]


def dependent(lines: Iterable[Line], gone: Iterable[str]) -> set[str]:
    """The ids that are gone, with those of the lines that refer to them."""
    others = [line for line in lines if line.text[0] not in "T*"]
    result = set(gone)
    while True:
        more = {line.id for line in others if not result.isdisjoint(line.references)} - result
        if not more:
            return result
        result |= more


def remarks(lines: Sequence[Line], touched: set[str]) -> set[str]:
    """The ids of the lines that may tell what touched annotations were.

    A remark on an event or a relation may be about its parts, and a line of no known kind may be
    about anything.
    """
    if not touched:
        return set()
    about = dependent([line for line in lines if line.text[0] not in _REMARKS], touched)
    return {
        line.id
        for line in lines
        if line.text[0] not in _KNOWN
        or (line.text[0] in _REMARKS and not about.isdisjoint(line.references))
    }
