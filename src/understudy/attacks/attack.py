"""What an attack is: the record that the registry's group ``attacks`` holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from understudy.attacks.finding import Finding
from understudy.attacks.pairs import Pair, sampled
from understudy.encoder.model import Encoder

__all__ = ["Attack", "Settings"]


@dataclass(frozen=True)
class Settings:
    """What whoever tries attacks decides."""

    seed: int = 0
    most: int = 200
    """Documents that the costly attacks read."""
    attribute: str = "GENDER"
    task: str | None = None
    train: bool = False
    """Whether the encoder is trained further on the release."""

    @cached_property
    def encoder(self) -> Encoder:
        """The shipped language model, loaded when an attack first asks for it."""
        return Encoder.load("full")

    def some(self, pairs: Sequence[Pair]) -> Sequence[Pair]:
        """So many documents as a costly attack reads, drawn at random."""
        return sampled(pairs, self.most, self.seed)


@dataclass(frozen=True)
class Attack:
    """An attack: a release beside its truth → findings, each between its floor and its ceiling."""

    attempt: Callable[[Sequence[Pair], Settings], tuple[Finding, ...]]
    needs: str
    """Why there may be no findings: what the release does not have."""
