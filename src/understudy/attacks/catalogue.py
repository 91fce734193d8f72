"""How attacks are tried on one release; the registry knows them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import Finding, Verdict, verdicts
from understudy.attacks.pairs import Pair
from understudy.core.errors import MissingExtra, UsageError
from understudy.registry import load

__all__ = ["Outcome", "Settings", "Untried", "tried"]


class Untried(NamedTuple):
    """An attack that could not be tried, and why."""

    attack: str
    reason: str


class Outcome(NamedTuple):
    """What the attacks on one release came to."""

    findings: tuple[Finding, ...]
    untried: tuple[Untried, ...]
    documents: int
    marks: int

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What the findings together say of each risk."""
        return verdicts(self.findings)


def tried(
    pairs: Sequence[Pair],
    names: Iterable[str],
    settings: Settings,
    progress: Callable[[str], None] = lambda name: None,
) -> Outcome:
    """Attacks that cannot be tried are listed with the reason."""
    if not pairs:
        raise UsageError("the release has no documents")
    findings: list[Finding] = []
    untried: list[Untried] = []
    for name in names:
        progress(name)
        attack: Attack = load("attacks", name)
        try:
            found = attack.attempt(pairs, settings)
        except MissingExtra as error:
            untried.append(Untried(name, str(error)))
            continue
        findings += found
        if not found:
            untried.append(Untried(name, attack.needs))
    marks = sum(len(pair.marks) for pair in pairs)
    return Outcome(tuple(findings), tuple(untried), len(pairs), marks)
