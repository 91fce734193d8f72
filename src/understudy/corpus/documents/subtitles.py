"""Where the text of subtitles stands: the lines below a time, without their tags."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from understudy.corpus.documents.located import Piece, piece_of
from understudy.corpus.documents.names import one_of

__all__ = ["read_srt", "read_vtt"]

_BLOCK = re.compile(r"(?:[^\r\n]+(?:\r\n|\r|\n|\Z))+")
_LINE = re.compile(r"([^\r\n]+)(?:\r\n|\r|\n|\Z)")
_TIMES = re.compile(r"\s*[0-9][0-9:.,]*\s*-->\s*[0-9][0-9:.,]*")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[0-9][0-9:.]*>|</>|\{\\[^{}]*\}")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")
_UNIT = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z]+);|\r\n|.", re.DOTALL)

Found = tuple[list[Piece], list[Piece]]


def read_srt(source: str, unit: str) -> Found:
    """Numbers, times and text, with an empty line between them."""
    return _read(source, references=False)


def read_vtt(source: str, unit: str) -> Found:
    """The same with a head, notes, styles, names of cues and voices."""
    return _read(source, references=True)


def _read(source: str, *, references: bool) -> Found:
    pieces: list[Piece] = []
    codes: list[Piece] = []
    for block in _BLOCK.finditer(source):
        lines = list(_LINE.finditer(source, block.start(), block.end()))
        at = next((n for n, line in enumerate(lines) if _TIMES.match(line[1])), None)
        if at is None:
            _other(lines, pieces, codes)
            continue
        for line in lines[:at]:
            if not line[1].strip().isdecimal():
                pieces.append(piece_of(line[1], line.start(), "cue", escape=_on_a_line))
        time = lines[at]
        rest = _TIMES.match(time[1])
        behind = rest.end() if rest else 0
        codes.append(piece_of(time[1][behind:], time.start() + behind, "settings"))
        if lines[at + 1 :]:
            _payload(source, lines[at + 1].start(), lines[-1].end(1), references, pieces, codes)
    return pieces, codes


def _other(lines: list[re.Match[str]], pieces: list[Piece], codes: list[Piece]) -> None:
    """A block without a time: the head, a note, a style."""
    kind = lines[0][1].split()[0] if lines[0][1].split() else ""
    for number, line in enumerate(lines):
        text, start = line[1], line.start()
        if number == 0 and (kind == "WEBVTT" or one_of(kind, "vtt", "notes")):
            at = text.index(kind) + len(kind)
            text, start = text[at:], start + at
        found = piece_of(text, start, "note", escape=_on_a_line)
        if one_of(kind, "vtt", "codes"):
            codes.append(found)
        else:
            pieces.append(found)


def _payload(
    source: str,
    start: int,
    end: int,
    references: bool,
    pieces: list[Piece],
    codes: list[Piece],
) -> None:
    """The text of a cue; its tags are codes but for the names of voices."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    speaker = ""
    cursor = start
    tags = [*_TAG.finditer(source, start, end), None]
    for tag in tags:
        for unit in _UNIT.finditer(source, cursor, tag.start() if tag else end):
            text = unescape(unit[0]) if references else unit[0]
            text = "\n" if text == "\r\n" else text
            for number, sign in enumerate(text):
                signs.append(sign)
                starts.append(unit.start() if not number else unit.end())
                ends.append(unit.end())
        if tag is None:
            break
        voice = _VOICE.fullmatch(tag[0])
        if voice and references:
            speaker = voice[1].strip()
            mark = ((0, len(voice[1].rstrip()), "PERSON"),)
            place = tag.start() + voice.start(1)
            pieces.append(piece_of(voice[1], place, "voice", escape=_in_a_tag, marks=mark))
        else:
            codes.append(piece_of(tag[0], tag.start(), "tag", escape=_in_a_tag))
        cursor = tag.end()
    kind, name = ("turn", speaker) if speaker else ("field", "text")
    escape: Callable[[str], str] = _escaped if references else _on_a_line
    pieces.append(Piece(kind, name, "".join(signs), starts, ends, escape))


def _on_a_line(text: str) -> str:
    """An empty line would end the cue."""
    return re.sub(r"\s*[\r\n]\s*", " ", text).replace("-->", "- ->")


def _escaped(text: str) -> str:
    return _on_a_line(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _in_a_tag(text: str) -> str:
    return re.sub(r"[<>{}\r\n]", " ", text)
