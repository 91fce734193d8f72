"""Where in a table of Markdown a text is: the words at the head of each column."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.surrogates.echo.tokens import WORD, Token

__all__ = ["Table"]

_BAR = "|"
_MOST = 64
"""Columns of the widest table that is followed."""


class Table:
    """Follows a text line by line; a table begins with the first line that begins with a bar."""

    def __init__(self) -> None:
        self._head: list[set[str]] | None = None
        self._row: list[set[str]] | None = None
        self._at = 0
        self._fresh = True

    def __repr__(self) -> str:
        return f"Table({self._at})"

    @property
    def column(self) -> frozenset[str]:
        """The words at the head of the column; none outside of a table and in its head."""
        if self._head is None or self._fresh or not 0 < self._at <= len(self._head):
            return frozenset()
        return frozenset(self._head[self._at - 1])

    def pass_by(self, tokens: Iterable[Token]) -> None:
        """So much of the text has been read."""
        for token in tokens:
            if "\n" in token.text:
                self._line_ends(many="\n" in token.text.replace("\n", "", 1))
            elif token.text == _BAR:
                self._bar()
            elif self._fresh and token.text.strip():
                self._head, self._fresh = None, False
            elif token.kind == WORD and self._row is not None and 0 < self._at <= len(self._row):
                self._row[self._at - 1].add(token.key)

    def _bar(self) -> None:
        if self._fresh:
            self._fresh = False
            self._row = [] if self._head is None else None
            self._at = 0
        elif self._at == 0:
            return
        self._at = min(self._at + 1, _MOST)
        if self._row is not None and len(self._row) < self._at:
            self._row.append(set())

    def _line_ends(self, *, many: bool) -> None:
        if self._row:
            self._head = self._row
        if self._fresh or many:
            self._head = None
        self._row, self._at, self._fresh = None, 0, True
