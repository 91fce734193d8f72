"""parquet: a document per row, in one column or several.

A block is a record batch in Arrow's stream format. The parts of a record are the UTF-8 bytes of
its text cells and, last, its annotations as JSON; the other columns never leave the batch.

pyarrow takes longer to load than most commands take to run, so ``tables`` is imported when used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import Document, Edit, Entity, Span
from understudy.corpus.base import (
    Block,
    Options,
    Parts,
    Patch,
    Record,
    Traits,
    Unit,
)
from understudy.corpus.beside import as_text
from understudy.corpus.blocks import decoded, text_patches
from understudy.corpus.jsonrow import leaves
from understudy.corpus.jsonspans import described, encoder, moved, spans
from understudy.corpus.pieces import Fields, RowError, changes_by_piece, compose, segments

__all__ = ["PARQUET", "Parquet"]


class Layout(NamedTuple):
    """The texts and annotations of a row."""

    columns: tuple[int, ...]
    """Which text columns have a value in this row."""
    names: tuple[str, ...]
    texts: tuple[str, ...]
    entities: list[dict[str, Any]] | None

    def fields(self) -> Fields:
        """Where each column starts and ends in the text of the document."""
        _, starts = compose(self.texts)
        return {
            name: (start, start + len(text))
            for name, start, text in zip(self.names, starts, self.texts, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Parquet:
    """A document per row of a parquet file."""

    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet",)
    parts: tuple[str, ...] = (".parquet",)
    traits: Traits = Traits(
        fields=True,
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
            for data, count in tables.batches(table, unit.name, options, size):
                last = index + count == rows
                yield Block((data,), unit.name, index + 1, index, last=last)
                index += count

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        from understudy.corpus import tables  # noqa: PLC0415

        batch = tables.batch_of(block.parts[0])
        cells = [tables.bytes_of(batch, name) for name in options.text]
        names = [_values(batch, name) for name in (options.id, options.language, options.subject)]
        entities = tables.entities_of(batch, options.entities)
        for number in range(batch.num_rows):
            row = [column[number] for column in cells]
            parts = (*(cell or b"" for cell in row), entities[number])
            identity, language, subject = (column[number] for column in names)
            if all(cell is None for cell in row):
                yield Record(parts, None)
                continue
            line = block.line + number
            try:
                annotations, layout = _layout(row, entities[number], block.unit, line, options)
            except RowError as error:
                raise CorpusError(str(error), file=block.unit, line=line) from None
            plain = len(options.text) == 1 and not options.cells
            document = Document(
                identity or f"{block.unit}#{block.index + number + 1}",
                compose(layout.texts)[0],
                language or options.default_language,
                subject,
                () if plain else segments(layout.names, layout.texts),
                annotations,
            )
            yield Record(parts, document, layout)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        document, layout = record.document, record.layout
        if document is None or not edits:
            return ()
        patches: list[Patch] = []
        inside = changes_by_piece(edits, layout.texts, document.id)
        for column, text, changed in zip(layout.columns, layout.texts, inside, strict=True):
            patches += text_patches(text, changed, part=column)
        if document.annotations:
            entries = moved(layout.entities, document, edits, layout.fields())
            patches.append(_entities_patch(record, entries))
        return tuple(patches)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield f"column {options.entities}", as_text(after[-1])

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
        tables.write_table((parts[0] for parts in blocks), unit, targets[0])


def _values(batch: Any, name: str) -> list[str | None]:
    if name not in batch.schema.names:
        return [None] * batch.num_rows
    return [None if value is None else str(value) for value in batch.column(name).to_pylist()]


def _layout(
    row: Sequence[bytes | None], entities: bytes, unit: str, line: int, options: Options
) -> tuple[tuple[Span, ...], Layout]:
    columns = tuple(index for index, cell in enumerate(row) if cell is not None)
    texts = tuple(decoded(cell, unit, line) for cell in row if cell is not None)
    try:
        found = json.loads(entities) if entities else None
    except ValueError:
        raise RowError(f"the column {options.entities!r} is not JSON") from None
    layout = Layout(columns, tuple(options.text[index] for index in columns), texts, found)
    length = len(compose(texts)[0])
    return spans(found, options.entities, length, layout.fields()), layout


def _entities_patch(record: Record, entries: list[dict[str, Any]]) -> Patch:
    part = len(record.parts) - 1
    old = record.parts[part]
    sample = old.decode() if b":" in old else '{"": 0, "": 0}'
    data = encoder(sample, ascii_only=False)(entries).encode()
    return Patch(0, len(old), data, part)


PARQUET = Parquet()
