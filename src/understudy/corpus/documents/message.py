"""Where the text of a mail stands in its bytes: headers, bodies, and what is attached.

The parts of a message are cut by their boundaries, since the standard library says what a header
means but not where it stands. Every header is read but for those that only say how the message is
written; those of the way that it took, and signatures, are not read. All bodies are one document,
so that the text and the page of one message get the same stand-ins.
"""

from __future__ import annotations

import base64
import quopri
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import Header, decode_header, make_header
from email.message import Message
from functools import partial
from itertools import count
from typing import NamedTuple

from understudy.core.errors import CorpusError
from understudy.corpus.base import Unread
from understudy.corpus.documents.html import left_out
from understudy.corpus.documents.located import (
    Cut,
    Layout,
    Mark,
    Piece,
    Source,
    piece_of,
    reference_bytes,
)
from understudy.corpus.documents.names import one_of
from understudy.corpus.documents.webpage import read_page
from understudy.corpus.encodings import plain_bytes

__all__ = ["read_message"]

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_NAME = re.compile(rb"([!-9;-~]+)[ \t]*:")
_WORDS = re.compile(r"=\?[^?\s]+\?[bBqQ]\?[^?\s]*\?=(?:\s+=\?[^?\s]+\?[bBqQ]\?[^?\s]*\?=)*")
_FOLD = re.compile(r"\r?\n[ \t]+")
_BOX = re.compile(r"[^\s<>,;:\"()]+@[^\s<>,;:\"()]+")
_SHOWN = re.compile(
    r""""([^"]*\w[^"]*)"\s*(?=<)|(?:^|[,;:])\s*([^<>",;:@]*\w[^<>",;@]*?)\s*(?=<)"""
)
_INNER = re.compile(r"<([^<>\s]+)>")
_DAY_AND_TIME = re.compile(r"(.*[0-9]{2,4})\s+([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(.*)", re.DOTALL)
_ZONE = re.compile(r"\s*[+-][0-9]{4}\s*(?:\([A-Z]{1,5}\))?\s*|\s*[A-Z]{1,5}\s*")
_FILE = re.compile(r"""((?:file)?name(?:\*[0-9]*\*?)?)\s*=\s*(?:"([^"]*)"|([^\s;"]+))""", re.I)
_SEPARATOR = "From nobody Thu Jan  1 00:00:00 1970"
_SAFE = re.compile(r"[\w .'-]*", re.ASCII)
_PARAMETER = re.compile(r"""boundary\s*=\s*(?:"[^"]*"|[^\s;"]+)""", re.I)
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}$")


class _Field(NamedTuple):
    """A header: its name, and where line and value stand."""

    name: str
    line: int
    start: int
    end: int
    """Before the end of the line."""
    stop: int


def read_message(raw: bytes, unit: str) -> Layout:
    """The layout of one message."""
    reader = _Reader(raw, unit)
    reader.entity(0, len(raw))
    return Layout(reader.sources, reader.pieces, reader.echoes, tuple(reader.left))


_DEEPEST = 100
"""Parts in parts: each is looked through again for those within it."""


class _Reader:
    """Collects what is found in the parts of a message."""

    def __init__(self, raw: bytes, unit: str) -> None:
        self.raw, self.unit = raw, unit
        self.sources: list[Source] = []
        self.pieces: list[Piece] = []
        self.echoes: list[Piece] = []
        self.left: list[Unread] = []
        self._attached = count(1)
        self._headers: dict[int, int] = {}
        self._depth = 0

    def entity(self, start: int, end: int) -> None:
        """A message or a part of one: headers, an empty line, a body."""
        if self._depth == _DEEPEST:
            raise CorpusError(f"parts are nested more than {_DEEPEST} deep", file=self.unit)
        self._depth += 1
        self._entity(start, end)
        self._depth -= 1

    def _entity(self, start: int, end: int) -> None:
        fields, body = self._fields(start, end)
        head = message_from_bytes(self.raw[start:body])
        transport = [field for field in fields if one_of(field.name.lower(), "mail", "transport")]
        if fields and not fields[0].name and self.raw.startswith(b"From ", fields[0].start):
            first = fields.pop(0)
            line = Cut(first.start, first.end, _SEPARATOR)
            self.left.append(Unread("transport", "the line before the message", [line]))
        for field in fields:
            if one_of(field.name.lower(), "mail", "written"):
                self._code(field)
            elif field not in transport:
                self._header(field)
        if transport:
            names = ", ".join(dict.fromkeys(field.name for field in transport))
            cuts = [Cut(field.line, field.stop) for field in transport]
            self.left.append(Unread("transport", f"headers {names}", cuts))
        self._body(head, fields, body, end)

    def _fields(self, start: int, end: int) -> tuple[list[_Field], int]:
        found: list[_Field] = []
        for match in _LINE.finditer(self.raw, start, end):
            line = match[0]
            if not line.strip(b"\r\n"):
                return found, match.end()
            name = _NAME.match(line)
            stop = match.start() + len(line.rstrip(b"\r\n"))
            if line[:1] in b" \t" and found:
                found[-1] = found[-1]._replace(end=stop, stop=match.end())
            elif name is None:  # such as the line with which a mailbox separates messages
                found.append(_Field("", match.start(), match.start(), stop, match.end()))
            else:
                begin = match.start() + name.end()
                text = name[1].decode("ascii")
                found.append(_Field(text, match.start(), begin, stop, match.end()))
        return found, end

    def _source(self, start: int, end: int, codec: str = "utf-8") -> int:
        data = self.raw[start:end]
        codec = _codec(data, codec)
        encode = partial(plain_bytes, codec=codec)
        self.sources.append(Source(data.decode(codec), start, end, encode=encode))
        return len(self.sources) - 1

    def _code(self, field: _Field) -> None:
        """A header that says how the message is written; names of files are looked at apart, and a
        boundary must stay that of its parts."""
        at = self._source_of(field)
        rest = _PARAMETER.sub(_blank, _FILE.sub(_blank, self.sources[at].text))
        self.echoes.append(piece_of(rest, 0, field.name, source=at))

    def _source_of(self, field: _Field) -> int:
        """The source of a header, which several look at."""
        if field.start not in self._headers:
            self._headers[field.start] = self._source(field.start, field.end)
        return self._headers[field.start]

    def _header(self, field: _Field) -> None:
        number = self._source(field.start, field.end)
        piece = _unfolded(self.sources[number].text, field.name or "separator", number)
        if one_of(field.name.lower(), "mail", "times"):
            self.pieces += _moment(piece)
        else:
            marks = tuple(_marks(field.name.lower(), piece.text))
            self.pieces.append(piece._replace(marks=marks))

    def _body(self, head: Message, fields: list[_Field], start: int, end: int) -> None:
        kind = head.get_content_type()
        boundary = head.get_boundary()
        attached = head.get_content_disposition() == "attachment"
        if kind.startswith("multipart/") and boundary:
            self._parts(boundary.encode("utf-8", "surrogateescape"), start, end)
        elif kind == "message/rfc822" and _identity(head):
            self.entity(start, end)
        elif attached or not kind.startswith(("text/", "message/")):
            self._attachment(head, fields, start, end)
        elif start < end:
            self._text(head, fields, start, end)

    def _parts(self, boundary: bytes, start: int, end: int) -> None:
        mark = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*\r?(?:\n|\Z)", re.M)
        cuts = list(mark.finditer(self.raw, start, end))
        if not cuts:
            self._plain(start, end, "preamble")
            return
        self._plain(start, cuts[0].start(), "preamble")
        for at, cut in enumerate(cuts):
            stop = cuts[at + 1].start() if at + 1 < len(cuts) else end
            if cut[1]:
                self._plain(cut.end(), stop, "epilogue")
            elif cut.end() < stop:
                self.entity(cut.end(), self._before_line_end(cut.end(), stop))

    def _before_line_end(self, start: int, stop: int) -> int:
        """The line end before a boundary belongs to the boundary."""
        for ending in (b"\r\n", b"\n"):
            if self.raw.endswith(ending, start, stop):
                return stop - len(ending)
        return stop

    def _plain(self, start: int, end: int, name: str, codec: str = "utf-8") -> None:
        if self.raw[start:end].strip():
            number = self._source(start, end, codec)
            self.pieces.append(piece_of(self.sources[number].text, 0, name, source=number))

    def _text(self, head: Message, fields: list[_Field], start: int, end: int) -> None:
        way = str(head.get("content-transfer-encoding", "")).strip().lower()
        codec = head.get_content_charset() or "utf-8"
        page = head.get_content_type() == "text/html"
        if _identity(head):
            number = self._source(start, end, codec)
        else:
            data = _unpacked(self.raw[start:end], way)
            if data is None:
                self._attachment(head, fields, start, end)
                return
            codec = _codec(data, codec)
            write = partial(_packed, way=way, codec=codec, page=page, ends=b"\r\n" in self.raw)
            source = Source(data.decode(codec), start, end, encode=write, opaque=True)
            self.sources.append(source)
            number = len(self.sources) - 1
        source = self.sources[number]
        self._names(fields)
        if not page:
            self.pieces.append(piece_of(source.text, 0, "text", source=number))
            return
        if not source.opaque:
            encode = partial(reference_bytes, codec=_codec(self.raw[start:end], codec))
            self.sources[number] = source = source._replace(encode=encode)
        found = read_page(source.text, self.unit, number)
        self.pieces += found.pieces
        self.echoes += found.echoes
        self.left += left_out(found, number)

    def _attachment(self, head: Message, fields: list[_Field], start: int, end: int) -> None:
        number = next(self._attached)
        size = len(self.raw[start:end].strip())
        if not size:
            return
        cuts = [Cut(start, end), *self._neutral_names(fields, number)]
        what = f"attachment {number}, {head.get_content_type()}, {size:,} bytes as written"
        self.left.append(Unread("attachments", what, cuts))

    def _names(self, fields: list[_Field]) -> None:
        """File names in the headers of a part that is read are text."""
        for at in self._naming(fields):
            for match in _FILE.finditer(self.sources[at].text):
                group = 2 if match[2] is not None else 3
                piece = piece_of(match[group], match.start(group), "filename", source=at)
                self.pieces.append(piece._replace(escape=_file_name))

    def _neutral_names(self, fields: list[_Field], number: int) -> Iterator[Cut]:
        """A name that tells nothing, in the place of a file name."""
        for at in self._naming(fields):
            for match in _FILE.finditer(self.sources[at].text):
                suffix = _SUFFIX.search(match[2] if match[2] is not None else match[3])
                name = f"attachment-{number}{suffix[0] if suffix else ''}"
                yield Cut(*match.span(), f'{match[1].split("*")[0]}="{name}"', at)

    def _naming(self, fields: list[_Field]) -> Iterator[int]:
        for field in fields:
            if field.name.lower() in ("content-type", "content-disposition"):
                yield self._source_of(field)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.-]+", "_", text, flags=re.ASCII)


def _identity(head: Message) -> bool:
    way = str(head.get("content-transfer-encoding", "")).strip().lower()
    return way in ("", "7bit", "8bit", "binary")


def _codec(data: bytes, declared: str) -> str:
    """The declared encoding where it reads the bytes and gives them back, else one that does."""
    for codec in (declared, "utf-8", "cp1252"):
        try:
            if data.decode(codec).encode(codec) == data:
                return codec
        except (LookupError, UnicodeError):
            continue
    return "latin-1"


def _unpacked(data: bytes, way: str) -> bytes | None:
    """What a transfer encoding stands for; None where it is not known or broken."""
    if way == "quoted-printable":
        return quopri.decodestring(data)
    if way == "base64":
        try:
            return base64.b64decode(data)
        except ValueError:
            return None
    return None


def _packed(text: str, way: str, codec: str, page: bool, ends: bool) -> bytes:
    data = reference_bytes(text, codec) if page else plain_bytes(text, codec)
    if way == "base64":
        made = base64.encodebytes(data).rstrip()
    else:
        made = quopri.encodestring(data.replace(b"\r\n", b"\n"))
    return made.replace(b"\n", b"\r\n") if ends else made


def _unfolded(source: str, name: str, number: int) -> Piece:
    """The value of a header on one line, its encoded words read."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    atoms: list[tuple[int, int]] = []

    def add(text: str, start: int, end: int) -> None:
        signs.append(text)
        starts.extend([start, *[end] * (len(text) - 1)])
        ends.extend([end] * len(text))

    for match in re.finditer(rf"{_WORDS.pattern}|{_FOLD.pattern}|.", source, re.DOTALL):
        if match[0].startswith("=?") and len(match[0]) > 2:
            text = _word(match[0])
            at = sum(map(len, signs))
            add(text, *match.span())
            atoms.append((at, at + len(text)))
        else:
            add(" " if match[0][0] in "\r\n" else match[0], *match.span())
    text = "".join(signs)
    first = len(text) - len(text.lstrip())
    return Piece(
        "field",
        name,
        text[first:],
        starts[first:],
        ends[first:],
        _on_one_line,
        number,
        atoms=tuple((start - first, end - first) for start, end in atoms),
        rewrite=_as_header,
    )


def _word(text: str) -> str:
    try:
        return str(make_header(decode_header(text)))
    except (MessageError, LookupError, UnicodeError, ValueError):
        return text


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _as_header(text: str) -> str:
    """In the place of an encoded word, which may stand where a comma would end an address."""
    text = _on_one_line(text)
    return text if _SAFE.fullmatch(text) else Header(text, "utf-8", maxlinelen=76).encode()


def _marks(name: str, text: str) -> Iterator[Mark]:
    """People and addresses of the headers that name them, and the ids of messages."""
    if one_of(name, "mail", "people"):
        for match in _SHOWN.finditer(text):
            yield (*match.span(match.lastindex or 0), "PERSON")
        for match in _BOX.finditer(text):
            yield (*match.span(), "EMAIL_ADDRESS")
    elif one_of(name, "mail", "ids"):
        for match in _INNER.finditer(text):
            yield (*match.span(1), "ID")


def _moment(piece: Piece) -> Iterator[Piece]:
    """The day and the time of a header, each for itself, so that they move with those of the
    text; and what follows but for a zone."""
    match = _DAY_AND_TIME.fullmatch(piece.text)
    if match is None:
        yield piece._replace(marks=((0, len(piece.text), "DATE"),))
        return
    for group, label in ((1, "DATE"), (2, "TIME"), (3, "")):
        start, end = match.span(group)
        if group == 3 and _ZONE.fullmatch(match[3]):
            continue
        yield piece._replace(
            text=match[group],
            starts=piece.starts[start:end],
            ends=piece.ends[start:end],
            marks=((0, end - start, label),) if label else (),
        )
