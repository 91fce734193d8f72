"""Rewriting that keeps the meaning around: of several candidates the one that least disturbs what
a language model expects of the neighbouring words (Peng et al. 2022).

Candidates come from a bank of phrases (``substitute``) or from the model itself (``generate``),
drawn without looking at the value. Without ``epsilon`` the least NDD wins: that has no bound worth
the name, and the strict ε is ∞. With ``epsilon`` the choice is made by chance, weighted by the
normalised NDD, and costs exactly that: all candidates are scored, with every other private entity
hidden or already replaced, and the value itself may be drawn again.

All mentions of an entity get one choice, scored over all of them. Neighbours are those of
replacement by whole entities.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.folding import fold
from understudy.core.text import casing
from understudy.core.types import (
    KEPT,
    REPLACED,
    Document,
    Edit,
    Entity,
    PrivacyEvent,
    Strategy,
    Tally,
)
from understudy.encoder.versions import HIDDEN
from understudy.privacy.choice import PrivateChoice
from understudy.replace.base import Rule, Setting, groups, language_of, unproven
from understudy.replace.distort.candidates import (
    Test,
    chosen_from,
    drawn_from,
    same_category,
    titled,
)
from understudy.replace.distort.comparing import EntityContext
from understudy.replace.distort.generated import generated
from understudy.replace.distort.passages import Interval, passages
from understudy.replace.distort.rule import DistortRule
from understudy.replace.drawn import reachable
from understudy.replace.entity import EntityReplacement
from understudy.replace.entity import build as build_bank
from understudy.replace.response import coin
from understudy.surrogates.agreement import AROUND, fitting
from understudy.surrogates.sources import Source
from understudy.surrogates.tables import Support, Table

__all__ = ["Distortion", "build"]

_MOST_SCORES = 50_000
"""How many scores a strategy remembers."""
_CASES = {"lower": "lower", "upper": "upper", "native": "title"}


@dataclass(frozen=True)
class Distortion:
    """Each distinct entity gets the candidate that changes the words around it least."""

    rules: Mapping[str, Rule]
    setting: Setting
    bank: EntityReplacement
    """Where the phrases of substitutive rules come from, and how they are counted."""
    _scores: dict[object, float] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def _rules(self) -> Mapping[str, DistortRule]:
        return {category: DistortRule(rule) for category, rule in self.rules.items()}

    @property
    def counts(self) -> bool:
        """Whether a counting pass is needed."""
        return self.bank.counts

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        """What the bank counts: each distinct entity once."""
        banked = [one for one in entities if one.category in self.bank.rules]
        return self.bank.tally(document, banked, draw)

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        """The tallies of several documents, added."""
        return self.bank.merge(tallies)

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        """The strategy with what the counting pass found."""
        return replace(self, bank=self.bank.prepare(tally, draw), _scores={})

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """What the policy alone says, from what one draw from the bank would cost."""
        banked = self.bank.events()
        found: dict[str, tuple[PrivacyEvent, ...]] = {}
        for category, rule in self._rules.items():
            drawn = banked.get(category, ())
            events = [
                self._event(category, one.pi_min, one.source_epsilon, rule.rule.source != "corpus")
                for one in drawn
            ]
            alone = self._event(category, 0.0, 0.0, True)
            found[category] = tuple(dict.fromkeys(events)) or (alone,)
        return found

    def _event(self, category: str, pi_min: float, paid: float, public: bool) -> PrivacyEvent:
        """The event of a choice among draws from π. ``paid``: what π itself cost."""
        rule = self._rules[category]
        choice, p = rule.choice, rule.rule.probability
        if choice is None:
            name = f"distort ({rule.name}, least NDD)"
            return unproven(name, self.setting.unit, p, self._invariants(category))
        # Candidates that are drawn again until they pass are not drawn from the π that is listed.
        cost = choice.claimed(p, 0.0 if rule.checks_category else pi_min)
        bounded = public and math.isfinite(cost)
        return PrivacyEvent(
            mechanism=f"distort ({rule.name}, private choice of {choice.k})",
            unit=self.setting.unit,
            p=p,
            pi_min=pi_min,
            epsilon=cost + paid if bounded else math.inf,
            delta=0.0 if bounded else 1.0,
            paper_epsilon=cost,
            source_epsilon=paid if bounded else 0.0,
            invariants=self._invariants(category),
        )

    def _invariants(self, category: str) -> tuple[str, ...]:
        if category in self.bank.rules:
            return (*self.bank.drawing.invariants, AROUND)
        equal = ("mention equality",) if self.setting.unit == "entity" else ()
        own = ("length",) if self._rules[category].settings.length == "own" else ()
        return ("category", "position", "letter case", *own, *equal, AROUND)

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        """Entities in the order of their first mentions: each sees those before it replaced and
        those behind it hidden. Marks that are not of these entities are hidden throughout."""
        language = language_of(document, self.setting)
        own = {(one.span.start, one.span.end) for one in entities}
        seen: dict[Interval, str] = {
            (one.start, one.end): HIDDEN
            for one in document.annotations
            if not any(one.start < end and start < one.end for start, end in own)
        } | dict.fromkeys(own, HIDDEN)
        open_ = {
            (one.span.start, one.span.end) for one in entities if self._rules[one.category].sees_all
        }
        found: list[Edit] = []
        for (category, key), mentions in groups(entities, self.setting.unit).items():
            rule = self._rules[category]
            shown = seen
            if rule.sees_all:
                shown = {at: text for at, text in seen.items() if text != HIDDEN or at not in open_}
            around = passages(document.text, mentions, shown, rule.reach)
            place = EntityContext(document.text, language, category, key, tuple(mentions), around)
            made = self._rewritten(place, draw)
            seen |= {(one[0].span.start, one[0].span.end): one.surrogate for one in made}
            found += made
        return tuple(found)

    def choice_of(self, category: str) -> PrivateChoice | None:
        """The private choice of a category, where its rule asks for one."""
        return self._rules[category].choice

    def scores(
        self, document: Document, mentions: Sequence[Entity], values: Sequence[str]
    ) -> npt.NDArray[np.float64]:
        """What the private choice sees of values in the place of an entity, were it the only one
        of its document."""
        category, key = mentions[0].category, mentions[0].key
        rule = self._rules[category]
        around = passages(document.text, mentions, {}, rule.reach)
        language = language_of(document, self.setting)
        place = EntityContext(document.text, language, category, key, tuple(mentions), around)
        return self._scored(place, rule, values)

    def _rewritten(self, place: EntityContext, draw: Draw) -> list[Edit]:
        source = self.bank.drawing.sources.get(place.category)
        support = None if source is None else self._support(place, source)
        event = self._event(
            place.category,
            0.0 if support is None else support.pi_min,
            source.epsilon if source is not None and source.public else 0.0,
            source is None or source.public,
        )
        value = self._value(place, support, draw)
        return [
            Edit(
                mention,
                original,
                original if value is None else place.shown(value, original),
                KEPT if value is None else REPLACED,
                "distort",
                event,
                (place.key,),
            )
            for mention, original in zip(place.mentions, place.originals, strict=True)
        ]

    def _support(self, place: EntityContext, source: Source) -> Support:
        support = source.support(place.language, source.form(place.main, place.language))
        if isinstance(support, Table):
            return fitting(support, place.passages[0].before, place.language)
        return support

    def _value(self, place: EntityContext, support: Support | None, draw: Draw) -> str | None:
        """The new value; None where the coin says keep."""
        rule = self._rules[place.category]
        words = draw.words(place.category, place.key, "distort")
        inside = support is not None and reachable(support, place.main, place.originals)
        if inside and not coin(words[0], rule.rule.probability):
            return None
        stream = draw.stream(place.category, place.key, "distort candidates")
        found = self._candidates(place, rule, support, stream)
        if rule.choice is None:
            # A single candidate wins without being scored.
            return found[place.least(rule.divergence, found) if len(found) > 1 else 0]
        return found[rule.choice.pick(self._scored(place, rule, found), words[1])]

    def _candidates(
        self, place: EntityContext, rule: DistortRule, support: Support | None, words: Iterator[int]
    ) -> list[str]:
        first = place.passages[0]
        own = {fold(one) for one in place.originals}
        plain = rule.choice is None
        should: list[Test] = []
        if isinstance(support, Table):
            draw = drawn_from(_without(support, own) if plain else support, words)
        else:
            draw = drawn_from(support, words) if support else self._writing(place, rule, words)
            if rule.rule.probability == 1.0:
                should.append(lambda found: [place.agrees(one) for one in found])
        if rule.checks_category:
            test = same_category(place.category, lambda one: place.filled(first, one))
            should += [] if test is None else [test]
        must = (lambda one: fold(one) not in own) if plain else None
        found = chosen_from(draw, rule.count, must=must, should=should)
        if not found:
            raise PolicyError(
                f"{place.category}: nothing but the value itself could be drawn for its place; "
                "give the category a larger bank, or another strategy"
            )
        return found

    def _writing(
        self, place: EntityContext, rule: DistortRule, words: Iterator[int]
    ) -> Callable[[int], list[str]]:
        case = _CASES[casing(place.main)]
        own = rule.settings.length == "own"
        length = len(rule.model.pieces([place.main])[0].ids) if own else None

        def draw(count: int) -> list[str]:
            first = place.passages[0]
            made = generated(rule.model, first, count, rule.sampling, words, case, length)
            return [titled(one, place.language) for one in made]

        return draw

    def _scored(
        self, place: EntityContext, rule: DistortRule, found: Sequence[str]
    ) -> npt.NDArray[np.float64]:
        """The normalised NDD of every candidate; what was scored before is remembered."""
        how = (rule.divergence.divergence, rule.settings.cased)
        names = {one: (place.name(one), how) for one in found}
        missing = [one for one, name in names.items() if name not in self._scores]
        if len(self._scores) > _MOST_SCORES:
            self._scores.clear()
            missing = list(names)
        scores = place.scores(rule.divergence, missing) if missing else []
        self._scores.update(zip((names[one] for one in missing), scores, strict=True))
        return np.array([self._scores[names[one]] for one in found])


def _without(table: Table, own: set[str]) -> Table:
    left = {value: chance for value, chance in table.weights().items() if fold(value) not in own}
    return Table.of(left) if left else table


def build(rules: Mapping[str, Rule], setting: Setting) -> Distortion:
    """The strategy for categories with these rules."""
    banked = {name: rule for name, rule in rules.items() if not DistortRule(rule).generates}
    return Distortion(rules, setting, build_bank(banked, setting))
