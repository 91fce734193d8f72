"""The strategy ``initials``: "Ann Lee" → "A.L.", or "A-L" with ``separator = "-"``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from understudy.core.draw import Draw
from understudy.core.settings import read
from understudy.core.types import REPLACED, Document, Edit, Entity, PrivacyEvent, Strategy, Tally
from understudy.replace.base import Rule, Setting, no_tally, unproven
from understudy.replace.part import StrategyPart

__all__ = ["STRATEGY", "Initials", "Settings", "build"]


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """What a rule of this strategy may say: ``{ strategy = "initials", separator = "-" }``."""

    separator: Annotated[str, Meta(min_length=1, max_length=1, description="one character")] = "."


@dataclass(frozen=True)
class Initials:
    settings: Mapping[str, Settings]
    """Of each category that uses the strategy."""
    unit: str

    counts = False

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        return no_tally()

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        return no_tally()

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        return self

    @property
    def event(self) -> PrivacyEvent:
        # Initials depend on the value, so there is no bound: ε = ∞.
        return unproven("initials", self.unit, 1.0, ("initials", "number of words"))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return dict.fromkeys(self.settings, (self.event,))

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        edits = []
        for entity in entities:
            original = document.text[entity.span.start : entity.span.end]
            sign = self.settings[entity.category].separator
            new = "".join(f"{word[0]}{sign}" for word in original.split())
            edits.append(
                Edit(entity, original, new, REPLACED, "initials", self.event, (entity.key,))
            )
        return tuple(edits)


def build(rules: Mapping[str, Rule], setting: Setting) -> Initials:
    settings = {category: read(Settings, rule.options) for category, rule in rules.items()}
    return Initials(settings, setting.unit)


STRATEGY = StrategyPart(
    "initials",
    build,
    Settings,
    takes_p=False,
    language_free=True,
    deterministic=True,
    stand_ins=False,
)
