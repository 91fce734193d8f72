"""jsonl: a document per row, in one field or several.

Edits patch the string literals of the row and nothing else; only the list of annotations, which
must follow the text, is written anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, NamedTuple

from understudy.core.errors import CorpusError
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, Segment, Span
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Unit, Written
from understudy.corpus.beside import of_row
from understudy.corpus.blocks import (
    BOM,
    FIRST_BYTES,
    Change,
    assemble_in_order,
    changes,
    decoded,
    join_in_order,
    lines_of,
    split_by_line,
    text_patches,
)
from understudy.corpus.columns import check_named, known, names_fields, open_below, roots, undecided
from understudy.corpus.jsonplain import can_mark, marked
from understudy.corpus.jsonrow import COMMON, ESCAPE, Value, dig, leaves, literals, members
from understudy.corpus.jsonspans import described, encoder, moved, spans, spliced
from understudy.corpus.pieces import (
    Fields,
    Literal,
    RowError,
    changes_by_piece,
    compose,
    positions,
    segments,
    speaker_of,
)

__all__ = ["JSONL", "FieldsRead", "Jsonl", "in_row", "members_read", "read_row"]

_SPACE = " \t\r\n"


class Layout(NamedTuple):
    """A row, and where its texts and annotations stand in it."""

    row: str
    base: int
    """How many bytes come before the row: a byte order mark."""
    literals: list[Literal]
    plain: bool
    """Whether the text is the one literal there is."""
    entities: Value | None
    close: int
    """The position of the closing brace."""


class FieldsRead:
    """The fields of the rows of a block, where somebody must have decided on each."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.others: dict[str, None] | None = {} if options.strict else None
        """Those that nothing is read from, in the order of the rows."""
        self.there: set[str] = set()
        self.open: dict[str, None] = {}
        """What lies inside an object beside what is decided on."""
        self._names, self._roots = known(options), roots(options)
        self._paths = [one for one in (options.id, options.language, options.subject) if "." in one]

    def add(self, found: dict[str, Value]) -> None:
        """Note the members of a row that something is read from."""
        self.there |= found.keys()
        self.there |= {path for path in self._paths if dig(found, path) is not None}
        for root in self._roots & found.keys():
            open_below(found[root][0], root, self._names, self.open)

    def check(self, block: Block) -> None:
        """Raise ``CorpusError`` for fields that nobody decided on, once the block is read."""
        if self.others is None:
            return
        if not block.index and self.there:  # rows may leave a field out, but not the first all
            check_named([*sorted(self.there), *self.others], self.options, block.unit)
        names = self._names | self._roots
        left = [name for name in (*self.others, *sorted(self.there)) if name not in names]
        left += self.open
        if left:
            raise undecided(left, block.unit)


@dataclass(frozen=True, slots=True)
class Jsonl:
    """A JSON object per line."""

    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    parts: tuple[str, ...] = (".jsonl",)
    traits: Traits = Traits(
        fields=True, paths=True, carries_annotations=True, writes_annotations=True
    )
    split = split_by_line

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        names, seen = members_read(options), FieldsRead(options)
        for number, raw in enumerate(lines_of(block.parts[0])):
            row = decoded(raw, block.unit, block.line + number)
            base = 0
            if number == 0 and block.index == 0 and raw.startswith(BOM):
                row, base = row[1:], len(BOM)
            if not row or row.isspace():
                yield Record((raw,), None)
                continue
            identity = f"{block.unit}#{block.index + number + 1}"
            try:
                document, layout = read_row(row, base, identity, options, names, seen)
            except RowError as error:
                line = block.line + number
                raise CorpusError(str(error), file=block.unit, line=line) from None
            yield Record((raw,), document, layout)
        seen.check(block)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None or not edits:
            return ()
        return _patches(record.layout, _changes(record.document, record.layout, edits))

    def render(self, record: Record, edits: Sequence[Edit], options: Options) -> Parts:
        document, layout = record.document, record.layout
        if document is None or not edits:
            return record.parts
        if [edit.entity.span for edit in edits] == list(document.annotations):
            written = _spliced(record, [edit.surrogate for edit in edits])
            if written is not None:
                return written
        return _written(record, _whole(document, layout, edits))

    def mark(
        self, block: Block, options: Options, marks: Mapping[str, str]
    ) -> Iterator[Record | Written]:
        # Whether a field is in any row at all is seen in the first block.
        if not can_mark(options, marks) or (names_fields(options) and not block.index):
            yield from self.read(block, options)
            return
        for number, raw in enumerate(lines_of(block.parts[0])):
            at = block.index + number
            written = marked(raw, f"{block.unit}#{at + 1}", options, marks)
            if written is not None:
                yield written
            else:
                yield from self.read(Block((raw,), block.unit, block.line + number, at), options)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        return of_row(after, options)

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        document, layout = record.document, record.layout
        if document is None:
            return ()
        row = layout.row
        entries = described(entities, {} if layout.plain else _fields(layout.literals))
        if layout.entities is not None:
            _, begin, end = layout.entities
            sample = row[begin:end] if ":" in row[begin:end] else row
            return _patches(layout, [(begin, end, encoder(sample, row.isascii())(entries))])
        # The braces are dropped, and the member goes before the closing one of the row.
        encode = encoder(row, row.isascii())
        member = encode({options.entities: entries})[1:-1]
        comma = ", " if encode([0, 0]) == "[0, 0]" else ","
        return _patches(layout, [(layout.close, layout.close, comma + member)])

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        block = next(iter(self.split(unit, options, size=FIRST_BYTES))).loaded()
        found: dict[str, list[Any]] = {}
        lines = (line for line in lines_of(block.parts[0].removeprefix(BOM)) if line.strip())
        for number, line in enumerate(islice(lines, rows), start=1):
            try:
                row = json.loads(line)
            except ValueError:
                raise CorpusError("malformed JSON", file=unit.name, line=number) from None
            if not isinstance(row, dict):
                raise CorpusError("the row is not an object", file=unit.name, line=number)
            for path, value in leaves(row):
                found.setdefault(path, []).append(value)
        return found

    join = join_in_order
    assemble = assemble_in_order


def members_read(options: Options) -> frozenset[str]:
    """The members of a row that something is read from; ``a.b`` may be the name of one."""
    paths = (*options.text, options.id, options.language, options.subject, options.entities)
    first = (path.split(".")[0] for path in paths)
    return frozenset(("speaker", *roots(options), *paths, *first))


def read_row(
    row: str, base: int, identity: str, options: Options, names: frozenset[str], seen: FieldsRead
) -> tuple[Document, Layout]:
    """The document of a row, and where it stands in it; ``base`` bytes come before the row."""
    found, end = members(row, 0, names, seen.others)
    if seen.others is not None:
        seen.add(found)
    if end < len(row) and row[end:].strip(_SPACE):
        raise RowError(f"malformed JSON: more behind the object (column {end + 1})")
    pieces = literals(row, found, options)
    apart = options.cells or options.chats
    plain = len(pieces) == 1 and options.text == (pieces[0].name,) and not apart
    text = pieces[0].text if plain else compose([literal.text for literal in pieces])[0]
    entities = found.get(options.entities)
    annotations: tuple[Span, ...] = ()
    if entities is not None:
        annotations = spans(entities[0], options.entities, len(text), _fields(pieces))
    document = Document(
        _name(found, options.id) or identity,
        text,
        _name(found, options.language) or options.default_language,
        _name(found, options.subject),
        () if plain else _segments(pieces, options.cells),
        annotations,
    )
    return document, Layout(row, base, pieces, plain, entities, end - 1)


def _changes(document: Document, layout: Layout, edits: Sequence[Edit]) -> list[Change]:
    """What changes in the row: the edited spans, and the annotations that move with the text."""
    row, pieces = layout.row, layout.literals
    texts = [literal.text for literal in pieces]
    by_piece = list(zip(pieces, changes_by_piece(edits, texts, document.id), strict=True))
    escaped = _is_escaped(layout, [place for one in by_piece for place in _placed(row, *one)])
    changed: list[Change] = []
    for literal, inside in by_piece:
        changed += in_row(row, literal, inside, escaped=escaped)
    return changed + _moved(document, layout, edits, escaped=escaped)


def _placed(row: str, literal: Literal, inside: list[Change]) -> list[Change]:
    """Where the changes of a piece of text stand in the row."""
    if literal.number and inside:
        return [(literal.begin, literal.end, "")]
    return positions(row, literal, inside, ESCAPE)


def _is_escaped(layout: Layout, changed: Sequence[Change]) -> bool:
    """Whether what is written into a row escapes all but ASCII: where what stays of it has nothing
    else. An accent in what is replaced does not count, or it would show in how a stand-in is
    written; nor do annotations, which repeat it."""
    row = layout.row
    if row.isascii():
        return True
    places = [(begin, end) for begin, end, _ in changed]
    if layout.entities is not None:
        places.append(layout.entities[1:])
    cursor = 0
    for begin, end in sorted(places):
        if not row[cursor:begin].isascii():
            return False
        cursor = end
    return row[cursor:].isascii()


def in_row(
    row: str, literal: Literal, inside: list[Change], *, escaped: bool | None = None
) -> list[Change]:
    """Changes of a piece of text as changes of the row that it stands in; ``escaped``: whether all
    but ASCII is, if it is not as in the row."""
    if literal.number and inside:
        return [(literal.begin, literal.end, _as_number(literal.text, inside))]
    escape = _escaped_ascii if (row.isascii() if escaped is None else escaped) else _escaped
    placed = positions(row, literal, inside, ESCAPE)
    return [(begin, end, escape(new)) for begin, end, new in placed]


def _as_number(text: str, changed: list[Change]) -> str:
    """The new number, without zeros before it; in quotes where it is none any more."""
    for start, end, new in reversed(changed):
        text = text[:start] + new + text[end:]
    if text.isdecimal():
        return str(int(text))
    return text if _NUMBER.fullmatch(text) else encode_basestring_ascii(text)


_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


def _whole(document: Document, layout: Layout, edits: Sequence[Edit]) -> list[Change]:
    """The same with the text as a single change, where that is written as simply as can be."""
    if not _simple(layout):
        return _changes(document, layout, edits)
    literal = layout.literals[0]
    placed = [] if layout.row.isascii() else _placed(layout.row, literal, changes(edits))
    escaped = _is_escaped(layout, placed)
    if not _simply_written([edit.surrogate for edit in edits], escaped=escaped):
        return _changes(document, layout, edits)
    changed = (literal.begin, literal.end, _simply(render(document.text, edits)))
    return [changed, *_moved(document, layout, edits, escaped=escaped)]


def _simple(layout: Layout) -> bool:
    """Whether ``_simply`` writes the text as it is written."""
    return layout.plain and layout.literals[0].simple


def _simply_written(surrogates: Sequence[str], *, escaped: bool) -> bool:
    """Whether ``_simply`` writes the surrogates as they must be."""
    fresh = "".join(surrogates)
    return fresh.isprintable() and (fresh.isascii() or not escaped)


def _spliced(record: Record, surrogates: Sequence[str]) -> Parts | None:
    """The record with a surrogate for each annotation; None where it takes more than that."""
    document, layout = record.document, record.layout
    if document is None or not surrogates or not _simple(layout):
        return None
    row, entities = layout.row, document.annotations
    gone = [] if row.isascii() else [(one.start, one.end, "") for one in entities]
    escaped = _is_escaped(layout, _placed(row, layout.literals[0], gone))
    if not _simply_written(surrogates, escaped=escaped):
        return None
    listed, begin, end = layout.entities
    written = spliced(document.text, listed, entities, surrogates, row[begin:end], escaped)
    if written is None:
        return None
    literal = layout.literals[0]
    text = (literal.begin, literal.end, _simply(written[0]))
    return _written(record, [text, (begin, end, written[1])])


def _written(record: Record, changed: list[Change]) -> Parts:
    """The bytes of the row with the changes carried out."""
    row: str = record.layout.row
    out: list[str] = []
    cursor = 0
    for start, end, new in sorted(changed):
        out += (row[cursor:start], new)
        cursor = end
    out.append(row[cursor:])
    data = "".join(out).encode()
    base = record.layout.base
    return (record.parts[0][:base] + data if base else data,)


def _simply(text: str) -> str:
    """The text of a literal with the common escapes; several times faster than the encoder."""
    for mark, written in COMMON.items():
        if mark in text:  # a search is much faster than a replacement that replaces nothing
            text = text.replace(mark, written)
    return text


def _moved(
    document: Document, layout: Layout, edits: Sequence[Edit], *, escaped: bool
) -> list[Change]:
    """The annotations, where there are any."""
    if not document.annotations or layout.entities is None:
        return []
    entities, begin, end = layout.entities
    entries = moved(entities, document, edits, _fields(layout.literals))
    encode = encoder(layout.row[begin:end], escaped)
    return [(begin, end, encode(entries))]


@lru_cache(maxsize=4096)
def _escaped(new: str) -> str:
    return encode_basestring(new)[1:-1]


@lru_cache(maxsize=4096)
def _escaped_ascii(new: str) -> str:
    return encode_basestring_ascii(new)[1:-1]


def _segments(pieces: Sequence[Literal], cells: Sequence[str]) -> tuple[Segment, ...]:
    return segments(
        [literal.name for literal in pieces],
        [literal.text for literal in pieces],
        [speaker_of(literal, cells) for literal in pieces],
    )


def _name(found: dict[str, Value], path: str) -> str | None:
    """An id or the like: a string, or a number that serves as one."""
    value = dig(found, path)
    if value is None or type(value) is str:
        return value
    if type(value) in (int, float):
        return str(value)
    raise RowError(f"the field {path!r} is neither a string nor a number")


def _fields(pieces: Sequence[Literal]) -> Fields:
    if len(pieces) == 1:
        return {pieces[0].name: (0, len(pieces[0].text))}
    _, starts = compose([literal.text for literal in pieces])
    return {
        literal.name: (start, start + len(literal.text))
        for start, literal in zip(starts, pieces, strict=True)
    }


def _patches(layout: Layout, changed: list[Change]) -> tuple[Patch, ...]:
    """Changes of the row as patches of its bytes."""
    row, base = layout.row, layout.base
    if row.isascii():
        return tuple([Patch(base + start, base + end, new.encode()) for start, end, new in changed])
    return text_patches(row, sorted(changed), base=base)


JSONL = Jsonl()
