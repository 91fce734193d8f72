"""The strings of a released record that stand beside its text, by name: what a run does not change
and must warn of where a replaced value is in it.

Of a row these are its other fields or columns, of paired files the annotations, of markup all of
it. A text without anything beside it (txt, lines) has none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from understudy.corpus.base import Options, Parts, Record

__all__ = ["beside"]


def beside(
    format: str, record: Record, after: Parts, options: Options
) -> Iterator[tuple[str, str]]:
    """The name of each string, which says nothing private, and the string."""
    if format in ("jsonl", "esport"):
        row = json.loads(after[0].decode("utf-8-sig"))
        read = frozenset((*options.text, *(f"{options.entities}.{name}" for name in _OWN)))
        for name, value in row.items():
            if name != options.language:
                yield from _strings(value, name, name, read)
    elif format in ("csv", "tsv"):
        columns = {name for name, _ in record.layout.table.text}
        named = record.layout.table.named(after[0].decode("utf-8-sig", "replace"))
        yield from ((f"column {name}", text) for name, text in named if name not in columns)
    elif format == "parquet":
        yield f"column {options.entities}", _decoded(after[-1])
    elif format == "brat":
        yield "the .ann file", _decoded(after[1])
    elif format == "slots":
        yield "the intent", _decoded(after[0]).partition("\t")[0]
    elif format not in ("txt", "lines"):
        yield "the file", _decoded(after[0])


_OWN = frozenset(("start", "end", "category", "label", "key", "field"))
"""Members of annotations that a run writes itself, or that are labels."""


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _strings(value: Any, path: str, shown: str, read: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The strings below a field but for text; names below the field may be private themselves."""
    if isinstance(value, str):
        if path not in read:
            yield f"field {shown}", value
    elif isinstance(value, dict):
        for name, member in value.items():
            if name in _OWN and f"{path}.{name}" in read:
                continue
            yield f"a name in field {shown}", name
            yield from _strings(member, f"{path}.{name}", f"{shown.removesuffix('.…')}.…", read)
    elif isinstance(value, list):
        for at, member in enumerate(value):
            yield from _strings(member, path, f"{shown}[{at}]", read)
