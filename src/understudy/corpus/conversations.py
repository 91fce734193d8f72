"""Conversations in memory, lists of messages with roles, as rows of JSON lines.

Every string of a conversation is text but for its structure, so each is read and written as a row
of kind CHAT is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.types import Edit
from understudy.corpus.base import Block, Options, Record, patched
from understudy.corpus.jsonl import JSONL

__all__ = ["read_conversations", "written_conversation"]

_OPTIONS = Options(text=("messages",), chats=("messages",))


def read_conversations(given: Sequence[list[Any]], language: str | None) -> list[Record]:
    """A record for each conversation."""
    try:
        rows = [json.dumps({"messages": one}, ensure_ascii=False) for one in given]
    except (TypeError, ValueError):
        raise UsageError("a conversation holds something that JSON has no type for") from None
    data = "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")
    options = replace(_OPTIONS, default_language=language)
    return list(JSONL.read(Block((data,), "chat"), options))


def written_conversation(record: Record, edits: Sequence[Edit]) -> list[Any]:
    """The messages of a conversation after the edits."""
    parts, _ = patched(record.parts, JSONL.write(record, edits, _OPTIONS))
    made: list[Any] = json.loads(parts[0])["messages"]
    return made
