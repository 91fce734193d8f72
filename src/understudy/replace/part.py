"""What a strategy declares: its name, its settings, its traits, and how it is built.

The registry's group ``strategies`` holds these records. General code asks their traits and never
compares names, so that a strategy of another package is served like one of ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from understudy.core.settings import LARGEST, NoSettings, known_keys, read
from understudy.core.types import Strategy
from understudy.registry import imported, load, names
from understudy.replace.base import Rule, Setting
from understudy.replace.declared import Declared

__all__ = [
    "SOURCES",
    "Bank",
    "Problem",
    "StrategyPart",
    "all_keys",
    "always",
    "bank_problem",
    "part_of",
    "sentences",
]

SOURCES = ("public", "corpus", "dp-corpus", "file")
Build = Callable[[Mapping[str, Rule], Setting], Strategy]
Problem = tuple[str, str]
"""A key, and what is wrong with it."""


class Chance(Struct, forbid_unknown_fields=True, frozen=True):
    """How often a value is replaced."""

    p: Annotated[float, Meta(ge=0, le=1, description="a probability from 0 to 1")] = 1.0


class Price(Struct, forbid_unknown_fields=True, frozen=True):
    """The ε wanted."""

    epsilon: Annotated[float, Meta(ge=0)] | UnsetType = UNSET


class Bank(Struct, forbid_unknown_fields=True, frozen=True):
    """What stand-ins are drawn from: settings that several strategies share."""

    source: Literal["public", "corpus", "dp-corpus", "file"] = "public"
    file: str | UnsetType = UNSET
    weights: Literal["frequency", "uniform"] = "frequency"
    histogram_epsilon: Annotated[
        float, Meta(ge=1e-9, le=LARGEST, description="a number; it must be at least 1e-09")
    ] = 1.0
    """What a noisy histogram costs."""
    histogram_floor: Annotated[
        float, Meta(ge=1e-9, le=1, description="a number above 0 and at most 1")
    ] = 0.1
    """The share of the public list in a noisy histogram, so that every value of it can come."""


def bank_problem(table: Mapping[str, Any], *, whole: bool) -> Problem | None:
    """Settings that do not go with the source of π.

    ``whole``: the ε of the rule pays for everything, a noisy histogram included.
    """
    source = table.get("source", "file" if "file" in table else "public")
    if source == "file" and "file" not in table:
        return "source", 'needs file = "…"'
    if "file" in table and source in ("public", "corpus"):
        return "file", f"has no use with source = {source!r}"
    if "weights" in table and source == "corpus":
        return "weights", "has no use with source = 'corpus'"
    return _histogram_problem(table, source, whole=whole)


def _histogram_problem(table: Mapping[str, Any], source: str, *, whole: bool) -> Problem | None:
    if source == "dp-corpus":
        spent = read(Bank, table).histogram_epsilon
        if whole and table.get("epsilon", math.inf) < spent:
            return "epsilon", f"is less than the histogram alone costs ({spent:g})"
        return None
    for key in ("histogram_epsilon", "histogram_floor"):
        if key in table:
            return key, 'goes with source = "dp-corpus"'
    return None


def _no_problem(table: Mapping[str, Any]) -> Problem | None:
    return None


def _never(options: Mapping[str, Any]) -> bool:
    return False


def always(options: Mapping[str, Any]) -> bool:
    """That a strategy draws from a list, whatever the options of a rule say."""
    return True


@dataclass(frozen=True)
class StrategyPart:
    """A strategy as the registry knows it."""

    name: str
    build: Build | str
    """Makes the strategy of the rules that name it (category → rule); or where that function is,
    as ``module:attribute``, so that reading a policy does not import what only a run needs."""
    settings: type[Struct] = NoSettings
    """The keys that a rule of this strategy may have beside those that the traits bring."""
    check: Callable[[Mapping[str, Any]], Problem | None] = _no_problem
    """Whether the keys of one rule go together, each by itself being right."""

    takes_p: bool = True
    """A rule may say how often values are replaced."""
    epsilon_buys: Literal["", "p", "choice"] = ""
    """What a rule's epsilon pays for: the p that follows from it, the choice among candidates
    (beside p), or nothing, and then a rule may not name one."""
    banked: bool = False
    """A rule may say what to draw from: the settings of ``Bank``."""
    needs_list: Callable[[Mapping[str, Any]], bool] = _never
    """Whether a rule with these options draws from a list, which a category may not have."""
    document_scope: bool = False
    """It counts an entity once per document, and so cannot serve ``scope = "subject"``."""

    language_free: bool = False
    """It does the same in every language."""
    keeps: bool = False
    """Values stay as they are."""
    deterministic: bool = False
    """With p = 1 it does the same under every key."""
    placeholders: bool = False
    """It writes what untouched text never has, so that text it did not touch can be told apart."""
    stand_ins: bool = True
    """It writes values that could stand in an untouched text, and so can be checked for sense."""
    coherent: bool = False
    """Stand-ins of one document fit each other: dates keep their intervals."""
    draws_words: bool = False
    """Each word is a draw of its own, and not each entity."""
    recycles: bool = False
    """It writes values of the corpus itself."""
    closed_form: bool = False
    """Each draw is a ``Response`` of a π that is known, which an audit can sample by itself."""
    slow: bool = False
    """It asks a language model about every candidate."""
    declares: tuple[Declared, ...] | str = ()
    """What of a value its stand-ins show, each with a sentence for the report; or where that is,
    as ``module:attribute``."""

    def __call__(self, rules: Mapping[str, Rule], setting: Setting) -> Strategy:
        build: Build = imported(self.build) if isinstance(self.build, str) else self.build
        return build(rules, setting)

    @cached_property
    def invariants(self) -> tuple[Declared, ...]:
        """What of a value its stand-ins show."""
        if isinstance(self.declares, str):
            found: tuple[Declared, ...] = imported(self.declares)
            return found
        return self.declares

    @cached_property
    def structs(self) -> tuple[type[Struct], ...]:
        """Where the keys of its rules are declared."""
        shared = ((self.takes_p, Chance), (self.epsilon_buys, Price), (self.banked, Bank))
        return (*(struct for wanted, struct in shared if wanted), self.settings)

    @cached_property
    def keys(self) -> Mapping[str, type[Struct]]:
        """key of a rule → the struct that declares it."""
        return {key: struct for struct in self.structs for key in known_keys(struct)}

    def problem(self, table: Mapping[str, Any]) -> Problem | None:
        """What does not go together in a rule whose keys are right each by itself."""
        if "p" in table and "epsilon" in table and self.epsilon_buys == "p":
            return "epsilon", "p follows from epsilon: give one of them"
        found = self.check(table)
        if found is None and self.banked:
            found = bank_problem(table, whole=self.epsilon_buys == "p")
        return found


def part_of(name: str) -> StrategyPart:
    """The strategy of that name.

    A ledger may name a strategy that is not installed here: it has the traits of a stranger.
    """
    return _installed(name) if name in names("strategies") else StrategyPart(name, "")


@cache
def _installed(name: str) -> StrategyPart:
    """A function that builds a strategy is one without settings."""
    found: StrategyPart | Build = load("strategies", name)
    return found if isinstance(found, StrategyPart) else StrategyPart(name, found)


def all_keys() -> Mapping[str, tuple[str, ...]]:
    """key of a rule → the strategies that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names("strategies"):
        for key in part_of(name).keys:
            found[key] = (*found.get(key, ()), name)
    return found


def sentences(name: str, mechanisms: Iterable[str]) -> tuple[str, ...]:
    """What shows of a value under a name that events of these mechanisms list, in sentences.

    Mechanisms begin with the name of their strategy.
    """
    return tuple(
        dict.fromkeys(
            one.says
            for mechanism in mechanisms
            for one in part_of(mechanism.split(" ")[0]).invariants
            if one.name == name and one.of in ("", mechanism)
        )
    )
