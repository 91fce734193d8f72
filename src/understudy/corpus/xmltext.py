"""Where text and attribute values stand in the source of an XML file.

The file is decoded first, so that expat sees UTF-8 whatever the file declares, and offsets are
code points. Entities of the file's own and CDATA sections are refused: Transcriber writes
neither, and both could hide text.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple
from xml.parsers import expat

from understudy.core.errors import CorpusError

__all__ = [
    "Characters",
    "Decoded",
    "Note",
    "Tag",
    "all_events",
    "decode",
    "decode_as",
    "escape_attribute",
    "escape_text",
    "events",
    "places_of",
    "value_of",
]

_DEEPEST = 1000
"""Elements inside one another: no document has more, and the path of each is as long as it is
deep."""
_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNIT = re.compile(r"&#x([0-9a-fA-F]+);|&#([0-9]+);|&(amp|lt|gt|quot|apos);|\r\n?|[^&]", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s+([^\s=>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# XML 1.0 has no place for these, not even escaped.
_ILLEGAL = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_QUOTED = str.maketrans({'"': "&quot;", "'": "&apos;", "\n": " ", "\t": " "})
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Decoded(NamedTuple):
    """The source as text, and how to get back to its bytes."""

    text: str
    """Without the byte order mark."""
    base: int
    """The byte at which the text starts."""
    codec: str

    def width(self, start: int, end: int) -> int:
        """How many bytes a part of the text takes."""
        return len(self.text[start:end].encode(self.codec))


class Characters(NamedTuple):
    """Text of the document, and where each of its characters starts in the source."""

    text: str
    places: list[int]
    """One more than characters: the last is where the source of the text ends."""


class Tag(NamedTuple):
    """A tag of an element, and where it starts in the source."""

    name: str
    attributes: dict[str, str]
    start: int
    opens: bool


class Note(NamedTuple):
    """A comment or a processing instruction, which stands in the source as it is."""

    text: str
    start: int


def decode(raw: bytes, unit: str) -> Decoded:
    """The source, by its byte order mark or by what it declares."""
    declared = _DECLARED.match(raw)
    return decode_as(raw, declared[1].decode() if declared else "utf-8", unit)


def decode_as(raw: bytes, codec: str, unit: str) -> Decoded:
    """The source, by its byte order mark or as this encoding."""
    mark, codec = next(((m, c) for m, c in _MARKS if raw.startswith(m)), (b"", codec))
    try:
        codec = codecs.lookup(codec).name
        text = raw[len(mark) :].decode(codec)
    except (LookupError, AssertionError):
        raise CorpusError("an encoding that is not known", file=unit, line=1) from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, len(mark) + error.start) + 1
        raise CorpusError(f"not {codec}", file=unit, line=line) from None
    except UnicodeError:  # of a codec that reads nothing, such as "undefined"
        raise CorpusError("an encoding that is not known", file=unit, line=1) from None
    if not codec.startswith(("utf-8", "utf-16-")) and len(text) != len(raw):
        raise CorpusError(f"the encoding {codec} is not supported", file=unit, line=1)
    return Decoded(text, len(mark), codec)


def events(source: str, unit: str) -> Iterator[Tag | Characters]:
    """Tags and text nodes in order; comments and instructions end a text node."""
    return (event for event in all_events(source, unit) if not isinstance(event, Note))


def all_events(source: str, unit: str) -> Iterator[Tag | Characters | Note]:
    """Tags, text nodes, comments and instructions in order."""
    reader = _Reader(source, unit)
    reader.run()
    return iter(reader.found)


class _Reader:
    """Collects what expat reports. Its text is read again from the source, and must agree."""

    def __init__(self, source: str, unit: str) -> None:
        self.source = source
        self.unit = unit
        self.found: list[Tag | Characters | Note] = []
        self._pending: list[str] = []
        self._begin = 0
        self._depth = 0
        data = source.encode()
        # Byte offsets at which characters start, where the two differ.
        self._bytes = None if len(data) == len(source) else _widths(source)
        self._data = data
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._note
        parser.ProcessingInstructionHandler = lambda _, data: self._note(data)
        parser.EntityDeclHandler = lambda *_: self._refuse("an entity declaration")
        parser.StartCdataSectionHandler = lambda: self._refuse("a CDATA section")
        parser.SkippedEntityHandler = lambda *_: self._refuse("an entity that is not declared")
        self._parser = parser

    def run(self) -> None:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            message = f"malformed XML: {expat.ErrorString(error.code)} (column {error.offset + 1})"
            raise CorpusError(message, file=self.unit, line=error.lineno) from None

    def _at(self) -> int:
        index = self._parser.CurrentByteIndex
        return index if self._bytes is None else bisect_right(self._bytes, index) - 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._break()
        self._depth += 1
        if self._depth > _DEEPEST:
            self._refuse(f"an element inside {_DEEPEST} others")
        self.found.append(Tag(name, attributes, self._at(), True))

    def _end(self, name: str) -> None:
        self._break()
        self._depth -= 1
        self.found.append(Tag(name, {}, self._at(), False))

    def _characters(self, text: str) -> None:
        if not self._pending:
            self._begin = self._at()
        self._pending.append(text)

    def _note(self, text: str) -> None:
        self._break()
        # expat reads line ends as one character; the source is what counts.
        lines = re.escape(text).replace("\\\n", r"\r?\n").replace("\n", r"\r?\n")
        match = re.compile(lines).search(self.source, self._at())
        if match is None:
            raise self._error("a comment that cannot be located")
        if text.strip():
            self.found.append(Note(match[0], match.start()))

    def _break(self) -> None:
        if not self._pending:
            return
        found = unescaped(self.source, self._begin, self._at())
        if found.text != "".join(self._pending):
            raise self._error("text that cannot be located")
        self.found.append(found)
        self._pending = []

    def _refuse(self, what: str) -> None:
        raise self._error(f"{what} is not allowed")

    def _error(self, message: str) -> CorpusError:
        column = self._parser.CurrentColumnNumber + 1
        line = self._parser.CurrentLineNumber
        return CorpusError(f"{message} (column {column})", file=self.unit, line=line)


def _widths(source: str) -> list[int]:
    return [0, *accumulate(len(character.encode()) for character in source)]


def unescaped(source: str, start: int, end: int) -> Characters:
    """The characters that a part of the source stands for."""
    text: list[str] = []
    places: list[int] = []
    for match in _UNIT.finditer(source, start, end):
        places.append(match.start())
        text.append(_character(match))
    return Characters("".join(text), [*places, end])


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    if match[2]:
        return chr(int(match[2].lstrip("0")))  # expat has seen that it is a character
    if match[3]:
        return _NAMED[match[3]]
    return "\n" if match[0][0] == "\r" else match[0]


def places_of(source: str, tag: Tag) -> dict[str, tuple[int, int]]:
    """Where the value of each attribute stands that a tag has in the source."""
    found: dict[str, tuple[int, int]] = {}
    match = _ATTRIBUTE.match(source, tag.start + 1 + len(tag.name))
    while match:
        found.setdefault(match[1], match.span(2 if match[2] is not None else 3))
        match = _ATTRIBUTE.match(source, match.end())
    return found


def value_of(
    source: str,
    tag: Tag,
    name: str,
    unit: str,
    places: Mapping[str, tuple[int, int]] | None = None,
) -> Characters:
    """The value of an attribute that the tag has; who asks for all of them looks for their places
    once."""
    place = (places_of(source, tag) if places is None else places).get(name)
    value = tag.attributes[name]
    located = unescaped(source, *place).places if place else []
    if len(located) != len(value) + 1:
        # A default that a document type declares has no place, so it cannot be protected.
        line = source.count("\n", 0, tag.start) + 1
        raise CorpusError(f"attribute {name!r} cannot be located", file=unit, line=line)
    return Characters(value, located)


def escape_text(text: str) -> str:
    """A stand-in as the text of an element."""
    return _ILLEGAL.sub(" ", text.replace("\r\n", "\n")).translate(_ESCAPES)


def escape_attribute(text: str) -> str:
    """A stand-in as a part of the value of an attribute."""
    return escape_text(text).translate(_QUOTED)
