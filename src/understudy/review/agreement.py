"""How far readers agree: Cohen's κ over words, F1 over mentions; and where they differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import sqlalchemy as sa

from understudy.core.text import words
from understudy.core.types import Entity
from understudy.review import tables
from understudy.review.records import entities_of
from understudy.review.store import ADJUDICATION, Store

__all__ = ["Difference", "agreement", "differences", "kappa"]

_OUTSIDE = ""


class Difference(NamedTuple):
    """A place on which two readers differ; an empty category is no mark."""

    start: int
    end: int
    left: str
    right: str


def differences(left: Sequence[Entity], right: Sequence[Entity]) -> list[Difference]:
    """Where two readings differ, in text order."""
    ones = {(one.span.start, one.span.end): one.category for one in left}
    others = {(one.span.start, one.span.end): one.category for one in right}
    found = [
        Difference(*place, ones.get(place, ""), others.get(place, ""))
        for place in ones.keys() | others.keys()
        if ones.get(place, "") != others.get(place, "")
    ]
    return sorted(found)


def kappa(table: Counter[tuple[str, str]]) -> float | None:
    """Cohen's κ of pairs of labels; None where chance alone explains all (Cohen 1960, eq. 1)."""
    total = table.total()
    if not total:
        return None
    same = sum(count for (a, b), count in table.items() if a == b) / total
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for (a, b), count in table.items():
        left[a] += count
        right[b] += count
    chance = sum(left[label] * right[label] for label in left) / total**2
    return None if chance == 1 else (same - chance) / (1 - chance)


def _labels(places: Sequence[tuple[int, int]], entities: Iterable[Entity]) -> list[str]:
    found = [_OUTSIDE] * len(places)
    marks = sorted((one.span.start, one.span.end, one.category) for one in entities)
    at = 0
    for number, (start, end) in enumerate(places):
        while at < len(marks) and marks[at][1] <= start:
            at += 1
        if at < len(marks) and marks[at][0] < end:
            found[number] = marks[at][2]
    return found


def agreement(store: Store) -> dict[str, Any]:
    """κ and F1 of each pair of readers over the documents that both have read."""
    read = tables.readings.c
    query = sa.select(read.document, read.layer).where(read.done, read.layer != ADJUDICATION)
    by_document: dict[int, list[str]] = defaultdict(list)
    with store.reading() as connection:
        for number, layer in connection.execute(query.order_by(read.document, read.layer)):
            by_document[number].append(layer)
    pairs: dict[tuple[str, str], _Pair] = defaultdict(_Pair)
    for number, layers in by_document.items():
        if len(layers) < 2:
            continue
        text = store.document(number).text
        places = words(text)
        held = {one.layer: entities_of(one.state) for one in store.layers(number)}
        for left, right in combinations(layers, 2):
            pairs[left, right].add(number, places, held[left], held[right])
    return {"pairs": [pair.told(*names) for names, pair in sorted(pairs.items())]}


class _Pair:
    """What two readers have said, counted."""

    def __init__(self) -> None:
        self.table: Counter[tuple[str, str]] = Counter()
        self.same = self.left = self.right = self.documents = 0
        self.differ: list[int] = []

    def add(
        self,
        number: int,
        places: Sequence[tuple[int, int]],
        left: Sequence[Entity],
        right: Sequence[Entity],
    ) -> None:
        """Another document."""
        self.table.update(zip(_labels(places, left), _labels(places, right), strict=True))
        ones, others = ({(*one.span[:2], one.category) for one in two} for two in (left, right))
        self.same += len(ones & others)
        self.left += len(ones)
        self.right += len(others)
        self.documents += 1
        if ones != others:
            self.differ.append(number)

    def told(self, left: str, right: str) -> dict[str, Any]:
        """As the application answers it."""
        both = self.left + self.right
        return {
            "readers": [left, right],
            "documents": self.documents,
            "kappa": kappa(self.table),
            "f1": 2 * self.same / both if both else None,
            "differ": self.differ,
        }
