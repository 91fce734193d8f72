"""What an audit runs: strategies as they are, and faults planted on purpose."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from understudy.audit.bounds import Audit, Outcomes, audit
from understudy.audit.bundled import Bundled, bundled
from understudy.audit.choice import ChoiceAudit
from understudy.core.categories import categories
from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.languages import DEFAULT
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.privacy.accounting import epsilon
from understudy.registry import names
from understudy.replace.base import Rule
from understudy.replace.part import part_of
from understudy.replace.response import Response
from understudy.surrogates.sources import SINGLE_FORM, CorpusSource
from understudy.surrogates.tables import Table

__all__ = [
    "FAULTS",
    "Coherent",
    "Experiment",
    "Faulty",
    "Strategic",
    "audited",
    "experiment_of",
    "values_of",
]

_CATEGORY = "PERSON"
_TEMPLATE = "caller {} is on the line"


def values_of(k: int) -> tuple[str, ...]:
    """k different words, in the order in which a table holds them."""
    return tuple(f"Name{number:07}" for number in range(k))


def _words(count: int, random: np.random.Generator) -> NDArray[np.uint64]:
    return random.integers(0, 2**64, size=count, dtype=np.uint64, endpoint=False)


@dataclass(frozen=True)
class Strategic:
    """A strategy on two documents that differ in one value.

    The value of the first document has the least probability under π, which is the worst case
    of the Lemma. A call samples the response that the pipeline itself holds; ``piped`` sends
    documents through ``Pipeline.run`` one by one, which is all there is for other strategies.
    """

    strategy: str
    p: float
    weights: tuple[float, ...]
    through_pipeline: int = 10_000
    unit: str = "entity"

    @property
    def values(self) -> tuple[str, ...]:
        """The values that stand-ins are drawn from."""
        return values_of(len(self.weights))

    @cached_property
    def pipeline(self) -> Pipeline:
        """The pipeline of a policy with this strategy and nothing else."""
        options: dict[str, object] = {}
        source = "public"
        if part_of(self.strategy).closed_form:
            options["values"] = dict(zip(self.values, self.weights, strict=True))
            source = "file"
        rule = Rule(self.strategy, p=self.p, source=source, options=options)
        policy = Policy("audit", unit=self.unit, rules={_CATEGORY: rule}, known=categories())
        return build(policy)

    @cached_property
    def response(self) -> Response:
        """The response of the strategy itself."""
        strategy = self.pipeline.strategies[self.strategy]
        form = self.values[0] if part_of(self.strategy).draws_words else "one word"
        choice = strategy.choice(_CATEGORY, DEFAULT, form)  # type: ignore[attr-defined]
        response: Response = choice.response
        return response

    @property
    def neighbours(self) -> tuple[int, int]:
        """The indices of the two values."""
        least = int(np.argmin(self.weights))
        return least, (least + 1) % len(self.weights)

    @property
    def claimed(self) -> float:
        """The ε that the policy states."""
        events = self.pipeline.events()[_CATEGORY]
        return max(event.epsilon for event in events)

    @property
    def outcomes(self) -> int:
        """How many outcomes are told apart: the values, and anything else."""
        return len(self.weights) + 1

    def __call__(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        if not part_of(self.strategy).closed_form:
            return self.piped(side, runs, random)
        return self.response.sample(
            self.neighbours[side], _words(runs, random), _words(runs, random)
        )

    def piped(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        """Outcomes of whole runs of the pipeline; slow."""
        value = self.values[self.neighbours[side]]
        text = _TEMPLATE.format(value)
        start = text.index(value)
        span = Span(start, start + len(value), _CATEGORY)
        documents = (
            Document(f"run-{number}", text, language=DEFAULT, annotations=(span,))
            for number in range(runs)
        )
        index = {name: number for number, name in enumerate(self.values)}
        results = self.pipeline.run(documents, random.bytes(32))
        other = len(self.values)
        found = [index.get(result.edits[0].surrogate, other) for result in results]
        return np.array(found, dtype=np.intp)


@dataclass(frozen=True)
class Faulty:
    """A mechanism with a known fault, and the claim that somebody might make for it."""

    sample: Callable[[int, int, np.random.Generator], Outcomes]
    claimed: float
    outcomes: int

    def __call__(self, side: int, runs: int, random: np.random.Generator) -> Outcomes:
        return self.sample(side, runs, random)


def never_self(p: float, k: int) -> Faulty:
    """The value itself is left out of the draw."""

    def sample(side: int, runs: int, random: np.random.Generator) -> Outcomes:
        drawn = Response(1.0, Table(values_of(k - 1))).sample(
            None, _words(runs, random), _words(runs, random)
        )
        drawn = drawn + (drawn >= side)  # skips the value of this side
        keep = random.random(runs) >= p
        return np.where(keep, side, drawn)

    return Faulty(sample, epsilon(p, 1.0 / k), k)


def avoid_originals(p: float, k: int) -> Faulty:
    """No stand-in that occurs in the document (failure 4), seen through another entity of it.

    The document holds the value of its side and, in both neighbours, value 2; the stand-in of
    value 2 is observed.
    """

    def sample(side: int, runs: int, random: np.random.Generator) -> Outcomes:
        allowed = np.array([index for index in range(k) if index not in (side, 2)])
        table = Table(values_of(len(allowed)))
        drawn = allowed[table.indices(_words(runs, random))]
        keep = random.random(runs) >= p
        return np.where(keep, 2, drawn)

    return Faulty(sample, epsilon(p, 1.0 / k), k)


def corpus(p: float, k: int) -> Faulty:
    """π counted on the corpus and taken as public (failure 2).

    The corpus holds k − 1 other values once each, and the value of its side.
    """

    def response(side: int) -> tuple[Response, Sequence[str]]:
        names = values_of(k + 1)
        held = [*names[2:], names[side]]
        source = CorpusSource({(DEFAULT, SINGLE_FORM): dict.fromkeys(held, 1)})
        return Response(p, source.support(DEFAULT, SINGLE_FORM)), names

    def sample(side: int, runs: int, random: np.random.Generator) -> Outcomes:
        mechanism, names = response(side)
        table = mechanism.support
        if not isinstance(table, Table):
            raise AssertionError("a corpus gives a table")
        place = np.array([names.index(value) for value in table.values])
        own = table.values.index(names[side])
        return place[mechanism.sample(own, _words(runs, random), _words(runs, random))]

    return Faulty(sample, epsilon(p, 1.0 / k), k + 1)


def argmin(p: float, k: int, candidates: int = 8) -> Faulty:
    """The best of some candidates by a score that looks at the value (failure 5).

    Values lie on a line, neighbours at its ends, and the nearest candidate wins.
    """

    def sample(side: int, runs: int, random: np.random.Generator) -> Outcomes:
        table = Table(values_of(k))
        drawn = table.indices(_words(runs * candidates, random)).reshape(runs, candidates)
        best = drawn.min(axis=1) if side == 0 else drawn.max(axis=1)
        keep = random.random(runs) >= p
        return np.where(keep, 0 if side == 0 else k - 1, best)

    return Faulty(sample, epsilon(p, 1.0 / k), k)


def audited(
    experiment: Experiment,
    *,
    runs: int,
    alpha: float,
    generator: np.random.Generator,
) -> Audit:
    """The audit of an experiment.

    The sampler and the whole pipeline are audited apart, each with half of α: a fault of the
    pipeline alone would drown among the many runs of the sampler.
    """
    if isinstance(experiment, ChoiceAudit):
        return experiment.audited(runs=runs, alpha=alpha, generator=generator)
    if isinstance(experiment, Coherent):
        return experiment.audited(runs, alpha, generator)
    claimed, outcomes = experiment.claimed, experiment.outcomes
    if isinstance(experiment, Faulty) or not part_of(experiment.strategy).closed_form:
        if isinstance(experiment, Strategic):  # marks have no sampler: all runs are documents
            runs = min(runs, 2 * experiment.through_pipeline)
        return audit(
            experiment,
            claimed=claimed,
            outcomes=outcomes,
            runs=runs,
            alpha=alpha,
            generator=generator,
        )
    slow = min(runs, experiment.through_pipeline)
    parts = [
        audit(
            part,
            claimed=claimed,
            outcomes=outcomes,
            runs=count,
            alpha=alpha / 2,
            generator=generator,
        )
        for part, count in ((experiment, runs - slow), (experiment.piped, slow))
        if count
    ]
    found = max(parts, key=lambda part: part.lower_bound)
    return replace(found, runs=runs, alpha=alpha)


@dataclass(frozen=True)
class Coherent:
    """All scenes of bundles, each with its share of α; what is furthest above its claim counts."""

    scenes: tuple[Bundled, ...]

    @property
    def claimed(self) -> float:
        """The least of the claims: where none is finite, there is nothing to audit."""
        return min(scene.claimed for scene in self.scenes)

    def audited(self, runs: int, alpha: float, generator: np.random.Generator) -> Audit:
        """The audit of every scene that has a finite claim; the worst of them."""
        bounded = [scene for scene in self.scenes if math.isfinite(scene.claimed)]
        found = [
            audit(
                scene,
                claimed=scene.claimed,
                outcomes=scene.outcomes,
                runs=min(runs, scene.through_pipeline),
                alpha=alpha / len(bounded),
                delta=scene.delta,
                generator=generator,
            )
            for scene in bounded
        ]
        worst = max(found, key=lambda one: one.lower_bound - one.claimed)
        return replace(worst, alpha=alpha)


Experiment = Strategic | Faulty | Coherent | ChoiceAudit

FAULTS: dict[str, Callable[[float, int], Faulty]] = {
    "never-self": never_self,
    "avoid-originals": avoid_originals,
    "corpus": corpus,
    "argmin": argmin,
}


def experiment_of(
    strategy: str,
    *,
    p: float,
    k: int,
    zipf: float,
    unit: str,
    choice: tuple[float, int, str] | None = None,
) -> Strategic | Coherent | ChoiceAudit:
    """The experiment of a strategy with weights 1/rank^zipf over k values.

    ``choice``: ε, candidates and scale of a private choice, which is what ``distort`` claims.
    """
    if strategy not in names("strategies"):
        raise UsageError(
            f"no strategy is named {strategy!r}; there are: {', '.join(names('strategies'))}"
        )
    if part_of(strategy).epsilon_buys == "choice" and choice is not None:
        return ChoiceAudit(values_of(k), *choice, p=p, unit=unit)
    if part_of(strategy).coherent:
        return Coherent(bundled(strategy, p, unit))
    weights = tuple(1.0 / rank**zipf for rank in range(1, k + 1))
    return Strategic(strategy, p, weights, unit=unit)
