"""People in records that stand in a text: cells of a pasted table under a header that says so
("id,surname,ward"), and members of JSON ("surname": "Price").

A header or a key says more than any list: what stands there is a name, whatever else the word
means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.textview import TextView
from understudy.languages import get, reads
from understudy.languages.lexicon import lexicon

__all__ = ["records"]

_SCORE = 0.92
_SIGNS = ("\t", "|", ";", ",")
"""What parts the cells of a row, the surest first."""
_LONGEST_HEADER = 400
_PARTS = ("GIVEN_NAME", "SURNAME")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ .'’-]){0,48}")
_HEAD = re.compile(r"[^\W\d][\w ./-]{0,40}")
_MEMBER = re.compile(r"\"([^\W\d][\w .-]{0,40})\"\s?:\s?\"([^\"\\\n]{1,50})\"")


def records(view: TextView, language: str) -> Iterator[Span]:
    """The cells and members whose label says that they are a person's."""
    text = view.text
    if '":' in text or '" :' in text:
        for member in _MEMBER.finditer(text):
            if _names(member[1], member[2], language):
                yield _mark(text, *member.span(2), _kind(member[1], language))
    yield from _cells(text, language)


def _mark(text: str, start: int, end: int, label: str) -> Span:
    while text[start].isspace():
        start += 1
    while text[end - 1].isspace():
        end -= 1
    return Span(start, end, label, _SCORE, "heuristic")


def _cells(text: str, language: str) -> Iterator[Span]:
    """The cells of all tables of a text; a table ends where a line has other cells than its
    header."""
    columns: tuple[str, ...] = ()
    sign, count, start = "", 0, 0
    if "\n" not in text:
        return
    for line in text.split("\n"):
        cells = line.split(sign) if sign else []
        if len(cells) == count and count:
            at = start
            for number, cell in enumerate(cells):
                label = columns[number]
                if label and cell.strip() and _names(label, cell, language):
                    yield _mark(text, at, at + len(cell), _kind(label, language))
                at += len(cell) + len(sign)
        else:
            sign, columns = _header(line, language)
            count = len(columns)
        start += len(line) + 1


def _header(line: str, language: str) -> tuple[str, tuple[str, ...]]:
    """What parts the cells of a line that names columns, and those of its names that say a
    person; nothing of any other line."""
    if len(line) > _LONGEST_HEADER:
        return "", ()
    for sign in _SIGNS:
        cells = [cell.strip(" \t\"'") for cell in line.split(sign)]
        if len(cells) < 2:
            continue
        edges = sign == "|"  # a rule may stand before the first cell and behind the last
        inner = cells[int(edges and not cells[0]) : len(cells) - int(edges and not cells[-1])]
        if all(_HEAD.fullmatch(cell) for cell in inner):
            told = tuple(cell if _kind(cell, language) else "" for cell in cells)
            return (sign, told) if any(told) else ("", ())
    return "", ()


def _names(label: str, value: str, language: str) -> bool:
    """Whether a label says that a value is somebody's name, and it can be one. What is called a
    name and no more may be that of a thing, if it is made of ordinary words."""
    kind, plain = _kind(label, language), value.strip(" \t\"'")
    if not kind or not _NAME.fullmatch(plain) or len(plain.split()) > 5:
        return False
    if kind in _PARTS:
        return True
    words = lexicon(language)
    return plain[0].isupper() and not all(words.usual(word) for word in flat(plain).split())


@lru_cache(maxsize=1024)
def _kind(label: str, language: str) -> str:
    """What a label says to be beside it: a person, or a part of a name."""
    words = flat(" ".join(_WORD.findall(_CAMEL.sub(" ", label)))).split()
    known = _labels(language)
    return next(
        (known[end] for at in range(len(words)) if (end := " ".join(words[at:])) in known), ""
    )


@cache
def _labels(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for code in reads(language):
        table = get(code).table("columns")
        for kind in ("PERSON", *_PARTS):
            found |= {flat(label): kind for label in table.get(kind, ())}
    return found
