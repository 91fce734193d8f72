"""What a policy says of a bundle: how it is drawn, how often it is kept, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from understudy.core.types import PrivacyEvent
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.base import Rule, unproven
from understudy.replace.surrogate.bundles import DATED, NUMBERS, ORGANIZATIONS, PEOPLE, PLACES
from understudy.replace.surrogate.kinds import SHOWN
from understudy.replace.surrogate.writers import Draft
from understudy.surrogates.dates.choices import in_weeks
from understudy.surrogates.dates.cost import shift_event
from understudy.surrogates.dates.sketch import INVARIANTS
from understudy.surrogates.settings import Settings

__all__ = ["OPTIONS", "Law", "Priced", "law_of", "policy_events"]

OPTIONS = (
    *("gender", "country", "reserved", "shift", "shift_days", "shift_epsilon"),
    *("shift_distance", "date_range"),
)
"""The options of a rule that a writer is told."""
_PUBLIC = (
    *("category", "position", "mention equality", "which mentions belong together"),
    *("what our lists tell of a value", "finer traits of the form"),
)
_READABLE = "the values of the document, which the draw avoids"
_KEPT: Mapping[str, tuple[str, ...]] = {
    PEOPLE: (
        *("number and order of names", "titles and particles", "which names a mention shows"),
        *(
            "letter case",
            "accents, and which names lack theirs",
            "pattern of an address",
            "style of a spelling",
        ),
        "pronouns, and who somebody is to the speaker",
    ),
    DATED: tuple(dict.fromkeys(one.name for one in INVARIANTS)),
    PLACES: (
        *("kind of place", "which places lie in one region", "parts of an address"),
        "words such as here",
    ),
    NUMBERS: ("form of a number", "words around it", "kind of identifier"),
    ORGANIZATIONS: (
        "words that say what kind of organization or product it is",
        *("which names a mention repeats, whole or in short", "acronyms, not their length"),
        *("letter case", "signs around a name", "the words around", "form of a web address"),
        *(
            "whether a product has a number, and its grade",
            "institutions that are named no further",
        ),
        "for a body that is called as a place: its kind",
    ),
    "gender": (),
}
"""What a writer keeps at most, in short; the event of each edit names it in full."""


class Priced(NamedTuple):
    """The coin of one bundle."""

    p: float
    pi_min: float
    inside: bool
    """Whether a draw could have given the mentions; if not, they are always replaced."""


_CERTAIN = Priced(1.0, 0.0, False)


@dataclass(frozen=True)
class Law:
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

    @property
    def certain(self) -> bool:
        """Whether every bundle is replaced."""
        return all(rule.probability == 1.0 and rule.epsilon is None for rule in self.rules)

    @property
    def shifted(self) -> bool:
        return self.kind == DATED and self.settings.shift != "anchor"

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

    def event(
        self,
        kind: str,
        invariants: tuple[str, ...],
        priced: Priced,
        draft: Draft,
    ) -> PrivacyEvent:
        """What the bundle costs (SCIENCE §1); equal events are one object."""
        weekdays = self.shifted and in_weeks(draft.sketch)
        place = (kind, invariants, priced.p, priced.pi_min, weekdays)
        found = self._events.get(place)
        if found is None:
            found = self._event(kind, (*_PUBLIC, *invariants), priced, weekdays=weekdays)
            self._events[place] = found
        return found

    def _event(
        self, kind: str, invariants: tuple[str, ...], priced: Priced, *, weekdays: bool
    ) -> PrivacyEvent:
        if self.readable:
            kept = (*invariants, _READABLE)
            return unproven("surrogate (readable)", self.unit, priced.p, kept)._replace(across=True)
        if self.shifted:
            found = shift_event(self.settings, weekdays=weekdays, unit=self.unit)
            kept = tuple(dict.fromkeys((*invariants, *found.invariants)))
            return found._replace(invariants=kept, across=True)
        lemma = epsilon(priced.p, priced.pi_min)
        return PrivacyEvent(
            mechanism=f"surrogate ({SHOWN.get(kind, kind)})",
            unit=self.unit,
            p=priced.p,
            pi_min=priced.pi_min,
            epsilon=lemma,
            paper_epsilon=lemma,
            invariants=invariants,
            across=True,
        )

    def stays(self, what: str) -> PrivacyEvent:
        """The event of a word that says nothing but what is declared as kept."""
        return PrivacyEvent(
            "surrogate (kept)", self.unit, *(1.0, 0.0, 0.0, 0.0, 0.0), invariants=(what,)
        )


def law_of(kind: str, rules: Sequence[Rule], language: str, unit: str) -> Law:
    """The law of a bundle; of rules that say different things, the first that says one counts."""
    said: dict[str, Any] = {}
    for rule in reversed(rules):
        said |= rule.options
    options = {name: said[name] for name in OPTIONS if name in said}
    if "date_range" in options:
        options["date_range"] = tuple(options["date_range"])
    return Law(
        settings=Settings(language=language, **options),
        rules=tuple(rules),
        unit=unit,
        kind=kind,
        readable=any(rule.options.get("readable", False) for rule in rules),
        coarser=str(said.get("generalise", "")),
    )


def policy_events(kind: str, law: Law) -> tuple[PrivacyEvent, ...]:
    """What the policy alone can say: the forms of bundles have no end, and no least π.

    With p = 1 that does not matter, with a wanted ε each form gets its own p, and with p < 1 there
    is no bound before the text is seen.
    """
    kept = (*_PUBLIC, *_KEPT[kind])
    if law.settings.gender and kind in (PEOPLE, "gender"):
        kept += ("gender",)
    if law.settings.country and kind in (PLACES, ORGANIZATIONS):
        kept += ("country",)
    if law.readable:
        event = unproven("surrogate (readable)", law.unit, law.rules[0].probability, kept)
        return (event._replace(across=True),)
    if law.shifted:
        return tuple(
            shift_event(law.settings, weekdays=weekdays, unit=law.unit)._replace(across=True)
            for weekdays in (False, True)
        )
    wanted = [rule.epsilon for rule in law.rules if rule.epsilon is not None]
    p = math.nan if wanted else min(rule.probability for rule in law.rules)
    bound = min(wanted) if wanted else 0.0 if p == 1.0 else math.inf
    return (
        PrivacyEvent(
            mechanism=f"surrogate ({SHOWN.get(kind, kind)})",
            unit=law.unit,
            p=p,
            pi_min=0.0,
            epsilon=bound,
            paper_epsilon=bound,
            invariants=kept,
            across=True,
        ),
    )
