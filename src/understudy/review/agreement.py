"""How far readers agree: Cohen's κ over words, F1 over mentions; and where they differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import sqlalchemy as sa

from understudy.core.text import words
from understudy.core.types import Entity
from understudy.review import tables
from understudy.review.layers import ADJUDICATION
from understudy.review.records import Mark, State, alive, entities_of
from understudy.review.store import Store

__all__ = ["Difference", "agreement", "among", "differences", "kappa"]

CATEGORY, WHO, STAND_IN = "category", "who", "stand-in"
_OUTSIDE = ""


class Difference(NamedTuple):
    """A place on which two readers differ."""

    start: int
    end: int
    what: str
    """``category``, ``who`` (which mentions are one thing) or ``stand-in``."""
    left: str
    right: str
    """What each of them says; an empty category is no mark, an empty stand-in the policy's."""


def differences(left: State, right: State) -> list[Difference]:
    """Where two readings differ, in text order."""
    ones, others = ({one[:2]: one for one in map(_place, alive(two))} for two in (left, right))
    found = [
        Difference(*place, CATEGORY, _category(ones.get(place)), _category(others.get(place)))
        for place in ones.keys() | others.keys()
        if _category(ones.get(place)) != _category(others.get(place))
    ]
    both = sorted(ones.keys() & others.keys())
    # Which mentions are one thing counts, not what the thing is called.
    firsts = [_firsts({place: held[place].key for place in both}) for held in (ones, others)]
    for place in both:
        one, other = ones[place], others[place]
        if firsts[0][place] != firsts[1][place]:
            found.append(Difference(*place, WHO, one.key, other.key))
        if one.stand_in != other.stand_in:
            found.append(Difference(*place, STAND_IN, one.stand_in, other.stand_in))
    return sorted(found)


def among(states: Sequence[State]) -> list[tuple[Any, ...]]:
    """Where any of several readings differ, in text order: start, end, what, and what each of them
    says."""
    found: dict[tuple[int, int, str], dict[int, str]] = defaultdict(dict)
    for (a, left), (b, right) in combinations(enumerate(states), 2):
        for one in differences(left, right):
            found[one[:3]] |= {a: one.left, b: one.right}
    readers = range(len(states))
    return [
        (*place, *(said.get(at, "") for at in readers)) for place, said in sorted(found.items())
    ]


class _Place(NamedTuple):
    start: int
    end: int
    category: str
    key: str
    stand_in: str


def _place(named: tuple[str, Mark]) -> _Place:
    mark = named[1]
    again = f"drawn again ({mark.redraws})" if mark.redraws else ""
    stand_in = again if mark.stand_in is None else mark.stand_in
    return _Place(mark.start, mark.end, mark.category, mark.key, stand_in)


def _category(place: _Place | None) -> str:
    return "" if place is None else place.category


def _firsts(keys: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], tuple[int, int]]:
    """The first mention of the thing that each mention is."""
    first: dict[str, tuple[int, int]] = {}
    return {place: first.setdefault(key, place) for place, key in keys.items()}


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
    query = sa.select(read.document, read.layer).where(
        read.done, ~read.part, read.layer != ADJUDICATION
    )
    by_document: dict[int, list[str]] = defaultdict(list)
    with store.database.reading() as connection:
        for number, layer in connection.execute(query.order_by(read.document, read.layer)):
            by_document[number].append(layer)
    pairs: dict[tuple[str, str], _Pair] = defaultdict(_Pair)
    for number, layers in by_document.items():
        if len(layers) < 2:
            continue
        text = store.documents.one(number).text
        places = words(text)
        held = {one.layer: one.state for one in store.readings.layers(number)}
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
        left: State,
        right: State,
    ) -> None:
        """Another document."""
        both = entities_of(left), entities_of(right)
        self.table.update(zip(*(_labels(places, one) for one in both), strict=True))
        ones, others = ({(*one.span[:2], one.category) for one in two} for two in both)
        self.same += len(ones & others)
        self.left += len(ones)
        self.right += len(others)
        self.documents += 1
        if differences(left, right):
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
