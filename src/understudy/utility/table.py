"""The outcomes of a study as a table: scores over runs, what is lost against "none", and ε."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.utility.bootstrap import Difference, Score, differences, score
from understudy.utility.conditions import Condition
from understudy.utility.prior import distance, shares, uniform
from understudy.utility.study import Outcome, Study
from understudy.utility.tasks import Metric, Task, by_category, categories_of
from understudy.utility.transform import Bound

__all__ = ["ConditionRow", "Table", "table"]


@dataclass(frozen=True)
class ConditionRow:
    """A condition in the table."""

    condition: Condition
    scores: Mapping[str, Score]
    """metric → its score on the untouched test set."""
    gains: Mapping[str, Difference]
    """metric → what is gained (lost, if negative) against "none"; empty for "none" itself."""
    marked: Mapping[str, Score]
    """metric → its score on a test set that is transformed alike, where that was asked for."""
    marked_gains: Mapping[str, Difference]
    categories: Mapping[str, tuple[Score, Difference | None]]
    """category → F1 on the untouched test set, and what is gained against "none"; of taggers."""
    bound: Bound
    replaced: int
    kept: int
    left: Mapping[str, int]
    """reason → mentions that were left as they are."""
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        found: dict[str, Any] = {
            "strategy": self.condition.name,
            "p": self.condition.p,
            "entities": self.condition.entities,
            "prior": self.condition.prior,
            "redraws": self.condition.redraws,
            "scores": {name: _score(of) for name, of in self.scores.items()},
            "gains": {name: _difference(of) for name, of in self.gains.items()},
            "epsilon": _number(self.bound.strict),
            "delta": _number(self.bound.delta),
            "paper_epsilon": _number(self.bound.paper),
            "replaced": self.replaced,
            "kept": self.kept,
            "left": dict(self.left),
            "seconds": round(self.seconds, 2),
        }
        if self.categories:
            found["categories"] = {
                name: {**_score(of), "gain": None if gain is None else _difference(gain)}
                for name, (of, gain) in self.categories.items()
            }
        if self.marked:
            found["on_transformed"] = {
                "scores": {name: _score(of) for name, of in self.marked.items()},
                "gains": {name: _difference(of) for name, of in self.marked_gains.items()},
            }
        return found


@dataclass(frozen=True)
class Table:
    """The results of a study."""

    task: Task
    learner: str
    rows: tuple[ConditionRow, ...]
    """ "none" first."""
    train: int
    test: int
    seeds: tuple[int, ...]
    alpha: float
    rounds: int
    categories: Mapping[str, int] = field(default_factory=dict)
    """category → entities of the test set, where entities are asked for."""
    skew: float | None = None
    """How far the shares of the labels lie from all alike, which a release tells unless it is
    drawn anew; None where there are no labels."""
    guessed: float | None = None
    """How often the most frequent label alone would be right; None where there are no labels."""

    @property
    def learnt(self) -> bool:
        """Whether the learner got more out of untouched text than the most frequent label; known
        where the first score counts errors."""
        metric = self.task.metrics[0]
        if self.guessed is None or metric.higher or not metric.percent:
            return True
        return 1.0 - self.none.scores[metric.name].mean > self.guessed + 1e-9

    @property
    def none(self) -> ConditionRow:
        """The row of untouched text."""
        return self.rows[0]

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        return {
            "task": self.task.name,
            "metric": self.task.metrics[0].name,
            "learner": self.learner,
            "train": self.train,
            "test": self.test,
            "seeds": list(self.seeds),
            "confidence": 1.0 - self.alpha,
            "rounds": self.rounds,
            "guessed": None if self.guessed is None else _number(self.guessed),
            "learnt": self.learnt,
            "categories": dict(self.categories),
            "label_skew": None if self.skew is None else _number(self.skew),
            "rows": [row.as_json() for row in self.rows],
        }


def table(
    study: Study,
    outcomes: Iterable[Outcome],
    *,
    rounds: int = 1000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Table:
    """``seed`` and ``rounds`` are those of the intervals."""
    grouped: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        grouped.setdefault(outcome.run.condition, []).append(outcome)
    found = []
    none = grouped[0]
    categories = _categories(study)
    each = by_category(tuple(categories))
    for at, condition in enumerate(study.conditions):
        runs = sorted(grouped[at], key=lambda one: one.run.seed)
        found.append(_row(study.task, each, condition, runs, none, rounds, seed, alpha))
    return Table(
        task=study.task,
        learner=study.learner,
        rows=tuple(found),
        train=len(study.train.documents),
        test=len(study.test.documents),
        seeds=study.seeds,
        alpha=alpha,
        rounds=rounds,
        categories=categories,
        skew=_skew(study),
        guessed=_guessed(study),
    )


def _categories(study: Study) -> dict[str, int]:
    """How many entities of each category the test set has."""
    asked = study.labelled(study.test.documents) if study.task.kind == "tags" else ()
    counts = Counter(span.label for document in asked for span in document.annotations)
    return {name: counts[name] for name in categories_of(asked)}


def _skew(study: Study) -> float | None:
    if study.task.target not in ("label", "labels"):
        return None
    return distance(shares(study.train), uniform(study.train))


def _guessed(study: Study) -> float | None:
    if study.task.target not in ("label", "labels"):
        return None
    return max(shares(study.train).values(), default=0.0)


def _row(
    task: Task,
    each: Sequence[Metric],
    condition: Condition,
    runs: Sequence[Outcome],
    none: Sequence[Outcome],
    rounds: int,
    seed: int,
    alpha: float,
) -> ConditionRow:
    cells = [one.cells for one in runs]
    marked = [one.marked for one in runs if one.marked is not None]
    plain = [one.cells for one in none]

    def gains(of: Sequence[Any], metrics: Sequence[Metric]) -> dict[str, Difference]:
        if not of or not metrics or (condition.untouched and not condition.prior):
            return {}
        return differences(of, plain, metrics, rounds=rounds, seed=seed, alpha=alpha)

    of_each = gains(cells, each)

    return ConditionRow(
        condition=condition,
        scores={metric.name: score(cells, metric) for metric in task.metrics},
        gains=gains(cells, task.metrics),
        marked={metric.name: score(marked, metric) for metric in task.metrics} if marked else {},
        marked_gains=gains(marked, task.metrics),
        categories={one.name: (score(cells, one), of_each.get(one.name)) for one in each},
        bound=Bound(*(max(values) for values in zip(*(one.bound for one in runs), strict=True))),
        replaced=runs[0].replaced,
        kept=runs[0].kept,
        left=runs[0].left,
        seconds=sum(one.seconds for one in runs),
    )


def _score(of: Score) -> dict[str, Any]:
    return {
        "mean": _number(of.mean),
        "deviation": None if of.deviation is None else _number(of.deviation),
        "runs": [_number(value) for value in of.runs],
    }


def _difference(of: Difference) -> dict[str, Any]:
    return {"value": _number(of.value), "interval": [_number(of.low), _number(of.high)]}


def _number(value: float) -> float | str:
    return "inf" if math.isinf(value) else float(f"{value:.6g}")
