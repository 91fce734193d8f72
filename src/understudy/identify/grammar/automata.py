"""RE2 as this package uses it: on bytes, longest match, errors raised and not logged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import re2

__all__ = ["Automaton", "TooLarge", "automaton"]

MEMORY = 96 << 20
"""Bytes for the program and the states met so far; with too few, matching slows down."""


class TooLarge(Exception):
    """A pattern that RE2 refuses."""


@dataclass(frozen=True)
class Automaton:
    """A pattern, compiled when it is first run: most rules meet no text that they are about.

    The methods are those of google-re2, which has no types.
    """

    pattern: str

    @cached_property
    def compiled(self) -> Any:
        """What RE2 made of the pattern; one that it refuses is an error of the grammar."""
        options = re2.Options()
        options.log_errors = False
        options.longest_match = True
        options.encoding = re2.Options.Encoding.LATIN1
        options.max_mem = MEMORY
        try:
            return re2.compile(self.pattern.encode("ascii"), options=options)
        except re2.error as error:
            detail = error.args[0] if error.args else ""
            raise TooLarge(detail.decode() if isinstance(detail, bytes) else str(detail)) from None

    @cached_property
    def search(self) -> Callable[..., Any]:
        """The first match in a buffer."""
        found: Callable[..., Any] = self.compiled.search
        return found

    @cached_property
    def match(self) -> Callable[..., Any]:
        """A match at the start."""
        found: Callable[..., Any] = self.compiled.match
        return found

    @cached_property
    def fullmatch(self) -> Callable[..., Any]:
        """A match of all that is given."""
        found: Callable[..., Any] = self.compiled.fullmatch
        return found


@cache
def automaton(pattern: str) -> Automaton:
    """One automaton for each pattern."""
    return Automaton(pattern)
