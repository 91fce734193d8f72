"""The flow of strategies whose stand-in is a mark: redact, typed, named, mask, generalise, hash,
keep. With probability p the mark takes the value's place; otherwise the value stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.draw import Draw
from understudy.replace.base import Rule, Setting, groups, no_tally
from understudy.replace.response import coin
from understudy.types import Document, Edit, Entity, PrivacyEvent, Strategy, Tally

__all__ = ["Marker", "Writer"]

Writer = Callable[[Document, Entity, str, Rule], str]
"""The mark for one mention: (document, entity, original, rule) → mark."""


@dataclass(frozen=True)
class Marker:
    """One strategy over the categories that use it."""

    name: str
    rules: Mapping[str, Rule]
    setting: Setting
    event_of: Mapping[str, PrivacyEvent]
    writer: Callable[[Document, Sequence[Entity], Draw], Writer]
    """Makes the writer of a document; numbering needs to see all its entities first."""

    counts = False

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        return no_tally()

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        return no_tally()

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        return self

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return {category: (event,) for category, event in self.event_of.items()}

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        text, name = document.text, self.name
        write = self.writer(document, entities, draw)
        kept = self._kept(entities, draw)
        edits = []
        for entity in entities:
            span, category = entity.span, entity.category
            original = text[span.start : span.end]
            if kept and entity in kept:
                edits.append(
                    Edit(
                        entity,
                        original,
                        original,
                        True,
                        name,
                        self.event_of[category],
                        (kept[entity],),
                    )
                )
                continue
            mark = write(document, entity, original, self.rules[category])
            edits.append(
                Edit(
                    entity,
                    original,
                    mark,
                    False,
                    name,
                    self.event_of[category],
                    self._draws(entity),
                )
            )
        return tuple(edits)

    def _draws(self, entity: Entity) -> tuple[str, ...]:
        if self.setting.unit == "token":
            return (f"{entity.key}@{entity.span.start}",)
        return (entity.key,)

    def _kept(self, entities: Sequence[Entity], draw: Draw) -> Mapping[Entity, str]:
        """The mentions that their coin keeps, each with the name of its draw."""
        rules = self.rules
        if all(rules[entity.category].probability == 1.0 for entity in entities):
            return {}
        kept: dict[Entity, str] = {}
        for (category, key), mentions in groups(entities, self.setting.unit).items():
            word = draw.words(category, key, "coin")[0]
            if not coin(word, rules[category].probability):
                kept |= dict.fromkeys(mentions, key)
        return kept
