"""No mention makes the whole text be read or copied again.

A slice from the beginning of the text to a mention, or a search from it to the text's end, is one
call however long the text is, and so shows in no count of calls. Here the text itself counts the
characters that are taken out of it or looked at, and their number grows as the text does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, SupportsIndex

import pytest
from hostile_shapes import SHAPES, varied

from understudy.core.types import Document, Segment
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.policy.scopes import scope_of
from understudy.report.measured import fitting, undecided_dates

pytestmark = pytest.mark.slow

SIZES = (1_500, 6_000)
STEEPEST = 1.1
EVERY = 60
"""So many times its length any text may be looked at."""
READ: Counter[str] = Counter()


class Watched(str):
    """A text that counts the characters of what is cut out of it and of what is looked through."""

    __slots__ = ()

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        found = str.__getitem__(self, place)
        READ["copied"] += len(found)
        return Watched(found) if len(found) > SIZES[0] // 2 else found

    def find(self, sub: str, start: Any = 0, end: Any = None, /) -> int:
        end = len(self) if end is None else end
        found = str.find(self, sub, start, end)
        READ["searched"] += (end if found < 0 else found) - start
        return found

    def rfind(self, sub: str, start: Any = 0, end: Any = None, /) -> int:
        end = len(self) if end is None else end
        found = str.rfind(self, sub, start, end)
        READ["searched"] += end - max(found, start)
        return found

    def count(self, sub: str, start: Any = 0, end: Any = None, /) -> int:
        end = len(self) if end is None else end
        READ["searched"] += end - start
        return str.count(self, sub, start, end)

    def strip(self, signs: str | None = None, /) -> str:
        READ["stripped"] += len(self)
        return str.strip(self, signs)

    def lower(self) -> str:
        READ["folded"] += len(self)
        return str.lower(self)

    def split(self, sep: str | None = None, most: SupportsIndex = -1) -> Any:
        READ["split"] += len(self)
        return str.split(self, sep, most)


class Visited(tuple[Segment, ...]):
    """Segments that count how often one is looked at in passing."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Segment]:
        for one in tuple.__iter__(self):
            READ["segments"] += 1
            yield one


@cache
def pipeline() -> Pipeline:
    """The default preset, without its model."""
    policy = load("surrogate")
    others = tuple(name for name in policy.detectors if name != "encoder")
    return build(replace(policy, detectors=others))


def looked_at(work: Pipeline, document: Document) -> int:
    """Characters and segments that a release of the document looks at."""
    READ.clear()
    (entities,) = work.identify([document])
    edits = work.replace(document, entities, scope_of(document, bytes(32), work.policy, {}))
    undecided_dates(work, document, entities)
    fitting(work, document, edits)
    return READ.total()


def growth(counts: list[int], sizes: tuple[int, ...]) -> float:
    least = [max(count, EVERY * size) for count, size in zip(counts, sizes, strict=True)]
    return math.log(least[-1] / least[0]) / math.log(sizes[-1] / sizes[0])


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_read_grows_with_the_text(shape: str) -> None:
    work = pipeline()
    counts = [
        looked_at(work, Document("hostile", Watched(SHAPES[shape](size)), "en")) for size in SIZES
    ]
    assert growth(counts, SIZES) <= STEEPEST, counts


def test_turns_are_found_by_their_place() -> None:
    """A conversation of many turns: who looks at all of them for each mention takes the square."""
    counts = []
    for size in SIZES:
        lines = varied(size).split(". ")
        text, turns = "", []
        for line in lines:
            turns.append(Segment(len(text), len(text) + len(line)))
            text += line + "\n"
        document = Document("hostile", Watched(text), "en", segments=Visited(turns))
        counts.append(looked_at(pipeline(), document))
        assert READ["segments"] < 40 * len(turns)
    assert growth(counts, SIZES) <= STEEPEST, counts


def test_growth_is_seen() -> None:
    """The measure itself."""
    text = Watched("x" * 1000)
    READ.clear()
    assert sum(len(text[:at]) for at in range(1000)) == READ["copied"]
    assert growth([size * size for size in SIZES], SIZES) > STEEPEST
    assert growth([size * EVERY for size in SIZES], SIZES) == pytest.approx(1)
