"""parquet: a document per row, in one column or several.

A block is a record batch in Arrow's stream format. The parts of a record are the UTF-8 bytes of
the cells that are read (numbers and dates as text, lists and structs as JSON) and, last, its
annotations as JSON; the other columns never leave the batch.

pyarrow takes longer to load than most commands take to run, so ``tables`` is imported when used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import Document, Edit, Entity, Segment, Span
from understudy.corpus.base import (
    Block,
    Options,
    Parts,
    Patch,
    Record,
    Traits,
    Unit,
    Unread,
)
from understudy.corpus.beside import NAMES, as_text, of_value
from understudy.corpus.blocks import Change, decoded, text_patches
from understudy.corpus.jsonl import in_row
from understudy.corpus.jsonrow import leaves, literals, members
from understudy.corpus.jsonspans import described, encoder, moved, spans
from understudy.corpus.pieces import (
    Fields,
    Literal,
    RowError,
    changes_by_piece,
    compose,
    segments,
    speaker_of,
)
from understudy.corpus.tablenotes import METADATA, notes_of
from understudy.corpus.typed import text_of, value_like

__all__ = ["PARQUET", "Parquet"]


class Layout(NamedTuple):
    """The texts and annotations of a row."""

    literals: tuple[Literal, ...]
    places: tuple[int, ...]
    """For each of them the part that it stands in."""
    nested: Mapping[int, str]
    """The parts that are JSON, as text."""
    scalars: Mapping[int, Any]
    """The parts that are numbers or dates, each with a value of its type."""
    entities: list[dict[str, Any]] | None
    beside: tuple[tuple[str, str], ...] = ()
    """What else the release has of the row: its other cells, and the names of columns."""
    notes: int = 0
    """How many notes the file has beside its rows; told with its first document."""

    @property
    def texts(self) -> list[str]:
        """The pieces of the document's text."""
        return [literal.text for literal in self.literals]

    def fields(self) -> Fields:
        """Where each piece starts and ends in the text of the document."""
        _, starts = compose(self.texts)
        return {
            literal.name: (start, start + len(literal.text))
            for literal, start in zip(self.literals, starts, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Parquet:
    """A document per row of a parquet file."""

    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet",)
    parts: tuple[str, ...] = (".parquet",)
    traits: Traits = Traits(
        fields=True,
        paths=True,
        streams=False,
        carries_annotations=True,
        writes_annotations=True,
        rewrites=True,
        restores_withheld=False,
    )

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        from understudy.corpus import tables  # noqa: PLC0415

        if stream is not None or not unit.paths:
            raise UsageError("parquet cannot be read from a pipe")
        with tables.open_table(unit) as table:
            index, rows = 0, table.metadata.num_rows
            packed = unit.paths[0].stat().st_size
            made = tables.batches(table, unit.name, options, size, unit.limits, packed)
            for data, count in made:
                last = index + count == rows
                yield Block((data,), unit.name, index + 1, index, last=last)
                index += count

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        from understudy.corpus import tables  # noqa: PLC0415

        batch = tables.batch_of(block.parts[0])
        columns = tables.columns_read(batch.schema, options)
        cells = [tables.cells_of(batch, column) for column in columns]
        names = [_values(batch, name) for name in (options.id, options.language, options.subject)]
        entities = tables.entities_of(batch, options.entities)
        others = _others(batch, [column.name for column in columns], options)
        kept = METADATA in options.kept or not options.strict
        about = _about(batch.schema, kept)
        notes = 0 if block.index else len(notes_of(batch.schema))
        for number in range(batch.num_rows):
            row = [column[number] for column in cells]
            parts = (*(cell or b"" for cell in row), entities[number])
            identity, language, subject = (column[number] for column in names)
            if all(cell is None for cell in row):
                yield Record(parts, None)
                continue
            line = block.line + number
            try:
                annotations, layout = _layout(columns, row, entities[number], block, line, options)
            except RowError as error:
                raise CorpusError(str(error), file=block.unit, line=line) from None
            document = Document(
                identity or f"{block.unit}#{block.index + number + 1}",
                compose(layout.texts)[0],
                language or options.default_language,
                subject,
                () if _is_plain(options, columns) else _segments(layout, options),
                annotations,
            )
            cells_beside = ((name, values[number]) for name, values in others)
            beside = (*about, *(one for one in cells_beside if one[1]))
            yield Record(parts, document, layout._replace(beside=beside, notes=notes))
            notes = 0

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        document, layout = record.document, record.layout
        if document is None or not edits:
            return ()
        changed: dict[int, list[Change]] = {}
        inside = changes_by_piece(edits, layout.texts, document.id)
        for part, literal, of_piece in zip(layout.places, layout.literals, inside, strict=True):
            if not of_piece:
                continue
            row = layout.nested.get(part)
            placed = of_piece if row is None else in_row(row, literal, of_piece)
            changed.setdefault(part, []).extend(placed)
        whole = dict(zip(layout.places, layout.texts, strict=True)) | dict(layout.nested)
        patches: list[Patch] = []
        for part, of_part in changed.items():
            if part in layout.scalars:
                data = _in_type(whole[part], of_part, layout.scalars[part])
                patches.append(Patch(0, len(record.parts[part]), data, part))
            else:
                patches += text_patches(whole[part], sorted(of_part), part=part)
        if document.annotations:
            entries = moved(layout.entities, document, edits, layout.fields())
            patches.append(_entities_patch(record, entries))
        return tuple(patches)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield f"column {options.entities}", as_text(after[-1])
        yield from record.layout.beside

    def unread(self, record: Record, options: Options) -> tuple[Unread, ...]:
        """The notes of the file: what its metadata holds that is no program's."""
        count = record.layout.notes
        what = "1 note" if count == 1 else f"{count} notes"
        return (Unread(METADATA, f"{what} in the metadata of the file"),) if count else ()

    def clean(
        self, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
    ) -> tuple[Patch, ...]:
        """What is left out stands in no row: ``assemble`` writes the file without it."""
        return self.write(record, edits, options)

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        from understudy.corpus import tables  # noqa: PLC0415

        found: dict[str, list[Any]] = {}
        with tables.open_table(unit) as table:
            for row in tables.first_rows(table, rows):
                for path, value in leaves(row):
                    found.setdefault(path, []).append(value)
        return found

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        fields = record.layout.fields() if len(options.text) > 1 else {}
        return (_entities_patch(record, described(entities, fields)),)

    def join(self, block: Block, records: Sequence[Parts | None], options: Options) -> Parts:
        from understudy.corpus import tables  # noqa: PLC0415

        return (tables.rebuilt(block.parts[0], records, options),)

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        from understudy.corpus import tables  # noqa: PLC0415

        if not isinstance(targets, tuple):
            raise UsageError("parquet cannot be written to a pipe")
        bare = options.strict and METADATA not in options.kept
        tables.write_table((parts[0] for parts in blocks), unit, targets[0], bare=bare)


def _others(batch: Any, read: Sequence[str], options: Options) -> list[tuple[str, list[str]]]:
    """The cells of the columns that are released as they are, as text."""
    apart = {*read, options.entities, options.language}
    return [
        (f"column {name}", [of_value(value) for value in batch.column(name).to_pylist()])
        for name in batch.schema.names
        if name not in apart
    ]


def _about(schema: Any, kept: bool) -> tuple[tuple[str, str], ...]:
    """What the file says of itself: the names of columns, and notes that stay."""
    notes = [as_text(one) for one in notes_of(schema)] if kept else []
    names = (NAMES, "\n".join(schema.names))
    return (names, ("the notes of the file", "\n".join(notes))) if notes else (names,)


def _values(batch: Any, name: str) -> list[str | None]:
    if name not in batch.schema.names:
        return [None] * batch.num_rows
    return [None if value is None else str(value) for value in batch.column(name).to_pylist()]


def _in_type(text: str, changed: Sequence[Change], like: Any) -> bytes:
    """A cell as it will be read again; empty where the type of its column has no such value."""
    for start, end, new in sorted(changed, reverse=True):
        text = text[:start] + new + text[end:]
    value = value_like(text, like)
    return b"" if value is None else text_of(value).encode()


def _is_plain(options: Options, columns: Sequence[Any]) -> bool:
    alone = len(options.text) == 1 and columns[0].form == "string"
    return alone and not options.cells and not options.chats


def _segments(layout: Layout, options: Options) -> tuple[Segment, ...]:
    return segments(
        [literal.name for literal in layout.literals],
        layout.texts,
        [speaker_of(one, options.cells) for one in layout.literals],
    )


def _layout(
    columns: Sequence[Any],
    row: Sequence[bytes | None],
    entities: bytes,
    block: Block,
    line: int,
    options: Options,
) -> tuple[tuple[Span, ...], Layout]:
    found: list[Literal] = []
    places: list[int] = []
    nested: dict[int, str] = {}
    scalars: dict[int, Any] = {}
    for part, (column, cell) in enumerate(zip(columns, row, strict=True)):
        if cell is None:
            continue
        text = decoded(cell, block.unit, line)
        if column.form == "nested":
            nested[part] = text
            there, _ = members(text, 0, frozenset((column.name,)))
            inside = literals(text, there, replace(options, text=column.paths))
        else:
            inside = [Literal(column.name, text, 0, len(text))]
            if column.form == "scalar":
                scalars[part] = column.like
        found += inside
        places += [part] * len(inside)
    try:
        marked = json.loads(entities) if entities else None
    except ValueError:
        raise RowError(f"the column {options.entities!r} is not JSON") from None
    layout = Layout(tuple(found), tuple(places), nested, scalars, marked)
    length = len(compose(layout.texts)[0])
    return spans(marked, options.entities, length, layout.fields()), layout


def _entities_patch(record: Record, entries: list[dict[str, Any]]) -> Patch:
    part = len(record.parts) - 1
    old = record.parts[part]
    sample = old.decode() if b":" in old else '{"": 0, "": 0}'
    data = encoder(sample, ascii_only=False)(entries).encode()
    return Patch(0, len(old), data, part)


PARQUET = Parquet()
