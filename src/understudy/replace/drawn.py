"""What word and entity replacement share: sources, choices and their events."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.folding import fold
from understudy.core.settings import read
from understudy.core.text import casing
from understudy.core.types import PrivacyEvent, Tally
from understudy.languages import installed
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.base import Rule, Setting
from understudy.replace.counting import by_place
from understudy.replace.part import Bank
from understudy.replace.response import Response
from understudy.surrogates.form import shown
from understudy.surrogates.public import PublicSource
from understudy.surrogates.shapes import shape_support
from understudy.surrogates.sources import (
    WORD,
    CorpusSource,
    FileSource,
    Source,
    noisy_source,
)
from understudy.surrogates.tables import Support, Table

__all__ = ["Choice", "Drawing", "costs_never", "counts_corpus", "fixed_source", "reachable"]

_MOST_CHOICES = 20_000
"""How many choices a strategy remembers: shapes of identifiers have no end."""


@dataclass(frozen=True)
class Choice:
    """How values of one category, language and form are replaced, and what that costs."""

    response: Response
    event: PrivacyEvent

    @cached_property
    def certain(self) -> bool:
        """Whether every value is replaced."""
        return self.response.p == 1.0


@dataclass(frozen=True)
class Drawing:
    """From what a strategy draws the stand-ins of each category, and what a draw costs.

    The strategies ``entity`` and ``word`` differ in what they draw for, a whole entity or each of
    its words; rules, sources, counting and prices are the same, and stand here.
    """

    mechanism: str
    """The name of the strategy, as the events give it."""
    words: bool
    """Each word is drawn for itself."""
    invariants: tuple[str, ...]
    rules: Mapping[str, Rule]
    setting: Setting
    sources: Mapping[str, Source]
    """category → what is drawn from; a source that counts the corpus comes with ``counted``."""
    _choices: dict[tuple[str, str, str], Choice] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(
        cls,
        mechanism: str,
        rules: Mapping[str, Rule],
        setting: Setting,
        invariants: tuple[str, ...],
        *,
        words: bool = False,
    ) -> Drawing:
        """Before the counting pass: the sources that the policy alone can name."""
        sources: dict[str, Source] = {
            category: fixed_source(rule, category, setting)
            for category, rule in rules.items()
            if not counts_corpus(rule)
        }
        return cls(mechanism, words, invariants, rules, setting, sources)

    @property
    def counts(self) -> bool:
        """Whether a counting pass is needed."""
        return any(counts_corpus(rule) for rule in self.rules.values())

    def counted(self, tally: Tally, draw: Draw) -> Drawing:
        """After the counting pass."""
        found = {
            category: counted_source(rule, category, self.setting, tally, draw, words=self.words)
            for category, rule in self.rules.items()
            if counts_corpus(rule)
        }
        return replace(self, sources={**self.sources, **found}, _choices={})

    def choice(self, category: str, language: str, form: str) -> Choice:
        """How a value of that form is replaced."""
        place = (category, language, form)
        found = self._choices.get(place)
        if found is None:
            source = self.sources[category]
            found = choose(
                self.mechanism,
                self.rules[category],
                self.setting,
                source,
                self._support(source, language, form),
                self.invariants,
            )
            if len(self._choices) > _MOST_CHOICES:
                self._choices.clear()
            self._choices[place] = found
        return found

    def _support(self, source: Source, language: str, form: str) -> Support:
        if not self.words:
            return source.support(language, form)
        return source.words(language) if form == WORD else shape_support(form, language)

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """What the draws of each category can cost, as far as it is known before the run."""
        return policy_events(
            self.mechanism,
            self.rules,
            self.setting,
            self.sources,
            self.invariants,
            words=self.words,
        )


def reachable(support: Support, main: str, mentions: Sequence[str]) -> bool:
    """Whether one drawn value could have given all the mentions as they stand.

    A draw gives every mention one value, in its letter case and shortened as it is. Mentions that
    differ otherwise ("Robert" and "Bob", "McDonald" and "Mcdonald") can only stand together where
    they were kept: such an entity is always replaced, like a value outside the support.
    """
    native = next((one for one in mentions if one == main or casing(one) == "native"), main)
    value = native if fold(native) == fold(main) else main
    return support.contains(value, casing(value)) and all(
        shown(value, main, one) == one for one in mentions
    )


def counts_corpus(rule: Rule) -> bool:
    """Whether the rule draws from values of the corpus, which have to be counted first."""
    return rule.source in ("corpus", "dp-corpus")


def costs_never(rule: Rule) -> bool:
    """Whether each value is replaced by a draw that has nothing to do with the corpus: ε = 0."""
    return rule.probability == 1.0 and rule.epsilon is None and not counts_corpus(rule)


def fixed_source(rule: Rule, category: str, setting: Setting) -> PublicSource | FileSource:
    """The source that needs no corpus: a list of the policy's own, or the public one."""
    uniform = read(Bank, rule.options).weights == "uniform"
    values = rule.options.get("values")
    if values is not None:
        return FileSource(values, uniform)
    return PublicSource(setting.draws[category], uniform)


def counted_source(
    rule: Rule, category: str, setting: Setting, tally: Tally, draw: Draw, *, words: bool
) -> Source:
    """The source after the counting pass."""
    counts = by_place(tally, category)
    if rule.source == "corpus":
        source = CorpusSource(counts)
        if counts and source.poor:
            raise PolicyError(
                f"the corpus holds a single value of {category}: there is nothing to draw from; "
                "give the category another source or strategy"
            )
        return source
    base = fixed_source(rule, category, setting)
    inside: dict[tuple[str, str], Counter[str]] = {}
    for (language, form), values in counts.items():
        if words and not base.supports(language):
            continue  # its words are drawn by their shape
        support = base.words(language) if words else base.support(language, form)
        if isinstance(support, Table):
            known = {fold(value): value for value in support.values}
            found: Counter[str] = Counter()
            for value, count in values.items():
                if fold(value) in known:
                    found[known[fold(value)]] += count
            inside[language, form] = found
    bank = read(Bank, rule.options)
    return noisy_source(
        base,
        inside,
        epsilon=bank.histogram_epsilon,
        floor=bank.histogram_floor,
        words=words,
        category=category,
        draw=draw,
    )


def choose(
    mechanism: str,
    rule: Rule,
    setting: Setting,
    source: Source,
    support: Support,
    invariants: tuple[str, ...],
) -> Choice:
    """The response and its event (Adelani et al. 2020, Equation 2)."""
    pi_min = support.pi_min
    paid = source.epsilon if source.public else 0.0
    if rule.p is not None:
        p = rule.p
    elif rule.epsilon is not None:
        p = replace_probability(max(0.0, rule.epsilon - paid), pi_min)
    else:
        p = 1.0
    lemma = epsilon(p, pi_min)
    event = PrivacyEvent(
        mechanism=f"{mechanism} ({rule.source})",
        unit=setting.unit,
        p=p,
        pi_min=pi_min,
        epsilon=lemma + paid if source.public else math.inf,
        delta=0.0 if source.public else 1.0,
        paper_epsilon=lemma,
        source_epsilon=paid,
        invariants=invariants,
    )
    return Choice(Response(p, support), event)


def policy_events(
    mechanism: str,
    rules: Mapping[str, Rule],
    setting: Setting,
    sources: Mapping[str, Source],
    invariants: tuple[str, ...],
    *,
    words: bool,
) -> Mapping[str, tuple[PrivacyEvent, ...]]:
    """The events that a policy can name before it has seen any text.

    A source that reads the corpus has no π yet: its paper reading is known only at p = 1. Forms
    that cannot be listed (the shapes of identifiers) have no least π either; with p = 1 that does
    not matter, with a wanted ε each form gets its own p, and with p < 1 there is no bound.
    """
    found: dict[str, tuple[PrivacyEvent, ...]] = {}
    for category, rule in rules.items():
        source = sources.get(category)
        if source is None:
            source = fixed_source(rule, category, setting) if rule.source == "dp-corpus" else None
        events: list[PrivacyEvent] = []
        if source is None or rule.source == "dp-corpus":
            events.append(_unseen(mechanism, rule, setting, source, invariants, words=words))
        else:
            events += dict.fromkeys(
                choose(mechanism, rule, setting, source, support, invariants).event
                for language in _languages(rule, setting)
                for support in _listed(source, language, words=words)
            )
        if source is not None and source.open_forms:
            events.append(_open(mechanism, rule, setting, invariants))
        found[category] = tuple(events)
    return found


def _languages(rule: Rule, setting: Setting) -> tuple[str, ...]:
    """The languages whose lists a bound that is stated before the run must hold for.

    Where ε depends on π (a fixed p below 1), these are all that are installed and not only the
    policy's own: a document is handled in the language that it names or shows, and ``epsilon_max``
    is compared with this bound before anything is read. An English policy that looked at English
    lists alone would let Spanish documents cost more than it allows. So a language that is
    installed later can raise the bound, as its documents are handled from then on; it cannot
    change what the draws of other documents cost, which the report adds up: their π is that of
    their own language.
    """
    return (setting.language,) if rule.p is None or rule.p == 1.0 else installed()


def _listed(source: Source, language: str, *, words: bool) -> tuple[Support, ...]:
    if not words:
        return tuple(source.supports(language).values())
    return (source.words(language),) if source.supports(language) else ()


def _open(
    mechanism: str, rule: Rule, setting: Setting, invariants: tuple[str, ...]
) -> PrivacyEvent:
    p = rule.probability
    if rule.p is None and rule.epsilon is not None:
        bound, p = rule.epsilon, math.nan
    else:
        bound = 0.0 if p == 1.0 else math.inf
    return PrivacyEvent(
        mechanism=f"{mechanism} ({rule.source}, by shape)",
        unit=setting.unit,
        p=p,
        pi_min=0.0,
        epsilon=bound,
        paper_epsilon=bound,
        invariants=(*invariants, "shape"),
    )


def _unseen(
    mechanism: str,
    rule: Rule,
    setting: Setting,
    base: Source | None,
    invariants: tuple[str, ...],
    *,
    words: bool,
) -> PrivacyEvent:
    """The event of a source that has not counted yet."""
    paid, pi_min = math.inf, 0.0
    if base is not None:  # a noisy histogram: π_min ≥ λ/k before the run
        bank = read(Bank, rule.options)
        paid, floor = bank.histogram_epsilon, bank.histogram_floor
        pi_min = min(
            (
                min(support.pi_min, floor / support.size)
                for language in _languages(rule, setting)
                for support in _listed(base, language, words=words)
            ),
            default=0.0,
        )
    p, wanted = rule.probability, rule.epsilon
    if rule.p is None and wanted is not None:
        p = math.nan if base is None else replace_probability(max(0.0, wanted - paid), pi_min)
    lemma = wanted if math.isnan(p) and wanted is not None else epsilon(p, pi_min)
    return PrivacyEvent(
        mechanism=f"{mechanism} ({rule.source})",
        unit=setting.unit,
        p=p,
        pi_min=pi_min,
        epsilon=lemma + paid,
        delta=0.0 if base is not None else 1.0,
        paper_epsilon=lemma,
        source_epsilon=paid if base is not None else 0.0,
        invariants=invariants,
    )
