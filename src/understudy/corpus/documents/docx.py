"""docx: a word processing document per file.

The file is an archive; each of its members is a part of the record, below a list of their names.
Every member that is XML is read: paragraphs run by run, so that a name may cross runs, headers,
footers, notes, comments, tracked changes, properties, links and custom XML. Pictures and embedded
files are not read, and times cannot have any text in their place; both are taken out.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Options, Parts, Record, Traits, Unit, Unread
from understudy.corpus.blocks import annotate_nothing, join_in_order, opened
from understudy.corpus.compression import BROKEN_ARCHIVE, is_whole, open_write
from understudy.corpus.documents.located import (
    Cut,
    Layout,
    Piece,
    Source,
    beside_sources,
    clean_pieces,
    document_of,
    reference_bytes,
    unread_parts,
    write_pieces,
)
from understudy.corpus.documents.markup import Gathering, attribute_of, note_of
from understudy.corpus.documents.names import one_of
from understudy.corpus.xmltext import (
    Characters,
    Note,
    Tag,
    all_events,
    decode,
    places_of,
    value_of,
)

__all__ = ["DOCX", "Docx"]

_XML = (".xml", ".rels", ".vml")
_STRUCTURE = (".rels", "[Content_Types].xml")
_PROPERTIES = "docProps/"
_CUSTOM = "customXml/"
_TIME = "1970-01-01T00:00:00Z"
_EXTERNAL = "External"
_BLANK = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
"""A picture of one point; programs go by its content, whatever its name says."""


@dataclass(frozen=True, slots=True)
class Docx:
    """A document of Word, LibreOffice or Google Docs."""

    name: str = "docx"
    suffixes: tuple[str, ...] = (".docx", ".docm", ".dotx")
    parts: tuple[str, ...] = (".docx",)
    traits: Traits = Traits(names_parts=True, rewrites=True)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        """One block: the names of the members, then each member."""
        with opened(unit, stream) as file:
            data = file.read()
        if not data:
            raise CorpusError("empty file", file=unit.name)
        yield Block(_members(data, unit), unit.name, last=True)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        names: list[str] = json.loads(block.parts[0])
        reader = _Reader(block.unit)
        for number, (name, data) in enumerate(zip(names, block.parts[1:], strict=True), 1):
            reader.member(name, number, data)
        yield document_of(block.unit, reader.layout(), options, block.parts)

    write = write_pieces
    unread = unread_parts
    clean = clean_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        """An archive with the members in their order, and no times."""
        for parts in blocks:
            data = _archive(parts)
            if not isinstance(targets, tuple):
                targets.write(data)
                continue
            targets[0].parent.mkdir(parents=True, exist_ok=True)
            with open_write(targets[0]) as file:
                file.write(data)


def _members(data: bytes, unit: Unit) -> Parts:
    try:
        source = io.BytesIO(data)
        with zipfile.ZipFile(source) as archive:
            if not is_whole(archive, source):
                raise CorpusError("bytes before or behind the archive", file=unit.name)
            found = [one for one in archive.infolist() if not one.is_dir()]
            size = sum(one.file_size for one in found)
            unit.limits.check_expansion(len(data), size, unit.name)
            unit.limits.check_document(size, unit.name)
            names = [one.filename for one in found]
            if len(set(names)) < len(names):
                raise CorpusError("the archive has two members of one name", file=unit.name)
            return (json.dumps(names).encode(), *(archive.read(one) for one in found))
    except BROKEN_ARCHIVE:
        raise CorpusError(
            "not a document that can be read: a damaged file, or one with a password",
            file=unit.name,
        ) from None


def _archive(parts: Parts) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in zip(json.loads(parts[0]), parts[1:], strict=True):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


class _Reader:
    """Collects what the members of a document hold."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self._sources: list[Source] = []
        self._pieces: list[Piece] = []
        self._codes: list[Piece] = []
        self._times: list[Cut] = []
        self._left: list[Unread] = []

    def layout(self) -> Layout:
        """All of it."""
        if self._times:
            count = len(self._times)
            what = f"{count} time{'s' if count > 1 else ''} of changes, comments and properties"
            self._left.append(Unread("times", what, self._times))
        return Layout(self._sources, self._pieces, self._codes, self._left)

    def member(self, name: str, part: int, data: bytes) -> None:
        """One member of the archive."""
        if name.lower().endswith(_XML):
            if data.strip():
                self._read(name, part, data)
        elif data and data != _BLANK:
            picture = one_of(name, "docx", "pictures")
            what = f"{'picture' if picture else 'embedded file'} of {len(data):,} bytes"
            cut = Cut(0, len(data), _BLANK if picture else b"", part=part)
            self._left.append(Unread("pictures" if picture else "objects", what, [cut]))

    def _read(self, name: str, part: int, data: bytes) -> None:
        found = decode(data, f"{self.unit} ({name})")
        encode = partial(reference_bytes, codec=found.codec)
        number = len(self._sources)
        self._sources.append(Source(found.text, found.base, len(data), part, encode))
        _Member(self, name, number, found.text).run()

    def add(self, pieces: Iterable[Piece]) -> None:
        """Text that was found."""
        self._pieces += pieces

    def add_code(self, piece: Piece) -> None:
        """A name or a code."""
        self._codes.append(piece)

    def add_time(self, piece: Piece) -> None:
        """A time, which nothing but a time can take the place of."""
        if piece.text.strip() and piece.text != _TIME:
            self._times.append(Cut(piece.starts[0], piece.ends[-1], _TIME, piece.source))


class _Member:
    """Reads one XML member."""

    def __init__(self, reader: _Reader, name: str, number: int, source: str) -> None:
        self.reader, self.name, self.number, self.source = reader, name, number, source
        self.unit = f"{reader.unit} ({name})"
        self._paragraph = Gathering(number)
        self._deleted = Gathering(number)
        self._field = Gathering(number)
        self._path: list[str] = []
        self._depth = 0

    def run(self) -> None:
        """All of it, in order."""
        for event in all_events(self.source, self.unit):
            if isinstance(event, Note):
                self.reader.add([note_of(event, self.number)])
            elif isinstance(event, Characters):
                self._text(event)
            elif event.opens:
                self._path.append(event.name)
                self._open(event)
            else:
                self._close(event.name)
                self._path.pop()

    def _open(self, tag: Tag) -> None:
        if one_of(tag.name, "docx", "paragraphs"):
            self._end_paragraph()
            self._depth += 1
        elif one_of(tag.name, "docx", "breaks"):
            self._paragraph.add_sign("\n", tag.start)
        elif tag.name == "w:tab" and self._path[-2:-1] == ["w:r"]:
            self._paragraph.add_sign("\t", tag.start)
        places = places_of(self.source, tag) if tag.attributes else {}
        for name in tag.attributes:
            self._attribute(tag, name, places)

    def _close(self, name: str) -> None:
        if one_of(name, "docx", "paragraphs"):
            self._end_paragraph()
            self._depth -= 1

    def _end_paragraph(self) -> None:
        for gathered, name in (
            (self._paragraph, "text"),
            (self._deleted, "deleted"),
            (self._field, "field"),
        ):
            self.reader.add(gathered.piece(name))

    def _text(self, found: Characters) -> None:
        name = self._path[-1]
        if one_of(name, "docx", "runs") and self._depth:
            self._paragraph.add(found)
        elif one_of(name, "docx", "deleted"):
            self._deleted.add(found)
        elif one_of(name, "docx", "fields"):
            self._field.add(found)
        elif found.text.strip():
            self._other(name, found)

    def _other(self, name: str, found: Characters) -> None:
        """Text outside paragraphs: properties, custom XML, and what else there is."""
        gathered = Gathering(self.number)
        label = ""
        if self.name.startswith(_PROPERTIES):
            if one_of(name, "docx", "counts"):
                return
            label = next(
                (
                    label
                    for list, label in (("people", "PERSON"), ("organizations", "ORGANIZATION"))
                    if one_of(name, "docx", list)
                ),
                "",
            )
        gathered.begin(label)
        gathered.add(found)
        for piece in gathered.piece(name.partition(":")[2] or name):
            if one_of(name, "docx", "moments"):
                self.reader.add_time(piece)
            else:
                self.reader.add([piece])

    def _attribute(self, tag: Tag, name: str, places: Mapping[str, tuple[int, int]]) -> None:
        if not tag.attributes[name].strip():
            return
        place = f"{tag.name}@{name}"
        label = tag.name.partition(":")[2] or tag.name
        value = value_of(self.source, tag, name, self.unit, places)
        piece = attribute_of(value, name, self.number, label)
        if self._is_in("times", place, name):
            self.reader.add_time(piece)
        elif self._holds_text(tag, place, name):
            self.reader.add([piece])
        elif self._may_follow(name, piece.text):
            self.reader.add_code(piece)

    def _may_follow(self, name: str, text: str) -> bool:
        """Whether a code may follow edits: not what makes the file valid, which is keywords (they
        start in lower case), addresses of schemas, and how members hang together."""
        if self.name.endswith(_STRUCTURE) or name.startswith("xmlns"):
            return False
        return (text[:1].isupper() or not text.isalnum()) and ":" not in text

    def _holds_text(self, tag: Tag, place: str, name: str) -> bool:
        if self.name.startswith(_CUSTOM) and not self.name.endswith(".rels"):
            return not name.startswith("xmlns") and "itemProps" not in self.name
        if place == "w:name@w:val":
            return "w:ffData" in self._path  # a field of a form; else the name of a style
        external = tag.attributes.get("TargetMode") == _EXTERNAL and name == "Target"
        return external or self._is_in("texts", place, name)

    @staticmethod
    def _is_in(list: str, place: str, name: str) -> bool:
        return one_of(place, "docx", list) or one_of(f"@{name}", "docx", list)


DOCX = Docx()
