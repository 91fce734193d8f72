"""The attacks by name, and how all of them are tried on one release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from understudy.attacks.finding import Finding, Verdict, verdicts
from understudy.attacks.pairs import Pair, sampled
from understudy.core.errors import MissingExtra, UsageError
from understudy.encoder.model import Encoder

__all__ = ["NAMES", "Outcome", "Settings", "Untried", "tried"]


@dataclass(frozen=True)
class Settings:
    seed: int = 0
    most: int = 200
    """Documents that the costly attacks read."""
    attribute: str = "GENDER"
    task: str | None = None
    train: bool = False
    """Whether the encoder is trained further on the release."""

    @cached_property
    def encoder(self) -> Encoder:
        return Encoder.load("full")


class Untried(NamedTuple):
    attack: str
    reason: str


class Outcome(NamedTuple):
    findings: tuple[Finding, ...]
    untried: tuple[Untried, ...]
    documents: int
    marks: int

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return verdicts(self.findings)


Attack = Callable[[Sequence[Pair], Settings], tuple[Finding, ...]]


def _bayes(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.bayes import attack  # noqa: PLC0415

    return attack(pairs, seed=given.seed)


def _equality(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.equality import attack  # noqa: PLC0415

    return attack(pairs, seed=given.seed)


def _parrot(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.parrot import attack  # noqa: PLC0415

    return attack(pairs, seed=given.seed)


def _real_or_not(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.realornot import attack  # noqa: PLC0415

    return attack(sampled(pairs, given.most, given.seed), seed=given.seed, encoder=given.encoder)


def _masked(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.masked import attack  # noqa: PLC0415

    return attack(sampled(pairs, given.most, given.seed), seed=given.seed, model=given.encoder)


def _attribute(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.attribute import attack  # noqa: PLC0415

    return attack(pairs, attribute=given.attribute, task=given.task, seed=given.seed)


def _linkage(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.linkage import attack  # noqa: PLC0415

    return attack(sampled(pairs, given.most, given.seed), seed=given.seed, encoder=given.encoder)


def _extraction(pairs: Sequence[Pair], given: Settings) -> tuple[Finding, ...]:
    from understudy.attacks.extraction import attack  # noqa: PLC0415

    encoder = given.encoder if given.train else None
    return attack(sampled(pairs, given.most, given.seed), seed=given.seed, encoder=encoder)


_ATTACKS: dict[str, tuple[Attack, str]] = {
    "bayes": (_bayes, "the release has no private values"),
    "equality": (_equality, "no document has two entities of a category, and no two share one"),
    "parrot": (_parrot, "fewer than two documents have private values"),
    "surrogate-or-real": (_real_or_not, "fewer than four documents have private values"),
    "masked-token": (_masked, "the release has no private values"),
    "attribute": (
        _attribute,
        "the attribute has no two values that eight documents each have; see --attribute",
    ),
    "linkage": (_linkage, "fewer than two documents have private values"),
    "extraction": (_extraction, "no private value is of a kind that has enough others"),
}
NAMES = tuple(_ATTACKS)


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
        attack, needs = _ATTACKS[name]
        try:
            found = attack(pairs, settings)
        except MissingExtra as error:
            untried.append(Untried(name, str(error)))
            continue
        findings += found
        if not found:
            untried.append(Untried(name, needs))
    marks = sum(len(pair.marks) for pair in pairs)
    return Outcome(tuple(findings), tuple(untried), len(pairs), marks)
