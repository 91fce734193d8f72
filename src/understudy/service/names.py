"""Refuses names of an interface that say who somebody is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from understudy.corpus.interface import TOLD, Value, telling
from understudy.service.failures import Refused

__all__ = ["check_names", "place_of"]

_FIELDS = frozenset(
    (
        *("messages", "content", "tool_calls", "function_call", "function", "name", "arguments"),
        *("id", "tool_call_id", "call_id", "tool_use_id", "input", "tools", "functions", "type"),
        *("parameters", "input_schema", "properties", "items", "required", "metadata", "schema"),
        *("response_format", "json_schema", "text", "format", "tool_choice", "output", "$defs"),
    )
)
"""Fields of interfaces, which the place of a name may be told with."""


def place_of(name: str, value: Any, place: str = "") -> str | None:
    """Where a name stands in a JSON value, as in ``tools[0].function.name``; the place of what it
    stands in where the name is that of a field. Fields that no interface has are not told."""
    if isinstance(value, Mapping):
        if name in value:
            return place
        for key, one in value.items():
            inner = (
                f"{place}.{key}" if key in _FIELDS and place else key if key in _FIELDS else place
            )
            found = place_of(name, one, inner)
            if found is not None:
                return found
    elif isinstance(value, list):
        for at, one in enumerate(value):
            found = place_of(name, one, f"{place}[{at}]")
            if found is not None:
                return found
    elif isinstance(value, str) and value[:1] in ("{", "["):  # arguments of tools are JSON
        return place if json.dumps(name) in value else None
    elif str(value) == name:
        return place
    return None


def check_names(
    names: Sequence[str],
    values: Iterable[Value],
    language: str,
    code: str,
    place: Callable[[str], str | None] = lambda _: None,
) -> None:
    """Refuses names that have a private value in them. ``place`` says where a name stands, for the
    error; nothing else of it is told."""
    wrong = telling(names, values, language)
    if wrong is not None:
        where = place(wrong)
        raise Refused(400, code, f"{TOLD}{f' ({where})' if where else ''}: give it another")
