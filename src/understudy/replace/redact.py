"""Redaction: a non-word in the place of the value (Adelani et al. 2020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.core.draw import Draw
from understudy.core.types import Document, Entity
from understudy.replace.base import Rule, Setting, coin_event
from understudy.replace.marks import Marker, Writer

__all__ = ["MARK", "build"]

MARK = "█████"
"""Of one length for all values: a bar as long as the value would tell its length."""


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    events = {
        category: coin_event("redact", setting.unit, rule.probability)
        for category, rule in rules.items()
    }
    marks = {category: _mark(rule) for category, rule in rules.items()}
    return Marker("redact", rules, setting, events, _writer, marks)


def _mark(rule: Rule) -> str:
    return str(rule.options.get("mark", MARK))


def _writer(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    return _write


def _write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
    return _mark(rule)
