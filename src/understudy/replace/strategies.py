"""The strategies of a policy together: which of them serves which category, what they count and
remember, and what they make of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from understudy.core.draw import Draw
from understudy.core.shown import Shown
from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Strategy, Tally
from understudy.privacy.bill import costs_nothing
from understudy.replace.base import Remembers
from understudy.replace.part import part_of

__all__ = ["Strategies"]


@dataclass(frozen=True)
class Strategies(Mapping[str, Strategy]):
    """Strategies by their names; immutable and picklable."""

    named: Mapping[str, Strategy]
    serving: Mapping[str, str]
    """category → the name of its strategy."""

    def __getitem__(self, name: str) -> Strategy:
        return self.named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.named)

    def __len__(self) -> int:
        return len(self.named)

    def served(self, entities: Sequence[Entity]) -> Mapping[str, Sequence[Entity]]:
        """The entities by the name of the strategy that serves them."""
        if len(self.named) == 1:
            return dict.fromkeys(self.named, entities)
        found: dict[str, list[Entity]] = {}
        for entity in entities:
            found.setdefault(self.serving[entity.category], []).append(entity)
        return found

    def as_strategies_read(
        self, document: Document, private: Sequence[Entity]
    ) -> tuple[Document, Sequence[Entity]]:
        """The document as strategies see it, and what is private in it: without what hides in its
        words. What is private is so to every one of them, and what the policy leaves is text like
        any other."""
        shown = Shown.of(document, [one.span for one in private]) if private else None
        if shown is not None and not shown.hidden:
            document = shown.document
            places = zip(private, shown.spans, strict=True)
            private = [one._replace(span=span) for one, span in places]
        if len(self.named) > 1:
            document = document._replace(annotations=tuple([one.span for one in private]))
        return document, private

    def replaced(self, document: Document, private: Sequence[Entity], draw: Draw) -> Iterable[Edit]:
        """An edit for each entity, in the order of the strategies."""
        read, seen = self.as_strategies_read(document, private)
        edits = (
            edit
            for name, own in self.served(seen).items()
            for edit in self.named[name].replace(read, own, draw)
        )
        return edits if seen is private else _in_place(document.text, edits, seen, private)

    @cached_property
    def language_free(self) -> bool:
        """Whether none depends on the language."""
        return all(
            part_of(name).language_free and not getattr(strategy, "speaks", False)
            for name, strategy in self.named.items()
        )

    @cached_property
    def sketches(self) -> bool:
        """Whether any draws from sketches, of which a report can say how many values fit them."""
        return any(hasattr(strategy, "fitting") for strategy in self.named.values())

    # --- what they count ----------------------------------------------------------------------

    @property
    def counts(self) -> bool:
        """Whether a counting pass comes first."""
        return any(strategy.counts for strategy in self.named.values())

    def tally(
        self, document: Document, private: Sequence[Entity], draw: Draw
    ) -> Mapping[str, Tally]:
        """What each that counts counts in a document, by its name."""
        read, seen = self.as_strategies_read(document, private)
        return {
            name: self.named[name].tally(read, own, draw)
            for name, own in self.served(seen).items()
            if self.named[name].counts
        }

    def add_up(self, tallies: Iterable[Mapping[str, Tally]]) -> Mapping[str, Tally]:
        """The tallies of parts of a corpus as one."""
        collected: dict[str, list[Tally]] = {}
        for tally in tallies:
            for name, own in tally.items():
                collected.setdefault(name, []).append(own)
        return {name: self.named[name].merge(parts) for name, parts in collected.items()}

    def prepared(self, tally: Mapping[str, Tally], draw: Draw) -> Strategies:
        """The strategies after the counting pass."""
        prepared = {
            name: strategy.prepare(tally.get(name, {}), draw) if strategy.counts else strategy
            for name, strategy in self.named.items()
        }
        return replace(self, named=prepared)

    # --- what they remember -------------------------------------------------------------------

    def recalling(self, known: Mapping[str, Mapping[str, Sequence[Any]]]) -> Strategies:
        """The strategies with what earlier releases drew: strategy → data subject → what."""
        told = dict(self.named)
        for name, strategy in self.named.items():
            if isinstance(strategy, Remembers):
                told[name] = strategy.recall(known.get(name, {}))
        return replace(self, named=told)

    def remembered(self, draw_of: Callable[[str], Draw]) -> Mapping[str, Mapping[str, Any]]:
        """What of this release must be kept for the next: strategy → data subject → what."""
        return {
            name: strategy.remember(draw_of)
            for name, strategy in self.named.items()
            if isinstance(strategy, Remembers)
        }

    # --- what they cost -----------------------------------------------------------------------

    @cached_property
    def costs(self) -> bool:
        """Whether any edit can cost privacy; where none can, no bills need to be written."""
        return any(map(_may_cost, self.named.values()))

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """What the policy alone says about each category's cost."""
        found: dict[str, tuple[PrivacyEvent, ...]] = {}
        for strategy in self.named.values():
            found |= strategy.events()
        return dict(sorted(found.items()))


def _in_place(
    text: str, edits: Iterable[Edit], seen: Sequence[Entity], private: Sequence[Entity]
) -> Iterator[Edit]:
    """Edits of what is seen, as edits of what is written: what is kept stays as it was written."""
    written = {one.span.start: own.span for one, own in zip(seen, private, strict=True)}
    for edit in edits:
        span = written[edit.entity.span.start]
        original = text[span.start : span.end]
        yield edit._replace(
            entity=edit.entity._replace(span=span),
            original=original,
            surrogate=original if edit.kept else edit.surrogate,
        )


def _may_cost(strategy: Strategy) -> bool:
    if getattr(strategy, "free", False):
        return False  # known without its lists, which take a while to read
    events = strategy.events().values()
    return any(not costs_nothing(event) for of_category in events for event in of_category)
