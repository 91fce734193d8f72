"""The audit of the private choice: two documents that differ in one value, many choices.

Scores are computed once by the strategy itself and remembered; what is repeated is what is random.
Three things are audited apart, each with a third of α: the sampler on the worst scores there can
be, where the claim is exact; the sampler on the scores of the model; and the whole pipeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from understudy.audit.bounds import Audit, Experiment, Outcomes, audit
from understudy.core.categories import categories
from understudy.core.types import Document, Entity, Span
from understudy.languages import DEFAULT
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.privacy.choice import PrivateChoice
from understudy.replace.base import Rule
from understudy.replace.distort.strategy import Distortion
from understudy.surrogates.tables import Table

__all__ = ["ChoiceAudit", "chosen"]

_CATEGORY = "PERSON"
_TEMPLATE = "caller {} is on the line"
_PIPED = 2_000
"""Runs through the whole pipeline, which are slow."""

Array = NDArray[np.float64]


def chosen(choice: PrivateChoice, table: Table, scores: Array, p: float, own: int) -> Experiment:
    """One neighbour's choices, again and again: candidates from π, a choice by their scores, and
    the value itself where the coin says keep."""

    def sample(_: int, runs: int, random: np.random.Generator) -> Outcomes:
        words = random.integers(0, 2**64, size=(runs, choice.k + 1), dtype=np.uint64)
        drawn = table.indices(words[:, 1:].ravel()).reshape(runs, choice.k)
        at = choice.sample(scores[drawn], words[:, 0])
        kept = random.random(runs) >= p
        return np.where(kept, own, drawn[np.arange(runs), at])

    return sample


@dataclass(frozen=True)
class ChoiceAudit:
    """``names``: the values of π, of which the first two are those of the neighbours."""

    names: tuple[str, ...]
    epsilon: float
    candidates: int
    scale: str = "two-level"
    p: float = 1.0
    unit: str = "entity"

    @cached_property
    def pipeline(self) -> Pipeline:
        """The pipeline of a policy with this choice and nothing else."""
        options: dict[str, Any] = {
            "values": dict.fromkeys(self.names, 1.0),
            "candidates": self.candidates,
            "scale": self.scale,
        }
        rule = Rule("distort", p=self.p, epsilon=self.epsilon, source="file", options=options)
        return build(Policy("audit", unit=self.unit, rules={_CATEGORY: rule}, known=categories()))

    @property
    def strategy(self) -> Distortion:
        """The strategy ``distort`` as the pipeline holds it."""
        found = self.pipeline.strategies["distort"]
        if not isinstance(found, Distortion):
            raise AssertionError("another strategy has taken the name")
        return found

    @cached_property
    def table(self) -> Table:
        """The values that candidates are drawn from."""
        return Table.of(self.names)

    @property
    def choice(self) -> PrivateChoice:
        """The private choice as the strategy makes it."""
        found = self.strategy.choice_of(_CATEGORY)
        if found is None:
            raise AssertionError("the choice is private")
        return found

    @property
    def claimed(self) -> float:
        """The ε that the policy states."""
        return max(event.epsilon for event in self.pipeline.events()[_CATEGORY])

    def document(self, side: int, name: str) -> Document:
        """The document of one side, with its value annotated."""
        value = self.names[side]
        text = _TEMPLATE.format(value)
        start = text.index(value)
        span = Span(start, start + len(value), _CATEGORY)
        return Document(name, text, language=DEFAULT, annotations=(span,))

    @cached_property
    def scores(self) -> Array:
        """The scores of all values, for either neighbour."""
        found = []
        for side in (0, 1):
            document = self.document(side, "scored")
            entity = Entity(document.annotations[0], _CATEGORY, "scored")
            found.append(self.strategy.scores(document, [entity], self.table.values))
        return np.array(found)

    @property
    def worst(self) -> Array:
        """One value moves from the best to the worst, and all others the other way."""
        one = np.ones(len(self.names))
        one[self.table.values.index(self.names[0])] = 0.0
        return np.stack([one, 1.0 - one])

    def _sampled(self, scores: Array) -> Experiment:
        sides = [
            chosen(self.choice, self.table, scores[side], self.p, self.table.values.index(name))
            for side, name in enumerate(self.names[:2])
        ]
        return lambda side, runs, random: sides[side](side, runs, random)

    def piped(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        """Outcomes of whole runs of the pipeline; slow."""
        documents = (self.document(side, f"run-{number}") for number in range(runs))
        place = {name: at for at, name in enumerate(self.table.values)}
        results = self.pipeline.run(documents, random.bytes(32))
        return np.array([place[one.edits[0].surrogate] for one in results], dtype=np.intp)

    def audited(self, *, runs: int, alpha: float, generator: np.random.Generator) -> Audit:
        """The audit of the choice by itself, on the worst scores and on real ones, and of the whole
        pipeline."""
        slow = min(runs, _PIPED)
        parts: Sequence[tuple[Experiment, int]] = (
            (self._sampled(self.worst), runs),
            (self._sampled(self.scores), runs),
            (self.piped, slow),
        )
        found = [
            audit(
                part,
                claimed=self.claimed,
                outcomes=len(self.names),
                runs=count,
                alpha=alpha / len(parts),
                generator=generator,
            )
            for part, count in parts
        ]
        dearest = max(found, key=lambda one: one.lower_bound)
        return replace(dearest, runs=runs, alpha=alpha)
