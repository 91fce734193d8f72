"""Long text for models that take short ones: windows that overlap, and one answer from all.

Nothing is cut off. A window ends at white space where there is some; what one window sees only
in part, the next one sees whole, as long as it is not longer than half the overlap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from understudy.core.types import Document, Span

__all__ = ["found_in_windows", "gathered", "windows"]

Answer = TypeVar("Answer")

_SPACE = re.compile(r"\s")


def windows(text: str, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Spans of at most ``size`` characters that cover the text."""
    if not 0 <= overlap < size // 2:
        raise ValueError(f"an overlap of {overlap} in windows of {size}")
    start = 0
    while len(text) - start > size:
        end = _before(text, start + size - overlap, start + size)
        yield start, end
        start = _before(text, max(start + 1, end - overlap), end - overlap // 2)
    yield start, len(text)


def _before(text: str, low: int, high: int) -> int:
    """The last place after white space between the two, else the second."""
    at = max((found.end() for found in _SPACE.finditer(text, low, high)), default=high)
    return max(at, low)


def gathered(spans: Iterable[Span]) -> tuple[Span, ...]:
    """What the windows found, once: half an entity gives way to the whole one of its label."""
    found: list[Span] = []
    reach: dict[str, int] = {}
    for span in sorted(spans, key=lambda span: (span.start, -span.end, -span.score)):
        if span.end > reach.get(span.label, -1):
            found.append(span)
            reach[span.label] = span.end
    return tuple(found)


def found_in_windows(
    documents: Sequence[Document],
    cut: Callable[[str], Iterable[tuple[int, int]]],
    ask: Callable[[Iterator[str]], Iterable[Answer]],
    spans: Callable[[Answer, int], Iterable[Span]],
) -> list[tuple[Span, ...]]:
    """What a model finds in each document, asked window by window.

    ``cut`` gives the windows of a text, ``ask`` the model's answers for the texts of the windows of
    all documents, in their order, and ``spans`` what an answer means, moved by where its window
    starts.
    """
    places = [
        (number, start, document.text[start:end])
        for number, document in enumerate(documents)
        for start, end in cut(document.text)
    ]
    found: list[list[Span]] = [[] for _ in documents]
    answers = ask(text for _, _, text in places)
    for (number, start, _), answer in zip(places, answers, strict=True):
        found[number] += spans(answer, start)
    return [gathered(of_document) for of_document in found]
