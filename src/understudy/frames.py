"""De-identifies data frames in memory, through Arrow, and returns the same kind of frame.

pandas, Polars, pyarrow, Hugging Face datasets, DuckDB relations and whatever else speaks Arrow's
PyCapsule interface become an Arrow table, which is read and written as a parquet file is. Columns
that nothing is read from are never touched; index, types and missing values stay. None of these
libraries is imported unless one of its objects is given.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from understudy.categorise.repeats import lingering
from understudy.core.errors import UsageError
from understudy.core.settings import near
from understudy.core.types import Document
from understudy.corpus.base import Block, Options, Parts, Record, patched
from understudy.corpus.columns import NOWHERE, Undecided, cells, decided, shown
from understudy.corpus.conversations import read_conversations, written_conversation
from understudy.corpus.interface import TOLD, names_of, telling
from understudy.corpus.parquet import PARQUET
from understudy.corpus.proposal import proposed
from understudy.corpus.subjects import Subjects
from understudy.corpus.tablenotes import notes_of, without_notes
from understudy.languages import language_of
from understudy.pipeline import Pipeline, Result
from understudy.policy import Policy
from understudy.run.release import check_documents

__all__ = ["Frame", "conversations", "decide", "deidentified", "is_chat", "is_frame"]

_UNIT = "frame"
_COLUMN = "text"
"""What a series is called while it is a table."""
_SAMPLE = 400
_ROWS_SHOWN = 5
"""Rows that a warning names of each column."""


class HasColumns(Protocol):
    """A frame of pandas or Polars, or a relation of DuckDB."""

    @property
    def columns(self) -> Any:
        """Its columns."""


class HasColumnNames(Protocol):
    """A table of pyarrow, or a data set of Hugging Face."""

    @property
    def column_names(self) -> Any:
        """The names of its columns."""


class IsSeries(Protocol):
    """One column of pandas or Polars."""

    @property
    def to_frame(self) -> Callable[..., Any]:
        """A frame of this column alone."""


class ArrowStream(Protocol):
    """Whatever speaks Arrow's PyCapsule interface."""

    @property
    def __arrow_c_stream__(self) -> Callable[..., object]:
        """The batches of the table."""


Frame = HasColumns | HasColumnNames | IsSeries | ArrowStream
"""What can be read as a table. What can be read only once comes back as a table of pyarrow."""


class Adapted(NamedTuple):
    """A frame as an Arrow table, and the way back."""

    table: Any
    back: Callable[[Any, Sequence[str]], Any]
    """Takes the new table and the names of the columns that may have changed."""
    levels: tuple[str, ...] = ()
    """Which of the columns are the index of a frame."""
    notes: int = 0
    """How many notes the frame has beside its table."""


def is_frame(given: Any) -> bool:
    """Whether something is a data frame, a series or a table."""
    return _library(given) in _ADAPTERS or hasattr(given, "__arrow_c_stream__")


def rereadable(given: Any) -> Any:
    """What is given, or a table of it where it may be read only once, as a reader of batches."""
    import pyarrow as pa  # noqa: PLC0415 - takes long to load

    once = isinstance(given, pa.RecordBatchReader) or _library(given) not in _ADAPTERS
    if not once:
        return given
    try:
        return pa.table(given)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise _unheld(given, error) from None


def _unheld(given: Any, error: Exception) -> UsageError:
    kind = type(given).__name__
    return UsageError(f"a {kind} that Arrow cannot hold: {type(error).__name__}")


def _library(given: Any) -> str:
    return type(given).__module__.partition(".")[0]


def _adapted(given: Any) -> Adapted:
    import pyarrow as pa  # noqa: PLC0415 - takes long to load

    try:
        return _ADAPTERS[_library(given)](given)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise _unheld(given, error) from None


def _unread(given: Any, wanted: str) -> str:
    """What is said of another thing of a library whose frames are read."""
    return f"a {_library(given)} {type(given).__name__} is not read; give {wanted}"


def _of_pandas(given: Any) -> Adapted:
    import pandas as pd  # noqa: PLC0415
    import pyarrow as pa  # noqa: PLC0415

    if not isinstance(given, pd.DataFrame | pd.Series):
        raise UsageError(_unread(given, "a frame or a series"))
    frame = given.to_frame(_COLUMN) if isinstance(given, pd.Series) else given
    levels = _levels(frame.index)
    if not all(isinstance(name, str) for name in (*frame.columns, *levels)):
        raise UsageError(
            "the columns of a frame must have names that are strings; "
            "frame.columns = frame.columns.astype(str) makes them so"
        )
    if not frame.columns.is_unique or any(name in frame.columns for name in levels):
        raise UsageError("two columns of the frame, or one and its index, have the same name")
    held = {name: frame[name] for name in frame.columns} | levels
    table = pa.table({name: _arrow(one) for name, one in held.items()})

    def back(new: Any, changed: Sequence[str]) -> Any:
        made = frame.copy()
        made.attrs = {}
        filled = {name: _filled(new.column(name).to_pylist(), held[name]) for name in changed}
        if any(name in levels for name in changed):
            made.index = _index(frame.index, filled)
        for name in changed:
            if name not in levels:
                made[name] = filled[name].set_axis(made.index)
        return made[_COLUMN].rename(given.name) if isinstance(given, pd.Series) else made

    return Adapted(table, back, (*levels,), len(given.attrs))


def _levels(index: Any) -> dict[str, Any]:
    """The levels of an index that say something, by their names; one of whole numbers that has no
    name counts rows."""
    from pandas.api.types import is_integer_dtype  # noqa: PLC0415

    found = {}
    for at, name in enumerate(_levels_named(index)):
        values = index.get_level_values(at)
        if index.names[at] is not None or not is_integer_dtype(values.dtype):
            found[name] = values.to_series(name=name).reset_index(drop=True)
    return found


def _index(index: Any, filled: Mapping[str, Any]) -> Any:
    """The index with the levels that may have changed."""
    import pandas as pd  # noqa: PLC0415

    names = _levels_named(index)
    levels = [
        filled[name] if name in filled else index.get_level_values(at)
        for at, name in enumerate(names)
    ]
    if index.nlevels == 1:
        return pd.Index(levels[0], name=index.name)
    return pd.MultiIndex.from_arrays(levels, names=index.names)


def _levels_named(index: Any) -> list[str]:
    if index.nlevels == 1:
        return ["index" if index.name is None else index.name]
    return [f"index {at}" if name is None else name for at, name in enumerate(index.names)]


def _filled(values: Sequence[Any], old: Any) -> Any:
    """A column of pandas with its new values, in its own type; what did not change is left."""
    import pandas as pd  # noqa: PLC0415

    kept = [
        was if (one is None and missing) or (one is not None and one == str(was)) else one
        for one, was, missing in zip(values, old, old.isna(), strict=True)
    ]
    # A category is made anew: the old ones are the originals.
    sorts = isinstance(old.dtype, pd.CategoricalDtype)
    try:
        return pd.Series(kept, dtype="category" if sorts else old.dtype)
    except (TypeError, ValueError):
        raise _misfit(old.name, old.dtype.name) from None


def _arrow(series: Any) -> Any:
    """A column of pandas as an array; one of values of several types as their texts, and one that
    has none as an empty one of texts."""
    import pyarrow as pa  # noqa: PLC0415

    try:
        found = pa.Array.from_pandas(series)
        return found.cast(pa.string()) if pa.types.is_null(found.type) else found
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        if series.dtype != object:
            raise
    pairs = zip(series, series.isna(), strict=True)
    return pa.array([None if missing else str(one) for one, missing in pairs], pa.string())


def _of_polars(given: Any) -> Adapted:
    import polars as pl  # noqa: PLC0415

    if isinstance(given, pl.LazyFrame):
        adapted = _of_polars(given.collect())
        return Adapted(adapted.table, lambda new, changed: adapted.back(new, changed).lazy())
    if not isinstance(given, pl.DataFrame | pl.Series):
        raise UsageError(_unread(given, "a frame or a series"))
    frame = given.alias(_COLUMN).to_frame() if isinstance(given, pl.Series) else given

    def back(new: Any, changed: Sequence[str]) -> Any:
        made = frame
        for name in changed:
            series, kind = pl.Series(name, pl.from_arrow(new.column(name))), frame.schema[name]
            if isinstance(kind, pl.Enum):  # made anew: the old values are the originals
                series = series.cast(pl.String)
                kind = pl.Enum(series.drop_nulls().unique(maintain_order=True))
            try:
                made = made.with_columns(series.cast(kind))
            except pl.exceptions.PolarsError:
                raise _misfit(name, kind.base_type().__name__) from None
        return made[_COLUMN].alias(given.name) if isinstance(given, pl.Series) else made

    table = frame.to_arrow()
    return Adapted(table.cast(without_notes(table.schema)), back)  # such as the values of an Enum


def _of_arrow(given: Any) -> Adapted:
    import pyarrow as pa  # noqa: PLC0415

    if isinstance(given, pa.RecordBatch):
        table = pa.Table.from_batches([given])
        return Adapted(table, lambda new, changed: _one_batch(new))
    if isinstance(given, pa.Array | pa.ChunkedArray):
        table = pa.table({_COLUMN: given})
        array = isinstance(given, pa.Array)
        return Adapted(
            table,
            lambda new, changed: (
                new.column(_COLUMN).combine_chunks() if array else new.column(_COLUMN)
            ),
        )
    if isinstance(given, pa.Table):
        return Adapted(given, lambda new, changed: new)
    raise UsageError(_unread(given, "a table, a batch or an array"))


def _one_batch(table: Any) -> Any:
    import pyarrow as pa  # noqa: PLC0415

    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], table.schema)


def _of_dataset(given: Any) -> Adapted:
    from datasets.table import InMemoryTable  # noqa: PLC0415

    if isinstance(given, Mapping):
        return _of_splits(given)
    if not hasattr(given, "num_rows"):
        raise UsageError(
            f"an {type(given).__name__} is read bit by bit; give a Dataset, or call a Deidentifier "
            "on each of its batches (map)"
        )
    table = given.with_format("arrow")[:]

    def back(new: Any, changed: Sequence[str]) -> Any:
        return type(given)(InMemoryTable(new), info=given.info, split=given.split)

    return Adapted(table, back)


def _of_splits(given: Any) -> Adapted:
    """A ``DatasetDict``: one release, so that a data subject is the same in every split."""
    import pyarrow as pa  # noqa: PLC0415

    parts = {name: _of_dataset(one) for name, one in given.items()}
    tables = [part.table for part in parts.values()]
    if not tables or any(one.schema.names != tables[0].schema.names for one in tables):
        raise UsageError("the splits of a DatasetDict must have the same columns; give each alone")

    def back(new: Any, changed: Sequence[str]) -> Any:
        made, start = {}, 0
        for name, part in parts.items():
            made[name] = part.back(new.slice(start, part.table.num_rows), changed)
            start += part.table.num_rows
        return type(given)(made)

    return Adapted(pa.concat_tables(tables), back)


def _of_duckdb(given: Any) -> Adapted:
    import pyarrow as pa  # noqa: PLC0415

    def back(new: Any, changed: Sequence[str]) -> Any:
        return sys.modules["duckdb"].from_arrow(new)

    return Adapted(pa.table(given), back)


_ADAPTERS: Mapping[str, Callable[[Any], Adapted]] = {
    "pandas": _of_pandas,
    "polars": _of_polars,
    "pyarrow": _of_arrow,
    "datasets": _of_dataset,
    "duckdb": _of_duckdb,
    "_duckdb": _of_duckdb,
}
"""By the library that an object comes from."""


def _warn(notes: int) -> None:
    """Say what is not in the release."""
    were = "1 note of the frame was" if notes == 1 else f"{notes} notes of the frame were"
    told = f"{were} left out (attrs, metadata): nothing is looked for there"
    warnings.warn(told, UserWarning, stacklevel=4)


def _misfit(name: str, kind: str) -> UsageError:
    return UsageError(
        f"the column {name!r} cannot hold its stand-ins as {kind}; make it one of strings, or one "
        "that may have missing values"
    )


def decide(
    given: Any, policy: Policy, columns: Mapping[str, str] | str | None, subject: str | None
) -> dict[str, str]:
    """What is decided on each column of a frame: by the caller, by the policy, or by what the
    columns seem to hold where the caller says ``"auto"``."""
    adapted = _adapted(given)
    table = adapted.table
    known = dict(policy.columns)
    if isinstance(columns, Mapping):
        _check_there(columns, table.schema.names)
        known |= columns
    elif columns is not None and columns != "auto":
        known[_COLUMN] = columns
    if table.schema.names == [_COLUMN, *adapted.levels]:
        known.setdefault(_COLUMN, "TEXT")
    if columns == "auto":
        for name in table.schema.names:
            kind = None if name in known else _proposed(table, name, policy.language)
            if kind is not None:
                known[name] = kind
    left = _left(table.schema, known)
    if left:
        of_index = [name for name in left if name in adapted.levels]
        what = f" {shown(of_index)} is the index (reset_index drops it)." if of_index else ""
        if columns == "auto":
            names = adapted.table.schema.names
            whole = {name: known[name] for name in names if name in known}
            whole |= dict.fromkeys(left, "KIND")
            raise Undecided(
                f'columns="auto": nothing tells what is in {shown(left)}.{what} Say it, with what '
                f"is told of the others: columns={json.dumps(whole, ensure_ascii=False)}"
            )
        raise Undecided(
            f"nobody has decided on {shown(left)}, which would be released unchanged.{what} Say "
            'what each is, as in columns={"customer": "PERSON", "note": "TEXT", "status": "KEEP"}, '
            'or columns="auto" to take what their names and values tell'
        )
    if subject is not None and subject not in table.schema.names:
        names = table.schema.names
        hint = near(subject, names)
        raise UsageError(f"subject names {subject!r}; there are: {shown(names)}{hint}")
    return known


def _check_there(columns: Iterable[str], names: Sequence[str]) -> None:
    for path in columns:
        if path not in names and path.split(".")[0] not in names:
            raise UsageError(
                f"columns names {path!r}; there are: {shown(names)}{near(path, names)}"
            )


def _left(schema: Any, known: Mapping[str, str]) -> list[str]:
    """The columns, and the members of nested ones, that nobody has decided on."""
    from understudy.corpus import tables  # noqa: PLC0415 - loads pyarrow

    # No column of a frame is decided on by its name alone.
    return tables.undecided_columns(
        schema, Options((), NOWHERE, NOWHERE, NOWHERE, NOWHERE, kept=(*known,))
    )


def _proposed(table: Any, name: str, language: str) -> str | None:
    import pyarrow as pa  # noqa: PLC0415

    column = table.column(name)
    values = column.slice(0, _SAMPLE).to_pylist()
    if pa.types.is_nested(column.type):
        there = [one for one in values if one]
        return "CHAT" if there and all(map(is_chat, there)) else None
    return proposed(name, values, language).kind


def deidentified(
    given: Any, pipeline: Pipeline, key: bytes, subject: str | None, language: str | None
) -> Any:
    """The frame with stand-ins, as what it was."""
    from understudy.corpus import tables  # noqa: PLC0415 - loads pyarrow

    adapted = _adapted(given)
    schema = without_notes(adapted.table.schema)
    if notes := adapted.notes + len(notes_of(adapted.table.schema)):
        _warn(notes)
    named = Options(subject=subject or "subject", default_language=language)
    options = decided(named, pipeline.policy.columns)
    tables.check_columns(adapted.table.schema, _UNIT, options)
    names = [column.name for column in tables.columns_read(adapted.table.schema, options)]
    if not adapted.table.num_rows:  # its categories and dictionaries may hold values all the same
        return adapted.back(schema.empty_table(), names)
    blocks = list(_blocks(adapted.table))
    read = [list(PARQUET.read(block, options)) for block in blocks]
    kind = cells(pipeline.policy.columns).get(options.subject, "")
    whose = Subjects(category=kind, language=pipeline.policy.language)
    records = [record for of_block in read for record in of_block]
    said = _names_in(adapted.table, options)
    parts = _released(records, pipeline, options, key, whose, said)
    rows = iter(parts)
    made = [
        PARQUET.join(block, [next(rows) for _ in records], options)[0]
        for block, records in zip(blocks, read, strict=True)
    ]
    new = tables.table_of(made, schema)
    return adapted.back(new, names)


def _blocks(table: Any) -> Iterator[Block]:
    from understudy.corpus import tables  # noqa: PLC0415

    index = 0
    for batch in table.to_batches(max_chunksize=1 << 14):
        yield Block((tables.serialised(batch),), _UNIT, index + 1, index)
        index += batch.num_rows


def _names_in(table: Any, options: Options) -> list[list[str]]:
    """The names of roles, tools, fields and ids in the conversations of each row."""
    names: list[list[str]] = [[] for _ in range(table.num_rows)]
    for path in options.chats:
        for at, chat in enumerate(table.column(path).to_pylist()):
            names[at] += names_of([chat], f"row {at + 1}")
    return names


def _check_names(
    place: str, names: Sequence[str], result: Result, language: str, read: Document
) -> None:
    """Refuse names that stay as they are and hold what is replaced beside them."""
    values = {(one.original, one.entity.category) for one in result.edits if not one.kept}
    if telling(names, values, language_of(read, language)):
        raise UsageError(f"{place}: {TOLD}: give it another")


def _released(
    records: Sequence[Record],
    pipeline: Pipeline,
    options: Options,
    key: bytes,
    whose: Subjects,
    names: Sequence[Sequence[str]],
) -> list[Parts]:
    """The parts of each record, with stand-ins. Rows are told apart by their numbers: what a
    column calls an id may stand twice in a frame."""
    documents: list[Document] = []
    for at, record in enumerate(records):
        if record.document is not None:
            documents.append(whose.of(record.document._replace(id=f"{_UNIT}#{at + 1}"), _UNIT))
    made = pipeline.run(documents, key)
    numbers = [at for at, record in enumerate(records, 1) if record.document is not None]
    places = [f"row {at}" for at in numbers]
    check_documents(pipeline, zip(places, [one.edits for one in made], strict=True), "row")
    results = iter(made)
    parts: list[Parts] = []
    leaking: dict[str, list[int]] = {}
    for at, record in enumerate(records):
        if record.document is None:
            parts.append(record.parts)
            continue
        result = next(results)
        _check_names(f"row {at + 1}", names[at], result, pipeline.policy.language, record.document)
        after = patched(record.parts, PARQUET.write(record, result.edits, options))[0]
        parts.append(after)
        if pipeline.policy.leak_check:
            beside = PARQUET.beside(record, after, options)
            for place, _ in lingering(result.edits, beside, record.document.language):
                rows = leaking.setdefault(place, [])
                if rows[-1:] != [at + 1]:
                    rows.append(at + 1)
    if leaking:
        _warn_of_leaks(leaking)
    return parts


def _warn_of_leaks(leaking: Mapping[str, Sequence[int]]) -> None:
    """Say where replaced values stand beside the text, as the report of a run does."""
    told = []
    for place, rows in leaking.items():
        more = f" and {len(rows) - _ROWS_SHOWN:,} more" if len(rows) > _ROWS_SHOWN else ""
        shown_rows = ", ".join(map(str, rows[:_ROWS_SHOWN]))
        told.append(f"{place} (row{'s' if len(rows) > 1 else ''} {shown_rows}{more})")
    warnings.warn(
        "values that were replaced still stand beside the text, and are released: "
        f"{'; '.join(told)}. Say what such a column is, or leave it out",
        UserWarning,
        stacklevel=5,
    )


def is_chat(given: Any) -> bool:
    """Whether something is a conversation: a list of messages with roles."""
    return (
        isinstance(given, list)
        and bool(given)
        and all(isinstance(one, dict) and "role" in one for one in given)
    )


def conversations(
    given: Sequence[list[Any]], pipeline: Pipeline, key: bytes, language: str | None
) -> list[list[Any]]:
    """Conversations with stand-ins; each is a document of its own."""
    names = [names_of(one, _message(at, len(given))) for at, one in enumerate(given)]
    records = read_conversations(given, language)
    documents = [record.document for record in records if record.document is not None]
    made = pipeline.run(documents, key)
    numbers = [at for at, record in enumerate(records) if record.document is not None]
    places = [f"conversation {at + 1}" for at in numbers]
    check_documents(pipeline, zip(places, [one.edits for one in made], strict=True), "conversation")
    results = iter(made)
    released = []
    for at, record in enumerate(records):
        if record.document is None:  # nothing is said in it
            released.append(given[at])
            continue
        result = next(results)
        place = f"conversation {at + 1}"
        _check_names(place, names[at], result, pipeline.policy.language, record.document)
        released.append(written_conversation(record, result.edits))
    return released


def _message(at: int, of: int) -> str:
    return "messages" if of == 1 else f"conversation {at + 1}: messages"
