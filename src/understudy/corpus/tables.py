"""Record batches of parquet files: the only corpus module that talks to pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import types
from pyarrow.parquet import ParquetFile, ParquetWriter

from understudy.core.errors import CorpusError
from understudy.corpus.base import Options, Parts, Unit
from understudy.corpus.columns import check_named, known, missing, roots, texts_in, undecided
from understudy.corpus.jsonspans import LABELS
from understudy.corpus.limits import NO_LIMITS, Limits
from understudy.corpus.parquetfooter import codecs
from understudy.corpus.tablenotes import without_notes
from understudy.corpus.typed import has_text, merged, text_of, value_like

__all__ = [
    "Column",
    "batch_of",
    "batches",
    "bytes_of",
    "cells_of",
    "check_columns",
    "columns_read",
    "entities_of",
    "first_rows",
    "open_table",
    "rebuilt",
    "serialised",
    "table_of",
    "write_table",
]

_ROWS = 256
"""Rows that are unpacked at a time."""
_HEAVY = 16
_VERSIONS = ("1.0", "2.4", "2.6")


@contextmanager
def open_table(unit: Unit) -> Iterator[Any]:
    """The unit's parquet file; what pyarrow says about a broken one becomes a CorpusError."""
    if not unit.paths[0].stat().st_size:
        raise CorpusError("empty file", file=unit.name)
    try:
        with ParquetFile(unit.paths[0], page_checksum_verification=True) as table:
            yield table
    except (pa.ArrowException, OSError, UnicodeError):  # names and metadata that are not UTF-8
        raise CorpusError("not a readable parquet file", file=unit.name) from None


def batches(
    table: Any, unit: str, options: Options, size: int, limits: Limits = NO_LIMITS, packed: int = 0
) -> Iterator[tuple[bytes, int]]:
    """Batches of about ``size`` bytes, with their numbers of rows. ``packed`` is the size of the
    file, against which the ``limits`` hold what it unpacks to."""
    check_columns(table.schema_arrow, unit, options)
    meta = table.metadata
    total = sum(meta.row_group(index).total_byte_size for index in range(meta.num_row_groups))
    rows = max(1, size * meta.num_rows // max(1, total))
    counted = sum(meta.row_group(index).num_rows for index in range(meta.num_row_groups))
    if counted != meta.num_rows:
        raise _uncounted(unit)
    read = 0
    for batch in _gathered(_unpacked(table, rows, unit, limits, packed), rows, size):
        _check_values(batch, unit, options)
        read += batch.num_rows
        if read > meta.num_rows:
            raise _uncounted(unit)
        yield serialised(batch), batch.num_rows
    if read != meta.num_rows:
        raise _uncounted(unit)


def _unpacked(table: Any, rows: int, unit: str, limits: Limits, packed: int) -> Iterator[Any]:
    """Few rows at a time: one long value that stands in every row takes a few bytes of the file,
    and as many times its length in memory."""
    total = 0
    for batch in table.iter_batches(batch_size=min(rows, _ROWS)):
        # What the batch takes as a whole, since values are copied row by row.
        total += batch.nbytes
        limits.check_document(batch.nbytes // max(1, batch.num_rows), unit)
        limits.check_expansion(packed, total, unit)
        yield batch


def _gathered(found: Iterable[Any], rows: int, size: int) -> Iterator[Any]:
    """Batches of so many rows, or of fewer that have several times the size."""
    held: list[Any] = []
    count = weight = 0
    for batch in found:
        if held and (count + batch.num_rows > rows or weight > _HEAVY * size):
            yield _one(held)
            held, count, weight = [], 0, 0
        held.append(batch)
        count += batch.num_rows
        weight += batch.nbytes
    if held:
        yield _one(held)


def _one(held: list[Any]) -> Any:
    return held[0] if len(held) == 1 else pa.concat_batches(held)


def _uncounted(unit: str) -> CorpusError:
    return CorpusError("not a readable parquet file: rows are missing, or too many", file=unit)


def _check_values(batch: Any, unit: str, options: Options) -> None:
    """What a damaged file may hold: lengths that do not fit, and strings that are not UTF-8.

    Text is decoded later, where the place of a wrong byte can be told.
    """
    batch.validate()
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name in options.text:
            continue
        try:
            column.validate(full=True)
        except pa.ArrowException:
            message = f"the column {name!r} has values that cannot be read"
            raise CorpusError(message, file=unit) from None


def first_rows(table: Any, rows: int) -> list[dict[str, Any]]:
    """The first rows of a table as Python values."""
    batch = next(table.iter_batches(batch_size=rows), None)
    return [] if batch is None else list(batch.to_pylist())


class Column(NamedTuple):
    """A column that something is read from."""

    name: str
    paths: tuple[str, ...]
    """What of it is read: the column itself, or paths through its structs and lists."""
    form: str
    """``string``, ``scalar`` (a number or a date in its own type) or ``nested``."""
    like: Any = None
    """A value of a scalar's type."""


def columns_read(schema: Any, options: Options) -> list[Column]:
    """The columns that hold text or entities, in the order in which they are named."""
    found: dict[str, list[str]] = {}
    for path in texts_in(schema.names, options):
        root = path if path in schema.names else path.split(".")[0]
        found.setdefault(root, []).append(path)
    return [_column(schema.field(name), paths) for name, paths in found.items()]


def _column(field: Any, paths: Sequence[str]) -> Column:
    form = _form(field.type)
    if form != "scalar":
        return Column(field.name, tuple(paths), form)
    wide = types.is_temporal(field.type) and field.type.bit_width == 64
    zero = pa.array([0], pa.int64() if wide else pa.int32()).cast(field.type)
    return Column(field.name, tuple(paths), form, _values(zero)[0])


def _form(kind: Any) -> str:
    if _is_string(kind):
        return "string"
    return "nested" if types.is_nested(kind) else "scalar"


def check_columns(schema: Any, unit: str, options: Options) -> None:
    """Refuse columns that are missing, that cannot be read, or that nobody decided on."""
    if len(set(schema.names)) < len(schema.names):
        raise CorpusError("two columns have the same name", file=unit)
    for path in texts_in(schema.names, options):
        root = path if path in schema.names else path.split(".")[0]
        if root not in schema.names:
            raise CorpusError(missing(path, schema.names, options), file=unit)
        wrong = _misfit(schema.field(root).type, path, root, options)
        if wrong:
            raise CorpusError(f"the text column {path!r} {wrong}", file=unit)
    check_named(schema.names, options, unit)
    left = undecided_columns(schema, options) if options.strict else ()
    if left:
        raise undecided(left, unit)
    if options.entities in schema.names:
        kind = schema.field(options.entities).type
        if not (_is_string(kind) or _is_structs(kind)):
            message = f"the column {options.entities!r} is neither structs in lists nor JSON"
            raise CorpusError(message, file=unit)


def undecided_columns(schema: Any, options: Options) -> list[str]:
    """The columns, and the members of nested ones, that nobody has decided on."""
    names, partly = known(options), roots(options)
    found: dict[str, None] = {}
    for field in schema:
        if field.name in partly:
            _open_below(field.type, field.name, names, found)
        elif field.name not in names:
            found[field.name] = None
    return list(found)


def _open_below(kind: Any, path: str, names: frozenset[str], found: dict[str, None]) -> None:
    """Add the paths below a type that nobody decided on; lists have no step of their own."""
    while types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        kind = kind.value_type
    if not types.is_struct(kind):
        found[path] = None
        return
    for one in kind:
        below = f"{path}.{one.name}"
        if below not in names or "." in one.name:
            _open_below(one.type, below, names, found)


def _misfit(kind: Any, path: str, root: str, options: Options) -> str:
    """Why a column cannot be read as it is asked for; empty where it can."""
    form = _form(kind)
    if path in options.chats:
        return "" if form == "nested" else "holds no messages"
    if form == "nested":
        return "" if _leads(kind, path.removeprefix(root).lstrip(".")) else "leads nowhere"
    if path != root:
        return "leads nowhere"
    if form == "string" or (path in options.cells and _is_plain(kind)):
        return ""
    return "is not one of strings"


def _is_plain(kind: Any) -> bool:
    """Whether a column of values has a form as text: numbers and dates, but no bytes."""
    checks = (types.is_integer, types.is_floating, types.is_decimal, types.is_temporal)
    return any(check(kind) for check in checks) and not types.is_duration(kind)


def _leads(kind: Any, path: str) -> bool:
    """Whether a path through structs and lists ends at strings or plain values."""
    while types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        kind = kind.value_type
    if not path:
        return _is_string(kind) or _is_plain(kind)
    name, _, rest = path.partition(".")
    if not types.is_struct(kind) or kind.get_field_index(name) < 0:
        return False
    return _leads(kind.field(name).type, rest)


def _is_string(kind: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _is_structs(kind: Any) -> bool:
    is_list = types.is_list(kind) or types.is_large_list(kind)
    return bool(is_list and types.is_struct(kind.value_type))


def serialised(batch: Any) -> bytes:
    """A record batch in Arrow's stream format."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue().to_pybytes())


def batch_of(data: bytes) -> Any:
    """The record batch of a block."""
    with pa.ipc.open_stream(pa.py_buffer(data)) as reader:
        return reader.read_next_batch()


def table_of(blocks: Iterable[bytes], schema: Any) -> Any:
    """The blocks of a frame as one table."""
    return pa.Table.from_batches([batch_of(data) for data in blocks], schema)


def bytes_of(batch: Any, name: str) -> list[bytes | None]:
    """The cells of a column of strings as they are, valid UTF-8 or not."""
    column = batch.column(name)
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    large = types.is_large_string(column.type)
    return list(column.cast(pa.large_binary() if large else pa.binary()).to_pylist())


def cells_of(batch: Any, column: Column) -> list[bytes | None]:
    """The cells of a column as text: strings as they are, numbers and dates as people write them,
    nested values as JSON; None where a cell says nothing."""
    if column.form == "string":
        return bytes_of(batch, column.name)
    values = _values(batch.column(column.name))
    if column.form == "scalar":
        return [text_of(one).encode() if has_text(one) else None for one in values]
    return [
        None
        if one is None
        else json.dumps({column.name: one}, ensure_ascii=False, default=str).encode()
        for one in values
    ]


def _values(column: Any) -> list[Any]:
    if types.is_timestamp(column.type) and column.type.unit == "ns":  # Python has microseconds
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    return list(column.to_pylist())


def entities_of(batch: Any, name: str) -> list[bytes]:
    """The annotations of each row as JSON; empty where there are none."""
    if name not in batch.schema.names:
        return [b""] * int(batch.num_rows)
    if _is_string(batch.schema.field(name).type):
        return [cell or b"" for cell in bytes_of(batch, name)]
    values = batch.column(name).to_pylist()
    return [b"" if value is None else json.dumps(value, default=str).encode() for value in values]


def rebuilt(data: bytes, records: Sequence[Parts | None], options: Options) -> bytes:
    """The batch with the cells of the records; rows whose record is withheld are left out."""
    batch = batch_of(data)
    if None in records:
        batch = batch.filter(pa.array([record is not None for record in records], pa.bool_()))
    kept = [record for record in records if record is not None]
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    schema = batch.schema
    for part, column in enumerate(columns_read(schema, options)):
        before = cells_of(batch, column)
        pairs = zip(before, kept, strict=True)
        scalar = column.form == "scalar"
        cells = [
            None if (not record[part] if scalar else old is None) else record[part]
            for old, record in pairs
        ]
        if cells != before:
            columns[column.name] = _written(columns[column.name], column, before, cells)
    entities = [record[-1] for record in kept]
    marked = entities_of(batch, options.entities)
    if entities != marked:
        if options.entities not in columns:
            schema = schema.append(pa.field(options.entities, pa.string()))
            columns[options.entities] = pa.nulls(batch.num_rows, pa.string())
        columns[options.entities] = _entities(columns[options.entities], marked, entities)
    return serialised(pa.RecordBatch.from_arrays(list(columns.values()), schema=schema))


def _written(
    array: Any, column: Column, before: Sequence[bytes | None], after: Sequence[bytes | None]
) -> Any:
    """The column with the cells that changed, in its own type; what does not fit there is null."""
    if column.form == "string":
        return _strings(after, array.type)
    rows = _values(array)
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            if column.form == "scalar":
                rows[at] = None if new is None else value_like(new.decode(), column.like)
            elif new is not None:
                rows[at] = merged(rows[at], json.loads(new)[column.name])
    try:
        return pa.array(rows, array.type)
    except (pa.ArrowException, TypeError, OverflowError):
        raise CorpusError(f"stand-ins do not fit the type of the column {column.name!r}") from None


def _strings(cells: Sequence[bytes | None], kind: Any) -> Any:
    if types.is_dictionary(kind):
        return _strings(cells, kind.value_type).dictionary_encode().cast(kind)
    large = types.is_large_string(kind)
    return pa.array(cells, pa.large_binary() if large else pa.binary()).cast(kind)


def _entities(column: Any, before: Sequence[bytes], after: Sequence[bytes]) -> Any:
    """The column with the rows that changed; others may hold values that JSON has no type for."""
    if _is_string(column.type):
        return _strings([cell or None for cell in after], column.type)
    names = [field.name for field in column.type.value_type]
    label = next((name for name in LABELS if name in names), "category")
    rows = column.to_pylist()
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            rows[index] = json.loads(new)
            for entry in rows[index]:
                if "category" in entry:
                    entry[label] = entry["category"]
    try:
        return pa.array(rows, column.type)
    except (pa.ArrowException, TypeError):
        raise CorpusError("the annotations do not fit the type of their column") from None


def write_table(blocks: Iterable[bytes], unit: Unit, target: Path, *, bare: bool = False) -> None:
    """Write batches with the schema, metadata, compression and row groups of the source; a bare
    table has no notes in its metadata.

    A column that the batches have beyond the schema, for annotations, comes last.
    """
    with open_table(unit) as source:
        settings = _settings(source, unit.paths[0])
        schema, rows = source.schema_arrow, _group_rows(source)
    if bare:
        schema = without_notes(schema)
    target.parent.mkdir(parents=True, exist_ok=True)
    groups = _regrouped(blocks, rows)
    first = next(groups, schema.empty_table())
    for field in first.schema:
        if field.name not in schema.names:
            schema = schema.append(field)
    with ParquetWriter(target, schema, **settings) as writer:
        for group in chain([first], groups):
            writer.write_table(_fitted(group, schema, unit), row_group_size=rows)


def _settings(source: Any, path: Path) -> dict[str, Any]:
    meta = source.metadata
    return {
        "compression": codecs(path) or "NONE",
        "version": meta.format_version if meta.format_version in _VERSIONS else "2.6",
        "store_schema": b"ARROW:schema" in (meta.metadata or {}),
    }


def _group_rows(source: Any) -> int:
    meta = source.metadata
    rows = (int(meta.row_group(index).num_rows) for index in range(meta.num_row_groups))
    return max([1, *rows])


def _regrouped(blocks: Iterable[bytes], rows: int) -> Iterator[Any]:
    """Tables of that many rows, so that the size of blocks does not show in the file."""
    held: list[Any] = []
    count = 0
    for data in blocks:
        held.append(pa.Table.from_batches([batch_of(data)]))
        count += held[-1].num_rows
        while count >= rows:
            table = pa.concat_tables(held, promote_options="default")
            yield table.slice(0, rows)
            held = [table.slice(rows)]
            count -= rows
    if count:
        yield pa.concat_tables(held, promote_options="default")


def _fitted(table: Any, schema: Any, unit: Unit) -> Any:
    """The table with all columns of the schema, null where it has none."""
    if len(table.schema.names) > len(schema.names):
        raise CorpusError("no text in the first rows: annotations have no column", file=unit.name)
    whole = pa.concat_tables([schema.empty_table(), table], promote_options="default")
    return whole.select(schema.names).combine_chunks()
