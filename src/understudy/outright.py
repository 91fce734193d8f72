"""Annotations that become marks outright, with nothing to detect, to draw or to check.

Where the source's own annotations are all the evidence and a policy puts a fixed mark in the
place of each, entities and edits say nothing that the labels do not: the format writes the marks
as it reads the records. That gives what the flow of ``pipeline`` gives, the same bytes and the
same summary. A record with anything else to it takes the long way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from understudy.corpus.columns import cells
from understudy.identify.given import Given
from understudy.pipeline import Labels, Pipeline
from understudy.privacy.bill import costs_nothing
from understudy.replace.marks import Marker
from understudy.types import PrivacyEvent

__all__ = ["Fixed", "Outright", "outright"]


class Fixed(NamedTuple):
    """What becomes of every mention of a category."""

    mark: str
    strategy: str
    event: PrivacyEvent


class Outright(dict[str, str]):
    """label → mark, looked up once each; a KeyError where the label is not private, or where its
    category takes the long way.
    """

    def __init__(self, labels: Labels, fixed: Mapping[str, Fixed]) -> None:
        super().__init__()
        self.labels, self.fixed = labels, fixed

    def __missing__(self, label: str) -> str:
        mark = self.fixed[self.labels[label] or ""].mark
        self[label] = mark
        return mark

    def __reduce__(self) -> tuple[type[Outright], tuple[Labels, Mapping[str, Fixed]]]:
        return Outright, (self.labels, self.fixed)

    def category(self, label: str) -> str:
        return self.labels[label] or ""


def outright(pipeline: Pipeline) -> Outright | None:
    """The short way of a pipeline, where it has one."""
    policy = pipeline.policy
    if policy.leak_check or cells(policy.columns) or policy.unit != "entity":
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
    return Outright(pipeline.labels, fixed) if fixed else None
