"""RE2 as this package uses it: on bytes, longest match, errors raised and not logged."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

__all__ = ["Automaton", "TooLarge", "automaton"]

Automaton = Any
"""A compiled pattern of google-re2, which has no types."""

MEMORY = 96 << 20
"""Bytes for the program and the states met so far; with too few, matching slows down."""


class TooLarge(Exception):
    """A pattern that RE2 refuses."""


@lru_cache(maxsize=1024)
def automaton(pattern: str) -> Automaton:
    """A pattern as an RE2 automaton; one that RE2 refuses is an error of the grammar."""
    options = re2.Options()
    options.log_errors = False
    options.longest_match = True
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = MEMORY
    try:
        return re2.compile(pattern.encode("ascii"), options=options)
    except re2.error as error:
        detail = error.args[0] if error.args else ""
        raise TooLarge(detail.decode() if isinstance(detail, bytes) else str(detail)) from None
