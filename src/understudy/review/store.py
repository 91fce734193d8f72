"""The store of a review: documents, readings, and decisions that are only ever added.

SQLite by default, PostgreSQL by URL. A decision that was acknowledged is on the disk. Each reading
has a version, which every decision raises by one: whoever decides on an older one is told what the
reading is now, and nothing is lost in silence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from understudy.core.errors import StateError, UnderstudyError
from understudy.core.types import Document
from understudy.review import tables
from understudy.review.records import (
    Change,
    Flag,
    State,
    applied,
    decoded_change,
    decoded_state,
    encoded,
    inverse,
)
from understudy.review.sealing import PLAIN, Sealing

__all__ = [
    "ADJUDICATION",
    "MARKED_AGAIN",
    "Conflict",
    "Decision",
    "Filed",
    "Held",
    "Missing",
    "Reading",
    "Store",
    "held_of",
    "now",
    "open_store",
    "stacks",
    "taken_back",
]

ADJUDICATION = "=decided"
"""The layer of what was decided where readers differ; no reader can have that name."""
MARKED_AGAIN = "marked again"
"""The setting that says that documents were marked again."""
_PATIENCE = 30
_MOST_STATES = 256
_FEW = 500
"""As many numbers go into a query."""


class Conflict(UnderstudyError):
    """Somebody else, or another window, has changed the reading."""

    def __init__(self, version: int) -> None:
        super().__init__("the document was changed elsewhere")
        self.version = version


class Missing(UnderstudyError):
    """No such document or decision."""


class Filed(NamedTuple):
    """A document to be stored, with what was found in it."""

    document: Document
    digest: str
    found: State
    unsure: int
    risk: float
    reasons: Mapping[str, int]


class Held(NamedTuple):
    """A document as the queue shows it."""

    number: int
    id: str
    length: int
    marks: int
    unsure: int
    risk: float
    reasons: Mapping[str, int]
    begun: int
    done: int
    flagged: bool
    settled: bool


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


def now() -> str:
    """The time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def open_store(url: str, sealing: Sealing = PLAIN) -> Store:
    """The store at a URL, its tables brought up to date."""
    lite = url.startswith("sqlite")
    options: dict[str, Any] = {"connect_args": {"timeout": _PATIENCE}} if lite else {}
    try:
        engine = sa.create_engine(url, **options)
        if lite:
            _careful(engine)
        with engine.begin() as connection:
            _migrate(connection)
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ModuleNotFoundError) as error:
        raise StateError(f"the URL of the store cannot be used: {type(error).__name__}") from None
    except sa.exc.DBAPIError as error:
        raise StateError(f"the store cannot be opened: {type(error.orig).__name__}") from None
    return Store(engine, sealing)


def _careful(engine: Engine) -> None:
    """SQLite as we need it: what was committed survives a power cut, and who writes waits for
    others at the beginning of a transaction, not in its middle."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins no transactions by itself
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "understudy.review:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Store:
    """An open store. Every method is one transaction."""

    def __init__(self, engine: Engine, sealing: Sealing = PLAIN) -> None:
        self.engine, self.sealing = engine, sealing
        self._states: dict[tuple[int, str], tuple[int, State]] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Store({self.engine.dialect.name!r})"

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that changes nothing."""
        with self.engine.connect().execution_options(writes=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; nothing has changed where it ends early."""
        with self.engine.begin() as connection:
            yield connection

    # settings

    def setting(self, name: str) -> bytes | None:
        """A value of the project itself."""
        query = sa.select(tables.settings.c.value).where(tables.settings.c.name == name)
        with self.reading() as connection:
            held = connection.execute(query).scalar()
        return None if held is None else self.sealing.open(held, f"settings/{name}")

    def set(self, name: str, value: bytes, *, void: str = "") -> None:
        """Keep a value of the project itself; ``void`` says why samples hold no longer."""
        with self.writing() as connection:
            self._set(connection, name, value)
            self._void(connection, void)

    def _set(self, connection: Connection, name: str, value: bytes) -> None:
        connection.execute(sa.delete(tables.settings).where(tables.settings.c.name == name))
        sealed = self.sealing.seal(value, f"settings/{name}")
        connection.execute(sa.insert(tables.settings).values(name=name, value=sealed))

    def drop(self, name: str) -> None:
        """Forget a value of the project itself."""
        with self.writing() as connection:
            connection.execute(sa.delete(tables.settings).where(tables.settings.c.name == name))

    def _void(self, connection: Connection, why: str) -> None:
        """In the transaction that changes what a sample rests on, so that none outlives it."""
        if why:
            query = sa.update(tables.samples).where(tables.samples.c.void == "")
            connection.execute(query.values(void=why))
            self._set(connection, MARKED_AGAIN, now().encode())

    # documents

    def file(self, documents: Iterable[Filed], first: int = 0) -> int:
        """Store documents; how many there were."""
        rows = [self._row(first + at, one) for at, one in enumerate(documents)]
        if rows:
            with self.writing() as connection:
                connection.execute(sa.insert(tables.documents), rows)
        return len(rows)

    def _row(self, number: int, one: Filed) -> dict[str, Any]:
        content = _packed(one.document)
        return {
            "number": number,
            "id": _name_of(one.document.id),
            "content": self.sealing.seal(content, f"content/{number}"),
            "digest": one.digest,
            "length": len(one.document.text),
            "begun": 0,
            "done": 0,
            "flagged": False,
            "settled": False,
            **self._found(number, one.found, one.unsure, one.risk, one.reasons),
        }

    def _found(
        self, number: int, found: State, unsure: int, risk: float, reasons: Mapping[str, int]
    ) -> dict[str, Any]:
        return {
            "found": self.sealing.seal(encoded(found), f"found/{number}"),
            "marks": len(found),
            "unsure": unsure,
            "risk": risk,
            "reasons": json.dumps(dict(reasons)),
        }

    def mark_again(
        self,
        number: int,
        found: State,
        unsure: int,
        risk: float,
        reasons: Mapping[str, int],
        *,
        void: str = "",
    ) -> bool:
        """Put other marks in a document that nobody has begun to read; False where one has.
        ``void`` says why samples hold no longer."""
        with self.writing() as connection:
            query = (
                sa.update(tables.documents)
                .where(tables.documents.c.number == number, tables.documents.c.begun == 0)
                .values(self._found(number, found, unsure, risk, reasons))
            )
            changed = bool(connection.execute(query).rowcount)
            if changed:
                self._void(connection, void)
        if changed:
            self._forget(number)
        return changed

    def count(self) -> int:
        """How many documents there are."""
        with self.reading() as connection:
            return int(
                connection.execute(sa.select(sa.func.count(tables.documents.c.number))).scalar_one()
            )

    def document(self, number: int) -> Document:
        """A document by its number."""
        query = sa.select(tables.documents.c.content).where(tables.documents.c.number == number)
        with self.reading() as connection:
            held = connection.execute(query).scalar()
        if held is None:
            raise Missing("no such document")
        return _unpacked(self.sealing.open(held, f"content/{number}"))

    def documents(self, numbers: Sequence[int] | None = None) -> Iterator[tuple[int, Document]]:
        """All documents, or some, in the order of the corpus."""
        query = sa.select(tables.documents.c.number, tables.documents.c.content)
        wanted = None if numbers is None else set(numbers)
        if wanted is not None and len(wanted) <= _FEW:
            query = query.where(tables.documents.c.number.in_(wanted))
        with self.reading() as connection:
            rows = connection.execution_options(stream_results=True, yield_per=200).execute(
                query.order_by(tables.documents.c.number)
            )
            for number, held in rows:
                if wanted is not None and number not in wanted:
                    continue
                yield number, _unpacked(self.sealing.open(held, f"content/{number}"))

    def names(self) -> list[tuple[int, str, str]]:
        """Number, id and digest of each document, in the order of the corpus."""
        about = tables.documents.c
        query = sa.select(about.number, about.id, about.digest).order_by(about.number)
        with self.reading() as connection:
            return [(a, _id_of(b), c) for a, b, c in connection.execute(query)]

    def begun(self) -> list[int]:
        """The documents that somebody has begun to read."""
        return self._numbers(tables.documents.c.begun > 0)

    def untouched(self) -> list[int]:
        """The documents that nobody has begun to read."""
        return self._numbers(tables.documents.c.begun == 0)

    def flagged(self) -> int:
        """How many documents somebody wants a second reader for."""
        return len(self._numbers(tables.documents.c.flagged))

    def _numbers(self, where: sa.ColumnElement[bool]) -> list[int]:
        query = sa.select(tables.documents.c.number).where(where)
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    def held(self, number: int) -> Held:
        """What the queue says of a document."""
        query = sa.select(*_HELD).where(tables.documents.c.number == number)
        with self.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise Missing("no such document")
        return held_of(row)

    def number_of(self, name: str) -> int | None:
        """The number of a document by its id."""
        query = sa.select(tables.documents.c.number).where(tables.documents.c.id == _name_of(name))
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def found(self, number: int) -> State:
        """What was found in a document before anybody read it."""
        query = sa.select(tables.documents.c.found).where(tables.documents.c.number == number)
        with self.reading() as connection:
            held = connection.execute(query).scalar()
        if held is None:
            raise Missing("no such document")
        return decoded_state(self.sealing.open(held, f"found/{number}"))

    # readings

    def read(self, number: int, layer: str) -> Reading | None:
        """A reading as it stands; None where it has not begun."""
        query = sa.select(tables.readings).where(
            tables.readings.c.document == number, tables.readings.c.layer == layer
        )
        with self.reading() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else self._reading(row)

    def begin(self, number: int, layer: str, *, blind: bool = False) -> Reading:
        """The reading of a layer, begun if it has not."""
        held = self.read(number, layer)
        if held is not None:
            return held
        row = {
            "document": number,
            "layer": layer,
            "version": 0,
            "done": False,
            "blind": blind,
            "flagged": False,
            "made": now(),
        }
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(tables.readings).values(row))
                if layer != ADJUDICATION:
                    _add(connection, number, "begun", 1)
        except sa.exc.IntegrityError:  # another window was faster, or there is no such document
            held = self.read(number, layer)
            if held is None:
                raise Missing("no such document") from None
            return held
        return self._reading(row)

    def layers(self, number: int) -> list[Reading]:
        """All readings of a document."""
        query = sa.select(tables.readings).where(tables.readings.c.document == number)
        with self.reading() as connection:
            rows = list(connection.execute(query.order_by(tables.readings.c.layer)).mappings())
        return [self._reading(row) for row in rows]

    def _reading(self, row: Mapping[Any, Any]) -> Reading:
        number, layer, version = row["document"], row["layer"], row["version"]
        state = self._state(number, layer, version, row["blind"])
        return Reading(number, layer, version, row["done"], row["blind"], row["flagged"], state)

    def _state(self, number: int, layer: str, version: int, blind: bool) -> State:
        """The state at a version: what was found, and all decisions since."""
        with self._lock:
            held = self._states.get((number, layer))
        if held is not None and held[0] == version:
            return held[1]
        state: State = {} if blind else self.found(number)
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

    def _forget(self, number: int) -> None:
        with self._lock:
            for place in [place for place in self._states if place[0] == number]:
                del self._states[place]

    def settle(self, number: int, settled: bool) -> None:
        """Say whether the readers of a document agree, or somebody has decided between them."""
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        with self.writing() as connection:
            connection.execute(query.values(settled=settled))

    def place(self, names: Sequence[str]) -> None:
        """The documents that the learner asks for, in its order."""
        with self.writing() as connection:
            connection.execute(sa.update(tables.documents).values(place=None))
            for at, name in enumerate(dict.fromkeys(names)):
                query = sa.update(tables.documents).where(tables.documents.c.id == _name_of(name))
                connection.execute(query.values(place=at))

    # decisions

    def decide(
        self,
        reading: Reading,
        reader: str,
        action: str,
        changes: Change,
        *,
        done: bool | None = None,
        target: int | None = None,
        batch: str | None = None,
    ) -> Reading:
        """Add a decision to a reading; refused where the reading is no longer what it was."""
        with self.writing() as connection:
            made = self._decide(connection, reading, reader, action, changes, done, target, batch)
        self._remember(made.document, made.layer, made.version, made.state)
        return made

    def decide_together(
        self, readings: Sequence[tuple[Reading, Change]], reader: str, action: str, batch: str
    ) -> list[Reading]:
        """Add a decision to each of several readings, to all or to none."""
        with self.writing() as connection:
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
        done: bool | None,
        target: int | None,
        batch: str | None,
    ) -> Reading:
        state = applied(reading.state, changes)
        version = reading.version + 1
        finished = reading.done if done is None else done
        marked = any(isinstance(item, Flag) for item in state.values())
        place = (tables.readings.c.document == reading.document) & (
            tables.readings.c.layer == reading.layer
        )
        query = (
            sa.update(tables.readings)
            .where(place, tables.readings.c.version == reading.version)
            .values(version=version, done=finished, flagged=marked)
        )
        if not connection.execute(query).rowcount:
            held = connection.execute(sa.select(tables.readings.c.version).where(place))
            raise Conflict(int(held.scalar() or 0))
        sealed = self.sealing.seal(
            encoded(changes), f"changes/{reading.document}/{reading.layer}/{version}"
        )
        connection.execute(
            sa.insert(tables.decisions).values(
                document=reading.document,
                layer=reading.layer,
                version=version,
                reader=reader,
                made=now(),
                action=action,
                target=target,
                batch=batch,
                changes=sealed,
            )
        )
        _follow(connection, reading, finished, marked)
        return Reading(
            reading.document, reading.layer, version, finished, reading.blind, marked, state
        )

    def log(self, number: int, layer: str) -> list[Decision]:
        """The decisions on a reading, in order."""
        query = (
            sa.select(tables.decisions)
            .where(tables.decisions.c.document == number, tables.decisions.c.layer == layer)
            .order_by(tables.decisions.c.version)
        )
        with self.reading() as connection:
            return [self._decision(row) for row in connection.execute(query)]

    def whole_log(self) -> Iterator[Decision]:
        """All decisions, in the order in which they were made."""
        query = sa.select(tables.decisions).order_by(tables.decisions.c.number)
        with self.reading() as connection:
            rows = connection.execution_options(stream_results=True, yield_per=200).execute(query)
            for row in rows:
                yield self._decision(row)

    def last_decision(self) -> int:
        """The number of the last decision; 0 where there is none."""
        query = sa.select(sa.func.max(tables.decisions.c.number))
        with self.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def batch(self, name: str) -> list[tuple[int, str, int]]:
        """Where the decisions that were made together stand: document, layer, version."""
        log = tables.decisions.c
        query = sa.select(log.document, log.layer, log.version).where(log.batch == name)
        with self.reading() as connection:
            return [(a, b, c) for a, b, c in connection.execute(query)]

    def _decision(self, row: Any) -> Decision:
        place = f"changes/{row.document}/{row.layer}/{row.version}"
        changes = decoded_change(self.sealing.open(row.changes, place))
        return Decision._make((*row[:-1], changes))


_HELD = tuple(tables.documents.c[name] for name in Held._fields)


def held_of(row: Any) -> Held:
    """A row of documents as the queue shows it."""
    values = dict(zip(Held._fields, row, strict=False))
    why = json.loads(values["reasons"])
    return Held(**{**values, "id": _id_of(values["id"]), "reasons": why})


def _name_of(identity: str) -> str:
    """An id as databases can hold it: some have no zeros and no lone surrogates."""
    return json.dumps(identity)[1:-1]


def _id_of(name: str) -> str:
    return str(json.loads(f'"{name}"'))


def _add(connection: Connection, number: int, name: str, step: int) -> None:
    column = tables.documents.c[name]
    query = sa.update(tables.documents).where(tables.documents.c.number == number)
    connection.execute(query.values({name: column + step}))


def _follow(connection: Connection, reading: Reading, done: bool, flagged: bool) -> None:
    """What the queue says of a document follows its readings."""
    number = reading.document
    if reading.layer == ADJUDICATION:
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        connection.execute(query.values(settled=done, **({"flagged": False} if done else {})))
        return
    if done != reading.done:
        _add(connection, number, "done", 1 if done else -1)
    if flagged != reading.flagged:
        others = sa.select(sa.func.count()).where(
            tables.readings.c.document == number, tables.readings.c.flagged
        )
        still = bool(connection.execute(others).scalar())
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        connection.execute(query.values(flagged=still))


def stacks(log: Sequence[Decision]) -> tuple[list[Decision], list[Decision]]:
    """What can be undone and what can be done again, the next ones last."""
    by_number = {one.number: one for one in log}
    undo: list[Decision] = []
    redo: list[Decision] = []
    for one in log:
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


def _packed(document: Document) -> bytes:
    # Lone surrogates can come out of JSON escapes; ASCII carries them as they were.
    return json.dumps(msgspec.to_builtins(document)).encode("ascii")


def _unpacked(data: bytes) -> Document:
    return msgspec.convert(json.loads(data), Document)
