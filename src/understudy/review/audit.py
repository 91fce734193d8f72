"""The audit: all decisions, and all changes of policy, lists, samples and accounts, by time."""

from __future__ import annotations

import heapq
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from understudy.review import tables
from understudy.review.desk import Desk
from understudy.review.events import Event, events
from understudy.review.layers import Decision
from understudy.review.messages import decision_told
from understudy.review.records import Mark
from understudy.review.store import Store

__all__ = ["DECISION", "Line", "audit"]

DECISION = "decision"


class Line(NamedTuple):
    """A line of the audit."""

    made: str
    kind: str
    """``decision``, or the kind of an event."""
    text: bytes

    def __repr__(self) -> str:
        return f"Line({self.made!r}, {self.kind!r})"


class _Unit(NamedTuple):
    """A part of a document that was drawn into a sample."""

    sample: int
    place: int
    start: int
    end: int


def audit(desk: Desk) -> Iterator[Line]:
    """The lines, in the order in which things were done."""
    store = desk.store
    # An event that was made with a decision stands before it.
    yield from heapq.merge(
        map(_of_event, events(store.database)), _of_decisions(desk), key=lambda one: one.made
    )


def _of_event(one: Event) -> Line:
    return _line(one.made, one.kind, one._asdict())


def _of_decisions(desk: Desk) -> Iterator[Line]:
    ids = {number: name for number, name, _ in desk.store.documents.names()}
    drawn = _units(desk.store)
    for one in desk.store.readings.whole_log():
        told: dict[str, Any] = {
            **decision_told(one),
            "id": ids[one.document],
            "corpus": desk.settings.corpus,
            "units": [
                {"sample": unit.sample, "unit": unit.place}
                for unit in _touched(one, drawn.get(one.document, ()))
            ],
        }
        yield _line(one.made, DECISION, told)


def _line(made: str, kind: str, told: Mapping[str, Any]) -> Line:
    # In ASCII: half a surrogate pair stays one.
    return Line(made, kind, json.dumps({"kind": kind, **told}).encode("ascii") + b"\n")


def _units(store: Store) -> Mapping[int, Sequence[_Unit]]:
    """The units of all samples, by document."""
    about = tables.sampled.c
    query = sa.select(about.document, about.sample, about.place, about.start, about.end)
    found: dict[int, list[_Unit]] = defaultdict(list)
    with store.database.reading() as connection:
        for document, *unit in connection.execute(query.order_by(about.sample, about.place)):
            found[document].append(_Unit._make(unit))
    return found


def _touched(one: Decision, units: Sequence[_Unit]) -> list[_Unit]:
    """The units in which the marks of a decision lie; all of the document where it has none."""
    items = (item for change in one.changes.values() for item in change)
    marks = [item for item in items if isinstance(item, Mark)]
    return [
        unit
        for unit in units
        if not marks or any(mark.start < unit.end and unit.start < mark.end for mark in marks)
    ]
