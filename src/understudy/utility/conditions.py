"""The rows of a study: which strategy, with which p, on which entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from understudy.core.errors import UsageError
from understudy.policy import Policy, with_rule
from understudy.registry import names
from understudy.replace.part import SOURCES, StrategyPart, part_of

__all__ = ["ENTITIES", "NONE", "Condition", "conditions", "strategies_of"]

NONE = "none"
POLICY = "policy"
ENTITIES = ("gold", "detected")


@dataclass(frozen=True)
class Condition:
    """One row of a study."""

    name: str
    """The strategy, with the source of its stand-ins where that is not the public list."""
    rule: Mapping[str, Any] | None = field(default=None, hash=False)
    """As in a policy; None for the rules of the policy itself, and for ``none``."""
    p: float = 1.0
    entities: str = "gold"
    prior: bool = False
    """Whether the training documents are drawn so that every label is as frequent."""
    redraws: int = 1
    """How many draws of the stand-ins the learner reads, each in a copy of the text."""
    also_marked: bool = field(init=False)
    """Whether it is also tested on text that is transformed alike, as Tang et al. (2004) do with
    class tokens: what it puts in the place of a value is in no untouched text."""

    def __post_init__(self) -> None:
        part = self._part
        object.__setattr__(self, "also_marked", part is not None and part.placeholders)

    @property
    def _part(self) -> StrategyPart | None:
        strategy = (self.rule or {}).get("strategy")
        return None if strategy is None else part_of(strategy)

    @property
    def untouched(self) -> bool:
        """Whether it is the row of untouched text."""
        return self.name == NONE

    @property
    def certain(self) -> bool:
        """Whether every run gives the same text."""
        part = self._part
        always = part is not None and part.deterministic and self.p == 1.0
        same = self.untouched or always
        return same and not self.prior

    @property
    def label(self) -> str:
        """Its name in tables."""
        name = self.name if self.redraws == 1 else f"{self.name}, {self.redraws} draws"
        return f"{name}, labels alike" if self.prior else name

    def policy(self, base: Policy) -> Policy:
        """The policy that transforms the training text."""
        if self.rule is None:
            return base
        chance = {} if self.p == 1.0 else {"p": self.p}
        return with_rule(base, {**self.rule, **chance})


def strategies_of(wanted: str) -> list[str]:
    """``all``, or names with commas between; a source may follow a name after a colon."""
    if wanted == "all":
        # One that keeps everything is ``none``; a slow one is tried where it is named.
        parts = map(part_of, names("strategies"))
        return [part.name for part in parts if not (part.keeps or part.slow)]
    known = (NONE, POLICY, *names("strategies"))
    found = [one.strip() for one in wanted.split(",") if one.strip()]
    for one in found:
        name, _, source = one.partition(":")
        if name not in known:
            raise UsageError(f"no strategy is named {name!r}; there are: {', '.join(known)}")
        if source and source not in SOURCES:
            raise UsageError(f"{one}: the source must be one of {', '.join(SOURCES)}")
    if not found:
        raise UsageError("name at least one strategy")
    return found


def conditions(
    strategies: Sequence[str],
    chances: Sequence[float],
    entities: Sequence[str],
    *,
    prior: bool = False,
    redraws: int = 1,
) -> tuple[Condition, ...]:
    """``none`` first, then every strategy with every p on every kind of entities.

    With ``redraws`` each row that draws has a second one, whose learner reads so many draws. With
    ``prior`` each row has another one with labels as frequent as a public prior says.
    """
    found = [Condition(NONE)]
    for kind in entities:
        for one in strategies:
            if one == NONE:
                continue
            if one == POLICY:
                found.append(Condition(POLICY, entities=kind))
                continue
            name, _, source = one.partition(":")
            rule = {"strategy": name, **({"source": source} if source else {})}
            own = chances if part_of(name).takes_p else (1.0,)
            found += (Condition(one, rule, p, kind) for p in own)
    if redraws > 1:
        found += [replace(one, redraws=redraws) for one in found if not one.certain]
    if prior:
        found += [replace(one, prior=True) for one in found]
    return tuple(dict.fromkeys(found))
