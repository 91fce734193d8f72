"""Chat messages as one document: one conversation is one scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from understudy.core.errors import UsageError
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Segment

__all__ = ["Conversation"]

_BETWEEN = "\n"


class _Place(NamedTuple):
    """Where a text stands: the keys that lead to it."""

    path: tuple[str | int, ...]
    speaker: str
    text: str


class Conversation:
    """Messages with a role and a content: a string, nothing, or a list of parts with text."""

    def __init__(self, messages: Sequence[dict[str, Any]]) -> None:
        self._messages = messages
        self._places = list(_texts(messages))

    def document(self, name: str, language: str | None) -> Document:
        """All texts as turns of one document."""
        segments, at = [], 0
        for place in self._places:
            segments.append(Segment(at, at + len(place.text), "turn", place.speaker))
            at += len(place.text) + len(_BETWEEN)
        text = _BETWEEN.join(place.text for place in self._places)
        return Document(name, text, language, segments=tuple(segments))

    def released(self, document: Document, edits: Sequence[Edit]) -> list[dict[str, Any]]:
        """The messages with what the edits say in place of their texts."""
        made = [_copied(message) for message in self._messages]
        for place, segment in zip(self._places, document.segments, strict=True):
            own = [
                edit
                for edit in edits
                if segment.start <= edit.entity.span.start and edit.entity.span.end <= segment.end
            ]
            moved = [_moved(edit, -segment.start) for edit in own]
            _put(made, place.path, render(place.text, moved))
        return made


def _texts(messages: Sequence[dict[str, Any]]) -> Iterator[_Place]:
    for at, message in enumerate(messages):
        if not isinstance(message, dict):
            raise UsageError(f"messages[{at}]: an object is wanted")
        unknown = sorted(set(message) - {"role", "content", "name"})
        if unknown:
            raise UsageError(f"messages[{at}]: fields that are not read: {len(unknown)}")
        speaker = str(message.get("role", ""))
        if isinstance(message.get("name"), str):
            yield _Place((at, "name"), speaker, message["name"])
        content = message.get("content")
        if isinstance(content, str):
            yield _Place((at, "content"), speaker, content)
        elif isinstance(content, list):
            for number, part in enumerate(content):
                text = part.get("text") if isinstance(part, dict) else None
                if not isinstance(text, str) or set(part) - {"type", "text"}:
                    raise UsageError(f"messages[{at}].content[{number}]: only text is read")
                yield _Place((at, "content", number, "text"), speaker, text)
        elif content is not None:
            raise UsageError(f"messages[{at}].content: a string, a list or null is wanted")


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def _put(made: Any, path: Sequence[str | int], text: str) -> None:
    for step in path[:-1]:
        made = made[step]
    made[path[-1]] = text


def _moved(edit: Edit, by: int) -> Edit:
    span = edit.entity.span
    return edit._replace(
        entity=edit.entity._replace(span=span._replace(start=span.start + by, end=span.end + by))
    )
