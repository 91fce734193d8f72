"""A text as words, digits, spaces and signs: what stays the same however a stream is cut."""

from __future__ import annotations

import re
from typing import NamedTuple

from understudy.core.folding import lower_without_accents

__all__ = ["DIGITS", "QUOTE", "SIGN", "SPACE", "WORD", "Token", "cut", "keys"]

QUOTE = "'"
WORD, DIGITS, SPACE, SIGN = "word", "digits", "space", "sign"
_TOKEN = re.compile(r"([^\W\d_]+)|(\d+)|(\s+)|(.)", re.DOTALL)
_KINDS = ("", WORD, DIGITS, SPACE, SIGN)
_ALIKE = {"’": "'", "ʼ": "'", "‑": "-", "–": "-"}


class Token(NamedTuple):
    """A piece of a text."""

    text: str
    kind: str
    key: str
    """What it is compared by: without case and accents."""

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {len(self.text)} characters)"


def cut(text: str) -> list[Token]:
    """The pieces of a text; together they are the text."""
    return [_token(match[0], _KINDS[match.lastindex or 0]) for match in _TOKEN.finditer(text)]


def keys(text: str) -> tuple[str, ...]:
    """What the pieces of a text are compared by."""
    return tuple(token.key for token in cut(text))


def _token(text: str, kind: str) -> Token:
    if kind == WORD:
        return Token(text, kind, lower_without_accents(text))
    if kind == SPACE:
        return Token(text, kind, " ")
    return Token(text, kind, _ALIKE.get(text, text))
