"""What a rule of the strategy ``distort`` says, with what it leaves unsaid."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from understudy.encoder.divergence import Divergence
from understudy.encoder.masked import MaskedModel
from understudy.privacy.choice import PrivateChoice
from understudy.replace.base import Rule
from understudy.replace.distort.candidates import model_of
from understudy.replace.distort.generated import Sampling
from understudy.replace.distort.keys import BOUNDED, CANDIDATES, CLIP, METHODS, MU, SCALE

__all__ = ["DistortRule"]

_WHOLE_LINE = 10_000


@dataclass(frozen=True)
class DistortRule:
    rule: Rule

    @property
    def generates(self) -> bool:
        return bool(self.rule.options.get("method", METHODS[0]) == "generate")

    @property
    def name(self) -> str:
        return "generate" if self.generates else f"substitute, {self.rule.source}"

    @property
    def count(self) -> int:
        return int(self.rule.options.get("candidates", CANDIDATES))

    @property
    def checks_category(self) -> bool:
        return bool(self.rule.options.get("same_category", self.generates))

    @cached_property
    def choice(self) -> PrivateChoice | None:
        """The private choice, where the rule asks for one."""
        if self.rule.epsilon is None:
            return None
        options = self.rule.options
        clip = float(options.get("clip", CLIP))
        return PrivateChoice(self.rule.epsilon, self.count, options.get("scale", SCALE), clip)

    @cached_property
    def sampling(self) -> Sampling:
        options = self.rule.options
        return Sampling(
            float(options.get("temperature", Sampling.temperature)),
            int(options.get("top_k", Sampling.top_k)),
            float(options.get("top_p", Sampling.top_p)),
        )

    @property
    def model(self) -> MaskedModel:
        return model_of(str(self.rule.options.get("model", "full")))

    @cached_property
    def divergence(self) -> Divergence:
        """The formula of the paper for the plain choice; a bounded mean for the private one."""
        private = self.choice is not None
        return Divergence(
            self.model,
            divergence=self.rule.options.get("divergence", BOUNDED[0] if private else "kl"),
            pool="share" if private else "sum",
            mu=float(self.rule.options.get("mu", MU)),
        )

    @property
    def reach(self) -> int:
        """Words around a mention that are read."""
        most = self.divergence.reach
        return int(most) if math.isfinite(most) else _WHOLE_LINE
