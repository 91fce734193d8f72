"""Two annotations of one corpus, or one annotation and what a policy finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from itertools import islice

from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.labels import relabelled
from understudy.measure.detection import Tally, compare
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy

__all__ = ["count_pair", "count_policy", "private_marks"]

_BATCH = 64
Labels = Mapping[str, str]


def count_pair(
    gold: str,
    predicted: str,
    *,
    format: str | None,
    predicted_format: str | None,
    options: Options,
    labels: Labels | None,
) -> Tally:
    """Two annotations of the same documents; the first is the truth."""
    found: dict[str, tuple[bytes, tuple[Span, ...]]] = {}
    for document in _unique(
        documents_of(predicted, predicted_format or format, options), predicted
    ):
        found[document.id] = (_digest(document), document.annotations)
    tally = Tally()
    for document in _unique(documents_of(gold, format, options), gold):
        if document.id not in found:
            raise UsageError(f"{predicted}: document {document.id!r} of {gold} is not there")
        digest, spans = found[document.id]
        if digest != _digest(document):
            raise UsageError(f"document {document.id!r} has another text in {predicted}")
        compare(tally, document, _mapped(document.annotations, labels), _mapped(spans, labels))
    return tally


def count_policy(
    gold: str, policy: Policy, *, format: str | None, options: Options, labels: Labels | None
) -> Tally:
    """What the policy's detectors find in the corpus with its annotations taken away."""
    if not policy.finders:
        raise UsageError(
            f"policy {policy.name} takes its entities as given: it finds nothing by itself"
        )
    finder = build(replace(policy, detectors=policy.finders))
    tally = Tally()
    documents = _unique(documents_of(gold, format, options), gold)
    while batch := list(islice(documents, _BATCH)):
        blind = [document._replace(annotations=()) for document in batch]
        for document, entities in zip(batch, finder.identify(blind), strict=True):
            truth = private_marks(document.annotations, finder, labels)
            marks = [entity.span._replace(label=entity.category) for entity in entities]
            compare(tally, document, truth, marks)
    return tally


def private_marks(
    spans: Iterable[Span], pipeline: Pipeline, labels: Labels | None
) -> tuple[Span, ...]:
    """What the truth marks and the policy protects, under the policy's categories."""
    if labels is not None:
        spans = relabelled(spans, labels)
    named = ((span, pipeline.labels[span.label]) for span in spans)
    return tuple(span._replace(label=category) for span, category in named if category)


def _mapped(spans: tuple[Span, ...], labels: Labels | None) -> tuple[Span, ...]:
    return spans if labels is None else relabelled(spans, labels)


def _unique(documents: Iterable[Document], source: str) -> Iterator[Document]:
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise UsageError(f"{source}: two documents have the id {document.id!r}")
        seen.add(document.id)
        yield document


def _digest(document: Document) -> bytes:
    return blake2b(document.text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
