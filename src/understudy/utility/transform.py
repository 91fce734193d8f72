"""Documents as a release would have them, with what their source says moved along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from understudy.core.errors import UsageError
from understudy.core.spans import Moves
from understudy.core.types import KEPT, REPLACED, Document, Edit, Segment, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.policy.labels import Labels

__all__ = [
    "FREE",
    "Bound",
    "Marks",
    "Transformed",
    "marks_of",
    "redrawn",
    "replacing_half",
    "transform",
    "under_categories",
]

Marks = tuple[tuple[Span, ...], ...]
"""What is private in each document."""
_BATCH = 64


class Bound(NamedTuple):
    """What the dearest draw costs, in both readings."""

    strict: float
    delta: float
    paper: float


FREE = Bound(0.0, 0.0, 0.0)


class Transformed(NamedTuple):
    """Documents after a policy, and what became of their entities."""

    documents: tuple[Document, ...]
    bound: Bound
    replaced: int
    kept: int
    """By the coin."""
    left: Mapping[str, int]
    """reason → mentions that were left by policy, or since they may stay, the most first."""

    def __repr__(self) -> str:
        return f"Transformed({len(self.documents)} documents, {self.replaced} replaced)"


def marks_of(documents: Sequence[Document], policy: Policy, entities: str) -> Marks:
    """What is private: the annotation (``gold``), or what the detectors find (``detected``)."""
    if entities == "gold":
        return tuple(document.annotations for document in documents)
    if not policy.finders:
        raise UsageError(f"policy {policy.name} takes its entities as given: it detects none")
    finder = build(replace(policy, detectors=policy.finders))
    found: list[tuple[Span, ...]] = []
    for start in range(0, len(documents), _BATCH):
        blind = [one._replace(annotations=()) for one in documents[start : start + _BATCH]]
        found += (
            tuple(one.span._replace(label=one.category, key=one.key) for one in of_document)
            for of_document in finder.identify(blind)
        )
    return tuple(found)


def replacing_half(policy: Policy) -> Pipeline:
    """The replacing half of a policy, for entities that are known."""
    return build(replace(policy, detectors=("given",), detector_options={}))


def transform(
    documents: Sequence[Document], marks: Marks, pipeline: Pipeline, key: bytes, workers: int = 1
) -> Transformed:
    """``pipeline`` takes its entities as given; the annotations of the documents move along."""
    marked = [
        document._replace(annotations=of_document)
        for document, of_document in zip(documents, marks, strict=True)
    ]
    results = pipeline.run(marked, key, workers)
    edits = [edit for result in results for edit in result.edits]
    kept = sum(edit.counted == KEPT for edit in edits)
    replaced = sum(edit.counted == REPLACED for edit in edits)
    moved = tuple(
        _moved(document, result.text, result.edits)
        for document, result in zip(documents, results, strict=True)
    )
    reasons = Counter(edit.reason for edit in edits if edit.counted not in (KEPT, REPLACED))
    left = dict(sorted(reasons.items(), key=lambda one: (-one[1], one[0])))
    return Transformed(moved, _bound(edits), replaced, kept, left)


def redrawn(
    documents: Sequence[Document], marks: Marks, pipeline: Pipeline, keys: Sequence[bytes]
) -> Transformed:
    """The documents once for each key, one draw after another.

    What a draw costs adds up over the draws: nothing where one costs nothing, which is so at p = 1
    with public stand-ins (a further draw in the same spans then needs no secret).
    """
    draws = [transform(documents, marks, pipeline, key) for key in keys]
    first, count = draws[0], len(draws)
    if count == 1:
        return first
    copies = tuple(
        document._replace(id=f"{document.id} draw {number}")
        for number, draw in enumerate(draws, 1)
        for document in draw.documents
    )
    bound = Bound(
        sum(one.bound.strict for one in draws),
        min(1.0, sum(one.bound.delta for one in draws)),
        sum(one.bound.paper for one in draws),
    )
    return Transformed(copies, bound, first.replaced, first.kept, first.left)


def _bound(edits: Iterable[Edit]) -> Bound:
    events = {id(edit.event): edit.event for edit in edits}.values()
    if not events:
        return FREE
    return Bound(
        max(event.epsilon for event in events),
        max(event.delta for event in events),
        max(event.paper_epsilon for event in events),
    )


def _moved(document: Document, text: str, edits: Sequence[Edit]) -> Document:
    moves = Moves(edits)
    spans = []
    for span in document.annotations:
        start, end = moves.span(span.start, span.end)
        if start < end:
            spans.append(span._replace(start=start, end=end, parts=()))
    segments = tuple(
        Segment(*moves.span(one.start, one.end), one.kind, one.name, one.column)
        for one in document.segments
    )
    return document._replace(text=text, annotations=tuple(spans), segments=segments)


def under_categories(documents: Sequence[Document], labels: Labels) -> tuple[Document, ...]:
    """The annotations that a policy protects, under its categories."""
    found = []
    for document in documents:
        named = ((span, labels[span.label]) for span in document.annotations)
        kept = tuple(span._replace(label=category) for span, category in named if category)
        found.append(document._replace(annotations=kept))
    return tuple(found)
