"""What a policy asks of a random sample before a release may leave (``[sample]``).

A sample of any size gives some bound, and most of them say little: who lets a sample speak for a
corpus says beforehand what it has to show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from understudy.policy.schema import SAMPLE, Where, check_keys
from understudy.privacy.sampling import ReadSample, leaking_bound, units_needed

__all__ = ["READ_SAMPLE", "SampleRule", "sample_rule"]

READ_SAMPLE = "sample"
"""The value of ``review`` that a sample meets."""
_SLACK = 1e-9


@dataclass(frozen=True)
class SampleRule:
    """What must be shown, with which confidence, by which sample."""

    recall: float | None = None
    """With the confidence asked for, so much of what is private was found, at least."""
    leaking: float | None = None
    """With the confidence asked for, so many units hold something that was missed, at most."""
    confidence: float = 0.95
    units: int | None = None
    """So many units are read, at least, or all that there are."""
    unit: str | None = None
    """What is drawn; None: whatever the plan says."""
    marks: str | None = None
    """``hidden`` where readers must not see what the machine has marked."""
    samples: int = 1
    """So many samples may be drawn, the last of which counts. Each shows its bounds at a risk of
    (1 − confidence) / samples, so that the best of several is no luck."""

    @property
    def alpha(self) -> float:
        """The risk at which a sample has to show its bounds."""
        return (1.0 - self.confidence) / self.samples

    def refusals(
        self,
        *,
        unit: str,
        size: int,
        population: int,
        alpha: float,
        blind: bool,
        draws: int,
        chosen_seed: bool,
    ) -> Iterator[str]:
        """Why nothing that readers find could let a plan pass; told before anybody reads."""
        yield from self._drawing(unit, size, population, alpha, draws, chosen_seed)
        if self.marks == "hidden" and not blind:
            yield "the sample is to be read without the marks"
        best = leaking_bound(0, size, population, alpha)
        if self.leaking is not None and best > self.leaking + _SLACK:
            needed = units_needed(self.leaking, population=population, alpha=self.alpha)
            some = f"{needed or population:,}"
            yield (
                f"{size:,} {unit} cannot show that at most {self.leaking:g} of them leak, even if "
                f"none does; read {some} or more"
            )

    def unmet(self, read: ReadSample) -> Iterator[str]:
        """What a sample that was read does not show; nothing where it meets the rule."""
        found = read.bounds
        yield from self._drawing(
            read.unit, found.read, found.population, found.alpha, read.draws, read.chosen_seed
        )
        if self.marks == "hidden" and read.marks != "hidden":
            yield "some of it was read with the marks shown"
        low, high = found.overall.recall_low, found.leaking_high
        if self.recall is not None and low < self.recall - _SLACK:
            yield f"recall is at least {_down(low)}, and {self.recall:g} is asked for"
        if self.leaking is not None and high > self.leaking + _SLACK:
            yield (
                f"at most {_up(high)} of the {read.unit} leak, and {self.leaking:g} is asked for"
            )

    def _drawing(
        self,
        unit: str,
        size: int,
        population: int,
        alpha: float,
        draws: int,
        chosen_seed: bool,
    ) -> Iterator[str]:
        if self.unit is not None and unit != self.unit:
            yield f"the sample is of {unit}, and {self.unit} are asked for"
        if self.units is not None and size < min(self.units, population):
            yield f"{size:,} {unit} are drawn, and {min(self.units, population):,} are asked for"
        if alpha > self.alpha + _SLACK:
            yield f"its confidence is {1 - alpha:g}, and {1 - self.alpha:g} is asked for"
        if draws > self.samples:
            yield f"it is sample {draws} of this corpus, and {self.samples} may be drawn"
        if chosen_seed and size < population:
            yield "somebody chose its seed, who may have tried others"

    def as_json(self) -> dict[str, Any]:
        """The rule as programs read it."""
        held = {key: value for key, value in vars(self).items() if value is not None}
        return {**held, "confidence_of_each": round(1 - self.alpha, 9)}


def _down(share: float) -> str:
    return f"{math.floor(share * 1000) / 1000:.3f}"


def _up(share: float) -> str:
    return f"{math.ceil(share * 1000) / 1000:.3f}"


def sample_rule(data: Mapping[str, Any], where: Where) -> SampleRule | None:
    """The table ``[sample]`` of a policy, which ``review = "sample"`` needs, and nothing else."""
    table = data.get("sample")
    if data.get("review") != READ_SAMPLE:
        if table is not None:
            where.wrong(("sample",), f'goes with review = "{READ_SAMPLE}"')
        return None
    table = table or {}
    check_keys(table, ("sample",), SAMPLE, where)
    if "recall" not in table and "leaking" not in table:
        where.wrong(
            ("sample",) if table else ("review",),
            "say what a sample must show: recall = 0.95 or leaking = 0.05 under [sample]",
        )
    return SampleRule(**table)
