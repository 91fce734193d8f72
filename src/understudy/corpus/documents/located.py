"""Text that lies in pieces inside the markup of a file, and how stand-ins get back there.

A record has *sources*: stretches of its bytes that are text in an encoding. *Pieces* are what of a
source is read: for each of their characters it is known where it stands in the source, so that
markup may lie between two of them. An edit takes the place of all its characters: the stand-in goes
where the first of them was, and what lies between them stays.

    bytes ──Source──▶ text with markup ──Piece──▶ text of the document
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from understudy.core.types import Document, Edit, Segment, Span
from understudy.corpus.base import Block, Format, Options, Parts, Patch, Record, Unread
from understudy.corpus.blocks import Change
from understudy.corpus.echoes import Echoes
from understudy.corpus.moving import merged
from understudy.corpus.pieces import changes_by_piece, compose

__all__ = [
    "Cut",
    "Layout",
    "Mark",
    "Piece",
    "Source",
    "beside_sources",
    "clean_pieces",
    "document_of",
    "line_at",
    "piece_of",
    "reference_bytes",
    "unread_parts",
    "whole_piece",
    "write_pieces",
]

Mark = tuple[int, int, str]
"""Where something private starts and ends in a piece, and its label: the format knows."""


class Source(NamedTuple):
    """A stretch of a part of the record that is text."""

    text: str
    start: int
    """Where its bytes start in the part."""
    end: int
    part: int = 0
    encode: Callable[[str], bytes] = str.encode
    """Its text as bytes; whatever a stand-in holds must be written somehow."""
    opaque: bool = False
    """Whether its bytes do not follow its characters, as in base64: all are written anew."""


class Piece(NamedTuple):
    """A piece of the document's text and where its characters stand in its source."""

    kind: str
    """As of a segment: ``turn`` or ``field``."""
    name: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    """A character that stands for markup, such as a line break, ends where it starts."""
    escape: Callable[[str], str] = str
    """A stand-in as it is written into the source."""
    source: int = 0
    marks: tuple[Mark, ...] = ()
    atoms: tuple[tuple[int, int], ...] = ()
    """Places of the text that can only be written anew as a whole: the first character has all of
    the source, the others none."""
    rewrite: Callable[[str], str] | None = None
    """What is written in the place of an atom, where that is not escaped as the rest."""


class Cut(NamedTuple):
    """A place that is not read, and what is written there where it is taken out."""

    start: int
    end: int
    new: str | bytes = ""
    """Bytes where it is no source."""
    source: int | None = None
    """The source whose characters are counted; None for bytes of a part."""
    part: int = 0


class Layout(NamedTuple):
    """Where the text of a record lies."""

    sources: Sequence[Source]
    pieces: Sequence[Piece]
    echoes: Sequence[Piece] = ()
    """Names and codes: not read as text, but what repeats a replaced value follows."""
    unread: Sequence[Unread] = ()
    """Their places are cuts."""


def piece_of(text: str, start: int, name: str, *, kind: str = "field", **more: Any) -> Piece:
    """A piece that stands in its source as it is, from ``start``."""
    places = range(start, start + len(text) + 1)
    return Piece(kind, name, text, places[:-1], places[1:], **more)


def whole_piece(
    text: str, start: int, end: int, name: str, *, kind: str = "field", **more: Any
) -> Piece:
    """A piece that is written differently in its source, and so anew as a whole."""
    starts = [start, *[end] * (len(text) - 1)] if text else []
    atoms = ((0, len(text)),) if text else ()
    return Piece(kind, name, text, starts, [end] * len(text), atoms=atoms, **more)


def _names(path: str, name: str) -> bool:
    """Whether a name means a part at this path, one that holds it, or an attribute of its name."""
    path, name = path.casefold(), name.casefold()
    return (
        path == name
        or path.endswith((f"/{name}", name if name[:1] == "@" else f"/{name}"))
        or (f"/{name}/" in f"/{path}" or f"/{name}@" in f"/{path}")
    )


def _read(pieces: Iterable[Piece], options: Options) -> list[Piece]:
    """The pieces but blank ones and those that a policy keeps; one that it calls an entity has
    the name by which it does."""
    found = [one for one in pieces if one.text.strip()]
    if options.kept:
        found = [one for one in found if not any(_names(one.name, kept) for kept in options.kept)]
    if options.cells:
        for at, piece in enumerate(found):
            called = next((cell for cell in options.cells if _names(piece.name, cell)), None)
            if called is not None:
                found[at] = piece._replace(kind="field", name=called)
    return found


def document_of(identity: str, layout: Layout, options: Options, parts: Parts) -> Record:
    """The record of a document whose text is the pieces."""
    layout = layout._replace(pieces=_read(layout.pieces, options))
    pieces = layout.pieces
    text, starts = compose([piece.text for piece in pieces]) if pieces else ("", ())
    document = Document(
        identity,
        text,
        options.default_language,
        segments=tuple(
            Segment(start, start + len(one.text), one.kind, one.name)
            for start, one in zip(starts, pieces, strict=True)
        ),
        annotations=tuple(
            Span(start + begin, start + end, label, source="format")
            for start, one in zip(starts, pieces, strict=True)
            for begin, end, label in one.marks
        ),
    )
    return Record(parts, document, layout)


def write_pieces(
    self: Format, record: Record, edits: Sequence[Edit], options: Options
) -> tuple[Patch, ...]:
    """The patches of the sources in which something changes."""
    return _written(record, edits, ())


def clean_pieces(
    self: Format, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
) -> tuple[Patch, ...]:
    """The patches of the sources in which something changes or something is taken out."""
    return _written(record, edits, [cut for part in out for cut in part.places])


def unread_parts(self: Format, record: Record, options: Options) -> tuple[Unread, ...]:
    """What the layout says was not read."""
    layout: Layout = record.layout
    return tuple(layout.unread)


def _written(record: Record, edits: Sequence[Edit], cuts: Sequence[Cut]) -> tuple[Patch, ...]:
    layout: Layout = record.layout
    changed: dict[int, list[Change]] = {}
    patches: list[Patch] = []
    for cut in cuts:
        if cut.source is not None and isinstance(cut.new, str):
            changed.setdefault(cut.source, []).append((cut.start, cut.end, cut.new))
        else:
            new = cut.new.encode() if isinstance(cut.new, str) else cut.new
            patches.append(Patch(cut.start, cut.end, new, cut.part))
    if record.document is not None and layout.pieces:
        texts = [piece.text for piece in layout.pieces]
        by_piece = changes_by_piece(edits, texts, record.document.id)
        for piece, of_piece in zip(layout.pieces, by_piece, strict=True):
            changed.setdefault(piece.source, []).extend(_placed(piece, of_piece))
    echoes = Echoes(_repeated(edits))
    for piece in layout.echoes:
        changed.setdefault(piece.source, []).extend(_placed(piece, echoes.find(piece.text)))
    for number, of_source in changed.items():
        if of_source:
            patches += _patches(layout.sources[number], merged(of_source))
    return tuple(patches)


def beside_sources(
    self: Format, record: Record, after: Parts, options: Options
) -> Iterator[tuple[str, str]]:
    """All text of the released record: what was replaced must not stand anywhere in it."""
    if record.document is None:
        return
    identity = record.document.id
    for again in self.read(Block(after, identity, last=True), options):
        for number, source in enumerate(again.layout.sources):
            yield ("the file" if not number else f"text {number + 1} of the file"), source.text


def _repeated(edits: Iterable[Edit]) -> Iterator[tuple[str, str]]:
    """What a code may repeat of replaced values: all of one, else a word of it with a capital."""
    replaced = [edit for edit in edits if not edit.kept]
    for edit in replaced:
        yield edit.original, edit.surrogate
    for edit in replaced:
        words, new = edit.original.split(), edit.surrogate.split()
        for number, word in enumerate(words if len(words) > 1 else ()):
            if word[:1].isupper() and word.isalpha() and len(word) > 2:
                yield word, new[number] if len(words) == len(new) else edit.surrogate


def _placed(piece: Piece, changed: Iterable[Change]) -> Iterator[Change]:
    """Changes of a piece as changes of its source."""
    for start, end, surrogate in _widened(piece, changed):
        ranges = _ranges(piece, start, end)
        at = next((i for i, (begin, stop) in enumerate(ranges) if begin < stop), 0)
        whole = any(start <= first and last <= end for first, last in piece.atoms)
        write = piece.rewrite if whole and piece.rewrite else piece.escape
        for number, (begin, stop) in enumerate(ranges):
            if number == at or begin < stop:
                yield begin, stop, write(surrogate) if number == at else ""


def _widened(piece: Piece, changed: Iterable[Change]) -> Iterable[Change]:
    """The changes, where those that touch an atom cover all of it."""
    if not piece.atoms:
        return changed
    rest = sorted(changed)
    for first, last in piece.atoms:
        inside = [one for one in rest if one[0] < last and first < one[1]]
        if not inside:
            continue
        rest = [one for one in rest if one not in inside]
        begin, stop = min(first, inside[0][0]), max(last, inside[-1][1])
        text, cursor = "", begin
        for start, end, surrogate in inside:
            text += piece.text[cursor:start] + surrogate
            cursor = end
        rest = sorted([*rest, (begin, stop, text + piece.text[cursor:stop])])
    return rest


def _ranges(piece: Piece, start: int, end: int) -> list[tuple[int, int]]:
    """Where the characters stand in the source, neighbours as one."""
    found: list[tuple[int, int]] = []
    for begin, stop in zip(piece.starts[start:end], piece.ends[start:end], strict=True):
        if found and found[-1][1] == begin:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((begin, stop))
    return found


def _patches(source: Source, changed: Sequence[Change]) -> Iterator[Patch]:
    if source.opaque:
        text, cursor = "", 0
        for start, end, new in changed:
            text += source.text[cursor:start] + new
            cursor = end
        data = source.encode(text + source.text[cursor:])
        yield Patch(source.start, source.end, data, source.part)
        return
    cursor, at = 0, source.start
    for start, end, new in changed:
        begin = at + len(source.encode(source.text[cursor:start]))
        at = begin + len(source.encode(source.text[start:end]))
        yield Patch(begin, at, source.encode(new), source.part)
        cursor = end


def reference_bytes(text: str, codec: str) -> bytes:
    """The text of markup in an encoding; what that lacks is written as a character reference."""
    return text.encode(codec, "xmlcharrefreplace")


def line_at(text: str, offset: int) -> int:
    """The number of the line at an offset."""
    return text.count("\n", 0, offset) + 1
