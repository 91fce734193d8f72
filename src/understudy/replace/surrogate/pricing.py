"""What a policy says of a bundle: how it is drawn, how often it is kept, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from understudy.core.types import PrivacyEvent
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.base import Rule, unproven
from understudy.replace.surrogate.declared import AVOIDED, mechanism, shown
from understudy.replace.surrogate.kinds import DATED
from understudy.replace.surrogate.writers import Draft
from understudy.surrogates.dates.choices import in_weeks
from understudy.surrogates.dates.cost import shift_event
from understudy.surrogates.settings import Settings

__all__ = ["OPTIONS", "BundleRule", "Priced", "bundle_rule", "policy_events"]

OPTIONS = (
    *("gender", "country", "reserved", "shift", "shift_days", "shift_epsilon"),
    *("shift_distance", "date_range", "date_order"),
)
"""The options of a rule that a writer is told."""


class Priced(NamedTuple):
    """The coin of one bundle."""

    p: float
    pi_min: float
    inside: bool
    """Whether a draw could have given the mentions; if not, they are always replaced."""


_CERTAIN = Priced(1.0, 0.0, False)


@dataclass(frozen=True)
class BundleRule:
    """What the rules of a policy come to for the bundles of one kind, in one language."""

    settings: Settings
    rules: tuple[Rule, ...]
    unit: str
    kind: str
    readable: bool = False
    coarser: str = ""
    """``month``, ``year`` or ``band``."""
    _events: dict[tuple[object, ...], PrivacyEvent] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def certain(self) -> bool:
        """Whether every bundle is replaced."""
        return all(rule.probability == 1.0 and rule.epsilon is None for rule in self.rules)

    @cached_property
    def shifted(self) -> bool:
        """Whether dates move by noise around themselves, which has an account of its own."""
        return self.kind == DATED and self.settings.shifted

    @property
    def free(self) -> bool:
        """Whether it costs nothing."""
        return self.certain and not self.shifted and not self.readable

    def priced(self, draft: Draft) -> Priced:
        """The strictest of the rules decides how often the bundle is replaced."""
        if self.certain:
            return _CERTAIN
        pi_min = draft.least()
        p = max(
            rule.probability if rule.epsilon is None else replace_probability(rule.epsilon, pi_min)
            for rule in self.rules
        )
        return Priced(p, pi_min, draft.reaches())

    def event(self, priced: Priced, draft: Draft) -> PrivacyEvent:
        """What the bundle costs; equal events are one object."""
        weekdays = self.shifted and in_weeks(draft.sketch)
        place = (priced.p, priced.pi_min, weekdays)
        found = self._events.get(place)
        if found is None:
            found = self._event(priced, weekdays=weekdays)
            self._events[place] = found
        return found

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of all that a stand-in shows of a value."""
        return shown(self.kind, self.settings, self.unit)

    def _event(self, priced: Priced, *, weekdays: bool) -> PrivacyEvent:
        if self.readable:
            kept = (*self.shown, AVOIDED.name)
            found = unproven(mechanism(self.kind, readable=True), self.unit, priced.p, kept)
            return found._replace(across=True)
        if self.shifted:
            found = shift_event(self.settings, weekdays=weekdays, unit=self.unit)
            kept = tuple(dict.fromkeys((*self.shown, *found.invariants)))
            return found._replace(invariants=kept, across=True)
        lemma = epsilon(priced.p, priced.pi_min)
        return PrivacyEvent(
            mechanism=mechanism(self.kind),
            unit=self.unit,
            p=priced.p,
            pi_min=priced.pi_min,
            epsilon=lemma,
            paper_epsilon=lemma,
            invariants=self.shown,
            across=True,
        )

    def stays(self, what: str) -> PrivacyEvent:
        """The event of a word that says nothing but what is declared as kept."""
        return PrivacyEvent(
            "surrogate (kept)", self.unit, *(1.0, 0.0, 0.0, 0.0, 0.0), invariants=(what,)
        )


def bundle_rule(kind: str, rules: Sequence[Rule], language: str, unit: str) -> BundleRule:
    """The rule of a bundle; of rules that say different things, the first that says one counts."""
    said: dict[str, Any] = {}
    for rule in reversed(rules):
        said |= rule.options
    options = {name: said[name] for name in OPTIONS if name in said}
    if "date_range" in options:
        options["date_range"] = tuple(options["date_range"])
    return BundleRule(
        settings=Settings(language=language, **options),
        rules=tuple(rules),
        unit=unit,
        kind=kind,
        readable=any(rule.options.get("readable", False) for rule in rules),
        coarser=str(said.get("generalise", "")),
    )


def policy_events(rule: BundleRule) -> tuple[PrivacyEvent, ...]:
    """What the policy alone can say: the forms of bundles have no end, and no least π.

    With p = 1 that does not matter, with a wanted ε each form gets its own p, and with p < 1 there
    is no bound before the text is seen.
    """
    if rule.readable or rule.shifted:
        chance = Priced(rule.rules[0].probability, 0.0, inside=False)
        both = (False,) if rule.readable else (False, True)
        return tuple(rule._event(chance, weekdays=weekdays) for weekdays in both)
    wanted = [one.epsilon for one in rule.rules if one.epsilon is not None]
    p = math.nan if wanted else min(one.probability for one in rule.rules)
    bound = min(wanted) if wanted else 0.0 if p == 1.0 else math.inf
    return (
        PrivacyEvent(
            mechanism=mechanism(rule.kind),
            unit=rule.unit,
            p=p,
            pi_min=0.0,
            epsilon=bound,
            paper_epsilon=bound,
            invariants=rule.shown,
            across=True,
        ),
    )
