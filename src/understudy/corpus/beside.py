"""Strings that stand beside the text of a released record, for the formats that have them: see
``Beside`` in ``base``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from understudy.corpus.base import Options, Parts
from understudy.corpus.columns import known

__all__ = ["NAMES", "as_text", "of_row", "of_value"]

NAMES = "the names of the columns"
"""What is said of a column or field that is called after somebody."""


def of_row(after: Parts, options: Options) -> Iterator[tuple[str, str]]:
    """The strings of a JSON object but for its text."""
    row = json.loads(after[0].decode("utf-8-sig"))
    read = frozenset((*options.text, *(f"{options.entities}.{name}" for name in _OWN)))
    yield NAMES, "\n".join(row)
    for name, value in row.items():
        if name != options.language:
            yield from _strings(value, name, name, read, known(options))


_OWN = frozenset(("start", "end", "category", "label", "key", "field"))
"""Members of annotations that a run writes itself, or that are labels."""


def as_text(data: bytes) -> str:
    """Bytes as text, whatever they are."""
    return data.decode("utf-8", "replace")


def of_value(value: Any) -> str:
    """The cell of a table as text; empty where it can say nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return as_text(value)
    if value is None or isinstance(value, bool | float):
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def _strings(
    value: Any, path: str, shown: str, read: frozenset[str], named: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """The strings below a field but for text; names below the field may be private themselves,
    unless somebody has named them."""
    if isinstance(value, str):
        if path not in read:
            yield f"field {shown}", value
    elif isinstance(value, dict):
        for name, member in value.items():
            if name in _OWN and f"{path}.{name}" in read:
                continue
            yield f"a name in field {shown}", name
            below = f"{path}.{name}"
            told = below if below in named else f"{shown.removesuffix('.…')}.…"
            yield from _strings(member, below, told, read, named)
    elif isinstance(value, list):
        for at, member in enumerate(value):
            yield from _strings(member, path, f"{shown}[{at}]", read, named)
