"""Transcriber 1.5: an XML file per recording.

The text of the document is what turns say, a segment for each text node, with the speaker as
its name. Names of speakers and of the scribe stand in attributes: they are segments too, with a
mark of the format's own that says so, and so are topics, comments and the name of the audio
file. Events that repeat changed words follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from understudy.core.errors import CorpusError
from understudy.core.types import Document, Edit, Segment, Span
from understudy.corpus.base import Block, Options, Patch, Record, Traits
from understudy.corpus.blocks import (
    Change,
    annotate_nothing,
    assemble_in_order,
    join_in_order,
    split_by_file,
)
from understudy.corpus.compression import stripped
from understudy.corpus.echoes import Echoes
from understudy.corpus.moving import merged
from understudy.corpus.pieces import changes_by_piece, compose
from understudy.corpus.spoken import SpokenTurn
from understudy.corpus.transcription import words_of
from understudy.corpus.xmltext import (
    Characters,
    Decoded,
    Tag,
    decode,
    escape_attribute,
    escape_text,
    events,
    value_of,
)

__all__ = ["TRS", "Trs"]

_NAMES = {("Speaker", "name"): "speaker-name", ("Trans", "scribe"): "scribe"}
_FIELDS = {
    ("Trans", "audio_filename"): "audio-filename",
    ("Episode", "program"): "program",
    ("Topic", "desc"): "topic",
    ("Comment", "desc"): "comment",
}
_NOTES = {("Event", "desc"): "event"}
_GENERIC = re.compile(r"[\W_]*(?:speaker|spk|unknown|no speaker)?[\W_]*\d*[\W_]*", re.IGNORECASE)


class Piece(NamedTuple):
    """A piece of the document's text and where its characters stand in the source."""

    kind: str
    name: str
    text: str
    places: list[int]
    person: bool = False


class Layout(NamedTuple):
    """The file, and the pieces of it that are text."""

    decoded: Decoded
    pieces: list[Piece]
    notes: list[Piece]
    """Descriptions of events, which may repeat words."""


@dataclass(frozen=True, slots=True)
class Trs:
    """A recording as Transcriber writes it."""

    name: str = "trs"
    suffixes: tuple[str, ...] = (".trs",)
    parts: tuple[str, ...] = (".trs",)
    traits: Traits = Traits(carries_annotations=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        source = decode(block.parts[0], block.unit)
        pieces, notes = _pieces(source.text, block.unit)
        text, starts = compose([piece.text for piece in pieces]) if pieces else ("", ())
        places = [
            (start, start + len(piece.text), piece)
            for start, piece in zip(starts, pieces, strict=True)
        ]
        document = Document(
            str(stripped(PurePosixPath(block.unit))).removesuffix(".trs"),
            text,
            options.default_language,
            segments=tuple(Segment(start, end, p.kind, p.name) for start, end, p in places),
            annotations=tuple(
                Span(start, end, "PERSON", source="format", key=p.text.casefold())
                for start, end, p in places
                if p.person
            ),
        )
        yield Record(block.parts, document, Layout(source, pieces, notes))

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        layout: Layout = record.layout
        if record.document is None or not layout.pieces:
            return ()
        texts = [piece.text for piece in layout.pieces]
        changed = changes_by_piece(edits, texts, record.document.id)
        found = [
            change
            for piece, of_piece in zip(layout.pieces, changed, strict=True)
            for change in _placed(piece, of_piece)
        ]
        echoes = Echoes.of(edits)
        for note in layout.notes:
            found += _placed(note, echoes.find(note.text))
        return tuple(_patches(layout.decoded, merged(found)))

    def turns_of(self, record: Record) -> Iterator[SpokenTurn]:
        """The turns, with what happens in them; one with several speakers is an overlap."""
        layout: Layout = record.layout
        return _spoken(layout.decoded.text, "" if record.document is None else record.document.id)

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _pieces(source: str, unit: str) -> tuple[list[Piece], list[Piece]]:
    pieces: list[Piece] = []
    notes: list[Piece] = []
    speakers: list[str] | None = None
    speaker = ""
    for event in events(source, unit):
        if isinstance(event, Characters):
            if event.text.strip():
                piece = _trimmed(event, speaker)
                if speakers is None:
                    line = source.count("\n", 0, piece.places[0]) + 1
                    raise CorpusError("text outside a turn", file=unit, line=line)
                pieces.append(piece)
        elif event.name == "Turn":
            speakers = event.attributes.get("speaker", "").split() if event.opens else None
            speaker = " ".join(speakers or ())
        elif event.name == "Who" and event.opens and speakers:
            speaker = _who(event, speakers)
        elif event.name == "Event" and event.opens:
            notes += _fields(source, event, _NOTES, unit)
        elif event.opens:
            pieces += _people(source, event, unit)
            pieces += _fields(source, event, _FIELDS, unit)
    return pieces, notes


def _spoken(source: str, unit: str) -> Iterator[SpokenTurn]:
    turn, said, foreign = SpokenTurn((), ()), [], False
    for event in events(source, unit):
        if isinstance(event, Characters):
            if event.text.strip():
                said.append(event.text.strip())
                words = len(list(words_of([event.text]))) if foreign else 0
                turn = turn._replace(foreign=turn.foreign + words)
        elif event.name == "Turn" and event.opens:
            speakers = tuple(event.attributes.get("speaker", "").split())
            turn, said, foreign = SpokenTurn(speakers, ()), [], False
        elif event.name == "Turn":
            yield turn._replace(said=tuple(said))
        elif event.name == "Event" and event.opens:
            extent = event.attributes.get("extent", "")
            if event.attributes.get("type") == "language":
                foreign = extent == "begin"
                word = int(extent in ("previous", "next"))
                more = int(extent != "end")
                turn = turn._replace(switches=turn.switches + more, foreign=turn.foreign + word)
            elif event.attributes.get("type") != "entities" and extent != "end":
                turn = turn._replace(events=turn.events + 1)


def _who(event: Tag, speakers: list[str]) -> str:
    """Which of several speakers goes on; all of them where the number fits none."""
    number = event.attributes.get("nb", "")
    if number.isdecimal() and len(number) <= 9 and 1 <= int(number) <= len(speakers):
        return speakers[int(number) - 1]
    return " ".join(speakers)


def _trimmed(found: Characters, speaker: str) -> Piece:
    start = len(found.text) - len(found.text.lstrip())
    end = len(found.text.rstrip())
    return Piece("turn", speaker, found.text[start:end], found.places[start : end + 1])


def _people(source: str, tag: Tag, unit: str) -> Iterator[Piece]:
    for piece in _fields(source, tag, _NAMES, unit):
        if not _GENERIC.fullmatch(piece.text):
            yield piece._replace(person=True)


def _fields(
    source: str, tag: Tag, wanted: dict[tuple[str, str], str], unit: str
) -> Iterator[Piece]:
    for attribute, text in tag.attributes.items():
        name = wanted.get((tag.name, attribute))
        if name and text.strip():
            yield Piece("field", name, *value_of(source, tag, attribute, unit))


def _placed(piece: Piece, changed: Iterable[Change]) -> Iterator[Change]:
    for start, end, surrogate in changed:
        escape = escape_attribute if piece.kind == "field" else escape_text
        yield piece.places[start], piece.places[end], escape(surrogate)


def _patches(source: Decoded, changed: Iterable[Change]) -> Iterator[Patch]:
    cursor, at = 0, source.base
    for start, end, text in changed:
        begin = at + source.width(cursor, start)
        at = begin + source.width(start, end)
        yield Patch(begin, at, text.encode(source.codec, errors="xmlcharrefreplace"))
        cursor = end


TRS = Trs()
