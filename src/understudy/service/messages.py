"""What the service reads of chat messages: strings and long numbers at any depth, in tool calls,
too. Content in which nothing can be found, such as a picture, is refused, not passed on; so is what
should be the name of a role, a tool or a field, or an id, and looks like none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.core.errors import UsageError
from understudy.corpus.interface import names_of

__all__ = ["check_messages"]

_FIELDS = frozenset(
    ("role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal")
)
_TEXTS = frozenset(("text", "input_text", "output_text", "refusal", "tool_use", "tool_result"))
"""The types of parts that are made of text and of what is said to tools."""


def check_messages(messages: Sequence[dict[str, Any]]) -> list[str]:
    """Refuses messages with something that is neither text nor a call of a tool or its result. What
    comes back are the names that stay as they are: those of roles, tools and fields, and ids."""
    for at, message in enumerate(messages):
        unknown = sorted(set(message) - _FIELDS)
        if unknown:
            raise UsageError(f"messages[{at}]: fields that are not read: {len(unknown)}")
        _check_content(message.get("content"), f"messages[{at}].content")
    return names_of(messages, "messages")


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
