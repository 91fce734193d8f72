"""Where the text of a CHAT transcript stands: headers, main lines and dependent tiers.

    @Participants:  CHI Ann Target_Child, MOT Mary Mother
    *CHI:   I am Ann . •0_1500•
    %mor:   pro|I cop|be n:prop|Ann .

Times between bullets are kept. Tiers that repeat the words of the main line follow its edits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.corpus.documents.located import Mark, Piece
from understudy.corpus.documents.names import one_of

__all__ = ["read_chat"]

_LINE = re.compile(r"([@*%])([^:\t\r\n]*):?[ \t]*([^\r\n]*(?:(?:\r\n|\n)[\t ][^\r\n]*)*)")
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
        else:
            pieces.append(found._replace(marks=tuple(_marks(sign, head, found.text))))
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


def _marks(sign: str, name: str, text: str) -> Iterator[Mark]:
    if sign != "@":
        return
    if name == "Participants":
        for match in _PARTICIPANT.finditer(text):
            yield (*match.span(2), "PERSON")
    elif one_of(name, "cha", "people") and text.strip():
        yield 0, len(text.rstrip()), "PERSON"


def _on_a_line(text: str) -> str:
    return re.sub(r"[\r\n\t\x15]+", " ", text)
