"""What a rule of the strategy ``distort`` says, and the defaults of what it leaves out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from understudy.core.settings import read
from understudy.encoder.divergence import Divergence
from understudy.encoder.masked import MaskedModel, Uncased
from understudy.privacy.choice import PrivateChoice
from understudy.replace.base import Rule
from understudy.replace.distort.candidates import model_of
from understudy.replace.distort.generated import Sampling
from understudy.replace.distort.keys import BOUNDED
from understudy.replace.distort.settings import Settings

__all__ = ["DistortRule"]

_WHOLE_LINE = 10_000


@dataclass(frozen=True)
class DistortRule:
    """A rule, its settings, and what follows from them."""

    rule: Rule

    @cached_property
    def settings(self) -> Settings:
        """What the rule says, and the defaults of what it leaves out."""
        return read(Settings, self.rule.options)

    @property
    def generates(self) -> bool:
        """Whether the model writes the candidates; otherwise they are drawn from a list."""
        return self.settings.method == "generate"

    @property
    def name(self) -> str:
        """The method, as the event of a draw names it."""
        return "generate" if self.generates else f"substitute, {self.rule.source}"

    @property
    def count(self) -> int:
        """How many candidates there are to choose from."""
        return self.settings.candidates

    @property
    def checks_category(self) -> bool:
        """Whether candidates that the tagger takes for another category are drawn again."""
        own = self.settings.same_category
        return self.generates if own is None else own

    @cached_property
    def choice(self) -> PrivateChoice | None:
        """The private choice, where the rule asks for one."""
        if self.rule.epsilon is None:
            return None
        return PrivateChoice(self.rule.epsilon, self.count, self.settings.scale, self.settings.clip)

    @cached_property
    def sampling(self) -> Sampling:
        """How pieces of generated phrases are drawn."""
        own = self.settings
        return Sampling(own.temperature, own.top_k, own.top_p)

    @property
    def sees_all(self) -> bool:
        """Whether the choice sees other entities that have no bound either."""
        return self.choice is None and self.settings.see == "all"

    @property
    def model(self) -> MaskedModel:
        """The language model that the rule names."""
        return model_of(self.settings.model)

    @cached_property
    def divergence(self) -> Divergence:
        """The formula of the paper for the plain choice; a bounded mean for the private one."""
        private = self.choice is not None
        return Divergence(
            self.model if self.settings.cased else Uncased(self.model),
            divergence=self.settings.divergence or (BOUNDED[0] if private else "kl"),
            pool="share" if private else "sum",
            mu=self.settings.mu,
        )

    @property
    def reach(self) -> int:
        """Words around a mention that are read."""
        most = self.divergence.reach
        return int(most) if math.isfinite(most) else _WHOLE_LINE
