"""What a policy guarantees, as a statement: by category, and composed over a corpus."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from understudy import engines
from understudy.categorise.leaving import KINDS
from understudy.core.categories import ancestors
from understudy.core.draw import fresh_key
from understudy.core.errors import UsageError
from understudy.core.types import PrivacyEvent
from understudy.corpus.base import Options
from understudy.corpus.files import resolve
from understudy.corpus.mixed import claimed_in
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.privacy.bill import Bill, cost
from understudy.report.summary import Summary
from understudy.report.words import plural
from understudy.run.job import Job, Task
from understudy.run.release import TASK_BYTES, count_pass, needs_counting, tasks_of

__all__ = ["Spread", "Statement", "spread", "state"]


@dataclass(frozen=True)
class Spread:
    """Composed ε over many scopes."""

    count: int
    median: float
    high: float
    """The 95 % quantile."""
    worst: float


def spread(bills: Mapping[Bill, int], delta: float, reading: str) -> Spread | None:
    """Median, 95 % and worst ε of the bills, each as often as it occurs."""
    total = sum(bills.values())
    if not total:
        return None
    costs: Counter[float] = Counter()
    for owed, count in bills.items():
        costs[getattr(cost(owed, delta), reading)] += count
    ordered = sorted(costs.items())

    def quantile(share: float) -> float:
        seen = 0
        for value, count in ordered:
            seen += count
            if seen >= share * total:
                return value
        return ordered[-1][0]

    return Spread(total, quantile(0.5), quantile(0.95), ordered[-1][0])


@dataclass(frozen=True)
class Statement:
    """What a policy guarantees: from the policy alone, or as it comes out on a corpus."""

    policy: Policy
    events: Mapping[str, tuple[PrivacyEvent, ...]]
    summary: Summary | None

    def rows(self) -> list[dict[str, Any]]:
        """One row for each category that the policy protects and, with a corpus, that occurs."""
        found = []
        for category, events in self.events.items():
            if not events or not self.policy.protects(category):
                continue
            # Of several lists, the dearest; all figures of a row are those of one draw.
            dearest = max(events, key=lambda event: (event.epsilon, event.paper_epsilon, -event.p))
            found.append(
                {
                    "category": category,
                    "strategy": self.policy.rule(category).strategy,
                    "unit": dearest.unit,
                    "p": _number(dearest.p),
                    "pi_min": _number(dearest.pi_min),
                    "paper": _number(dearest.paper_epsilon),
                    "strict": _number(dearest.epsilon),
                    "delta": _number(max(event.delta for event in events)),
                    "left": self.left(category),
                    "invariants": sorted({name for event in events for name in event.invariants}),
                }
            )
        return found

    def left(self, category: str) -> list[str]:
        """The kinds of mentions of a category that the policy leaves as they are."""
        line = frozenset(ancestors(category, self.policy.known))
        return [name for name in self.policy.leave if not KINDS[name].categories.isdisjoint(line)]

    def composed(self) -> dict[str, Any]:
        """What the draws of a document, and of a data subject, cost together; empty without a
        corpus."""
        if self.summary is None:
            return {}
        result: dict[str, Any] = {}
        subjects = self.summary.subject_bills()
        for name, bills in (("document", self.summary.bills), ("subject", subjects)):
            for reading in ("strict", "paper"):
                found = spread(bills, self.policy.delta, reading)
                if found is not None:
                    result.setdefault(name, {"count": found.count})[reading] = {
                        "median": _number(found.median),
                        "95%": _number(found.high),
                        "worst": _number(found.worst),
                    }
        return result

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        values: dict[str, Any] = {
            "policy": self.policy.name,
            "fingerprint": self.policy.fingerprint,
            "unit": self.policy.unit,
            "scope": self.policy.scope,
            "delta": self.policy.delta,
            "categories": self.rows(),
        }
        if self.summary is not None:
            values["composed"] = self.composed()
            values["withheld"] = len(self.summary.withheld)
        return values

    def _of_left(self) -> list[str]:
        """What the figures say nothing of."""
        if not self.policy.leave:
            return []
        every = [name for name in self.policy.leave if not KINDS[name].categories]
        anywhere = f"; in every category: {', '.join(every)}" if every else ""
        return [
            "",
            "ε is for what is replaced. Mentions of the kinds in the last column stay in the text "
            f"as they are, and nothing is promised of them{anywhere}.",
        ]

    def lines(self) -> list[str]:
        """The statement as lines of text."""
        policy = self.policy
        lines = [
            f"policy {policy.name}: one {policy.unit} of one {policy.scope}, "
            f"against another value of its category",
            "",
            f"{'category':<18}{'strategy':<12}{'p':>8}{'π_min':>11}{'paper ε':>9}{'strict ε':>10}"
            + ("  left as they are" if policy.leave else ""),
        ]
        for row in self.rows():
            lines.append(
                f"{row['category']:<18}{row['strategy']:<12}{_short(row['p']):>8}"
                f"{_least(row['pi_min']):>11}{_short(row['paper']):>9}{_short(row['strict']):>10}"
                + (f"  {', '.join(row['left'])}" if row["left"] else "")
            )
        lines += self._of_left()
        for name, of_scope in self.composed().items():
            lines.append("")
            lines.append(f"composed per {name} at δ = {policy.delta:g} ({of_scope['count']:,})")
            for reading in ("paper", "strict"):
                figures = of_scope[reading]
                shown = "  ".join(f"{key} {_short(value)}" for key, value in figures.items())
                lines.append(f"  {reading:<8}{shown}")
        if self.summary is not None and self.summary.withheld:
            some = len(self.summary.withheld)
            whole = self.summary.documents + some
            lines += [
                "",
                f"{some:,} of {plural(whole, 'document')} would be withheld, for costing more than "
                f"epsilon_document_max = {policy.epsilon_document_max:g}; no figure counts them",
            ]
        invariants = sorted({name for row in self.rows() for name in row["invariants"]})
        lines += ["", "public, not protected: " + "; ".join(invariants)]
        return lines


def _number(value: float) -> float | str | None:
    if math.isnan(value):
        return None
    return "inf" if math.isinf(value) else float(f"{value:.10g}")


def _short(value: float | str | None) -> str:
    if value is None:
        return "by form"
    return "∞" if value == "inf" else f"{value:.4g}"


def _least(value: float | str | None) -> str:
    """π_min, where anything is drawn by its probability."""
    return "–" if value == 0 else _short(value)


def state(
    policy: Policy,
    *,
    inputs: tuple[str, ...] = (),
    format: str | None = None,
    options: Options | None = None,
    workers: int = 1,
) -> Statement:
    """The statement of a policy; with a corpus, of what a release of it would cost."""
    pipeline = build(policy)
    if not inputs:
        return Statement(policy, pipeline.events(), None)
    chosen, units = resolve(inputs, format)
    if any(not unit.paths for unit in units):
        raise UsageError("standard input cannot be read twice; name a file")
    used = options or Options()
    job = Job(pipeline, chosen.name, used, fresh_key(), claimed=claimed_in(chosen))

    def tasks() -> Any:
        return tasks_of(chosen, units, used, TASK_BYTES)

    if needs_counting(pipeline):
        job = count_pass(job, tasks, workers)
    summary = Summary()
    for part in engines.run(_Summarised(job), tasks(), workers):
        summary += part
    return Statement(policy, _seen(job.pipeline, summary), summary)


def _seen(pipeline: Pipeline, summary: Summary) -> dict[str, tuple[PrivacyEvent, ...]]:
    return {category: tuple(events) for category, events in sorted(summary.events.items())}


@dataclass(frozen=True)
class _Summarised:
    """A job of which only the summary is wanted."""

    job: Job

    def __call__(self, task: Task) -> Summary:
        return self.job.carry_out(task).summary
