"""Mentions of one distinct entity get one key."""

from __future__ import annotations

from understudy.text import fold
from understudy.types import Span

__all__ = ["key_of"]


def key_of(text: str, span: Span) -> str:
    """The key that the evidence gives, else the folded text: equal values are one entity.

    A given key is marked so that it never meets a folded text by chance.
    """
    if span.key is not None:
        return f"={span.key}"
    return fold(text[span.start : span.end])
