"""A project folder: a corpus that people annotate, and their annotations.

    project.toml    what the project is; written once
    store.sqlite    the instances, the batches that were given out, the answers, the rounds
    kept/           what was computed from the corpus, to be found again
    sources/        the models that help to choose

Only its owner can read it. Every change is one transaction: what a killed program had not
finished has not happened. Several people may work in one project at a time.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from understudy.core.errors import StateError, UsageError
from understudy.core.files import private_file, read_text
from understudy.core.foreign import toml_of
from understudy.core.types import Span

__all__ = ["SETTINGS", "Answer", "Batch", "BatchItem", "Item", "Project", "create", "open_project"]

SCHEMA = 1
SETTINGS, STORE = "project.toml", "store.sqlite"
_PATIENCE = 300.0
"""Seconds to wait for somebody else's change."""
_TABLES = """
CREATE TABLE items (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, document TEXT NOT NULL,
    start INTEGER NOT NULL, text TEXT NOT NULL, language TEXT, line TEXT NOT NULL);
CREATE TABLE batches (number INTEGER PRIMARY KEY, annotator TEXT NOT NULL, made TEXT NOT NULL);
CREATE TABLE asked (batch INTEGER NOT NULL REFERENCES batches, item INTEGER NOT NULL
    REFERENCES items, marks TEXT NOT NULL, PRIMARY KEY (batch, item));
CREATE TABLE answers (item INTEGER NOT NULL REFERENCES items, annotator TEXT NOT NULL,
    marks TEXT NOT NULL, edits INTEGER NOT NULL, decision INTEGER NOT NULL, made TEXT NOT NULL,
    PRIMARY KEY (item, annotator));
CREATE TABLE rounds (number INTEGER PRIMARY KEY, facts TEXT NOT NULL);
"""


class Item(NamedTuple):
    """An instance as the store holds it."""

    number: int
    id: str
    document: str
    start: int
    text: str
    language: str | None
    line: str
    """Words and places, in JSON."""

    def __repr__(self) -> str:
        return f"Item({self.number}, {self.id!r})"


class Batch(NamedTuple):
    """Items that one annotator was given together."""

    number: int
    annotator: str
    made: str
    size: int
    answered: int
    """By its annotator."""


class BatchItem(NamedTuple):
    """An instance of a batch with its pre-annotation."""

    item: int
    marks: tuple[Span, ...]


class Answer(NamedTuple):
    """What an annotator marked in an item."""

    item: int
    annotator: str
    marks: tuple[Span, ...]
    edits: int
    decision: bool = False
    """Whether this settles a disagreement."""


@dataclass(frozen=True)
class Project:
    """An open project. Every method is one transaction, but for ``alone``."""

    folder: Path
    settings: Mapping[str, Any]

    @contextmanager
    def _store(self) -> Iterator[sqlite3.Connection]:
        store = sqlite3.connect(self.folder / STORE, timeout=_PATIENCE, isolation_level=None)
        try:
            store.execute("PRAGMA foreign_keys = ON")
            yield store
        except sqlite3.DatabaseError as error:
            raise StateError(f"{self.folder / STORE}: {error}") from None
        finally:
            store.close()

    @contextmanager
    def alone(self) -> Iterator[Change]:
        """Change the project while nobody else does; nothing has changed where this ends early."""
        with self._store() as store:
            store.execute("BEGIN IMMEDIATE")
            try:
                yield Change(store)
            except BaseException:
                store.execute("ROLLBACK")
                raise
            store.execute("COMMIT")

    def items(self) -> list[Item]:
        """The items of the corpus, in order."""
        with self._store() as store:
            rows = store.execute("SELECT * FROM items ORDER BY number")
            return [Item(*map(_held, row)) for row in rows]

    def batches(self) -> list[Batch]:
        """All batches so far."""
        with self._store() as store:
            return _batches(store)

    def items_of_batch(self, batch: int) -> list[BatchItem]:
        """The items of a batch, as they were given out."""
        with self._store() as store:
            return Change(store).items_of_batch(batch)

    def answers(self) -> list[Answer]:
        """In the order in which they came."""
        with self._store() as store:
            return _answers(store)

    def suggestions(self) -> dict[tuple[int, str], tuple[Span, ...]]:
        """The pre-annotation of each item that somebody was asked about, by item and person."""
        with self._store() as store:
            rows = store.execute(
                "SELECT item, annotator, marks FROM asked JOIN batches ON batch = number "
                "ORDER BY number"
            )
            return {(item, name): _spans(marks) for item, name, marks in rows}

    def rounds(self) -> list[dict[str, Any]]:
        """What each round of training found."""
        with self._store() as store:
            rows = store.execute("SELECT facts FROM rounds ORDER BY number")
            return [json.loads(facts) for (facts,) in rows]


@dataclass(frozen=True)
class Change:
    """A transaction in progress."""

    store: sqlite3.Connection

    def batches(self) -> list[Batch]:
        """All batches so far."""
        return _batches(self.store)

    def answers(self) -> list[Answer]:
        """All answers so far."""
        return _answers(self.store)

    def items_of_batch(self, batch: int) -> list[BatchItem]:
        """The items of a batch, as they were given out."""
        rows = self.store.execute(
            "SELECT item, marks FROM asked WHERE batch = ? ORDER BY rowid", (batch,)
        )
        return [BatchItem(item, _spans(marks)) for item, marks in rows]

    def items_in_batches(self) -> set[int]:
        """The items that are in some batch."""
        return {item for (item,) in self.store.execute("SELECT DISTINCT item FROM asked")}

    def add_batch(self, annotator: str, asked: Iterable[BatchItem]) -> int:
        """Gives items to an annotator; the number of the new batch."""
        made = self.store.execute(
            "INSERT INTO batches (annotator, made) VALUES (?, ?)", (annotator, _now())
        )
        number = int(made.lastrowid or 0)
        self.store.executemany(
            "INSERT INTO asked VALUES (?, ?, ?)",
            [(number, one.item, _json(one.marks)) for one in asked],
        )
        return number

    def add_answers(self, answers: Iterable[Answer]) -> None:
        """Adds answers; a later one of the same annotator on the same item takes the place of the
        earlier."""
        now = _now()
        self.store.executemany(
            "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
            [
                (one.item, one.annotator, _json(one.marks), one.edits, int(one.decision), now)
                for one in answers
            ],
        )

    def count_rounds(self) -> int:
        """How many rounds of training there were."""
        (count,) = self.store.execute("SELECT COUNT(*) FROM rounds").fetchone()
        return int(count)

    def add_round(self, facts: Mapping[str, Any]) -> None:
        """Adds what a round of training found."""
        self.store.execute("INSERT INTO rounds (facts) VALUES (?)", (json.dumps(facts),))


def _batches(store: sqlite3.Connection) -> list[Batch]:
    rows = store.execute(
        "SELECT b.number, b.annotator, b.made, COUNT(a.item), COUNT(s.item) FROM batches b "
        "JOIN asked a ON a.batch = b.number "
        "LEFT JOIN answers s ON s.item = a.item AND s.annotator = b.annotator "
        "GROUP BY b.number ORDER BY b.number"
    )
    return [Batch(*row) for row in rows]


def _answers(store: sqlite3.Connection) -> list[Answer]:
    rows = store.execute(
        "SELECT item, annotator, marks, edits, decision FROM answers ORDER BY made, rowid"
    )
    return [Answer(a, b, _spans(c), d, bool(e)) for a, b, c, d, e in rows]


def _json(marks: Sequence[Span]) -> str:
    return json.dumps([(span.start, span.end, span.label) for span in marks])


def _spans(text: str) -> tuple[Span, ...]:
    return tuple(Span(start, end, label) for start, end, label in json.loads(text))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def create(
    folder: Path,
    settings: Mapping[str, Any],
    items: Iterable[Item],
    fill: Callable[[Path], None] = lambda folder: None,
) -> Project:
    """A new project; ``fill`` puts its models into the folder. It has its name when it is whole."""
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder}: exists; choose another name for the project")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.parent}: no such directory")
    made = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(mode=0o700)
    try:
        private_file(made / STORE).close()
        _filled(made / STORE, items)
        fill(made)
        with private_file(made / SETTINGS) as file:
            file.write(_toml({"schema": SCHEMA, **settings}).encode())
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return open_project(folder)


def _stored(value: Any) -> Any:
    """A value as SQLite can hold it: a text with half a surrogate pair, as names of files and JSON
    may have it, is no UTF-8 and goes in as bytes."""
    if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        return value.encode("utf-8", "surrogatepass")
    return value


def _held(value: Any) -> Any:
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def _filled(path: Path, items: Iterable[Item]) -> None:
    store = sqlite3.connect(path)
    try:
        store.executescript(_TABLES)
        rows = (tuple(map(_stored, item)) for item in items)
        store.executemany("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        store.commit()
    finally:
        store.close()


def open_project(folder: Path) -> Project:
    """The project in a folder; one that is missing, broken or of another version is refused."""
    path = folder / SETTINGS
    try:
        settings = toml_of(read_text(path, pipe=False))
    except FileNotFoundError:
        raise UsageError(f"{folder}: no project; make one with: understudy learn start") from None
    except ValueError as error:
        raise StateError(f"{path}: not TOML: {type(error).__name__}") from None
    except OSError as error:
        raise StateError(f"{path}: cannot be read: {error.strerror}") from None
    if settings.get("schema") != SCHEMA:
        raise StateError(
            f"{path}: a project of schema {settings.get('schema')!r}, this release reads {SCHEMA}"
        )
    if not (folder / STORE).is_file():
        raise StateError(f"{folder / STORE}: missing")
    return Project(folder, settings)


def _toml(values: Mapping[str, Any]) -> str:
    """Plain values and lists of them, and tables of those; JSON's strings are TOML's."""
    plain = {name: one for name, one in values.items() if not isinstance(one, Mapping)}
    lines = [f"{name} = {_value(one)}" for name, one in plain.items() if one is not None]
    for name, one in values.items():
        if isinstance(one, Mapping):
            lines += ["", f"[{name}]"]
            lines += [f"{json.dumps(key)} = {_value(x)}" for key, x in one.items() if x is not None]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    # DEL is the one control character that JSON leaves as it is and TOML forbids.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
