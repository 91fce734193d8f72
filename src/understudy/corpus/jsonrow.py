"""Where things lie in a JSON row.

The values are scanned by the C functions of the json module; only the objects on the way to a
wanted field are walked here, member by member. All positions are into the row as a str.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from understudy.corpus.base import Options
from understudy.corpus.columns import shown
from understudy.corpus.pieces import Literal, RowError

__all__ = ["COMMON", "ESCAPE", "Value", "dig", "leaves", "literals", "members"]

Value = tuple[Any, int, int]
"""A decoded value, and where its source starts and ends."""


_scan = json.JSONDecoder().raw_decode
_KEY = r'[ \t\r\n]*"((?:[^"\\\x00-\x1f]|\\.)*+)"[ \t\r\n]*:[ \t\r\n]*'
_first = re.compile(r"[ \t\r\n]*\{" + _KEY).match
_next = re.compile(r"[ \t\r\n]*," + _KEY).match
_close = re.compile(r"[ \t\r\n]*\}").match
_empty = re.compile(r"[ \t\r\n]*\{[ \t\r\n]*\}").match
_item = re.compile(r"[ \t\r\n]*[\[,][ \t\r\n]*").match
ESCAPE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.")


COMMON = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
"""The common escapes; the backslash comes first, since the others bring one."""


def members(
    row: str, at: int, wanted: frozenset[str], others: dict[str, None] | None = None
) -> tuple[dict[str, Value], int]:
    """The wanted members of the object at a position, and where the object ends.

    The names of the others are added to ``others``.
    """
    found: dict[str, Value] = {}
    match = _first(row, at)
    if match is None:
        return found, _end(_empty(row, at), row)
    end = at
    while match is not None:
        key = match[1]
        begin = match.end()
        try:
            value, end = _scan(row, begin)
        except (ValueError, RecursionError):
            raise _malformed(row) from None
        if "\\" in key:
            key = _unescaped(key, row)
        if key in wanted:
            if key in found:
                raise RowError(f"the field {key!r} is there twice")
            found[key] = (value, begin, end)
        elif others is not None:
            others[key] = None
        match = _next(row, end)
    return found, _end(_close(row, end), row)


def _end(match: re.Match[str] | None, row: str) -> int:
    if match is None:
        raise _malformed(row)
    return match.end()


def _unescaped(key: str, row: str) -> str:
    try:
        return str(json.loads(f'"{key}"'))
    except ValueError:
        raise _malformed(row) from None


def _malformed(row: str) -> RowError:
    """Why the row cannot be read, in the words of the json module."""
    try:
        value = json.loads(row.rstrip("\r\n"))
    except json.JSONDecodeError as error:
        return RowError(f"malformed JSON: {error.msg} (column {error.pos + 1})")
    except RecursionError:
        return RowError("malformed JSON: nested too deeply")
    except ValueError:
        return RowError("malformed JSON: a number with too many digits")
    return RowError("malformed JSON" if isinstance(value, dict) else "the row is not an object")


def literals(row: str, found: dict[str, Value], options: Options) -> list[Literal]:
    """The strings on the paths of the text, in the order of the paths and then of the row; of
    columns whose values are entities also the numbers. What is null says nothing.

    Rows of a table whose every field is decided on may be without one, and have numbers in a text:
    a name that is wrong leaves the right one undecided.
    """
    result: list[Literal] = []
    taken = options.strict or options.again
    loose = taken and (bool(options.cells) or options.partial)
    for path in options.text:
        value = found.get(path)
        if value is not None and "." in path and dig(found, path, nested=True) is not None:
            raise RowError(f"the field {path!r} is there twice: by its name, and as a path")
        if path in options.chats:
            chat = _member(found, path) if value is None else value
            if chat is not None:
                _say(row, path, chat, None, result)
        elif value is not None and type(value[0]) is str and "speaker" not in found:
            result.append(_literal(path, value, None))
        else:
            cell = loose or path in options.cells or (options.usual and path not in found)
            steps = [path] if path in found else path.split(".")
            if not _gather(row, found, steps, "", result, cell=cell) and not cell:
                names = () if path.split(".")[0] in found else json.loads(row)
                there = f"; there are: {shown(names)}" if names else ""
                raise RowError(f"the text field {path!r} is missing{there}")
    return result


def _gather(
    row: str,
    found: dict[str, Value],
    path: list[str],
    above: str,
    result: list[Literal],
    *,
    cell: bool,
) -> bool:
    """The strings below one member of an object, through lists; whether the member is there.

    Some objects of a list may be without it, as messages are without content; not all of them.
    """
    key, *rest = path
    if key not in found:
        return False
    there: list[bool] = []
    speaker = found["speaker"][0] if "speaker" in found else None
    for name, value in _through_lists(row, above + key, found[key]):
        if value[0] is None:
            continue
        if rest and isinstance(value[0], dict):
            inner, _ = members(row, value[1], frozenset((rest[0], "speaker")))
            there.append(_gather(row, inner, rest, f"{name}.", result, cell=cell))
        elif rest:
            raise RowError(f"the field {name!r} is not an object")
        elif isinstance(value[0], str):
            result.append(_literal(name, value, speaker if isinstance(speaker, str) else None))
        elif cell and type(value[0]) in (int, float):
            _, begin, end = value
            result.append(Literal(name, row[begin:end], begin, end, number=True))
        else:
            raise RowError(f"the text field {name!r} is not a string")
    return any(there) or not there


STRUCTURE = frozenset(
    (
        *("role", "type", "id", "tool_call_id", "call_id", "object", "model", "created", "index"),
        *("finish_reason", "stop_reason", "media_type", "mime_type", "format", "detail"),
    )
)
"""Members of a message that say how it is built, and nothing that somebody said."""
_LONG = 10_000
"""Smaller numbers count something."""
CALLED = frozenset(("function", "tool"))
"""Members whose ``name`` is that of a tool."""
VALUES = frozenset(("input", "arguments"))
"""Members that hold what a tool is called with: nothing below them is structure, also where it has
the name of some."""


def _say(
    row: str,
    name: str,
    value: Value,
    speaker: str | None,
    result: list[Literal],
    key: str = "",
    structure: frozenset[str] = STRUCTURE,
) -> None:
    """All that is said in a conversation: every string in it and every long number, at any depth,
    but for its structure.

    Who speaks is the nearest role above.
    """
    content, begin, end = value
    if isinstance(content, str):
        if key not in structure:
            result.append(_literal(name, value, speaker))
    elif type(content) in (int, float):
        if key not in structure and abs(content) >= _LONG:
            result.append(Literal(name, row[begin:end], begin, end, speaker, number=True))
    elif isinstance(content, dict):
        role = content.get("role")
        speaker = role if isinstance(role, str) else speaker
        inside, _ = members(row, begin, frozenset(content))
        for member, one in inside.items():
            if not (member == "name" and key in CALLED):
                below = frozenset() if member in VALUES else structure
                _say(row, f"{name}.{member}", one, speaker, result, member, below)
    elif isinstance(content, list):
        end = begin
        for index in range(len(content)):
            start = _end(_item(row, end), row)
            element, end = _scan(row, start)
            _say(row, f"{name}.{index}", (element, start, end), speaker, result, key, structure)


def _member(found: dict[str, Value], path: str) -> Value | None:
    if "." in path:
        raise RowError(f"the messages {path!r} must be a field of the row itself")
    return found.get(path)


def _literal(path: str, value: Value, speaker: str | None) -> Literal:
    text, begin, end = value
    # An escape takes a character more at least. These marks must be escaped: where they take just
    # one more each, that is how they are written, and nothing else is escaped.
    longer = end - begin - 2 - len(text)
    simple = longer == (sum([text.count(mark) for mark in COMMON if mark in text]) if longer else 0)
    if not simple:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise RowError(f"the text field {path!r} has half a surrogate pair") from None
    return Literal(path, text, begin + 1, end - 1, speaker, simple)


def _through_lists(row: str, path: str, value: Value) -> list[tuple[str, Value]]:
    """The value itself, or all that is in it when it is a list, at any depth."""
    if not isinstance(value[0], list):
        return [(path, value)]
    result: list[tuple[str, Value]] = []
    end = value[1]
    for index in range(len(value[0])):
        begin = _end(_item(row, end), row)
        element, end = _scan(row, begin)
        result += _through_lists(row, f"{path}.{index}", (element, begin, end))
    return result


def dig(found: dict[str, Value], path: str, *, nested: bool = False) -> Any:
    """The value at a path through objects; None where there is none. The path may be the name of a
    member, unless what is ``nested`` is asked for."""
    if "." not in path or (path in found and not nested):
        return found[path][0] if path in found else None
    root, *rest = path.split(".")
    value = found[root][0] if root in found else None
    for key in rest:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values below one that are neither objects nor lists, with their dotted paths; None for a
    list that is empty."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list | tuple) and value:
        for member in value:
            yield from leaves(member, path)
    else:
        yield path, None if isinstance(value, list | tuple) else value
