"""Documents, rules and pipelines for tests, in few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Span
from understudy.pipeline import Pipeline, Result, build
from understudy.policy import Policy
from understudy.replace.base import Rule

KEY = bytes(range(32))
OTHER_KEY = bytes(reversed(range(32)))


def document(text: str, *marks: tuple[str, str], id: str = "d", **given: Any) -> Document:
    """A document whose marks (value, label) are found in the order of the text."""
    spans, cursor = [], 0
    for value, label in marks:
        start = text.index(value, cursor)
        cursor = start + len(value)
        spans.append(Span(start, cursor, label))
    given.setdefault("language", "en")
    return Document(id, text, annotations=tuple(spans), **given)


def caller(value: str, id: str = "d", label: str = "PERSON", **given: Any) -> Document:
    """A document with one private value."""
    return document(f"caller {value} is on the line", (value, label), id=id, **given)


def listed(strategy: str, values: Iterable[str] | Mapping[str, float], **given: Any) -> Rule:
    """A rule that draws from a list of its own."""
    weights = values if isinstance(values, Mapping) else dict.fromkeys(values, 1.0)
    return Rule(strategy, source="file", options={"values": dict(weights)}, **given)


def pipeline_of(rules: Mapping[str, Rule], **settings: Any) -> Pipeline:
    return build(Policy("test", rules=rules, **settings))


def run(rule: Rule, *documents: Document, key: bytes = KEY, **settings: Any) -> list[Result]:
    """Documents through a pipeline in which PERSON has the rule."""
    return pipeline_of({"PERSON": rule}, **settings).run(documents, key)


def surrogates(results: Iterable[Result]) -> list[str]:
    return [edit.surrogate for result in results for edit in result.edits]


def edit(
    original: str,
    surrogate: str,
    event: PrivacyEvent,
    *draws: str,
    start: int = 0,
    category: str = "PERSON",
    kept: bool = False,
) -> Edit:
    span = Span(start, start + len(original), category)
    entity = Entity(span, category, original.lower())
    outcome = "kept by the coin" if kept else "replaced"
    return Edit(entity, original, surrogate, outcome, "test", event, draws)
