"""What is changed beside the readings, append-only: the policy of the review, its lists, samples
and accounts; who changed it, when, and what was before and after.

An event is written in the transaction of the change: neither is there without the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from understudy.review import tables

if TYPE_CHECKING:
    from understudy.review.database import Database

__all__ = ["ACCOUNT", "COMMAND_LINE", "LISTS", "POLICY", "SAMPLE", "Event", "events", "record"]

ACCOUNT = "account"
LISTS = "lists"
POLICY = "policy"
SAMPLE = "sample"
COMMAND_LINE = "command line"
"""Whoever has the folder and works with commands; no account can have a name with a space."""
Facts = Mapping[str, Any] | None


class Event(NamedTuple):
    """One entry of the log."""

    number: int
    reader: str
    made: str
    kind: str
    action: str
    name: str
    """Which account, or which sample; empty where there is one of the kind."""
    before: Facts
    after: Facts

    def __repr__(self) -> str:
        return f"Event({self.number}, {self.kind!r}, {self.action!r})"


def record(
    database: Database,
    connection: Connection,
    *,
    reader: str,
    made: str,
    kind: str,
    action: str,
    name: str = "",
    before: Facts = None,
    after: Facts = None,
) -> None:
    """Add an event, in the transaction of its change."""
    held = {"action": action, "name": name, "before": before, "after": after}
    # In ASCII: an id or an entry may hold half a surrogate pair.
    content = database.sealing.seal(json.dumps(held).encode("ascii"), _place(reader, made, kind))
    row = {"reader": reader, "made": made, "kind": kind, "content": content}
    connection.execute(sa.insert(tables.events).values(row))


def events(database: Database) -> Iterator[Event]:
    """All events, in the order in which they were made."""
    query = sa.select(tables.events).order_by(tables.events.c.number)
    with database.reading() as connection:
        rows = connection.execution_options(stream_results=True, yield_per=200).execute(query)
        for row in rows:
            content = database.sealing.open(row.content, _place(row.reader, row.made, row.kind))
            yield Event(row.number, row.reader, row.made, row.kind, **json.loads(content))


def _place(reader: str, made: str, kind: str) -> str:
    """What a sealed event is bound to: nobody can put another name or time to it."""
    return f"event/{reader}/{made}/{kind}"
