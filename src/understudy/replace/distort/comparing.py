"""An entity where it stands: its mentions, the words around them, and candidates in their place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from understudy.core.types import Entity
from understudy.encoder.divergence import Comparison, Divergence
from understudy.encoder.grid import on_grid
from understudy.encoder.versions import Version
from understudy.languages import facts
from understudy.replace.distort.passages import Passage
from understudy.surrogates.agreement import fits
from understudy.surrogates.form import shown

__all__ = ["EntityContext"]


@dataclass(frozen=True)
class EntityContext:
    """An entity in its text, in whose place candidates are tried."""

    text: str = field(repr=False)
    language: str
    category: str
    key: str = field(repr=False)
    mentions: tuple[Entity, ...]
    passages: tuple[Passage, ...]

    @cached_property
    def originals(self) -> tuple[str, ...]:
        """The mentions as they are written."""
        return tuple(map(self._original, self.mentions))

    def _original(self, mention: Entity) -> str:
        return self.text[mention.span.start : mention.span.end]

    @cached_property
    def main(self) -> str:
        """The longest mention; the first of equals."""
        return max(self.originals, key=len)

    def shown(self, value: str, original: str) -> str:
        """A value as a mention shows it."""
        return shown(value, self.main, original)

    def agrees(self, value: str) -> bool:
        """Whether a phrase goes with the word before it, and does not end in the air."""
        end = value.rsplit(maxsplit=1)[-1].lower()
        before = self.passages[0].before
        return (
            fits(before, value, self.language) and end not in facts(self.language)["function_words"]
        )

    def filled(self, passage: Passage, value: str) -> Version:
        """A passage with a value in place of the mentions, each shortened and cased as it was."""
        return passage.filled([self.shown(value, self._original(one)) for one in passage.mentions])

    @cached_property
    def _unchanged(self) -> tuple[Version, ...]:
        return tuple(
            passage.filled([self._original(one) for one in passage.mentions])
            for passage in self.passages
        )

    def versions(self, value: str) -> tuple[Version, ...]:
        """The passages with a value in them."""
        return tuple(self.filled(passage, value) for passage in self.passages)

    def name(self, value: str) -> tuple[tuple[Version, ...], tuple[Version, ...]]:
        """All that the score of a value depends on."""
        return self._unchanged, self.versions(value)

    def least(self, divergence: Divergence, values: Sequence[str]) -> int:
        """The value with the least NDD over all mentions; the first of equals."""
        if len(self.passages) == 1:
            return divergence.least(
                self._unchanged[0], [self.versions(value)[0] for value in values]
            )
        scores = self.scores(divergence, values)
        return min(range(len(values)), key=scores.__getitem__)

    def scores(self, divergence: Divergence, values: Sequence[str]) -> list[float]:
        """The NDD of each value over all mentions, on the grid of scores."""
        edited = [self.versions(value) for value in values]
        compared = divergence.compare(
            [
                (original, [versions[at] for versions in edited])
                for at, original in enumerate(self._unchanged)
            ]
        )
        return [
            _together(divergence, [of_passage[at] for of_passage in compared])
            for at in range(len(values))
        ]


def _together(divergence: Divergence, parts: Sequence[Comparison]) -> float:
    terms = [term for part in parts for term in part.terms]
    total = math.fsum(term.weight * term.divergence for term in terms)
    if divergence.pool == "sum":
        return float(on_grid(total))
    weight = math.fsum(term.weight for term in terms)
    return float(on_grid(total / weight)) if weight else 0.0
