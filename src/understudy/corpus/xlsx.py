"""xlsx: a document per row of each sheet, below a header row.

The parts of a record are the cells that are read, as text behind a letter for their type and a
colon; numbers and dates keep their type. The workbook is written anew from the original with the
new cells. Whatever could repeat a private value beside the cells is left out of the release, and
listed (``xlsxbare``).
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZipFile

from understudy.core.errors import CorpusError, MissingExtra, UsageError
from understudy.core.types import Document, Edit
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Unit, Unread
from understudy.corpus.beside import NAMES
from understudy.corpus.blocks import annotate_nothing, text_patches
from understudy.corpus.columns import check_named, known, missing, texts_in, undecided
from understudy.corpus.compression import BROKEN_ARCHIVE, is_whole
from understudy.corpus.pieces import changes_by_piece, compose, segments
from understudy.corpus.typed import has_text, text_of, value_like
from understudy.corpus.xlsxbare import beside_cells, leave_cells_alone

__all__ = ["XLSX", "Xlsx"]

_LIKE: dict[str, Any] = {
    "i": 0,
    "f": 0.0,
    "t": datetime.datetime(2000, 1, 1),
    "d": datetime.date(2000, 1, 1),
    "c": datetime.time(),
}
"""A letter for the type of a cell → a value of it; strings have none."""
_DAYS = "n"
"""The letter of a number that is a date: so many days after the first of the workbook."""
_SECONDS = 86_400
_FIRST_DAY, _LAST_DAY = 10_000, 80_000
"""Numbers of days that are dates, from 1927 to 2119; 1988 is a year, and 20240301 a date run
together."""


class Layout(NamedTuple):
    """The cells of a row that are read."""

    places: tuple[int, ...]
    """Which of the columns that are read have a value here."""
    texts: tuple[str, ...]
    kinds: tuple[str, ...]
    """The letters of their types; empty for strings."""
    beside: tuple[tuple[str, str], ...]
    """What else the release has of the row: its other cells, the names of its sheet and columns."""
    left_out: tuple[str, ...] = ()
    """What the workbook has beside its cells; told with its first document."""


@dataclass(frozen=True, slots=True)
class Xlsx:
    """A document per row of a workbook."""

    name: str = "xlsx"
    suffixes: tuple[str, ...] = (".xlsx",)
    parts: tuple[str, ...] = (".xlsx",)
    traits: Traits = Traits(fields=True, streams=False, rewrites=True, restores_withheld=False)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        if stream is not None or not unit.paths:
            raise UsageError("xlsx cannot be read from a pipe")
        book = _workbook(unit)
        used = [sheet for sheet in book.worksheets if _is_used(sheet)]
        if options.strict:
            from understudy.corpus.proposal import SHEETS, check_sheets  # noqa: PLC0415 - it asks for formats

            if SHEETS not in options.kept:
                check_sheets([sheet.title for sheet in used], unit.name)
        heads = {sheet.title: _head(sheet, unit, options) for sheet in used}
        sheets = [sheet for sheet in used if sheet.max_row > 1]
        if not sheets:
            raise CorpusError("no sheet has rows below a header", file=unit.name)
        _check_texts(heads.values(), unit, options)
        index, left_out = 0, beside_cells(book)
        for at, sheet in enumerate(sheets):
            head = heads[sheet.title]
            rows = [_row(row, head, unit, sheet) for row in _below(sheet)]
            if any(text for row in rows for _, text in row["cells"]):
                head["left_out"], left_out = left_out, []
            data = json.dumps(rows, ensure_ascii=False).encode()
            last = at == len(sheets) - 1
            yield Block((data,), unit.name, 2, index, json.dumps(head).encode(), last)
            index += len(rows)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        head = json.loads(block.head)
        names, left_out = head["names"], head.get("left_out", ())
        for number, row in enumerate(json.loads(block.parts[0])):
            parts = tuple(f"{kind}:{text}".encode() for kind, text in row["cells"])
            there = [at for at, one in enumerate(row["cells"]) if one[1]]
            if not there:
                yield Record(parts, None)
                continue
            layout = Layout(
                tuple(there),
                tuple(row["cells"][at][1] for at in there),
                tuple(row["cells"][at][0] for at in there),
                (
                    *map(tuple, row["beside"]),
                    ("the name of the sheet", head["sheet"]),
                    (NAMES, "\n".join(head["all"])),
                ),
                tuple(left_out),
            )
            left_out = ()
            plain = len(names) == 1 and not options.cells
            fields = segments([names[at] for at in there], layout.texts)
            document = Document(
                row["id"] or f"{block.unit}#{head['sheet']}#{number + 2}",
                compose(layout.texts)[0],
                row["language"] or options.default_language,
                row["subject"] or None,
                () if plain else fields,
            )
            yield Record(parts, document, layout)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        document, layout = record.document, record.layout
        if document is None:
            return ()
        patches: list[Patch] = []
        inside = changes_by_piece(edits, layout.texts, document.id)
        pieces = zip(layout.places, layout.texts, layout.kinds, inside, strict=True)
        for part, text, kind, changed in pieces:
            if changed and kind:
                new = text
                for start, end, surrogate in reversed(changed):
                    new = new[:start] + surrogate + new[end:]
                value = value_like(new, _LIKE["t" if kind == _DAYS else kind])
                data = ":" if value is None else f"{kind}:{text_of(value)}"
                patches.append(Patch(0, len(record.parts[part]), data.encode(), part))
            elif changed:
                patches += text_patches(text, changed, part=part, base=1)
        return tuple(patches)

    annotate = annotate_nothing

    def unread(self, record: Record, options: Options) -> tuple[Unread, ...]:
        """What the workbook has beside its cells; none of it can be kept."""
        return tuple(Unread("", what) for what in record.layout.left_out)

    def clean(
        self, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
    ) -> tuple[Patch, ...]:
        """What is left out stands in no cell: ``assemble`` writes the workbook without it."""
        return self.write(record, edits, options)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield from record.layout.beside

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for sheet in _workbook(unit).worksheets:
            names = [cell.value for cell in next(sheet.iter_rows(), ())]
            for at, row in enumerate(_below(sheet)):
                if at >= rows:
                    break
                for name, cell in zip(names, row, strict=False):
                    if name is not None:
                        found.setdefault(str(name), []).append(cell.value)
        return found

    def join(self, block: Block, records: Sequence[Parts | None], options: Options) -> Parts:
        rows = [None if one is None else [part.decode() for part in one] for one in records]
        whole = {**json.loads(block.head), "rows": rows}
        return (json.dumps(whole, ensure_ascii=False).encode(),)

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        if not isinstance(targets, tuple):
            raise UsageError("xlsx cannot be written to a pipe")
        book = _workbook(unit)
        for (data,) in blocks:
            _fill(book[json.loads(data)["sheet"]], json.loads(data))
        leave_cells_alone(book)
        targets[0].parent.mkdir(parents=True, exist_ok=True)
        book.save(targets[0])


def from_days(number: float, epoch: datetime.datetime) -> datetime.datetime:
    """The date that a number of days is, in whole seconds."""
    from openpyxl.utils.datetime import from_excel  # noqa: PLC0415 - an extra

    found = from_excel(round(number * _SECONDS) / _SECONDS, epoch)
    made: datetime.datetime = found.replace(microsecond=0)
    return made


def to_days(when: datetime.datetime, epoch: datetime.datetime) -> float:
    """A date as the number of days that a workbook has in its place."""
    from openpyxl.utils.datetime import to_excel  # noqa: PLC0415

    number = float(to_excel(when, epoch))
    return int(number) if number.is_integer() else number


def _workbook(unit: Unit) -> Any:
    try:
        from openpyxl import load_workbook  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtra("xlsx", "documents") from None
    path = unit.paths[0]
    try:
        with path.open("rb") as source, ZipFile(source) as archive:
            size = sum(one.file_size for one in archive.infolist())
            whole = is_whole(archive, source)
    except BROKEN_ARCHIVE as error:
        raise _unreadable(error, unit) from None
    if not whole:
        raise CorpusError("bytes before or behind the archive", file=unit.name)
    unit.limits.check_expansion(path.stat().st_size, size, unit.name)
    try:
        with path.open("rb") as source:  # of a damaged file nobody else closes it
            return load_workbook(source)
    except Exception as error:  # a broken archive fails in many ways
        raise _unreadable(error, unit) from None


def _unreadable(error: Exception, unit: Unit) -> CorpusError:
    return CorpusError(
        f"not a readable workbook ({type(error).__name__}): a damaged file, one with a password, "
        "or another kind of file under this name (a csv, an old .xls); open it and save it as "
        ".xlsx",
        file=unit.name,
    )


def _below(sheet: Any) -> Iterator[Any]:
    """The rows below the header."""
    yield from sheet.iter_rows(min_row=2)


def _is_used(sheet: Any) -> bool:
    return any(cell.value is not None for row in sheet.iter_rows() for cell in row)


def _check_texts(heads: Iterable[dict[str, Any]], unit: Unit, options: Options) -> None:
    """A column that is read is in one sheet at least; others may be of another kind."""
    there = list(dict.fromkeys(name for head in heads for name in head["all"]))
    for name in texts_in(there, options):
        if name not in there:
            raise CorpusError(missing(name, there, options), file=unit.name)
    check_named(there, options, unit.name)


def _head(sheet: Any, unit: Unit, options: Options) -> dict[str, Any]:
    """What the header of a sheet says: which columns are read, and which name the document."""
    row = [None if cell.value is None else str(cell.value) for cell in next(sheet.iter_rows())]
    names = [name for name in row if name is not None]
    place = f"{unit.name} (sheet {sheet.title})"
    if len(set(names)) < len(names):
        raise CorpusError("two columns have the same name; rename one of them", file=place)
    nameless = [at for at, name in enumerate(row) if name is None]
    if any(cells[at].value is not None for cells in _below(sheet) for at in nameless):
        raise CorpusError(
            "a column has values and no name; the first row must be a header with a name for each "
            "column, so delete titles above it, split merged cells, and name or delete the column",
            file=place,
        )
    texts = [name for name in texts_in(names, options) if name in names]
    left = [name for name in names if name not in known(options, annotated=False)]
    if options.strict and left:
        raise undecided(left, place)
    places = {name: row.index(name) for name in names}
    return {
        "sheet": sheet.title,
        "names": texts,
        "all": names,
        "dates": [name for name in texts if name in options.dates],
        "columns": {
            "cells": [places[name] for name in texts],
            "beside": [(f"column {name}", places[name]) for name in names if name not in texts],
            "id": places.get(options.id),
            "language": places.get(options.language),
            "subject": places.get(options.subject),
        },
    }


def _row(row: Sequence[Any], head: dict[str, Any], unit: Unit, sheet: Any) -> dict[str, Any]:
    columns = head["columns"]

    def value(at: int | None) -> str:
        return "" if at is None or row[at].value is None else text_of(row[at].value)

    return {
        "cells": [
            _cell(row[at], unit, sheet, dated=name in head["dates"])
            for name, at in zip(head["names"], columns["cells"], strict=True)
        ],
        "beside": [(name, said) for name, at in columns["beside"] if (said := value(at))],
        "id": value(columns["id"]),
        "language": value(columns["language"]),
        "subject": value(columns["subject"]),
    }


def _cell(cell: Any, unit: Unit, sheet: Any, *, dated: bool) -> tuple[str, str]:
    """The letter of a cell's type, and its text."""
    value = cell.value
    if not has_text(value):
        return "", ""
    if cell.data_type == "f":
        place = f"{unit.name} (sheet {sheet.title})"
        raise CorpusError(f"{cell.coordinate} is a formula; paste its values", file=place)
    if isinstance(value, str):
        return "", value
    if dated and isinstance(value, int | float) and _FIRST_DAY <= value <= _LAST_DAY:
        return _DAYS, text_of(from_days(value, sheet.parent.epoch))
    for letter, like in _LIKE.items():
        if type(value) is type(like):
            return letter, text_of(value)
    return "", str(value)


def _fill(sheet: Any, block: dict[str, Any]) -> None:
    """The new cells of a sheet; rows that are withheld go."""
    for number, row in enumerate(block["rows"]):
        if row is None:
            continue
        for at, part in zip(block["columns"]["cells"], row, strict=True):
            kind, _, text = part.partition(":")
            cell = sheet.cell(number + 2, at + 1)
            if kind == _DAYS:
                cell.value = to_days(value_like(text, _LIKE["t"]), sheet.parent.epoch)
            elif kind:
                cell.value = value_like(text, _LIKE[kind]) if text else None
            elif text or cell.value is not None:
                cell.value = text or None
                cell.data_type = "s" if text else "n"  # "=1" is text here, and no formula
    for number in reversed(range(len(block["rows"]))):
        if block["rows"][number] is None:
            sheet.delete_rows(number + 2)


XLSX = Xlsx()
