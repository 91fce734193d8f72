"""What the service reads of chat messages: strings and long numbers at any depth, in tool calls,
too. Content in which nothing can be found, such as a picture, is refused, not passed on; so is what
should be the name of a role, a tool or a field, or an id, and looks like none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from understudy.core.errors import UsageError
from understudy.corpus.jsonrow import CALLED, STRUCTURE, VALUES
from understudy.service.names import is_identifier, is_structural

__all__ = ["check_messages"]

_FIELDS = frozenset(
    ("role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal")
)
_TEXTS = frozenset(("text", "input_text", "output_text", "refusal", "tool_use", "tool_result"))
"""The types of parts that are made of text and of what is said to tools."""


def check_messages(messages: Sequence[dict[str, Any]]) -> list[str]:
    """Refuses messages with something that is neither text nor a call of a tool or its result. What
    comes back are the names that stay as they are: those of roles, tools and fields, and ids."""
    names: list[str] = []
    for at, message in enumerate(messages):
        unknown = sorted(set(message) - _FIELDS)
        if unknown:
            raise UsageError(f"messages[{at}]: fields that are not read: {len(unknown)}")
        _check_content(message.get("content"), f"messages[{at}].content")
        names += _names(message, f"messages[{at}]", "", STRUCTURE)
    return names


def _names(value: Any, place: str, key: str, structure: frozenset[str]) -> Iterator[str]:
    """The names in a message; ``structure``: the fields that hold names here."""
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from _names(one, f"{place}[{at}]", key, structure)
    elif isinstance(value, dict):
        for name, one in value.items():
            if not (is_identifier(name) or name.isidentifier()):
                raise UsageError(f"{place}: a field whose name is none of an interface")
            yield name
            inside = frozenset() if name in VALUES else structure
            if name == "name" and key in CALLED:
                yield _checked(one, f"{place}.{name}")
            else:
                yield from _names(one, f"{place}.{name}", name, inside)
    elif key in structure and value is not None:
        yield _checked(value, place)


def _checked(value: Any, place: str) -> str:
    name = str(value)
    if not is_structural(name):
        raise UsageError(f"{place}: no name of an interface, and no id")
    return name


def _check_content(content: Any, where: str) -> None:
    if isinstance(content, list):
        for number, part in enumerate(content):
            place = f"{where}[{number}]"
            if not isinstance(part, dict) or part.get("type", "text") not in _TEXTS:
                raise UsageError(f"{place}: only text and calls of tools are read")
            if "content" in part:
                _check_content(part["content"], f"{place}.content")
    elif not isinstance(content, str | None):
        raise UsageError(f"{where}: a string, a list or null is wanted")
