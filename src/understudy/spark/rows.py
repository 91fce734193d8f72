"""What executors do: Arrow batches of rows in, released batches out, one row for each row.

Everything depends on the rows alone, and on nothing that an executor saw before: Spark may carry
out a partition twice, cut the rows in another way, or begin again elsewhere. A row that cannot be
read is set apart with a reason, or stops the job; neither tells what stands in it.
"""

from __future__ import annotations

import pickle
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa

from understudy.categorise.subjects import merged_values
from understudy.core.draw import file_key
from understudy.core.errors import (
    CorpusError,
    LedgerError,
    MissingExtra,
    ModelError,
    PolicyError,
    StateError,
    UnderstudyError,
)
from understudy.core.version import VERSION
from understudy.corpus import tables
from understudy.corpus.base import Block
from understudy.report.summary import Summary
from understudy.run.job import Counted, Job, Produced, Task, fingerprint
from understudy.run.ledger import SALT_BYTES, Seal, write_ledger

__all__ = [
    "BLOCK",
    "FILE",
    "IDS",
    "LEDGER",
    "LINE",
    "PLACE",
    "REASON",
    "ROW",
    "SUMMARY",
    "WITHHELD",
    "Failed",
    "KeySource",
    "Work",
    "fingerprints",
    "key_of",
    "safe_message",
    "subject_numbers",
    "summed",
]

REASON, IDS, SUMMARY, LEDGER = (
    f"__understudy_{name}" for name in ("reason", "ids", "summary", "ledger")
)
"""Columns that are added for the driver: why a row is not released; of the first row of each piece
the fingerprints of its ids and its ledger; of some row of a partition, what was done there."""
LINE = "value"
"""The column of a corpus of lines."""
FILE, BLOCK, ROW = PLACE = ("file", "block", "row")
"""Where a line stands: the file, the byte at which its part of the file begins, and its number in
that part, counted from one."""
WITHHELD = "costs more than epsilon_document_max"

_BYTES = 1 << 18
"""Of a piece, about: as much as a worker of a pool gets at a time."""
_UNIT = "understudy-row"
"""The name that ids of rows without an id begin with."""
_PLACE = re.compile(rf"^{_UNIT}(?::\d+)?: ")
"""Of an error: the number of a row in its piece says nothing."""
_NOT_OF_ROWS = (
    OSError,
    MemoryError,
    LedgerError,
    MissingExtra,
    ModelError,
    PolicyError,
    StateError,
)
"""Errors that another executor may not have, or that all rows would have."""

KeySource = bytes | Path | Callable[[], bytes]
Found = TypeVar("Found")


class Failed(Exception):
    """What Spark is told, and writes to its logs: no message of another library, no value."""


def key_of(source: KeySource) -> bytes:
    """The key of the draws: as it is, from a file, or as a function gives it."""
    if isinstance(source, Path):
        try:
            return file_key(source.read_bytes())
        except OSError as error:
            raise StateError(f"{source}: the key file cannot be read: {error.strerror}") from None
    key = source if isinstance(source, bytes) else source()
    if not isinstance(key, bytes) or len(key) < 16:
        raise StateError("a key has at least 16 bytes; understudy.new_key() makes one")
    return key


class _Piece(NamedTuple):
    """Rows with what became of them; a reason where it is a single row that is not released."""

    rows: Any
    produced: Produced | None
    reason: str = ""


@dataclass(frozen=True)
class Work:
    """What executors are sent once: the job, and where its key comes from."""

    job: Job
    key: KeySource = field(repr=False)
    lines: bool = False
    """Whether a row is a line of a text format, or a row of typed columns."""
    version: str = VERSION
    ledger_secret: bytes | None = field(default=None, repr=False)
    ledger_head: Any = field(default=None, repr=False)

    @cached_property
    def ready(self) -> Job:
        """The job with its key; models and lists are read when they are first used, and stay."""
        if self.version != VERSION:
            raise StateError(f"executors have understudy {VERSION}, the driver has {self.version}")
        return replace(self.job, key=key_of(self.key))

    def released(self, batches: Iterable[Any], errors: str | None) -> Iterator[Any]:
        """The rows with stand-ins. ``errors`` names the column that says why a row is empty;
        without one such a row stops the job, and a row that is withheld is left out."""
        for batch in batches:
            for piece in self._pieces(batch):
                if errors is None and piece.reason == WITHHELD:
                    continue
                if errors is None and piece.reason:
                    raise Failed(f"{piece.reason}; name a column for errors to set such rows apart")
                made = self._made(piece)
                if errors is not None:
                    made = _with(made, errors, [piece.reason or None] * made.num_rows, pa.string())
                yield made

    def staged(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The rows with stand-ins and the columns for the driver."""
        summary, held = Summary(), None
        rows: Counter[tuple[str, int]] = Counter()
        for batch in batches:
            placed = _numbered(batch, rows) if self.lines else batch
            for piece in self._pieces(placed):
                if held is not None:
                    yield _with(held, SUMMARY, [None] * held.num_rows, pa.binary())
                held = self._staged(piece)
                summary.rows += held.num_rows
                if piece.produced is not None:
                    summary += piece.produced.summary
                else:
                    summary.refused += 1
        if held is not None:
            packed = pickle.dumps(summary.pack(), pickle.HIGHEST_PROTOCOL)
            yield _with(held, SUMMARY, [packed] + [None] * (held.num_rows - 1), pa.binary())

    def _staged(self, piece: _Piece) -> Any:
        made, produced = self._made(piece), piece.produced
        rest = [None] * (made.num_rows - 1)
        ids = None if produced is None else produced.ids.tobytes()
        ledger = None if produced is None else self._sealed(produced.ledger)
        made = _with(made, REASON, [piece.reason or None] * made.num_rows, pa.string())
        made = _with(made, IDS, [ids, *rest], pa.binary())
        return _with(made, LEDGER, [ledger, *rest], pa.binary())

    def _sealed(self, lines: bytes) -> bytes | None:
        """A ledger of its own, with a salt of its own: attempts at one task never share a key."""
        if self.ledger_secret is None or not lines:
            return None
        seal, target = Seal(self.ledger_secret, secrets.token_bytes(SALT_BYTES)), BytesIO()
        write_ledger(target, self.ledger_head, [seal.seal(1, lines)], seal)
        return target.getvalue()

    def survey(self, batches: Iterable[Any]) -> Iterator[Any]:
        """data subject → the sum of the digests of its documents in a partition."""
        subjects: dict[str, int] = {}
        for found in self._each(batches, self.ready.survey):
            for subject, number in found.items():
                subjects[subject] = subjects.get(subject, 0) + number
        yield from _surveyed(subjects)

    def counted(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The counting pass over a partition."""
        total: Counted | None = None
        for found in self._each(batches, self.ready.count):
            total = found if total is None else self.added(total, found)
        if total is not None:
            yield pa.record_batch([pa.array([pickle.dumps(total)], pa.binary())], ["counted"])

    def merged(self, batches: Iterable[Any]) -> Iterator[Any]:
        """What several partitions have counted, as one."""
        total: Counted | None = None
        for batch in batches:
            for data in batch.column("counted").to_pylist():
                found = pickle.loads(data)  # noqa: S301 - from an executor of the same job
                total = found if total is None else self.added(total, found)
        if total is not None:
            yield pa.record_batch([pa.array([pickle.dumps(total)], pa.binary())], ["counted"])

    def added(self, one: Counted, other: Counted) -> Counted:
        """What two parts of a corpus hold."""
        tally = self.job.pipeline.strategies.add_up([one.tally, other.tally])
        return Counted(
            tally,
            one.corpus + other.corpus,
            merged_values((one.subject_values, other.subject_values)),
        )

    def _each(self, batches: Iterable[Any], act: Callable[[Task], Found]) -> Iterator[Found]:
        """What an act finds in rows; those that cannot be read are left out, as in the release."""
        for batch in batches:
            for rows in _cut(batch):
                yield from (found for _, found, _ in self._halved(rows, act) if found is not None)

    def _pieces(self, batch: Any) -> Iterator[_Piece]:
        for rows in _cut(batch):
            for part, produced, reason in self._halved(rows, self._carried):
                whole = produced is None or self._count(produced) == part.num_rows
                yield from (_Piece(part, produced, reason),) if whole else self._withheld(part)

    def _withheld(self, rows: Any) -> Iterator[_Piece]:
        """Rows of which some are not released, one by one: which ones they are is not told."""
        for at in range(rows.num_rows):
            row = rows.slice(at, 1)
            produced = self._carried(self._task(row))
            kept = self._count(produced) == 1
            yield _Piece(row, produced, "" if kept else WITHHELD)

    def _carried(self, task: Task) -> Produced:
        produced = self.ready.carry_out(task)
        count = task.blocks[0][1].parts[0].count(b"\n") if self.lines else 0
        made = {fingerprint(f"{_UNIT}#{at + 1}") for at in range(count)}
        if not made.isdisjoint(produced.ids.tolist()):
            raise CorpusError("a row has no id")
        return produced

    def _count(self, produced: Produced) -> int:
        data = produced.released[0][1][0]
        return data.count(b"\n") if self.lines else int(tables.batch_of(data).num_rows)

    def _halved(
        self, rows: Any, act: Callable[[Task], Found]
    ) -> Iterator[tuple[Any, Found | None, str]]:
        """Rows and what an act made of them; those that it cannot take come alone."""
        try:
            self._check_ids(rows)
            found = act(self._task(rows))
        except _NOT_OF_ROWS as error:
            raise Failed(safe_message(error)) from None
        except Exception as error:
            reason = safe_message(error)
        else:
            yield rows, found, ""
            return
        if rows.num_rows == 1:
            yield rows, None, reason
            return
        half = rows.num_rows // 2
        yield from self._halved(rows.slice(0, half), act)
        yield from self._halved(rows.slice(half), act)

    def _check_ids(self, rows: Any) -> None:
        """Draws depend on the id: rows without one would share theirs."""
        if not self.lines and rows.column(self.job.options.id).null_count:
            raise CorpusError("a row has no id")

    def _task(self, rows: Any) -> Task:
        if self.lines:
            lines = tables.bytes_of(rows, LINE)
            data = b"".join([(line or b"") + b"\n" for line in lines])
        else:
            data = tables.serialised(_in_utc(rows))
        return Task(0, ((0, Block((data,), _UNIT)),))

    def _made(self, piece: _Piece) -> Any:
        """The rows of a piece as they are released, in the types they came in."""
        rows = piece.rows
        if piece.reason or piece.produced is None:
            kept = PLACE if self.lines else (self.job.options.id,)
            arrays = [
                rows.column(one.name) if one.name in kept else pa.nulls(rows.num_rows, one.type)
                for one in rows.schema
            ]
            return pa.RecordBatch.from_arrays(arrays, rows.schema.names)
        data = piece.produced.released[0][1][0]
        if self.lines:
            lines = pa.array(data.split(b"\n")[:-1], pa.binary())
            return _replaced(rows, LINE, lines.cast(rows.schema.field(LINE).type))
        made = tables.batch_of(data)
        arrays = [made.column(one.name).cast(one.type) for one in rows.schema]
        return pa.RecordBatch.from_arrays(arrays, rows.schema.names)


def summed(batches: Iterable[Any]) -> Iterator[Any]:
    """data subject → the sum of its numbers, where all rows of a subject come together."""
    subjects: dict[str, int] = {}
    for batch in batches:
        for subject, number in subject_numbers(batch):
            subjects[subject] = subjects.get(subject, 0) + number
    yield from _surveyed(subjects)


def subject_numbers(table: Any) -> Iterator[tuple[str, int]]:
    """The rows of a survey."""
    columns = (table.column(name).to_pylist() for name in ("subject", "number"))
    for subject, number in zip(*columns, strict=True):
        yield subject.decode("utf-8", "surrogatepass"), int.from_bytes(number, "big")


def _surveyed(subjects: Mapping[str, int]) -> Iterator[Any]:
    names = [name.encode("utf-8", "surrogatepass") for name in subjects]
    numbers = [number.to_bytes(48, "big") for number in subjects.values()]
    columns = [pa.array(names, pa.binary()), pa.array(numbers, pa.binary())]
    yield pa.record_batch(columns, ["subject", "number"])


def fingerprints(batches: Iterable[Any]) -> Iterator[Any]:
    """The fingerprints of ids, one in a row."""
    for batch in batches:
        for data in batch.column(IDS).to_pylist():
            yield pa.record_batch([pa.array(np.frombuffer(data, np.int64))], ["id"])


def safe_message(error: BaseException) -> str:
    """An error without text of a row: our own say none, of others the kind and the place do."""
    if isinstance(error, UnderstudyError):
        return _PLACE.sub("", str(error))
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = "" if at is None else f" at {Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
    return f"{type(error).__name__}{place}"


def _cut(batch: Any) -> Iterator[Any]:
    """Pieces of a batch: a model and its spans take far more room than rows."""
    if not batch.num_rows:
        return
    size = max(1, _BYTES * batch.num_rows // max(1, batch.nbytes))
    for start in range(0, batch.num_rows, size):
        yield batch.slice(start, size)


def _in_utc(rows: Any) -> Any:
    """Spark shows times in the zone of its session; a file has them in UTC."""
    arrays = [
        column.cast(pa.timestamp(column.type.unit, "UTC"))
        if pa.types.is_timestamp(column.type) and column.type.tz is not None
        else column
        for column in rows.columns
    ]
    return pa.RecordBatch.from_arrays(arrays, rows.schema.names)


def _numbered(batch: Any, rows: Counter[tuple[str, int]]) -> Any:
    """The lines with their numbers in the part of the file that they come from."""
    numbers: list[int] = []
    for place in zip(batch.column(FILE).to_pylist(), batch.column(BLOCK).to_pylist(), strict=True):
        rows[place] += 1
        numbers.append(rows[place])
    return _with(batch, ROW, numbers, pa.int64())


def _replaced(batch: Any, name: str, column: Any) -> Any:
    arrays = [column if one == name else batch.column(one) for one in batch.schema.names]
    return pa.RecordBatch.from_arrays(arrays, batch.schema.names)


def _with(batch: Any, name: str, values: list[Any], kind: Any) -> Any:
    arrays = [*batch.columns, pa.array(values, kind)]
    return pa.RecordBatch.from_arrays(arrays, [*batch.schema.names, name])
