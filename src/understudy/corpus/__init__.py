"""Corpus formats by name, and by the names of files.

Formats are found through the registry and loaded when asked for, so that reading a text file does
not wait for what parquet needs.
"""

from __future__ import annotations

from functools import cache
from pathlib import PurePath
from typing import cast

from understudy.core.errors import UsageError
from understudy.corpus.base import Format
from understudy.corpus.compression import stripped
from understudy.registry import SUFFIXES, load, names, plugins

__all__ = ["find", "for_path", "formats"]


def formats() -> tuple[str, ...]:
    """The names of the formats."""
    return names("formats")


def find(name: str) -> Format:
    """The format of that name."""
    if name not in formats():
        raise UsageError(f"unknown format {name!r}; there are {', '.join(formats())}")
    return cast(Format, load("formats", name))


def for_path(path: PurePath) -> str | None:
    """The name of the format that the file's suffix means, if it means one."""
    suffix = stripped(path).suffix.lower()
    return SUFFIXES.get(suffix) or _added().get(suffix)


@cache
def _added() -> dict[str, str]:
    """Suffixes that formats of other packages declare; of two with one suffix the first has it."""
    found: dict[str, str] = {}
    for name in plugins("formats"):
        for suffix in find(name).suffixes:
            found.setdefault(suffix, name)
    return found
