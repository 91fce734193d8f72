"""The documents of a review, with what was found in them and what the queue says of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from understudy.core.types import Document
from understudy.review import tables
from understudy.review.database import Database, Missing
from understudy.review.events import COMMAND_LINE
from understudy.review.records import State, decoded_state, encoded

__all__ = ["Documents", "Filed", "Held", "added_up", "held_of"]

_FEW = 500
"""As many numbers go into a query."""
_MOST_HELD, _LONGEST_HELD = 32, 10_000_000
"""Documents that are held in memory, and their characters: one that is read is asked for at every
decision, and its content never changes."""
_CONTENT = sa.select(tables.documents.c.content).where(
    tables.documents.c.number == sa.bindparam("number")
)


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


class Documents:
    """The documents of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: dict[int, Document] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Documents({self._database!r})"

    def file(self, documents: Iterable[Filed], first: int = 0) -> int:
        """Store documents; how many there were."""
        rows = [self._row(first + at, one) for at, one in enumerate(documents)]
        if rows:
            with self._database.writing() as connection:
                connection.execute(sa.insert(tables.documents), rows)
        return len(rows)

    def _row(self, number: int, one: Filed) -> dict[str, Any]:
        content = _packed(one.document)
        return {
            "number": number,
            "id": _name_of(one.document.id),
            "content": self._database.sealing.seal(content, f"content/{number}"),
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
            "found": self._database.sealing.seal(encoded(found), f"found/{number}"),
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
        by: str = COMMAND_LINE,
    ) -> bool:
        """Put other marks in a document that nobody has begun to read; False where one has.
        ``void`` says why samples hold no longer, ``by`` who is to thank for it."""
        with self._database.writing() as connection:
            query = (
                sa.update(tables.documents)
                .where(tables.documents.c.number == number, tables.documents.c.begun == 0)
                .values(self._found(number, found, unsure, risk, reasons))
            )
            changed = bool(connection.execute(query).rowcount)
            if changed and void:
                self._database.void(connection, void, by)
        return changed

    def count(self) -> int:
        """How many documents there are."""
        with self._database.reading() as connection:
            return int(
                connection.execute(sa.select(sa.func.count(tables.documents.c.number))).scalar_one()
            )

    def one(self, number: int) -> Document:
        """A document by its number."""
        with self._lock:
            known = self._held.get(number)
        if known is not None:
            return known
        with self._database.reading() as connection:
            held = connection.execute(_CONTENT, {"number": number}).scalar()
        if held is None:
            raise Missing("no such document")
        document = _unpacked(self._database.sealing.open(held, f"content/{number}"))
        self._hold(number, document)
        return document

    def _hold(self, number: int, document: Document) -> None:
        with self._lock:
            self._held[number] = document
            size = sum(len(one.text) for one in self._held.values())
            while len(self._held) > _MOST_HELD or (size > _LONGEST_HELD and len(self._held) > 1):
                size -= len(self._held.pop(next(iter(self._held))).text)

    def all(self, numbers: Sequence[int] | None = None) -> Iterator[tuple[int, Document]]:
        """All documents, or some, in the order of the corpus."""
        query = sa.select(tables.documents.c.number, tables.documents.c.content)
        wanted = None if numbers is None else set(numbers)
        if wanted is not None and len(wanted) <= _FEW:
            query = query.where(tables.documents.c.number.in_(wanted))
        with self._database.reading() as connection:
            rows = connection.execution_options(stream_results=True, yield_per=200).execute(
                query.order_by(tables.documents.c.number)
            )
            for number, held in rows:
                if wanted is not None and number not in wanted:
                    continue
                yield number, _unpacked(self._database.sealing.open(held, f"content/{number}"))

    def names(self) -> list[tuple[int, str, str]]:
        """Number, id and digest of each document, in the order of the corpus."""
        about = tables.documents.c
        query = sa.select(about.number, about.id, about.digest).order_by(about.number)
        with self._database.reading() as connection:
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
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def held(self, number: int) -> Held:
        """What the queue says of a document."""
        query = sa.select(*_HELD).where(tables.documents.c.number == number)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise Missing("no such document")
        return held_of(row)

    def number_of(self, name: str) -> int | None:
        """The number of a document by its id."""
        query = sa.select(tables.documents.c.number).where(tables.documents.c.id == _name_of(name))
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def found(self, number: int) -> State:
        """What was found in a document before anybody read it."""
        with self._database.reading() as connection:
            return self.found_in(connection, number)

    def found_in(self, connection: Connection, number: int) -> State:
        """The same within a transaction."""
        query = sa.select(tables.documents.c.found).where(tables.documents.c.number == number)
        held = connection.execute(query).scalar()
        if held is None:
            raise Missing("no such document")
        return decoded_state(self._database.sealing.open(held, f"found/{number}"))

    def settle(self, number: int, settled: bool) -> None:
        """Say whether the readers of a document agree, or somebody has decided between them."""
        query = sa.update(tables.documents).where(tables.documents.c.number == number)
        with self._database.writing() as connection:
            connection.execute(query.values(settled=settled))

    def place(self, names: Sequence[str]) -> None:
        """The documents that the learner asks for, in its order."""
        with self._database.writing() as connection:
            connection.execute(sa.update(tables.documents).values(place=None))
            for at, name in enumerate(dict.fromkeys(names)):
                query = sa.update(tables.documents).where(tables.documents.c.id == _name_of(name))
                connection.execute(query.values(place=at))


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


def added_up(connection: Connection, number: int, name: str, step: int) -> None:
    """Raise a count of a document, or lower it."""
    column = tables.documents.c[name]
    query = sa.update(tables.documents).where(tables.documents.c.number == number)
    connection.execute(query.values({name: column + step}))


def _packed(document: Document) -> bytes:
    # Lone surrogates can come out of JSON escapes; ASCII carries them as they were.
    return json.dumps(msgspec.to_builtins(document)).encode("ascii")


def _unpacked(data: bytes) -> Document:
    return msgspec.convert(json.loads(data), Document)
