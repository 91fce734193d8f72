"""What the strategies share: rules, events, groups of mentions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from understudy import languages
from understudy.core.draw import Draw
from understudy.core.types import Document, Entity, PrivacyEvent, Span, Strategy, Tally

__all__ = [
    "FREE",
    "Remembers",
    "Rule",
    "Setting",
    "coin_event",
    "groups",
    "language_of",
    "no_tally",
    "random_words",
    "unproven",
]

FREE = 0.0


@dataclass(frozen=True)
class Rule:
    """What a policy says about one category."""

    strategy: str
    p: float | None = None
    epsilon: float | None = None
    """The ε wanted; p follows from it and π_min."""
    source: str = "public"
    options: Mapping[str, Any] = field(default_factory=dict)
    """The strategy's own settings; lists from files are already read in."""

    @property
    def probability(self) -> float:
        """p where it does not depend on π."""
        return 1.0 if self.p is None else self.p


@dataclass(frozen=True)
class Setting:
    """What holds for every strategy of a policy."""

    unit: str = "entity"
    scope: str = "document"
    language: str = languages.DEFAULT
    draws: Mapping[str, str] = field(default_factory=dict)
    """category → how its public stand-ins are made."""
    canonical: Mapping[str, str] = field(default_factory=dict)
    """category of the policy's own → the canonical category that it descends from."""
    link: Callable[[Document, Sequence[tuple[Span, str]], str], list[str]] | None = None
    """A key for each span with its category: which mentions are one thing. Strategies need it
    where they look over several documents of a data subject."""


@runtime_checkable
class Remembers(Protocol):
    """A strategy whose draws for data subjects can be kept from one release to the next."""

    def recall(self, known: Mapping[str, Sequence[Any]]) -> Strategy:
        """The strategy with what was drawn before: data subject → what ``remember`` gave, in the
        order of the releases."""
        ...

    def remember(self, draw_of: Callable[[str], Draw]) -> Mapping[str, Any]:
        """data subject → what is new of it since ``recall``, as JSON can hold it; ``draw_of``
        gives the draws of a subject."""
        ...


def language_of(document: Document, setting: Setting) -> str:
    """The installed language that the document's stand-ins are in."""
    return languages.language_of(document, setting.language)


def groups(entities: Sequence[Entity], unit: str) -> Mapping[tuple[str, str], list[Entity]]:
    """Mentions that share one draw: those of one distinct entity, or each by itself."""
    if unit == "token":
        return {
            (entity.category, f"{entity.key}@{entity.span.start}"): [entity] for entity in entities
        }
    found: dict[tuple[str, str], list[Entity]] = {}
    for entity in entities:
        found.setdefault((entity.category, entity.key), []).append(entity)
    return found


def random_words(draw: Draw, category: str, key: str, purpose: str, need: int) -> Sequence[int]:
    """At least ``need`` words."""
    if need <= 8:
        return draw.words(category, key, purpose)
    stream = draw.stream(category, key, purpose)
    return [next(stream) for _ in range(need)]


def no_tally(*_: object) -> Tally:
    """The tally of a strategy that counts nothing."""
    return {}


def coin_event(mechanism: str, unit: str, p: float, invariants: Iterable[str] = ()) -> PrivacyEvent:
    """A stand-in that its neighbour could not produce from kept text: redact, typed, named.

    At p = 1 nothing of the value is left: ε = 0. Below, a kept value gives itself away:
    (∞, δ = 1 − p). The paper reads ε = 0 for a non-word at any p.
    """
    return PrivacyEvent(
        mechanism=mechanism,
        unit=unit,
        p=p,
        pi_min=FREE,
        epsilon=0.0 if p == 1.0 else math.inf,
        delta=1.0 - p,
        paper_epsilon=0.0,
        invariants=tuple(invariants),
        coin=True,
    )


def unproven(mechanism: str, unit: str, p: float, invariants: Iterable[str] = ()) -> PrivacyEvent:
    """A stand-in without a bound."""
    return PrivacyEvent(
        mechanism=mechanism,
        unit=unit,
        p=p,
        pi_min=FREE,
        epsilon=math.inf,
        delta=1.0,
        paper_epsilon=math.inf,
        invariants=tuple(invariants),
    )
