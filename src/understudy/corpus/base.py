"""The contract of a corpus format.

A format cuts a source into *blocks* of whole records, small enough to hand to a worker. It
reads a block into *records*: the record's own bytes (``parts``; a single one but for formats
of paired files or of cells), and the document in them. To write, it returns *patches* of those
bytes. What no patch touches is the same byte for byte by construction, and the inverse patches
are all that a ledger needs to give the original back.

    source ──split──▶ Block ──read──▶ Record ──write(edits)──▶ patches
                                        │ patched parts
    target ◀──assemble── bytes ◀──join──┘

Every function is pure but for ``split``, which reads a stream, and ``assemble``, which writes
one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol, runtime_checkable

from understudy.core.errors import CorpusError
from understudy.core.types import Document, Edit, Entity
from understudy.corpus.limits import NO_LIMITS, Limits

__all__ = [
    "Beside",
    "Block",
    "Claims",
    "FileRange",
    "Format",
    "Marks",
    "Options",
    "Parts",
    "Patch",
    "Record",
    "Renders",
    "Samples",
    "Traits",
    "Unit",
    "Unread",
    "Unreads",
    "Written",
    "file_of",
    "options_of",
    "patched",
]

Parts = tuple[bytes, ...]
"""The bytes of a block or record: one part for each file of its unit, or for each cell."""


class Patch(NamedTuple):
    """Put ``data`` in the place of ``parts[part][start:end]``."""

    start: int
    end: int
    data: bytes
    part: int = 0

    def __repr__(self) -> str:
        return f"Patch({self.start}, {self.end}, part={self.part})"


@dataclass(frozen=True, slots=True)
class Options:
    """Where a format finds things; what does not apply to a format is ignored."""

    text: tuple[str, ...] = ("text",)
    """Fields, columns or dotted paths that hold text."""
    id: str = "id"
    language: str = "language"
    subject: str = "subject"
    entities: str = "entities"
    """The field or column with the annotations of a jsonl or parquet row."""
    token_column: int = 0
    tag_column: int = -1
    delimiter: str = ""
    """Of csv; empty means the format's own."""
    default_language: str | None = None
    kept: tuple[str, ...] = ()
    """Fields or columns that are left as they are."""
    cells: tuple[str, ...] = ()
    """Those of ``text`` whose every value is one entity."""
    dates: tuple[str, ...] = ()
    """Those of ``cells`` that hold dates: a workbook may have them as numbers of days."""
    chats: tuple[str, ...] = ()
    """Those of ``text`` that hold messages: all that is said in them is text."""
    usual: bool = False
    """Whether ``text`` has the usual name beside typed columns, and such a field may be missing."""
    encoding: str = ""
    """Of text files; empty where each is looked at."""
    partial: bool = False
    """Whether a table may lack columns that somebody decided on, as tables of a folder do."""
    strict: bool = False
    """Whether a field or column that nobody decided on is refused."""
    again: bool = False
    """Whether a run has read this before under these options, and taken it as it is: a row that
    lacks a field lacked it then."""


_LISTS = ("text", "kept", "cells", "dates", "chats")


def options_of(plain: Mapping[str, Any]) -> Options:
    """Options from what ``asdict`` and JSON made of them, to read what was written under them."""
    lists = {name: tuple(plain[name]) for name in _LISTS if name in plain}
    return Options(**{**plain, **lists, "strict": False, "again": True})


@dataclass(frozen=True, slots=True)
class Unit:
    """One input file, or a pair of files that belong together (brat)."""

    name: str
    """Relative path with forward slashes; the ids of documents without one start with it."""
    paths: tuple[Path, ...]
    """One path for each part; empty for standard input."""
    encoding: str = ""
    """What its text is written in, where that is not UTF-8."""
    limits: Limits = NO_LIMITS


_File = tuple[int, int]
"""Device and number: which file it is, whatever its name."""


class FileRange(NamedTuple):
    """A range of bytes of an input file, for a worker to read by itself: no pipe carries them."""

    path: Path
    file: _File
    start: int
    size: int
    whole: bool
    """Whether it ends with the end of a line; the last one of a file may not."""

    def read(self) -> bytes:
        """The bytes, if a line still begins and ends where one did."""
        first = min(self.start, 1)
        try:
            with self.path.open("rb") as source:
                same = file_of(source) == self.file
                source.seek(self.start - first)
                data = source.read(first + self.size)
        except OSError as error:
            raise CorpusError(f"cannot be read: {error.strerror}", file=str(self.path)) from None
        same = same and len(data) == first + self.size and data[:first] in (b"", b"\n")
        if not same or data.endswith(b"\n") != self.whole:
            raise CorpusError("the file was changed while it was read", file=str(self.path))
        return data[first:]


def file_of(source: BinaryIO) -> _File | None:
    """Which file this is; None where its bytes cannot be read a second time, as in a pipe."""
    found = os.fstat(source.fileno())
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


@dataclass(frozen=True, slots=True)
class Block:
    """Whole records, cut from one unit."""

    parts: Parts = field(repr=False)
    unit: str
    line: int = 1
    """The line of the unit at which the first part starts."""
    index: int = 0
    """How many records the unit had before this block."""
    head: bytes = field(default=b"", repr=False)
    """What every block needs from the start of the unit, such as the header of a csv."""
    last: bool = False
    range: FileRange | None = None
    """Where the part lies in its file: sent to another process in the place of the part."""

    def __reduce__(self) -> tuple[type[Block], tuple[Any, ...]]:
        parts = self.parts if self.range is None else ()
        return Block, (
            parts,
            self.unit,
            self.line,
            self.index,
            self.head,
            self.last,
            self.range,
        )

    def loaded(self) -> Block:
        """The block with its parts, which one that was sent may have left behind."""
        if self.parts or self.range is None:
            return self
        return replace(self, parts=(self.range.read(),))


class Record(NamedTuple):
    """Bytes, and the document that was read from them."""

    parts: Parts
    document: Document | None
    """None where there is nothing to protect: headers, blank lines, comments."""
    layout: Any = None
    """The format's own map from text to bytes."""

    def __repr__(self) -> str:
        return f"Record({self.document!r})"


class Written(NamedTuple):
    """A record that was written as it was read, with a mark for each of its annotations."""

    parts: Parts
    id: str
    """Of the document."""
    characters: int
    """Of the text with its marks."""
    text: bytes
    """The text with its marks, however it is written: its spaces are counted, those of many records
    at once."""
    labels: Sequence[str]
    """Of the annotations."""

    def __repr__(self) -> str:
        return f"Written({self.id!r}, {len(self.labels)} annotations)"


class Unread(NamedTuple):
    """A part of a record that the format does not read, such as an attachment."""

    kind: str
    """What a policy calls it, to keep it (``attachments = "KEEP"`` under ``[columns]``)."""
    what: str
    """What the report calls it: nothing that is private."""
    places: Any = None
    """The format's own map of where it stands."""

    def __repr__(self) -> str:
        return f"Unread({self.kind!r}, {self.what!r})"


@dataclass(frozen=True, slots=True)
class Traits:
    """What general code asks about a format, in the place of its name."""

    fields: bool = False
    """Text, ids and data subjects lie in fields or columns, which options can name."""
    paths: bool = False
    """A field may hold objects and lists; ``a.b`` is then the member ``b`` of the field ``a``, and
    elsewhere a name with a full stop in it."""
    comment_ids: bool = False
    """Ids stand in comments, whose name ``Options.id`` gives."""
    carries_annotations: bool = False
    """Documents can come with annotations."""
    writes_annotations: bool = False
    """``annotate`` can write annotations, too."""
    streams: bool = True
    """A unit can come from a pipe and go to one."""
    numbered_ids: bool = False
    """Ids are made from the number of the record, and so cannot repeat."""
    rewrites: bool = False
    """A file without edits comes out with the same content, but not byte for byte."""
    restores_withheld: bool = True
    """The parts of one record are all that is needed to put a withheld one back."""
    text_alone: bool = False
    """A record is its text, with nothing beside it that a replaced value could stand in."""
    names_parts: bool = False
    """A document has parts with names, such as headers, which ``--column`` can decide on."""
    any_encoding: bool = False
    """Its files are plain text, which need not be UTF-8 and does not say what it is."""
    written_as: str = ""
    """The format of what is released, where the format itself is only read."""
    unwritten: str = ""
    """Why it is only read."""
    other_suffixes: tuple[str, ...] = ()
    """Suffixes that a single output may have beside the format's own."""


@runtime_checkable
class Format(Protocol):
    """Reads and writes one kind of file, as the module describes; has no state of its own."""

    @property
    def name(self) -> str:
        """What ``--format`` calls it."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name endings, without compression."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """The endings of the files that make one unit; one for all but paired formats."""
        ...

    @property
    def traits(self) -> Traits:
        """What the rest of the package must know about the format."""
        ...

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        """Cut a unit into blocks of about ``size`` bytes, none of which divides a record.

        Reads the unit's own files, or ``stream`` where one is given. Raises ``CorpusError`` for
        a unit that is empty or cannot be read.
        """
        ...

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        """The records of a block, in order; their parts make up the block without a gap.

        Raises ``CorpusError``, with file and line and no text, where one is malformed.
        """
        ...

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        """The patches that put the stand-ins of the edits into the record.

        Whatever repeats the text beside it, such as annotations, must follow.
        """
        ...

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        """The patches that make these entities the annotations of the record.

        None for a format whose traits say that it does not write annotations.
        """
        ...

    def join(self, block: Block, records: Sequence[Parts | None], options: Options) -> Parts:
        """The block with these records; None stands for a record that is withheld."""
        ...

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        """Write the joined blocks of a unit, in order, to its files or to a stream."""
        ...


@runtime_checkable
class Renders(Protocol):
    """A format that can write a record at once, where nobody asks how to undo it."""

    def render(self, record: Record, edits: Sequence[Edit], options: Options) -> Parts:
        """The record with the patches of ``write`` applied."""
        ...


@runtime_checkable
class Beside(Protocol):
    """A format that knows by name what stands beside the text of a record."""

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        """The strings of a released record that are not its text, each with its name."""
        ...


@runtime_checkable
class Claims(Protocol):
    """A format that shares its suffix with another, and knows its files by their beginning."""

    def claims(self, start: bytes) -> bool:
        """Whether a file that begins so is of this format."""
        ...


@runtime_checkable
class Samples(Protocol):
    """A format of rows whose columns or fields have names."""

    def sample(self, unit: Unit, options: Options, rows: int) -> dict[str, list[Any]]:
        """The values of each column, or of each dotted path, in the first rows of a unit, in their
        own types; what is missing is left out."""
        ...


@runtime_checkable
class Unreads(Protocol):
    """A format of documents with parts that nothing can be found in."""

    def unread(self, record: Record, options: Options) -> tuple[Unread, ...]:
        """What the format did not read of a record; a run takes it out unless it is kept."""
        ...

    def clean(
        self, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
    ) -> tuple[Patch, ...]:
        """The patches of ``write``, and those that take these parts out."""
        ...


@runtime_checkable
class Marks(Protocol):
    """A format that can write marks in the places of annotations as it reads them."""

    def mark(
        self, block: Block, options: Options, marks: Mapping[str, str]
    ) -> Iterator[Record | Written]:
        """The records of a block, in order.

        Where every label has a mark, and the format sees at once where it goes, the record is
        written already, as ``render`` would write it. Any other is as ``read`` gives it.
        """
        ...


def _place(patch: Patch) -> tuple[int, int]:
    return patch.start, patch.end


def patched(parts: Parts, patches: Iterable[Patch]) -> tuple[Parts, tuple[Patch, ...]]:
    """The parts with the patches applied, and the patches that undo them.

    Patches may come in any order but must not overlap.
    """
    by_part: dict[int, list[Patch]] = {}
    for patch in patches:
        by_part.setdefault(patch.part, []).append(patch)
    if not by_part:
        return parts, ()
    inverse: list[Patch] = []
    result = list(parts)
    for number, of_part in by_part.items():
        raw = parts[number]
        out: list[bytes] = []
        cursor = length = 0
        for patch in sorted(of_part, key=_place):
            if patch.start < cursor:
                raise ValueError(f"patches overlap at byte {patch.start} of part {number}")
            out.append(raw[cursor : patch.start])
            length += patch.start - cursor
            out.append(patch.data)
            undo = raw[patch.start : patch.end]
            inverse.append(Patch(length, length + len(patch.data), undo, number))
            length += len(patch.data)
            cursor = patch.end
        out.append(raw[cursor:])
        result[number] = b"".join(out)
    return tuple(result), tuple(inverse)
