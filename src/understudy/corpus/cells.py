"""Values that are wholly one entity by their column, as evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.core.types import Document, Span

__all__ = ["with_cells"]


def with_cells(
    document: Document, spans: Sequence[Span], categories: Mapping[str, str]
) -> tuple[Span, ...]:
    """The evidence of a document, where each value of a column in ``categories`` is one entity."""
    whole = [
        _trimmed(Span(one.start, one.end, categories[column]), document.text)
        for one in document.segments
        if one.kind == "field" and (column := _column(one.name)) in categories
    ]
    apart = [
        span
        for span in spans
        if all(span.end <= one.start or one.end <= span.start for one in whole)
    ]
    return (*(one for one in whole if one.start < one.end), *apart)


def _column(name: str) -> str:
    """The path of a field without places in lists: ``phones.0`` is of ``phones``."""
    return ".".join(part for part in name.split(".") if not part.isdigit())


def _trimmed(span: Span, text: str) -> Span:
    value = text[span.start : span.end]
    start = span.start + len(value) - len(value.lstrip())
    return span._replace(start=start, end=max(start, span.start + len(value.rstrip())))
