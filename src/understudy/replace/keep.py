"""Keep: the value stays, and the ledger and the report say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.core.draw import Draw
from understudy.core.reasons import POLICY
from understudy.core.types import BY_POLICY, Document, Edit, Entity, PrivacyEvent, Strategy, Tally
from understudy.replace.base import Rule, Setting, no_tally, unproven
from understudy.replace.part import StrategyPart

__all__ = ["STRATEGY", "Keep", "build"]


@dataclass(frozen=True)
class Keep:
    """Leaves values as they are; nothing is proven of them."""

    event: PrivacyEvent
    categories: tuple[str, ...]

    counts = False

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        return no_tally()

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        return no_tally()

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        return self

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return dict.fromkeys(self.categories, (self.event,))

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        text = document.text
        edits = []
        for entity in entities:
            original = text[entity.span.start : entity.span.end]
            draws = (entity.key,)
            edit = Edit(entity, original, original, BY_POLICY, "keep", self.event, draws, POLICY)
            edits.append(edit)
        return tuple(edits)


def build(rules: Mapping[str, Rule], setting: Setting) -> Keep:
    """The strategy for categories with these rules."""
    return Keep(unproven("keep", setting.unit, 0.0, ("the value",)), tuple(rules))


STRATEGY = StrategyPart(
    "keep",
    build,
    takes_p=False,
    language_free=True,
    keeps=True,
    stand_ins=False,
)
