"""The flow of strategies whose stand-in is a mark: redact, typed, named, mask, generalise, hash,
keep. With probability p the mark takes the value's place; otherwise the value stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from understudy.core.draw import Draw
from understudy.core.types import (
    KEPT,
    MAY_STAY,
    REPLACED,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Strategy,
    Tally,
)
from understudy.privacy.bill import costs_nothing
from understudy.replace.base import Rule, Setting, groups, no_tally
from understudy.replace.response import coin

__all__ = ["Marker", "Writer"]

_new = tuple.__new__

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
    fixed: Mapping[str, str] | None = None
    """category → mark, where the mark depends on nothing else."""
    speaks: bool = False
    """Whether the marks are in the language of the document."""
    same: str = ""
    """Why a mark is what it stands for, where it is made of that. A name that stands for every
    value equals one by chance: to tell which would give it away."""

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
        kept = self._kept(entities, draw)
        if not kept and self.fixed is not None:
            return self._all_fixed(document.text, entities, self.fixed)
        text, name = document.text, self.name
        write = self.writer(document, entities, draw)
        edits = []
        for entity in entities:
            span, category = entity.span, entity.category
            original = text[span.start : span.end]
            stays = entity in kept
            mark = original if stays else write(document, entity, original, self.rules[category])
            event = self.event_of[category]
            outcome, reason = KEPT if stays else REPLACED, ""
            if not stays and mark == original and self.same:  # it could not have differed
                outcome, reason = MAY_STAY, self.same
            draws = self._draws(entity)
            edits.append(Edit(entity, original, mark, outcome, name, event, draws, reason))
        return tuple(edits)

    def _all_fixed(
        self, text: str, entities: Sequence[Entity], marks: Mapping[str, str]
    ) -> tuple[Edit, ...]:
        """The common case, without a call for each entity."""
        name, events, undrawn = self.name, self.event_of, self._undrawn
        # What Edit(…) makes, without the call.
        return tuple(
            [
                _new(
                    Edit,
                    (
                        entity,
                        text[entity.span.start : entity.span.end],
                        marks[entity.category],
                        REPLACED,
                        name,
                        events[entity.category],
                        () if entity.category in undrawn else self._draws(entity),
                        "",
                    ),
                )
                for entity in entities
            ]
        )

    def _draws(self, entity: Entity) -> tuple[str, ...]:
        if entity.category in self._undrawn:
            return ()
        if self.setting.unit == "token":
            return (f"{entity.key}@{entity.span.start}",)
        return (entity.key,)

    @cached_property
    def _undrawn(self) -> frozenset[str]:
        """The categories that get their mark without a draw: always, and whatever the value."""
        return frozenset(
            category
            for category in self.fixed or ()
            if self.rules[category].probability == 1.0 and costs_nothing(self.event_of[category])
        )

    @cached_property
    def certain(self) -> bool:
        """Whether every value is replaced, so that no coin is tossed."""
        return all(rule.probability == 1.0 for rule in self.rules.values())

    def _kept(self, entities: Sequence[Entity], draw: Draw) -> frozenset[Entity]:
        """The mentions that their coin keeps."""
        if self.certain:
            return frozenset()
        kept: list[Entity] = []
        for (category, key), mentions in groups(entities, self.setting.unit).items():
            word = draw.words(category, key, "coin")[0]
            if not coin(word, self.rules[category].probability):
                kept += mentions
        return frozenset(kept)
