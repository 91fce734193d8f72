"""What the tables of a language must have: the keys of ``tables.toml``, and what stands there."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["problems", "required"]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, float) or _whole(value)


def _list(item: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(item, value))


def _named(item: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(item, value.values()))


_KINDS: Mapping[str, Callable[[Any], bool]] = {
    "text": _text,
    "text by name": _named(_text),
    "words": _list(_text),
    "words by name": _named(_list(_text)),
    "lists of words": _list(_list(_text)),
    "number": _number,
    "number by name": _named(_number),
    "numbers": _list(_number),
    "whole number": _whole,
    "whole number by name": _named(_whole),
    "yes or no": lambda value: isinstance(value, bool),
    "tables": _named(lambda value: isinstance(value, dict)),
}
_SOME = ", some"
_EACH = "[]"


@cache
def required() -> Mapping[str, Any]:
    """Table → key → the kind of what stands there, or the keys of a table within."""
    source = files(__package__).joinpath("tables.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def problems(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """What is missing in the table of a name, or of another kind than it must be."""
    yield from _within(f"{name}.toml", "", required()[name], table)


def _within(file: str, path: str, wanted: Mapping[str, Any], found: Any) -> Iterator[str]:
    for key, kind in wanted.items():
        place = f"{file}: {path}{key}"
        name = key.removesuffix(_EACH)
        if name not in found:
            yield f"{place}: is missing"
        elif key != name:
            yield from _of_each(file, f"{path}{name}", kind, found[name])
        elif isinstance(kind, str):
            yield from _of_kind(place, kind, found[name])
        elif isinstance(found[name], dict):
            yield from _within(file, f"{path}{name}.", kind, found[name])
        else:
            yield f"{place}: must be a table"


def _of_each(file: str, path: str, wanted: Mapping[str, Any], found: Any) -> Iterator[str]:
    if not _list(lambda one: isinstance(one, dict))(found):
        yield f"{file}: {path}: must be an array of tables"
        return
    for at, one in enumerate(found):
        yield from _within(file, f"{path}[{at}].", wanted, one)


def _of_kind(place: str, kind: str, value: Any) -> Iterator[str]:
    if not _KINDS[kind.removesuffix(_SOME)](value):
        yield f"{place}: must be {kind.removesuffix(_SOME)}"
    elif kind.endswith(_SOME) and not value:
        yield f"{place}: must not be empty"
