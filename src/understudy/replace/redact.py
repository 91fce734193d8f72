"""Redaction: a non-word in the place of the value (Adelani et al. 2020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from understudy.core.draw import Draw
from understudy.core.settings import read
from understudy.core.types import Document, Entity
from understudy.replace.base import Rule, Setting, coin_event
from understudy.replace.marks import Marker, Writer
from understudy.replace.part import StrategyPart

__all__ = ["MARK", "STRATEGY", "build"]

MARK = "█████"
"""Of one length for all values: a bar as long as the value would tell its length."""


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of a rule."""

    mark: str = MARK


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    """The strategy for categories with these rules."""
    events = {
        category: coin_event("redact", setting.unit, rule.probability)
        for category, rule in rules.items()
    }
    marks = {category: _mark(rule) for category, rule in rules.items()}
    return Marker("redact", rules, setting, events, _Fixed(marks), marks)


def _mark(rule: Rule) -> str:
    return read(Settings, rule.options).mark


@dataclass(frozen=True)
class _Fixed:
    """Writes the mark of each category."""

    marks: Mapping[str, str]

    def __call__(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
        return self._write

    def _write(self, document: Document, entity: Entity, original: str, rule: Rule) -> str:
        return self.marks[entity.category]


STRATEGY = StrategyPart(
    "redact",
    build,
    Settings,
    language_free=True,
    deterministic=True,
    placeholders=True,
    stand_ins=False,
)
