"""Where the text of a CHAT transcript stands: headers, main lines and dependent tiers.

    @Participants:  CHI Ann Target_Child, MOT Mary Mother
    *CHI:   I am Ann . •0_1500•
    %mor:   pro|I cop|be n:prop|Ann .

Times between bullets are kept. Tiers that repeat the words of the main line follow its edits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from understudy.corpus.documents.located import Mark, Piece
from understudy.corpus.documents.names import one_of

__all__ = ["read_chat"]

_LINE = re.compile(r"([@*%])([^:\t\r\n]*):?[ \t]*([^\r\n]*(?:(?:\r\n|\n)[\t ][^\r\n]*)*)")
_CODED = (0, 2, 4, 7)
_REST = re.compile(r"[^\r\n]+")
_UNIT = re.compile("\x15[^\x15\r\n]*\x15|(?:\r\n|\n)[\t ]+|.", re.DOTALL)
_PARTICIPANT = re.compile(r"(?:^|,)\s*(\S+)\s+([^,]+?)\s+\S+\s*(?=,|$)")


def read_chat(source: str, unit: str) -> tuple[list[Piece], list[Piece]]:
    """The values of headers, what is said, and what is noted about it."""
    pieces: list[Piece] = []
    codes: list[Piece] = []
    cursor = 0
    for match in _LINE.finditer(source):
        if match.start() and source[match.start() - 1] not in "\r\n":
            continue
        pieces += _loose(source, cursor, match.start())
        cursor = match.end()
        sign, name = match[1], match[2].strip()
        found = _value(source, *match.span(3), "turn" if sign == "*" else "field", name)
        head = name.split(" ")[0]
        list = "codes" if sign == "@" else "repeating"
        if sign != "*" and one_of(head, "cha", list):
            codes.append(found)
        elif sign == "@" and head == "Participants":
            _cut(found, _names_in(found.text), pieces, codes)
        elif sign == "@" and head == "ID":
            _cut(found, _fields_in(found.text), pieces, codes)
        else:
            person = sign == "@" and one_of(head, "cha", "people")
            marks = ((0, len(found.text.rstrip()), "PERSON"),) if person else ()
            pieces.append(found._replace(marks=marks))
    pieces += _loose(source, cursor, len(source))
    return pieces, codes


def _value(source: str, start: int, end: int, kind: str, name: str) -> Piece:
    """A value on one line, without times."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for unit in _UNIT.finditer(source, start, end):
        if unit[0][0] != "\x15" or len(unit[0]) == 1:
            signs.append(" " if unit[0][0] in "\r\n" else unit[0])
            starts.append(unit.start())
            ends.append(unit.end())
    return Piece(kind, name, "".join(signs), starts, ends, _on_a_line)


def _loose(source: str, start: int, end: int) -> Iterator[Piece]:
    """Lines of no known kind are text."""
    for match in _REST.finditer(source, start, end):
        yield _value(source, *match.span(), "field", "line")


def _names_in(text: str) -> Iterator[Mark]:
    """Names of participants, between their codes and their roles."""
    for match in _PARTICIPANT.finditer(text):
        yield (*match.span(2), "PERSON")


def _fields_in(text: str) -> Iterator[Mark]:
    """The fields of an @ID but for language, code, sex and role."""
    start = 0
    for number, field in enumerate(text.split("|")):
        if field.strip() and number not in _CODED:
            yield start, start + len(field), ""
        start += len(field) + 1


def _cut(whole: Piece, places: Iterable[Mark], pieces: list[Piece], codes: list[Piece]) -> None:
    """Pieces for these places of a header, each with its label; the rest holds codes."""
    rest = whole.text
    for start, end, label in places:
        piece = whole._replace(
            text=whole.text[start:end], starts=whole.starts[start:end], ends=whole.ends[start:end]
        )
        pieces.append(piece._replace(marks=((0, end - start, label),) if label else ()))
        rest = rest[:start] + " " * (end - start) + rest[end:]
    codes.append(whole._replace(text=rest))


def _on_a_line(text: str) -> str:
    return re.sub(r"[\r\n\t\x15]+", " ", text)
