"""What somebody else may have written, read within bounds: TOML and regular expressions.

Whatever is wrong with them is told by one kind of error, and nothing takes long to refuse.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

__all__ = ["DEEPEST", "pattern_of", "toml_of"]

DEEPEST = 64
"""Names in a row of a key, "a.b.c". For each of them the library copies those before it."""
_NAME = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(
    rf"(?:^|[\[{{,])[ \t]*{_NAME}(?:[ \t]*\.[ \t]*{_NAME}){{{DEEPEST}}}", re.MULTILINE
)


def toml_of(text: str) -> dict[str, Any]:
    """The tables of a text; a ``TOMLDecodeError`` where it is no TOML, or none that is read."""
    if _DEEP_KEY.search(text):
        raise tomllib.TOMLDecodeError(f"a key has more than {DEEPEST} names")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (RecursionError, ValueError):  # lists in lists in lists; numbers of 5,000 digits
        told = "nested too deeply, or a number is too long"
        raise tomllib.TOMLDecodeError(told) from None


def pattern_of(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression; ``re.error`` where it is none that can be compiled."""
    try:
        return re.compile(text, flags)
    except (RecursionError, OverflowError, ValueError):  # brackets in brackets; a{5000 digits}
        raise re.error("nested too deeply, or a number is too long") from None
