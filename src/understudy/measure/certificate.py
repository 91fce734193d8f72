"""The detection certificate of a policy's detectors on a labelled sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from understudy.core.errors import UsageError
from understudy.core.types import Document, Entity
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.privacy.detection import Certificate, certify

__all__ = ["certify_pair", "certify_sample"]


def certify_sample(
    policy: Policy, sample: str, format: str | None, options: Options | None = None
) -> Certificate:
    """Recall of the policy's detectors on a sample whose annotations are taken as the truth."""
    if not policy.finders:
        raise UsageError(
            f"policy {policy.name} takes its entities as given: a sample cannot certify that; "
            "compare two annotations with: understudy privacy certify GOLD PREDICTED"
        )
    gold = build(replace(policy, detectors=("given",), leak_check=False))
    finder = build(replace(policy, detectors=policy.finders))
    documents = list(documents_of(sample, format, options or Options()))
    blind = [document._replace(annotations=()) for document in documents]
    return certify(zip(gold.identify(documents), finder.identify(blind), strict=True))


def certify_pair(
    policy: Policy, gold: str, predicted: str, format: str | None, options: Options
) -> Certificate:
    """Recall of one annotation of a corpus against another one of the same documents."""
    reader = build(replace(policy, detectors=("given",), leak_check=False))
    truth = {one.id: one for one in documents_of(gold, format, options)}
    found = {one.id: one for one in documents_of(predicted, format, options)}
    missing = sorted(truth.keys() - found.keys())
    if missing:
        raise UsageError(f"{predicted}: document {missing[0]!r} of {gold} is not there")
    for name, document in truth.items():
        if document.text != found[name].text:
            raise UsageError(f"document {name!r} has another text in {predicted}")
    return certify(
        (_entities(reader, truth[name]), _entities(reader, found[name])) for name in truth
    )


def _entities(pipeline: Pipeline, document: Document) -> Sequence[Entity]:
    return pipeline.categorise(document, document.annotations)
