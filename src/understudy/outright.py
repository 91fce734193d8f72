"""Annotations that become marks outright, with nothing to detect, to draw or to check.

Where the source's own annotations are all the evidence and a policy puts a fixed mark in the
place of each, entities and edits say nothing that their categories and keys do not. A document
then takes a shorter way, which gives what the flow of ``pipeline`` gives: the same bytes and the
same summary. A document with anything else to it takes the long way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from understudy.categorise.link import link
from understudy.identify.given import Given
from understudy.pipeline import Labels, Pipeline
from understudy.privacy.bill import costs_nothing
from understudy.replace.marks import Marker
from understudy.types import Document, PrivacyEvent

__all__ = ["Fixed", "Marked", "Outright", "outright"]


class Fixed(NamedTuple):
    """What becomes of every mention of a category."""

    mark: str
    strategy: str
    event: PrivacyEvent


class Marked(NamedTuple):
    """What becomes of the annotations of one document, in their order."""

    categories: list[str]
    keys: list[str]
    marks: list[str]

    def __repr__(self) -> str:
        return f"Marked({len(self.categories)} annotations)"


@dataclass(frozen=True)
class Outright:
    fixed: Mapping[str, Fixed]
    """By category."""
    marks: Mapping[str, str]
    labels: Labels
    threshold: float

    def marked(self, document: Document) -> Marked | None:
        """The marks of a document; None where it takes the long way."""
        if document.subject is not None or len(document.segments) > 1:
            return None
        spans, threshold = document.annotations, self.threshold
        last = 0
        for span in spans:
            if not last <= span[0] < span[1] or span[3] < threshold:
                return None
            last = span[1]
        labels, marks = self.labels, self.marks
        categories = [labels[span[2]] or "" for span in spans]
        try:
            written = [marks[category] for category in categories]
        except KeyError:  # not private, or drawn
            return None
        keys = link(document, list(zip(spans, categories, strict=True)))
        return Marked(categories, keys, written)


def outright(pipeline: Pipeline) -> Outright | None:
    """The short way of a pipeline, where it has one."""
    policy = pipeline.policy
    if policy.leak_check or policy.unit != "entity":
        return None
    if [type(detector) for detector in pipeline.detectors] != [Given]:
        return None
    fixed: dict[str, Fixed] = {}
    for name, strategy in pipeline.strategies.items():
        if isinstance(strategy, Marker) and strategy.certain and strategy.fixed is not None:
            for category, mark in strategy.fixed.items():
                event = strategy.event_of[category]
                if costs_nothing(event):
                    fixed[category] = Fixed(mark, name, event)
    if not fixed:
        return None
    marks = {category: one.mark for category, one in fixed.items()}
    return Outright(fixed, marks, pipeline.labels, policy.threshold)
