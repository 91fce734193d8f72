"""On which line of a TOML text a key stands. The parser of the standard library does not say."""

from __future__ import annotations

import re

__all__ = ["line_of"]

_HEADER = re.compile(r"\s*\[\[?\s*(?P<path>[^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(?P<path>[A-Za-z0-9_\-.\"' ]+?)\s*=")


def line_of(text: str, path: tuple[str, ...]) -> int | None:
    """The line of the key, else of the nearest table around it; None for an empty path."""
    best: tuple[int, int] | None = None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = _parts(header["path"])
            found = table
        else:
            key = _KEY.match(line)
            if key is None:
                continue
            found = (*table, *_parts(key["path"]))
        depth = len(found)
        if found == path[:depth] and depth and (best is None or depth > best[0]):
            best = (depth, number)
    return best[1] if best else None


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(
        part.strip().strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[^.]+", dotted)
    )
