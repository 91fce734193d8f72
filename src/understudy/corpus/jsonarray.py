"""json: a document per object of an array, or one object that is a document by itself.

The objects are rows as those of jsonl; a file is read as a whole, since no line ends a row. The
brackets around them are records without a document, and what stands between two rows belongs to
the second, so that all bytes but the edits stay as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from understudy.core.errors import CorpusError
from understudy.core.types import Edit, Entity
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Unit
from understudy.corpus.beside import of_row
from understudy.corpus.blocks import BOM, assemble_in_order, decoded, join_in_order, opened
from understudy.corpus.jsonl import JSONL, FieldsRead, members_read, read_row
from understudy.corpus.jsonrow import leaves
from understudy.corpus.pieces import RowError

__all__ = ["JSON", "Json"]

_scan = json.JSONDecoder().raw_decode
_before = re.compile("\ufeff?[ \t\r\n]*,?[ \t\r\n]*")
_closing = re.compile(r"[ \t\r\n]*\][ \t\r\n]*\Z|[ \t\r\n]*\Z")
_opening = re.compile("\ufeff?[ \t\r\n]*\\[")
_LEADING = re.compile(rb"((?:\xef\xbb\xbf)?\s*\[\s*),\s*")


class _Piece(NamedTuple):
    """A bracket, or a row with what stands before it."""

    start: int
    row: int
    """Where the row begins; the end for a bracket."""
    end: int


@dataclass(frozen=True, slots=True)
class Json:
    """An array of objects in one file, or one object."""

    name: str = "json"
    suffixes: tuple[str, ...] = (".json",)
    parts: tuple[str, ...] = (".json",)
    traits: Traits = Traits(
        fields=True,
        paths=True,
        carries_annotations=True,
        writes_annotations=True,
        restores_withheld=False,
    )

    def claims(self, start: bytes) -> bool:
        """An array, or an object without the turns that a dialogue of ES-Port has."""
        bare = start.removeprefix(BOM).lstrip()
        return bare[:1] == b"[" or (bare[:1] == b"{" and b'"turns"' not in start)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        text = _whole(unit, stream)
        index = line = 0
        held: list[_Piece] = []
        pieces = list(_pieces(text, unit.name))
        _check_joined(text, pieces, unit.name)
        for number, piece in enumerate(pieces):
            held.append(piece)
            last = number == len(pieces) - 1
            if last or piece.end - held[0].start >= size:
                data = text[held[0].start : piece.end]
                yield Block((data.encode(),), unit.name, line + 1, index, last=last)
                line += data.count("\n")
                index += len(held)
                held = []

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        text = decoded(block.parts[0], block.unit, block.line)
        names, seen = members_read(options), FieldsRead(options)
        line = block.line
        for number, piece in enumerate(_pieces(text, block.unit)):
            raw = text[piece.start : piece.end]
            if piece.row == piece.end:
                yield Record((raw.encode(),), None)
            else:
                before = text[piece.start : piece.row]
                place = line + before.count("\n")
                row = raw[len(before) :]
                identity = f"{block.unit}#{max(1, block.index + number)}"
                try:
                    found = read_row(row, len(before.encode()), identity, options, names, seen)
                except RowError as error:
                    raise CorpusError(str(error), file=block.unit, line=place) from None
                yield Record((raw.encode(),), *found)
            line += raw.count("\n")
        seen.check(block)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        return JSONL.write(record, edits, options)

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        return JSONL.annotate(record, entities, options)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        return of_row((after[0][record.layout.base :],), options)

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        text = _whole(unit, None)
        found: dict[str, list[Any]] = {}
        told = (piece for piece in _pieces(text, unit.name) if piece.row < piece.end)
        for piece in islice(told, rows):
            for path, value in leaves(_scan(text, piece.row)[0]):
                found.setdefault(path, []).append(value)
        return found

    join = join_in_order

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        assemble_in_order(self, _without_comma(blocks), unit, targets, options)


def _whole(unit: Unit, stream: BinaryIO | None) -> str:
    with opened(unit, stream) as source:
        data = source.read()
    if not data.strip():
        raise CorpusError("empty file", file=unit.name)
    return decoded(data, unit.name)


def _pieces(text: str, unit: str) -> Iterator[_Piece]:
    """The rows and the brackets of a file, or of a block of it; together they are all of it."""
    at = 0
    bracket = _opening.match(text)
    if bracket:
        yield _Piece(0, bracket.end(), bracket.end())
        at = bracket.end()
    while at < len(text):
        closing = _closing.match(text, at)
        if closing:
            yield _Piece(at, closing.end(), closing.end())
            return
        before = _before.match(text, at)
        row = before.end() if before else at
        try:
            end = _scan(text, row)[1]
        except (ValueError, RecursionError):
            line = text.count("\n", 0, row) + 1
            raise CorpusError("malformed JSON", file=unit, line=line) from None
        yield _Piece(at, row, end)
        at = end


def _check_joined(text: str, pieces: Sequence[_Piece], unit: str) -> None:
    """A file that lost its end, a bracket or a comma is no array, and one with a comma too many
    neither: what stood there may have been a row."""
    rows = [piece for piece in pieces if piece.row < piece.end]
    brackets = [text[piece.start : piece.end].strip("\ufeff \t\r\n") for piece in pieces]
    array = brackets[:1] == ["["]
    commas = ["," in text[piece.start : piece.row] for piece in rows]
    # Without brackets, objects stand one after the other, as those of JSON lines do.
    at = next((row for row, comma in enumerate(commas) if comma != (array and row > 0)), None)
    if at is not None:
        wrong = rows[at].row
    elif array != (brackets[-1] == "]"):
        wrong = len(text)
    else:
        return
    raise CorpusError("malformed JSON", file=unit, line=text.count("\n", 0, wrong) + 1)


def _without_comma(blocks: Iterable[Parts]) -> Iterator[Parts]:
    """The blocks without the comma before the first row, where those before it are withheld."""
    held = b""
    begun = False
    for (data,) in blocks:
        if begun:
            yield (data,)
            continue
        held += data
        if held.removeprefix(BOM).strip() not in (b"", b"["):
            begun = True
            yield (_LEADING.sub(rb"\1", held, count=1) if _LEADING.match(held) else held,)
    if not begun:
        yield (held,)


JSON = Json()
