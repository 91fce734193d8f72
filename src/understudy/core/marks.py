"""A text with its entities and their parts as nested marks, for people to read."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.core.types import Entity, Span

__all__ = ["marked"]


def marked(text: str, entities: Iterable[Entity]) -> str:
    """``call <PHONE_NUMBER><AREA_CODE>973</AREA_CODE> …</PHONE_NUMBER>``"""
    spans = [entity.span._replace(label=entity.category) for entity in entities]
    return _within(text, 0, len(text), spans)


def _within(text: str, start: int, end: int, spans: Iterable[Span]) -> str:
    out: list[str] = []
    cursor = start
    for span in sorted(spans):
        if span.start < cursor or span.end > end:
            continue  # a part that its entity no longer holds in full
        inside = _within(text, span.start, span.end, span.parts)
        out += (text[cursor : span.start], f"<{span.label}>", inside, f"</{span.label}>")
        cursor = span.end
    return "".join(out) + text[cursor:end]
