"""Where the text of a TextGrid (Praat) stands: in its strings, in the long and the short form."""

from __future__ import annotations

import re

from understudy.core.errors import CorpusError
from understudy.corpus.documents.located import Piece, piece_of
from understudy.corpus.documents.names import one_of

__all__ = ["read_textgrid"]

_STRING = re.compile(r'"((?:[^"]|"")*)"')
_UNIT = re.compile(r'""|.', re.DOTALL)
_COMMENT = re.compile(r"![^\r\n]*")


def read_textgrid(source: str, unit: str) -> tuple[list[Piece], list[Piece]]:
    """Names of tiers, and the labels of intervals and points; numbers and times are kept."""
    first = _STRING.search(source)
    if first is None or first[1] != "ooTextFile":
        raise CorpusError(
            "not a TextGrid as text; save it in Praat with Save as text file", file=unit, line=1
        )
    pieces: list[Piece] = []
    codes: list[Piece] = []
    cursor = 0
    for match in _STRING.finditer(source):
        pieces += _comments(source, cursor, match.start())
        cursor = match.end()
        found = _string(match)
        if one_of(found.text, "textgrid", "codes"):
            codes.append(found)
        else:
            pieces.append(found)
    pieces += _comments(source, cursor, len(source))
    return pieces, codes


def _string(match: re.Match[str]) -> Piece:
    """A string, in which a quote is written twice."""
    start = match.start(1)
    units = list(_UNIT.finditer(match[1]))
    return Piece(
        "field",
        "text",
        "".join(one[0][0] for one in units),
        [start + one.start() for one in units],
        [start + one.end() for one in units],
        _quoted,
    )


def _comments(source: str, start: int, end: int) -> list[Piece]:
    return [
        piece_of(one[0], one.start(), "comment", escape=_commented)
        for one in _COMMENT.finditer(source, start, end)
    ]


def _commented(text: str) -> str:
    """A comment has one line, and a quote in it would open a string."""
    return re.sub(r'["\r\n]', " ", text)


def _quoted(text: str) -> str:
    return text.replace('"', '""')
