"""The database of a review: SQLite by default, PostgreSQL by URL; and the values of the project
itself.

What was committed is on the disk. Where a secret is given, private values are sealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from understudy.core.errors import StateError, UnderstudyError
from understudy.review import tables
from understudy.review.events import SAMPLE, record
from understudy.review.sealing import PLAIN, Sealing

__all__ = ["MARKED_AGAIN", "Database", "Missing", "now", "open_database"]

MARKED_AGAIN = "marked again"
"""The setting that says that documents were marked again."""
_PATIENCE = 30


class Missing(UnderstudyError):
    """No such document or decision."""


def now() -> str:
    """The time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def open_database(url: str, sealing: Sealing = PLAIN) -> Database:
    """The database at a URL, its tables brought up to date."""
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
        hint = "" if lite else "; is the server there, and are user and password right?"
        kind = type(error.orig).__name__
        raise StateError(f"the store cannot be opened: {kind}{hint}") from None
    return Database(engine, sealing)


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


class Database:
    """An open database. Every method is one transaction."""

    def __init__(self, engine: Engine, sealing: Sealing = PLAIN) -> None:
        self.engine, self.sealing = engine, sealing

    def __repr__(self) -> str:
        return f"Database({self.engine.dialect.name!r})"

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

    def setting(self, name: str) -> bytes | None:
        """A value of the project itself."""
        query = sa.select(tables.settings.c.value).where(tables.settings.c.name == name)
        with self.reading() as connection:
            held = connection.execute(query).scalar()
        return None if held is None else self.sealing.open(held, f"settings/{name}")

    def set(self, name: str, value: bytes) -> None:
        """Keep a value of the project itself."""
        with self.writing() as connection:
            self.put(connection, name, value)

    def put(self, connection: Connection, name: str, value: bytes) -> None:
        """The same in a transaction that changes more."""
        connection.execute(sa.delete(tables.settings).where(tables.settings.c.name == name))
        sealed = self.sealing.seal(value, f"settings/{name}")
        connection.execute(sa.insert(tables.settings).values(name=name, value=sealed))

    def drop(self, name: str) -> None:
        """Forget a value of the project itself."""
        with self.writing() as connection:
            connection.execute(sa.delete(tables.settings).where(tables.settings.c.name == name))

    def void(self, connection: Connection, why: str, by: str) -> None:
        """In the transaction that changes what a sample rests on, so that none outlives it."""
        about, made = tables.samples.c, now()
        held = connection.execute(sa.select(about.number).where(about.void == "")).scalars().all()
        for number in held:
            query = sa.update(tables.samples).where(about.number == number)
            connection.execute(query.values(void=why))
            record(
                self,
                connection,
                reader=by,
                made=made,
                kind=SAMPLE,
                action="void",
                name=str(number),
                before={"void": ""},
                after={"void": why},
            )
        self.put(connection, MARKED_AGAIN, made.encode())
