"""csv and tsv: a document per row, in one column or several, below a header line.

Cells are quoted as RFC 4180 has it, in tsv too. A quote or a carriage return inside an unquoted
cell is refused: what it means depends on the reader, and rows could not be told apart for sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from understudy.core.errors import CorpusError, UsageError
from understudy.core.settings import near
from understudy.core.types import Document, Edit
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Unit
from understudy.corpus.beside import NAMES
from understudy.corpus.blocks import (
    BOM,
    FIRST_BYTES,
    Change,
    annotate_nothing,
    assemble_in_order,
    decoded,
    join_in_order,
    lines_of,
    marked_last,
    opened,
    text_patches,
)
from understudy.corpus.columns import check_named, known, missing, shown, texts_in, undecided
from understudy.corpus.pieces import (
    Literal,
    RowError,
    changes_by_piece,
    compose,
    positions,
    segments,
)

__all__ = ["CSV", "TSV", "Delimited"]

_DOUBLED = re.compile('""')
_QUOTED = re.compile(rb'"[^"]*"')
_SEPARATOR = "sep="
_DELIMITERS = ";\t|,"
_USUAL = frozenset(("id", "text", "language", "subject", "name", "date", "label", "email", "phone"))
"""Names that tell a header from a row."""


class Table(NamedTuple):
    """What the header says."""

    delimiter: str
    width: int
    text: tuple[tuple[str, int], ...]
    """The names and numbers of the columns with text."""
    id: int | None
    language: int | None
    subject: int | None
    unread: tuple[tuple[str, int], ...] = ()
    """The names and numbers of the columns without."""
    names: str = ""
    """Of all columns, a line each."""
    quoted: frozenset[str] = frozenset()
    """The columns whose names are in quotes and need none: their cells keep what they have."""


class Layout(NamedTuple):
    """A row, and where the texts stand in it."""

    row: str
    cells: list[tuple[int, int]]
    literals: list[Literal]
    table: Table


@dataclass(frozen=True, slots=True)
class Delimited:
    """A document per row, with a delimiter between the cells."""

    name: str
    suffixes: tuple[str, ...]
    parts: tuple[str, ...]
    delimiter: str
    traits: Traits = Traits(any_encoding=True, fields=True)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        line, index, head = 1, 0, b""
        with opened(unit, stream) as source:
            for data, last in marked_last(_row_chunks(source, size, unit), unit):
                head = head or next(_rows_of(data))
                yield Block((data,), unit.name, line, index, head, last)
                line += data.count(b"\n")
                index += _row_ends(data)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        table = _table(block, options.delimiter or found_in(block.head, self.delimiter), options)
        line = block.line
        for index, raw in enumerate(_rows_of(block.parts[0]), start=block.index):
            row = decoded(raw, block.unit, line)
            if index == 0 or row in ("\n", "\r\n", "\r"):
                yield Record((raw,), None)
            else:
                identity = f"{block.unit}#{index + 1}"
                try:
                    document, layout = _document(row, table, identity, options)
                except RowError as error:
                    raise CorpusError(str(error), file=block.unit, line=line) from None
                yield Record((raw,), document, layout)
            line += raw.count(b"\n")

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        return text_patches(record.layout.row, _changed(record, edits)) if record.document else ()

    def render(self, record: Record, edits: Sequence[Edit], options: Options) -> Parts:
        if record.document is None:
            return record.parts
        row, cursor = record.layout.row, 0
        pieces: list[str] = []
        for start, end, new in _changed(record, edits):
            pieces += (row[cursor:start], new)
            cursor = end
        return ("".join((*pieces, row[cursor:])).encode(),)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield NAMES, record.layout.table.names
        # No edit reaches into a column that is not read: its cells are released as they were.
        row, cells = record.layout.row, record.layout.cells
        for name, at in record.layout.table.unread:
            yield f"column {name}", _literal(row, name, cells[at]).text

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        block = next(iter(self.split(unit, options, size=FIRST_BYTES)))
        delimiter = options.delimiter or found_in(block.head, self.delimiter)
        row = _header(block)
        found: dict[str, list[Any]] = {}
        try:
            names = [_literal(row, "", cell).text for cell in _cells(row, delimiter)]
            found = {name: [] for name in names}
            for line in islice(_rows_of(block.parts[0]), 1, rows + 1):
                row = decoded(line, unit.name)
                for name, cell in zip(names, _cells(row, delimiter), strict=False):
                    found[name].append(_literal(row, name, cell).text)
        except RowError as error:
            raise CorpusError(str(error), file=unit.name) from None
        return found

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _row_chunks(source: BinaryIO, size: int, unit: Unit) -> Iterator[bytes]:
    """Chunks that end with a row, but for the last; none is empty."""
    held = b""
    wanted = size
    while chunk := source.read(wanted):
        held += chunk
        cut = _last_row_end(held)
        if cut:
            yield held[:cut]
            held = held[cut:]
            wanted = size
        else:
            unit.limits.check_document(len(held), unit.name)
            # A cell longer than the block: reading ever more keeps the work linear.
            wanted = min(len(held), unit.limits.document + 1 - len(held))
    if held:
        yield held


def _last_row_end(data: bytes) -> int:
    """Behind the last line feed that has an even number of quotes before it; 0 without one."""
    end = data.rfind(b"\n") + 1
    while end and data.count(b'"', 0, end) % 2:
        end = data.rfind(b"\n", 0, data.rfind(b'"', 0, end)) + 1
    return end


def _row_ends(data: bytes) -> int:
    """How many line feeds are outside quotes."""
    return sum(unquoted.count(b"\n") for unquoted in data.split(b'"')[::2])


def _rows_of(data: bytes) -> Iterator[bytes]:
    """The rows with their ends; a quote that is never closed makes the rest one row."""
    if b'"' not in data:
        yield from lines_of(data)
        return
    held: list[bytes] = []
    inside = False
    for line in lines_of(data):
        held.append(line)
        inside ^= line.count(b'"') % 2 == 1
        if not inside:
            yield b"".join(held)
            held = []
    if held:
        yield b"".join(held)


@lru_cache(maxsize=16)
def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise UsageError("the delimiter must be one character, neither quote nor line break")
    return re.compile(f'"[^"]*+(?:""[^"]*+)*+"|[^"\r{re.escape(delimiter)}]*+')


def _cells(row: str, delimiter: str) -> list[tuple[int, int]]:
    """Where the cells of a row start and end, with their quotes."""
    pattern = _cell_pattern(delimiter)
    limit = len(row.removesuffix("\n").removesuffix("\r"))
    cells: list[tuple[int, int]] = []
    at = 0
    while True:
        match = pattern.match(row, at, limit)
        end = match.end() if match else at
        cells.append((at, end))
        if end == limit:
            return cells
        if row[end] != delimiter:
            raise RowError(_fault(row, at, end, len(cells)))
        at = end + 1


def _fault(row: str, start: int, end: int, number: int) -> str:
    if row[end] == "\r":
        return f"cell {number} has a carriage return outside quotes"
    if start == end:
        return f"cell {number} has a quote that is never closed"
    if row[start] == '"':
        return f"cell {number} goes on behind its closing quote"
    return f"cell {number} has a quote but is not quoted"


def _literal(row: str, name: str, cell: tuple[int, int]) -> Literal:
    start, end = cell
    if row.startswith('"', start, end):
        return Literal(name, row[start + 1 : end - 1].replace('""', '"'), start + 1, end - 1)
    return Literal(name, row[start:end], start, end)


def _table(block: Block, delimiter: str, options: Options) -> Table:
    row = _header(block)
    try:
        titles = [_literal(row, "", cell) for cell in _cells(row, delimiter)]
    except RowError as error:
        raise CorpusError(str(error), file=block.unit, line=1) from None
    names = [title.text for title in titles]
    texts = texts_in(names, options)
    for name in texts:
        if names.count(name) != 1:
            if name in names:
                message = f"there are two columns {name!r}; rename one of them"
            else:
                message = missing(name, (), options) + _there(row, names, options, name)
            raise CorpusError(message, file=block.unit, line=1)
    check_named(names, options, block.unit)
    left = [name for name in names if name not in known(options, annotated=False)]
    if options.strict and left:
        from understudy.corpus.proposal import check_header  # noqa: PLC0415 - it asks for formats

        check_header(names, block.unit)
        raise undecided(left, block.unit)

    def number(name: str) -> int | None:
        return names.index(name) if name in names else None

    return Table(
        delimiter,
        len(names),
        tuple((name, names.index(name)) for name in texts),
        number(options.id),
        number(options.language),
        number(options.subject),
        tuple((name, at) for at, name in enumerate(names) if name not in texts),
        "\n".join(names),
        frozenset(
            title.text
            for title in titles
            if _in_quotes(row, title) and not _needs_quotes(title.text, delimiter, len(titles))
        ),
    )


def _header(block: Block) -> str:
    """The first line, which names the columns."""
    row = decoded(block.head.removeprefix(BOM), block.unit)
    said = row.strip().strip('"').lower()
    if said.startswith(_SEPARATOR) and len(said) == len(_SEPARATOR) + 1:
        raise CorpusError(
            "the first line says how a spreadsheet divides the rows, and names no columns; "
            "delete it",
            file=block.unit,
            line=1,
        )
    return row


def _there(row: str, names: Sequence[str], options: Options, wanted: str) -> str:
    """Which columns there are, also if they were cut at another delimiter.

    They are told only where the first line is sure to be a header, by a name that was looked for:
    a file without a header has private text in its place.
    """
    for delimiter in _DELIMITERS:
        try:
            cut = [_literal(row, "", cell).text for cell in _cells(row, delimiter)]
        except RowError:
            continue
        if len(cut) > len(names) and _is_header(cut, options):
            option = "tab" if delimiter == "\t" else f"'{delimiter}'"
            return f"; with --delimiter {option} there are: {shown(cut)}"
    if _is_header(names, options):
        hint = "" if wanted in options.cells else "; name one with --text"
        return f"; there are: {shown(names)}{near(wanted, names) or hint}"
    hint = "; is there another --delimiter?" if len(names) == 1 else ""
    return f" among the {len(names)} of the first line, which must be a header{hint}"


def found_in(head: bytes, usual: str) -> str:
    """The delimiter of a header: the usual one, or that of a header which has only another."""
    row = _QUOTED.sub(b"", head)
    counts = {sign: row.count(sign.encode()) for sign in _DELIMITERS}
    return (
        usual if counts[usual] or not any(counts.values()) else max(counts, key=counts.__getitem__)
    )


def _is_header(names: Sequence[str], options: Options) -> bool:
    return not (_USUAL | known(options)).isdisjoint((*names, *map(str.lower, names)))


def _document(row: str, table: Table, identity: str, options: Options) -> tuple[Document, Layout]:
    cells = _cells(row, table.delimiter)
    if len(cells) != table.width:
        raise RowError(f"the row has {len(cells)} cells, the header has {table.width}")

    def value(column: int | None) -> str:
        return "" if column is None else _literal(row, "", cells[column]).text

    pieces = [_literal(row, name, cells[column]) for name, column in table.text]
    texts = [literal.text for literal in pieces]
    plain = len(pieces) == 1 and not options.cells
    document = Document(
        value(table.id) or identity,
        compose(texts)[0],
        value(table.language) or options.default_language,
        value(table.subject) or None,
        () if plain else segments([literal.name for literal in pieces], texts),
    )
    return document, Layout(row, cells, pieces, table)


def _changed(record: Record, edits: Sequence[Edit]) -> list[Change]:
    """What edits change in a row, in its order."""
    document, layout = record.document, record.layout
    if document is None:
        return []
    texts = [literal.text for literal in layout.literals]
    changed: list[Change] = []
    for literal, inside in zip(
        layout.literals, changes_by_piece(edits, texts, document.id), strict=True
    ):
        if inside:
            changed += _cell_changes(layout.row, literal, inside, layout.table)
    changed.sort()
    return changed


def _cell_changes(row: str, literal: Literal, inside: list[Change], table: Table) -> list[Change]:
    """Changes inside the cell, or one of the whole cell where it needs quotes now, or needs none
    any more: quotes that stay would tell that a comma or a quote stood in what was replaced."""
    quoted = _in_quotes(row, literal)
    text = literal.text
    for start, end, new in reversed(inside):
        text = text[:start] + new + text[end:]
    needed = _needs_quotes(text, table.delimiter, table.width)
    if quoted and (needed or literal.name in table.quoted):
        doubled = [(start, end, new.replace('"', '""')) for start, end, new in inside]
        return positions(row, literal, doubled, _DOUBLED)
    if quoted:
        return [(literal.begin - 1, literal.end + 1, text)]
    if needed:
        doubled_text = text.replace('"', '""')
        return [(literal.begin, literal.end, f'"{doubled_text}"')]
    return positions(row, literal, inside, _DOUBLED)


def _in_quotes(row: str, literal: Literal) -> bool:
    return literal.begin > 0 and row[literal.begin - 1] == '"'


def _needs_quotes(text: str, delimiter: str, width: int) -> bool:
    """Whether a cell can only be told from what stands beside it by its quotes."""
    alone = width == 1 and not text
    return alone or delimiter in text or any(sign in text for sign in '"\r\n')


CSV = Delimited("csv", (".csv",), (".csv",), ",")
TSV = Delimited("tsv", (".tsv",), (".tsv",), "\t")
