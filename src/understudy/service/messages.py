"""What the service reads of chat messages: text alone. Anything else is refused, not passed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from understudy.core.errors import UsageError

__all__ = ["check_messages"]


def check_messages(messages: Sequence[dict[str, Any]]) -> None:
    """Refuses messages with more than a role, a name and a content: a string, nothing, or a list
    of parts with text."""
    for at, message in enumerate(messages):
        unknown = sorted(set(message) - {"role", "content", "name"})
        if unknown:
            raise UsageError(f"messages[{at}]: fields that are not read: {len(unknown)}")
        content = message.get("content")
        if isinstance(content, list):
            for number, part in enumerate(content):
                text = part.get("text") if isinstance(part, dict) else None
                if not isinstance(text, str) or set(part) - {"type", "text"}:
                    raise UsageError(f"messages[{at}].content[{number}]: only text is read")
        elif not isinstance(content, str | None):
            raise UsageError(f"messages[{at}].content: a string, a list or null is wanted")
