"""A document in which people change their language: which language each line is written in.

It is told from what stands outside of private values, since stand-ins depend on it. A line of few
words is in the language of the line before it. Where all lines are in the language of the document
there is nothing to tell.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from understudy.languages import sure_language

__all__ = ["Turns"]


class Turns:
    """The languages of a text, line by line."""

    def __init__(self, text: str, private: Iterable[tuple[int, int]], language: str) -> None:
        self._starts: list[int] = []
        self._languages: list[str] = []
        current = language
        for start, words in _lines(text, private):
            current = sure_language(words) or current
            self._starts.append(start)
            self._languages.append(current)
        self.mixed = any(one != language for one in self._languages)

    def __repr__(self) -> str:
        return f"Turns({len(self._starts)} lines)"

    def at(self, offset: int) -> str:
        """The language of what stands at an offset of the text."""
        return self._languages[max(0, bisect_right(self._starts, offset) - 1)]


def _lines(text: str, private: Iterable[tuple[int, int]]) -> Iterable[tuple[int, str]]:
    """The public words of each line, with where it begins; a line that ends within a private value
    goes on behind it."""
    begin, pieces, cursor = 0, list[str](), 0
    for start, end in (*sorted(private), (len(text), len(text))):
        first, *lines = text[cursor : max(cursor, start)].split("\n")
        pieces.append(first)
        at = cursor + len(first) + 1
        for line in lines:
            yield begin, " ".join(pieces)
            begin, pieces = at, [line]
            at += len(line) + 1
        cursor = max(cursor, end)
    yield begin, " ".join(pieces)
