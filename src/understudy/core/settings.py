"""Settings that a part declares as a ``msgspec.Struct``: their names, and what is wrong with a
value, in words. Whoever reads a file adds its name and the line.

    class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
        keep_last: Annotated[int, Meta(ge=0, le=64)] = 4

    problem(Settings, "keep_last", -1)  →  "must be a whole number from 0 to 64"

A ``description`` in the ``Meta`` of a field takes the place of the words made from its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import inspect

__all__ = ["LARGEST", "NoSettings", "known_keys", "near", "problem", "read"]

LARGEST = 1.7976931348623157e308
"""The largest number: an upper bound that infinity does not meet."""
Made = TypeVar("Made", bound=msgspec.Struct)


class NoSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Of a part that has no settings of its own."""


@cache
def _fields(struct: type[msgspec.Struct]) -> Mapping[str, tuple[Any, str]]:
    """key → its type, and what it must be."""
    return {
        one.name: (one.type, _choices(one.type) or _words(inspect.type_info(one.type)))
        for one in msgspec.structs.fields(struct)
    }


def _choices(kind: Any) -> str:
    """The values of a ``Literal`` in the order of their declaration."""
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if get_origin(kind) in (Union, UnionType):
        return next(filter(None, map(_choices, get_args(kind))), "")
    return ""


def known_keys(struct: type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of the settings, in the order of their declaration."""
    return tuple(_fields(struct))


def problem(struct: type[msgspec.Struct], key: str, value: Any) -> str | None:
    """What is wrong with the value of a setting that there is, or None."""
    kind, words = _fields(struct)[key]
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return f"must be {words}"
    return None


def read(struct: type[Made], table: Mapping[str, Any]) -> Made:
    """The settings of a table that was checked; keys that are not theirs are left out."""
    return msgspec.convert({key: table[key] for key in _fields(struct) if key in table}, struct)


def near(name: str, known: Iterable[str]) -> str:
    """A hint at the name that was probably meant, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - only on errors

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _words(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description")
        return str(description) if description else _words(kind.type)
    if isinstance(kind, inspect.UnionType):
        allowed = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return " or ".join(_words(one) for one in allowed)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return f"a {'whole ' if isinstance(kind, inspect.IntType) else ''}number{_bounds(kind)}"
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return f"a list of {_several(kind.item_type)}"
    return _NOUNS.get(type(kind), "another kind of value")


_NOUNS: Mapping[type[inspect.Type], str] = {
    inspect.BoolType: "true or false",
    inspect.StrType: "a string",
    inspect.DictType: "a table",
}


def _several(kind: inspect.Type) -> str:
    return "strings" if isinstance(kind, inspect.StrType) else f"values that are {_words(kind)}"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    high = None if kind.le == LARGEST else kind.le
    if kind.ge is not None and high is not None:
        return f" from {_number(kind.ge)} to {_number(high)}"
    if kind.gt is not None and high is not None:
        return f" above {_number(kind.gt)} and at most {_number(high)}"
    if kind.gt is not None:
        return f" above {_number(kind.gt)}"
    return "" if kind.ge is None else f", {_number(kind.ge)} or more"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"
