"""A JSON file as a tree whose nodes know where they stand in the source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from understudy.core.errors import CorpusError
from understudy.corpus.blocks import Change
from understudy.corpus.jsonrow import ESCAPE
from understudy.corpus.pieces import Literal, positions

__all__ = ["Node", "literal_changes", "parse", "strings"]

_decode = json.JSONDecoder().raw_decode
_space = re.compile(r"[ \t\r\n]*").match


class Node(NamedTuple):
    """A value; objects and arrays hold nodes, all else what the json module makes of it."""

    value: Any
    start: int
    end: int

    def literal(self) -> Literal:
        """Where the string stands, without its quotes."""
        return Literal("", self.value, self.start + 1, self.end - 1)


def parse(source: str, unit: str) -> Node:
    """The tree of a whole file."""
    try:
        json.loads(source)
        return _node(source, 0)
    except json.JSONDecodeError as error:
        message = f"malformed JSON: {error.msg} (column {error.colno})"
        raise CorpusError(message, file=unit, line=error.lineno) from None
    except RecursionError:
        raise CorpusError("malformed JSON: nested too deeply", file=unit) from None
    except ValueError:
        raise CorpusError("malformed JSON: a number with too many digits", file=unit) from None


def _skip(source: str, at: int) -> int:
    match = _space(source, at)
    return match.end() if match else at


def _node(source: str, at: int) -> Node:
    start = _skip(source, at)
    if source[start] == '"':
        value, end = _decode(source, start)
        if not value.isprintable() and re.search("[\ud800-\udfff]", value):
            raise json.JSONDecodeError("half a surrogate pair", source, start)
        return Node(value, start, end)
    if source[start] == "{":
        return _object(source, start)
    if source[start] == "[":
        return _array(source, start)
    value, end = _decode(source, start)
    return Node(value, start, end)


def _object(source: str, start: int) -> Node:
    found: dict[str, Node] = {}
    at = _skip(source, start + 1)
    while source[at] != "}":
        key, end = _decode(source, at)
        if key in found:
            raise json.JSONDecodeError("a key that is there twice", source, at)
        found[key] = _node(source, _skip(source, end) + 1)
        at = _skip(source, found[key].end)
        if source[at] == ",":
            at = _skip(source, at + 1)
    return Node(found, start, at + 1)


def _array(source: str, start: int) -> Node:
    found: list[Node] = []
    at = _skip(source, start + 1)
    while source[at] != "]":
        found.append(_node(source, at))
        at = _skip(source, found[-1].end)
        if source[at] == ",":
            at += 1
    return Node(found, start, at + 1)


def strings(node: Node) -> Iterator[Node]:
    """The strings below a node, but for keys."""
    if isinstance(node.value, str):
        yield node
    elif isinstance(node.value, dict):
        for member in node.value.values():
            yield from strings(member)
    elif isinstance(node.value, list):
        for member in node.value:
            yield from strings(member)


def literal_changes(source: str, node: Node, changed: list[Change]) -> Iterator[Change]:
    """Changes of the text of a string node as changes of the source."""
    # A file that escapes all but ASCII keeps doing so.
    escaped = json.JSONEncoder(ensure_ascii=source.isascii() and "\\u" in source).encode
    fresh = [(start, end, escaped(surrogate)[1:-1]) for start, end, surrogate in changed]
    yield from positions(source, node.literal(), fresh, ESCAPE)
