"""Pieces of a mention, written with what was drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from understudy.core.folding import flat
from understudy.core.text import recase
from understudy.languages import reads
from understudy.surrogates.numbers.numerals import said_digits, said_like
from understudy.surrogates.people.names import known
from understudy.surrogates.people.pieces import (
    Drawn,
    Extra,
    Owned,
    Piece,
    Ref,
    Spelt,
    Title,
    name_of,
)
from understudy.surrogates.people.spelling import spell
from understudy.surrogates.people.titles import counterpart

__all__ = ["write"]


def write(pieces: Sequence[Piece], drawn: Drawn) -> str:
    out: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Ref):
            out.append(name_of(piece, drawn.identity))
        elif isinstance(piece, Title):
            out.append(_title(piece.text, drawn))
        elif isinstance(piece, Owned):
            out.append(_owned(piece.text, out[-1] if out else ""))
        elif isinstance(piece, Spelt):
            out.append(spell(piece, drawn))
        else:
            out.append(_extra(piece, drawn))
    return "".join(out)


def _extra(piece: Extra, drawn: Drawn) -> str:
    value = drawn.extras[piece.place]
    if piece.said and value.isdecimal():
        say = said_digits if piece.said == "digits" else said_like
        value = say(value, piece.language)
    return recase(value, piece.case).replace(".", piece.dot)


def _title(text: str, drawn: Drawn) -> str:
    if not drawn.titles:
        return text
    word = flat(text.replace(".", "")).strip()
    for sign, title in _marked(drawn.titles).items():
        word = title if sign in text else word
    other = counterpart(flat(word), drawn.identity.gender, drawn.titles)
    if flat(other) == flat(word):
        return text
    dot = "." if text.endswith(".") and not other.endswith(".") else ""
    if text.isupper() and len(word) > 1:
        return other.upper() + dot
    return (other[0].upper() + other[1:] if text[0].isupper() else other.lower()) + dot


@cache
def _marked(language: str) -> Mapping[str, str]:
    """Sign → the title that has it."""
    tables = (known(one)["titles"]["marked"] for one in reads(language))
    return {sign: title for table in tables for sign, title in table.items()}


def _owned(mark: str, before: str) -> str:
    """James' becomes Peter's, and Peter's James's."""
    if len(mark) > 1 or before[-1:] in ("s", "S"):
        return mark
    return mark + ("S" if before.isupper() and len(before) > 1 else "s")
