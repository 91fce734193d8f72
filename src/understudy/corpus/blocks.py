"""Code that formats share: it cuts a source into blocks, reads UTF-8 and puts blocks together.

Below are whole methods, for a format to take by name; ``base.Format`` says what each must do:

    class Txt:
        split = split_by_file
        annotate = annotate_nothing
        join = join_in_order
        assemble = assemble_in_order
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import numpy as np

from understudy.core.errors import CorpusError
from understudy.core.types import Edit, Entity
from understudy.corpus.base import (
    Block,
    FileRange,
    Format,
    Options,
    Parts,
    Patch,
    Record,
    Unit,
    file_of,
)
from understudy.corpus.compression import COMPRESSIONS, open_read, open_write
from understudy.corpus.encodings import in_utf8, plain_bytes

__all__ = [
    "BOM",
    "FIRST_BYTES",
    "Change",
    "annotate_nothing",
    "assemble_in_order",
    "assemble_streams",
    "changes",
    "count_byte",
    "decoded",
    "join_concatenated",
    "join_in_order",
    "lines_of",
    "marked_last",
    "opened",
    "split_by_file",
    "split_by_line",
    "split_lines",
    "split_whole",
    "text_patches",
]

BOM = b"\xef\xbb\xbf"
FIRST_BYTES = 1 << 18
"""The first chunk is no larger: all workers wait for what is done with it."""


@contextmanager
def opened(unit: Unit, stream: BinaryIO | None, part: int = 0) -> Iterator[BinaryIO]:
    """The stream, which stays open, or the unit's own file where there is none."""
    if stream is not None:
        yield in_utf8(stream, unit)
        return
    with open_read(unit.paths[part], unit.limits) as file:
        yield in_utf8(file, unit)


def split_lines(stream: BinaryIO | None, unit: Unit, size: int) -> Iterator[Block]:
    """Blocks of whole lines of about ``size`` bytes; the index counts lines."""
    line, start = 1, 0
    with opened(unit, stream) as source:
        plain = stream is None and unit.paths[0].suffix not in COMPRESSIONS and not unit.encoding
        file = file_of(source) if plain else None
        for data, last in marked_last(_line_chunks(source, size, unit), unit):
            whole = data.endswith(b"\n")
            place = file and FileRange(unit.paths[0], file, start, len(data), whole)
            yield Block((data,), unit.name, line, line - 1, last=last, range=place)
            line += count_byte(data, b"\n")
            start += len(data)


def count_byte(data: bytes, byte: bytes) -> int:
    """How often a byte occurs, in a tenth of the time of ``bytes.count``."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == byte[0]))


def marked_last(chunks: Iterable[bytes], unit: Unit) -> Iterator[tuple[bytes, bool]]:
    """The chunks of a unit, each with whether it is the last one; there must be one."""
    held = b""
    for chunk in chunks:
        if held:
            yield held, False
        held = chunk
    if not held:
        raise CorpusError("empty file", file=unit.name)
    yield held, True


def _line_chunks(source: BinaryIO, size: int, unit: Unit) -> Iterator[bytes]:
    """Chunks that end with a line, but for the last; none is empty."""
    wanted, most = min(size, FIRST_BYTES), unit.limits.document
    while chunk := source.read(wanted):
        rest = source.readline(most + 1)
        if len(chunk) + len(rest) > most:
            line = len(chunk) - chunk.rfind(b"\n") - 1 + len(rest)
            unit.limits.check_document(line, unit.name)
        yield chunk + rest
        wanted = size


def split_whole(unit: Unit, stream: BinaryIO | None) -> Iterator[Block]:
    """One block with every file of the unit; only the first must have something in it."""
    parts: list[bytes] = []
    for part in range(max(1, len(unit.paths))):
        with opened(unit, stream, part) as source:
            parts.append(b"".join(_pieces(source, unit)))
    if not parts[0]:
        raise CorpusError("empty file", file=unit.name)
    yield Block(tuple(parts), unit.name, last=True)


def _pieces(source: BinaryIO, unit: Unit) -> Iterator[bytes]:
    """A whole file piece by piece, so that no more of it is read than is allowed."""
    size = 0
    while piece := source.read(FIRST_BYTES):
        size += len(piece)
        unit.limits.check_document(size, unit.name)
        yield piece


def lines_of(data: bytes) -> list[bytes]:
    """The lines with their ends. Only a line feed ends a line: splitlines has more."""
    return BytesIO(data).readlines()


def decoded(data: bytes, unit: str, line: int = 1) -> str:
    """The text of bytes that start at a line of the unit."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1)
        raise CorpusError(
            f"not UTF-8 at byte offset {column} of the line",
            file=unit,
            line=line + before.count(b"\n"),
        ) from None


Change = tuple[int, int, str]
"""Where a piece of text starts and ends, and what takes its place."""


def changes(edits: Iterable[Edit]) -> list[Change]:
    """What the edits change, in the order of the text; a kept one changes nothing."""
    found = [
        (edit.entity.span.start, edit.entity.span.end, edit.surrogate)
        for edit in edits
        if not edit.kept
    ]
    found.sort()
    return found


def text_patches(
    text: str,
    changed: Iterable[Change],
    *,
    base: int = 0,
    part: int = 0,
    encode: Callable[[str], bytes] = str.encode,
) -> tuple[Patch, ...]:
    """Patches for a text whose UTF-8 bytes start at ``base``; ``encode`` writes surrogates."""
    patches: list[Patch] = []
    cursor, at = 0, base
    for start, end, surrogate in changed:
        begin = at + len(text[cursor:start].encode())
        at = begin + len(text[start:end].encode())
        patches.append(Patch(begin, at, encode(surrogate), part))
        cursor = end
    return tuple(patches)


def join_concatenated(block: Block, records: Sequence[Parts | None]) -> Parts:
    """The records one after the other; a withheld record (None) is left out."""
    kept = [record for record in records if record is not None]
    return tuple(b"".join([record[part] for record in kept]) for part in range(len(block.parts)))


def assemble_streams(
    blocks: Iterable[Parts], unit: Unit, targets: tuple[Path, ...] | BinaryIO
) -> None:
    """Write each part of the blocks to its own target as they come."""
    with ExitStack() as stack:
        if isinstance(targets, tuple):
            outputs = []
            for path in targets:
                path.parent.mkdir(parents=True, exist_ok=True)
                outputs.append(stack.enter_context(open_write(path)))
        else:
            outputs = [targets]
        for parts in blocks:
            for output, data in zip(outputs, parts, strict=True):
                output.write(plain_bytes(data.decode(), unit.encoding) if unit.encoding else data)


def split_by_file(
    self: Format, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
) -> Iterator[Block]:
    """One block for each unit, whatever its size."""
    return split_whole(unit, stream)


def split_by_line(
    self: Format, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
) -> Iterator[Block]:
    """Blocks of whole lines of about ``size`` bytes."""
    return split_lines(stream, unit, size)


def annotate_nothing(
    self: Format, record: Record, entities: Sequence[Entity], options: Options
) -> tuple[Patch, ...]:
    """No patches: the format has no place for annotations."""
    return ()


def join_in_order(
    self: Format, block: Block, records: Sequence[Parts | None], options: Options
) -> Parts:
    """The records one after the other, without those that are withheld."""
    return join_concatenated(block, records)


def assemble_in_order(
    self: Format,
    blocks: Iterable[Parts],
    unit: Unit,
    targets: tuple[Path, ...] | BinaryIO,
    options: Options,
) -> None:
    """Each part of the blocks written to its own file, block by block."""
    assemble_streams(blocks, unit, targets)
