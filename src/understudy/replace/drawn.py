"""What word and entity replacement share: sources, choices and their events."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.folding import fold
from understudy.core.text import casing
from understudy.core.types import PrivacyEvent, Tally
from understudy.languages import installed
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.base import HISTOGRAM_EPSILON, HISTOGRAM_FLOOR, Rule, Setting
from understudy.replace.counting import by_place
from understudy.replace.response import Response
from understudy.surrogates.form import shown
from understudy.surrogates.public import PublicSource
from understudy.surrogates.sources import (
    CorpusSource,
    FileSource,
    Source,
    noisy_source,
)
from understudy.surrogates.tables import Support, Table

__all__ = [
    "Choice",
    "choose",
    "costs_never",
    "counted_sources",
    "counts_corpus",
    "fixed_source",
    "fixed_sources",
    "reachable",
]

MOST_CHOICES = 20_000
"""How many choices a strategy remembers."""


@dataclass(frozen=True)
class Choice:
    """How values of one category, language and form are replaced, and what that costs."""

    response: Response
    event: PrivacyEvent

    @cached_property
    def certain(self) -> bool:
        return self.response.p == 1.0


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
    return rule.source in ("corpus", "dp-corpus")


def costs_never(rule: Rule) -> bool:
    """Whether each value is replaced by a draw that has nothing to do with the corpus: ε = 0."""
    return rule.probability == 1.0 and rule.epsilon is None and not counts_corpus(rule)


def fixed_source(rule: Rule, category: str, setting: Setting) -> PublicSource | FileSource:
    """The source that needs no corpus: a list of the policy's own, or the public one."""
    uniform = rule.options.get("weights", "frequency") == "uniform"
    values = rule.options.get("values")
    if values is not None:
        return FileSource(values, uniform)
    return PublicSource(setting.draws[category], uniform)


def fixed_sources(rules: Mapping[str, Rule], setting: Setting) -> dict[str, Source]:
    """The sources that need no counting pass."""
    return {
        category: fixed_source(rule, category, setting)
        for category, rule in rules.items()
        if not counts_corpus(rule)
    }


def counted_sources(
    rules: Mapping[str, Rule], setting: Setting, tally: Tally, draw: Draw, *, words: bool
) -> dict[str, Source]:
    """The sources that a counting pass gives."""
    return {
        category: counted_source(rule, category, setting, tally, draw, words=words)
        for category, rule in rules.items()
        if counts_corpus(rule)
    }


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
    return noisy_source(
        base,
        inside,
        epsilon=float(rule.options.get("histogram_epsilon", HISTOGRAM_EPSILON)),
        floor=float(rule.options.get("histogram_floor", HISTOGRAM_FLOOR)),
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
    """The response and its event (Adelani et al. 2020, Equation 2; SCIENCE §1)."""
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
    """Where ε depends on π, documents of every language count, not only of the policy's own."""
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
        paid = float(rule.options.get("histogram_epsilon", HISTOGRAM_EPSILON))
        floor = float(rule.options.get("histogram_floor", HISTOGRAM_FLOOR))
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
