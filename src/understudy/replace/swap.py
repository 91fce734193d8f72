"""Dissociation by exchange: the values of the corpus change places (Tang et al. 2004).

The multiset of values of each category and form is kept exactly, so there is no bound (ε = ∞).
The counting pass gives every entity that its coin does not keep a secret tag and adds its value
to the multiset. The entity with the r-th smallest tag receives the r-th value of the sorted
multiset: a uniformly random assignment that depends on the key and the content alone, at the
price of eight bytes an entity.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.reasons import ONLY_FORM
from understudy.core.text import casing, recase
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
from understudy.replace.base import Rule, Setting, groups, language_of, unproven
from understudy.replace.part import StrategyPart
from understudy.replace.response import coin
from understudy.surrogates.sources import form_of_words

__all__ = ["STRATEGY", "Swap", "build"]

_Place = tuple[str, str, str]
_INVARIANTS = (
    "category",
    "position",
    "letter case",
    "one or several words",
    "the exact multiset of values of the corpus",
)


@dataclass(frozen=True)
class _Pool:
    """The values of one place in order, and the tags that claim them."""

    tags: NDArray[np.uint64]
    values: tuple[str, ...]
    ends: tuple[int, ...]

    def value(self, tag: int) -> str:
        rank = int(np.searchsorted(self.tags, np.uint64(tag)))
        return self.values[bisect_right(self.ends, rank)]


@dataclass(frozen=True)
class Swap:
    """Each value that is replaced gets another value of the corpus, of its category, language and
    form."""

    rules: Mapping[str, Rule]
    setting: Setting
    pools: Mapping[_Place, _Pool] = field(default_factory=dict, repr=False)

    counts = True

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        tags: dict[_Place, list[int]] = {}
        values: dict[_Place, Counter[str]] = {}
        for category, _, value, tag, kept in self._drawn(document, entities, draw):
            if kept:
                continue
            place = (category, language_of(document, self.setting), form_of_words(value))
            tags.setdefault(place, []).append(tag)
            values.setdefault(place, Counter())[value] += 1
        packed = {place: np.array(found, dtype=np.uint64) for place, found in tags.items()}
        return {"tags": packed, "values": values}

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        tags: dict[_Place, list[NDArray[np.uint64]]] = {}
        values: dict[_Place, Counter[str]] = {}
        for tally in tallies:
            part = cast(Mapping[str, Any], tally)
            for place, found in part.get("tags", {}).items():
                tags.setdefault(place, []).append(found)
            for place, counted in part.get("values", {}).items():
                values.setdefault(place, Counter()).update(counted)
        packed = {place: np.concatenate(found) for place, found in tags.items()}
        return {"tags": packed, "values": values}

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        tags = cast(Mapping[_Place, NDArray[np.uint64]], tally.get("tags", {}))
        values = cast(Mapping[_Place, Counter[str]], tally.get("values", {}))
        pools: dict[_Place, _Pool] = {}
        certain = {name for name, rule in self.rules.items() if rule.probability == 1.0}
        for places in _pooled(values, certain):
            pool = _pool([tags[place] for place in places], [values[place] for place in places])
            pools |= dict.fromkeys(places, pool)
        return replace(self, pools=pools)

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        return {category: (self._event(category),) for category in self.rules}

    def _event(self, category: str) -> PrivacyEvent:
        return unproven("swap", self.setting.unit, self.rules[category].probability, _INVARIANTS)

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        language = language_of(document, self.setting)
        edits: list[Edit] = []
        mentions_of = groups(entities, self.setting.unit)
        for category, key, value, tag, kept in self._drawn(document, entities, draw):
            new, single = value, False
            if not kept:
                pool = self.pools[category, language, form_of_words(value)]
                new, single = pool.value(tag), len(pool.values) == 1
            event = self._event(category)
            for mention in mentions_of[category, key]:
                original = document.text[mention.span.start : mention.span.end]
                shown = original if kept else recase(new, casing(original))
                outcome, reason = KEPT if kept else REPLACED, ""
                if not kept and shown == original and single:
                    outcome, reason = MAY_STAY, ONLY_FORM
                edit = Edit(mention, original, shown, outcome, "swap", event, (key,), reason)
                edits.append(edit)
        return tuple(edits)

    def _drawn(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> Iterable[tuple[str, str, str, int, bool]]:
        """Per distinct entity: category, key, value, tag, and whether its coin keeps it."""
        for (category, key), mentions in groups(entities, self.setting.unit).items():
            spans = (one.span for one in mentions)
            value = max((document.text[one.start : one.end] for one in spans), key=len)
            numbers = draw.words(category, key, "swap")
            kept = not coin(numbers[0], self.rules[category].probability)
            yield category, key, value, numbers[1], kept


def _pooled(
    values: Mapping[_Place, Counter[str]], certain: Collection[str]
) -> Iterable[list[_Place]]:
    """Places that exchange values: each by itself, but one with a single value joins another.

    A category that is always exchanged and has a single value would come through as it is. Where
    coins keep some, the last one left may meet itself, as any value may.
    """
    by_category: dict[str, list[_Place]] = {}
    for place in sorted(values):
        by_category.setdefault(place[0], []).append(place)
    for category, places in by_category.items():
        poor = [place for place in places if len(values[place]) < 2]
        rich = [[place] for place in places if len(values[place]) > 1]
        if poor:
            host = max(rich, key=lambda pool: len(values[pool[0]]), default=[])
            host += poor
            rich = rich or [host]
            alone = len(set().union(*(values[place] for place in host))) < 2
            if alone and category in certain:
                raise PolicyError(
                    f"the corpus holds a single value of {category}: there is nothing to "
                    "exchange; give the category another strategy"
                )
        yield from rich


def _pool(tags: list[NDArray[np.uint64]], values: list[Counter[str]]) -> _Pool:
    counted = sum(values, Counter[str]())
    names = tuple(sorted(counted))
    ends = tuple(accumulate(counted[name] for name in names))
    return _Pool(np.sort(np.concatenate(tags)), names, ends)


def build(rules: Mapping[str, Rule], setting: Setting) -> Swap:
    """The strategy for categories with these rules."""
    return Swap(rules, setting)


STRATEGY = StrategyPart(
    "swap",
    build,
    document_scope=True,
    recycles=True,
)
