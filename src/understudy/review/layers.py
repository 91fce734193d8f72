"""The readings of a review and the decisions on them, which are only ever added.

Each reading has a version, which every decision raises by one: whoever decides on an older one is
told what the reading is now, and nothing is lost in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from understudy.core.errors import UnderstudyError
from understudy.review import tables
from understudy.review.database import Database, Missing, now
from understudy.review.documents import Documents, added_up
from understudy.review.records import (
    Change,
    Flag,
    State,
    applied,
    decoded_change,
    encoded,
    inverse,
)

__all__ = [
    "ADJUDICATION",
    "Conflict",
    "Decision",
    "Ended",
    "Reading",
    "Readings",
    "Step",
    "stacks",
    "taken_back",
]

ADJUDICATION = "=decided"
"""The layer of what was decided where readers differ; no reader can have that name."""
_MOST_STATES = 256


class Conflict(UnderstudyError):
    """Somebody else, or another window, has changed the reading."""

    def __init__(self, version: int) -> None:
        super().__init__("the document was changed elsewhere")
        self.version = version


@dataclass(frozen=True)
class Reading:
    """What a layer makes of a document."""

    document: int
    layer: str
    version: int
    done: bool
    blind: bool
    flagged: bool
    state: State = field(repr=False)
    part: bool = False
    """Where it is done: that its reader has read what a sample asked for, and no more of it."""

    @property
    def whole(self) -> bool:
        """Whether the document was read to its end."""
        return self.done and not self.part


class Decision(NamedTuple):
    """One entry of the log."""

    number: int
    document: int
    layer: str
    version: int
    reader: str
    made: str
    action: str
    target: int | None
    batch: str | None
    changes: Change

    def __repr__(self) -> str:
        return f"Decision({self.number}, {self.document}, {self.layer!r}, {self.action!r})"


class Ended(NamedTuple):
    """Where a reading stands."""

    done: bool = False
    part: bool = False


class Step(NamedTuple):
    """An entry of the log without what it changed, which may be much."""

    number: int
    action: str
    target: int | None
    batch: str | None


def _at(table: sa.Table) -> sa.ColumnElement[bool]:
    """The rows of a reading."""
    return (table.c.document == sa.bindparam("at")) & (table.c.layer == sa.bindparam("by"))


# What every decision asks is put together once.
_READING = sa.select(tables.readings).where(_at(tables.readings))
_STEPS = (
    sa.select(*(tables.decisions.c[name] for name in Step._fields))
    .where(_at(tables.decisions))
    .order_by(tables.decisions.c.version)
)
_RAISED = (
    sa.update(tables.readings)
    .where(_at(tables.readings), tables.readings.c.version == sa.bindparam("seen"))
    .values(
        version=sa.bindparam("next"),
        done=sa.bindparam("finished"),
        part=sa.bindparam("in_part"),
        flagged=sa.bindparam("marked"),
    )
)
_ADDED = sa.insert(tables.decisions)


class Readings:
    """The readings of a store."""

    def __init__(self, database: Database, documents: Documents) -> None:
        self._database, self._documents = database, documents
        self._states: dict[tuple[int, str], tuple[int, State]] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Readings({self._database!r})"

    def read(self, number: int, layer: str) -> Reading | None:
        """A reading as it stands; None where it has not begun."""
        place = {"at": number, "by": layer}
        with self._database.reading() as connection:
            row = connection.execute(_READING, place).mappings().first()
        return None if row is None else self._reading(row)

    def begin(self, number: int, layer: str, *, blind: bool = False) -> Reading:
        """The reading of a layer, begun if it has not."""
        held = self.read(number, layer)
        if held is not None:
            return held
        row = _new(number, layer, blind=blind)
        try:
            with self._database.writing() as connection:
                _begin(connection, row)
        except sa.exc.IntegrityError:  # another window was faster, or there is no such document
            held = self.read(number, layer)
            if held is None:
                raise Missing("no such document") from None
            return held
        return self._reading(row)

    def layers(self, number: int) -> list[Reading]:
        """All readings of a document."""
        query = sa.select(tables.readings).where(tables.readings.c.document == number)
        with self._database.reading() as connection:
            rows = list(connection.execute(query.order_by(tables.readings.c.layer)).mappings())
        return [self._reading(row) for row in rows]

    def _reading(self, row: Mapping[Any, Any]) -> Reading:
        number, layer, version = row["document"], row["layer"], row["version"]
        state = self._state(number, layer, version, row["blind"])
        done, part = row["done"], row["part"]
        return Reading(number, layer, version, done, row["blind"], row["flagged"], state, part)

    def _state(self, number: int, layer: str, version: int, blind: bool) -> State:
        """The state at a version: what was found, and all decisions since."""
        with self._lock:
            held = self._states.get((number, layer))
        if held is not None and held[0] == version:
            return held[1]
        state: State = {} if blind else self._documents.found(number)
        for decision in self.log(number, layer):
            if decision.version <= version:
                state = applied(state, decision.changes)
        self._remember(number, layer, version, state)
        return state

    def _remember(self, number: int, layer: str, version: int, state: State) -> None:
        with self._lock:
            self._states.pop((number, layer), None)
            self._states[number, layer] = (version, state)
            while len(self._states) > _MOST_STATES:
                del self._states[next(iter(self._states))]

    def decide(
        self,
        reading: Reading,
        reader: str,
        action: str,
        changes: Change,
        *,
        ended: Ended | None = None,
        target: int | None = None,
        batch: str | None = None,
    ) -> Reading:
        """Add a decision to a reading, which begins with it if it has not; refused where the
        reading is no longer what it was."""
        with self._database.writing() as connection:
            made = self._decide(connection, reading, reader, action, changes, ended, target, batch)
        self._remember(made.document, made.layer, made.version, made.state)
        return made

    def decide_together(
        self, readings: Sequence[tuple[Reading, Change]], reader: str, action: str, batch: str
    ) -> list[Reading]:
        """Add a decision to each of several readings, to all or to none."""
        with self._database.writing() as connection:
            made = [
                self._decide(connection, reading, reader, action, changes, None, None, batch)
                for reading, changes in readings
            ]
        for one in made:
            self._remember(one.document, one.layer, one.version, one.state)
        return made

    def _decide(
        self,
        connection: Connection,
        reading: Reading,
        reader: str,
        action: str,
        changes: Change,
        ended: Ended | None,
        target: int | None,
        batch: str | None,
    ) -> Reading:
        state = applied(reading.state, changes)
        version = reading.version + 1
        finished, part = (reading.done, reading.part) if ended is None else ended
        marked = any(isinstance(item, Flag) for item in state.values())
        place = {"at": reading.document, "by": reading.layer}
        raised = {"seen": reading.version, "next": version, "marked": marked}
        raised |= {"finished": finished, "in_part": part}
        if not connection.execute(_RAISED, {**place, **raised}).rowcount:
            held = connection.execute(_READING, place).mappings().first()
            if held is not None or reading.version:
                raise Conflict(0 if held is None else int(held["version"]))
            self._begin_with(connection, reading)
            connection.execute(_RAISED, {**place, **raised})
        sealed = self._database.sealing.seal(
            encoded(changes), f"changes/{reading.document}/{reading.layer}/{version}"
        )
        row = {
            "document": reading.document,
            "layer": reading.layer,
            "version": version,
            "reader": reader,
            "made": now(),
            "action": action,
            "target": target,
            "batch": batch,
            "changes": sealed,
        }
        connection.execute(_ADDED, row)
        _follow(connection, reading, finished and not part, marked)
        place_of = (reading.document, reading.layer, version)
        return Reading(*place_of, finished, reading.blind, marked, state, part)

    def _begin_with(self, connection: Connection, reading: Reading) -> None:
        """Begin a reading together with its first decision, which was made on marks that may have
        been found anew since."""
        row = _new(reading.document, reading.layer, blind=reading.blind)
        try:
            _begin(connection, row)
        except sa.exc.IntegrityError:  # another window was faster, or there is no such document
            raise Conflict(0) from None
        if not reading.blind:
            found = self._documents.found_in(connection, reading.document)
            if found != reading.state:
                raise Conflict(0)

    def log(self, number: int, layer: str) -> list[Decision]:
        """The decisions on a reading, in order."""
        query = (
            sa.select(tables.decisions)
            .where(tables.decisions.c.document == number, tables.decisions.c.layer == layer)
            .order_by(tables.decisions.c.version)
        )
        with self._database.reading() as connection:
            return [self._decision(row) for row in connection.execute(query)]

    def steps(self, number: int, layer: str) -> list[Step]:
        """The course of a reading, in order: what undo and redo go by."""
        place = {"at": number, "by": layer}
        with self._database.reading() as connection:
            return [Step._make(row) for row in connection.execute(_STEPS, place)]

    def decision(self, number: int) -> Decision:
        """A decision by its number."""
        query = sa.select(tables.decisions).where(tables.decisions.c.number == number)
        with self._database.reading() as connection:
            return self._decision(connection.execute(query).one())

    def whole_log(self) -> Iterator[Decision]:
        """All decisions, in the order in which they were made."""
        query = sa.select(tables.decisions).order_by(tables.decisions.c.number)
        with self._database.reading() as connection:
            rows = connection.execution_options(stream_results=True, yield_per=200).execute(query)
            for row in rows:
                yield self._decision(row)

    def last_decision(self) -> int:
        """The number of the last decision; 0 where there is none."""
        query = sa.select(sa.func.max(tables.decisions.c.number))
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def batch(self, name: str) -> list[tuple[int, str, int]]:
        """Where the decisions that were made together stand: document, layer, version."""
        log = tables.decisions.c
        query = sa.select(log.document, log.layer, log.version).where(log.batch == name)
        with self._database.reading() as connection:
            return [(a, b, c) for a, b, c in connection.execute(query)]

    def _decision(self, row: Any) -> Decision:
        place = f"changes/{row.document}/{row.layer}/{row.version}"
        changes = decoded_change(self._database.sealing.open(row.changes, place))
        return Decision._make((*row[:-1], changes))


def _new(number: int, layer: str, *, blind: bool) -> dict[str, Any]:
    """The row of a reading that begins."""
    return {
        "document": number,
        "layer": layer,
        "version": 0,
        "done": False,
        "blind": blind,
        "flagged": False,
        "made": now(),
        "part": False,
    }


def _begin(connection: Connection, row: Mapping[str, Any]) -> None:
    connection.execute(sa.insert(tables.readings).values(row))
    if row["layer"] != ADJUDICATION:
        added_up(connection, row["document"], "begun", 1)


def _follow(connection: Connection, reading: Reading, done: bool, flagged: bool) -> None:
    """What the queue says of a document follows its readings."""
    number = reading.document
    if reading.layer == ADJUDICATION:
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        connection.execute(query.values(settled=done, **({"flagged": False} if done else {})))
        return
    if done != reading.whole:
        added_up(connection, number, "done", 1 if done else -1)
    if flagged != reading.flagged:
        others = sa.select(sa.func.count()).where(
            tables.readings.c.document == number, tables.readings.c.flagged
        )
        still = bool(connection.execute(others).scalar())
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        connection.execute(query.values(flagged=still))


def stacks(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """What can be undone and what can be done again, the next ones last."""
    by_number = {one.number: one for one in steps}
    undo: list[Step] = []
    redo: list[Step] = []
    for one in steps:
        if one.action == "undo" and one.target is not None:
            redo.append(by_number[one.target])
            undo.pop()
        elif one.action == "redo" and one.target is not None:
            undo.append(by_number[one.target])
            redo.pop()
        else:
            undo.append(one)
            redo.clear()
    return undo, redo


def taken_back(decision: Decision) -> Change:
    """The change that takes a decision back."""
    return inverse(decision.changes)
