"""A study: seed methods and queries compared on one corpus, several runs each.

Each part of a study (a seed of one size, or a curve) is a file in its state folder as soon as it
is done, so a study that was killed goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from understudy import engines
from understudy.core.errors import StateError, UsageError
from understudy.core.files import write_whole
from understudy.learn.doubt import Doubts
from understudy.learn.learner import learner_of
from understudy.learn.rounds import Round, Task, rounds, scored
from understudy.learn.stopping import Budget, Signals, spent
from understudy.learn.strategy import strategy
from understudy.registry import load

__all__ = ["Part", "Plan", "fingerprint", "study"]

SLACK = 0.0005
"""Top performance is reached this far below it, as in the thesis."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """What is compared."""

    seeds: tuple[str, ...]
    sizes: tuple[int, ...] = ()
    """Of seeds, for the table of seed methods."""
    queries: tuple[str, ...] = ()
    start: int = 250
    """The size of the seed from which queries go on."""
    batch: int = 250
    limit: int = 5000
    runs: int = 5
    seed: int = 0
    rules: tuple[str, ...] = (
        "stable",
        "uncertainty",
        "confidence",
        "change",
        "variance",
        "convergence",
    )
    budget: Budget = field(default_factory=Budget)

    def parts(self) -> list[Part]:
        """The work, the longest first, so that no worker ends long after the others."""
        found = [Part("full")]
        found += [
            Part("curve", self.seeds[0], q, self.start, r)
            for q in self.queries
            for r in range(self.runs)
        ]
        found += [
            Part("seed", method, "", size, run)
            for size in sorted(self.sizes, reverse=True)
            for method in self.seeds
            for run in range(self.runs if _drawn(method) else 1)
        ]
        return found


class Part(NamedTuple):
    """One piece of work."""

    kind: str
    method: str = ""
    query: str = ""
    size: int = 0
    run: int = 0

    @property
    def file(self) -> str:
        """The name of the file that keeps the part's results."""
        key = json.dumps(self, ensure_ascii=False).encode()
        return f"{self.kind}-{blake2b(key, digest_size=8).hexdigest()}.json"


def _drawn(method: str) -> bool:
    """Whether a seed method has chance in it: only then several runs say more than one."""
    return strategy(method).sampler in ("Random", "K-MC")


def study(
    task: Task,
    plan: Plan,
    folder: Path,
    *,
    workers: int = 1,
    progress: Progress = lambda done, of: None,
) -> dict[str, Any]:
    """The results of all parts; those that are in the folder already are not done again."""
    _check(task, plan)
    _claim(folder, fingerprint(task, plan))
    parts = plan.parts()
    missing = [part for part in parts if not (folder / part.file).exists()]
    progress(len(parts) - len(missing), len(parts))
    work = partial(_done, task, plan)
    for number, (part, found) in enumerate(engines.run(work, missing, workers), 1):
        _write(folder / part.file, found)
        progress(len(parts) - len(missing) + number, len(parts))
    return _gathered(task, plan, {part: _read(folder / part.file) for part in parts})


def _check(task: Task, plan: Plan) -> None:
    if plan.queries and not plan.seeds:
        raise UsageError("queries need a seed to start from: give --seed-method")
    if plan.queries and plan.start + plan.batch > len(task.pool):
        raise UsageError(
            f"the pool has {len(task.pool)} instances: fewer than a seed of {plan.start} and a "
            f"batch of {plan.batch}; choose a smaller --batch"
        )
    largest = max((*plan.sizes, plan.start if plan.queries else 0), default=0)
    if largest > len(task.pool):
        raise UsageError(f"a seed of {largest} is asked of a pool of {len(task.pool)} instances")
    known = {*task.doubts, "T"}
    for name in (*plan.seeds, *plan.queries):
        wanted = strategy(name).taggers - known
        if wanted:
            raise UsageError(f"{name!r} asks for a source ({min(wanted)}): give --source")
    for name in plan.seeds:
        if "T" in strategy(name).taggers:
            raise UsageError(f"{name!r} cannot choose a seed: nothing is annotated yet")
    for name in plan.rules:
        load("stopping", name)
    learner_of(task.learner)


def fingerprint(task: Task, plan: Plan) -> str:
    """Of the corpus, the sources and the plan: what must be the same for a study to go on."""
    digest = blake2b(digest_size=16)
    for part in (
        task.sheet.slots,
        task.sheet.lengths,
        task.tags,
        task.pool,
        task.test,
        task.vectors,
    ):
        digest.update(np.ascontiguousarray(part).tobytes())
    for name, doubts in sorted(task.doubts.items()):
        digest.update(name.encode())
        digest.update(_rounded(doubts))
    described = {**asdict(plan), "runs": None, "learner": task.learner, "rates": task.rates}
    # More runs, methods or sizes go on from those that are there.
    for name in ("seeds", "queries", "sizes", "rules"):
        described[name] = None
    digest.update(json.dumps(described, sort_keys=True).encode())
    return digest.hexdigest()


def _rounded(doubts: Doubts) -> bytes:
    return np.round(doubts.entropy, 6).astype(np.float32).tobytes()


def _claim(folder: Path, mark: str) -> None:
    """Make the folder this study's, or see that it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "study.json"
    if path.exists():
        if _read(path).get("fingerprint") != mark:
            raise StateError(
                f"{folder}: holds another study (corpus, sources or options differ); remove it or "
                "choose another output"
            )
        return
    _write(path, {"schema": 1, "fingerprint": mark})


def _write(path: Path, values: Mapping[str, Any]) -> None:
    write_whole(path, json.dumps(values), private=False)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise StateError(f"{path}: damaged; remove it and go on") from None
    if not isinstance(found, dict):
        raise StateError(f"{path}: damaged; remove it and go on")
    return found


def _done(task: Task, plan: Plan, part: Part) -> tuple[Part, dict[str, Any]]:
    _one_thread()
    if part.kind == "full":
        return part, _full(task)
    query = part.query or "Random"
    limit = plan.limit if part.kind == "curve" else part.size
    found = list(
        rounds(
            task,
            part.method,
            query,
            start=part.size,
            batch=plan.batch,
            limit=limit,
            seed=plan.seed,
            run=part.run,
        )
    )
    return part, {"rounds": [_row_of(one) for one in found]}


def _one_thread() -> None:
    """Each process has one core; threads of the linear algebra would get in each other's way."""
    try:
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - comes with an extra
    except ModuleNotFoundError:
        return
    threadpool_limits(1)


def _row_of(one: Round) -> dict[str, Any]:
    return {**one.signals._asdict(), **one.scores._asdict(), "edits": one.edits}


def _full(task: Task) -> dict[str, Any]:
    """What all of the pool teaches."""
    learner = learner_of(task.learner).build()
    tags = task.tags[task.sheet.places(task.pool)]
    tagger = learner.fit(task.sheet, task.pool, tags, task.labels)
    found = tagger.marginals(task.sheet, task.test).argmax(axis=1)
    true = task.tags[task.sheet.places(task.test)]
    scores = scored(found, true, task.sheet.lengths[task.test], task.labels)
    words = int(task.sheet.lengths[task.pool].sum())
    return {**scores._asdict(), "instances": len(task.pool), "words": words}


def _gathered(task: Task, plan: Plan, found: Mapping[Part, Mapping[str, Any]]) -> dict[str, Any]:
    full = dict(found[Part("full")])
    test = task.sheet.lengths[task.test]
    return {
        "schema": 1,
        "plan": asdict(plan),
        "learner": task.learner,
        "labels": list(task.labels),
        "test": {"instances": len(test), "words": int(test.sum())},
        "full": full,
        "seeds": [_seed_row(plan, method, found) for method in plan.seeds],
        "curves": [_curve(plan, query, found, full) for query in plan.queries],
    }


def _seed_row(plan: Plan, method: str, found: Mapping[Part, Mapping[str, Any]]) -> dict[str, Any]:
    cells = []
    for size in plan.sizes:
        runs = [
            of_part["rounds"][0]
            for part, of_part in found.items()
            if part[:4] == ("seed", method, "", size)
        ]
        cells.append(
            {
                "size": size,
                "runs": len(runs),
                "f1": _spread([one["f1"] for one in runs]),
                "exact_f1": _spread([one["exact_f1"] for one in runs]),
                "words": _spread([one["words"] for one in runs]),
            }
        )
    return {"method": strategy(method).name, "cells": cells}


def _spread(values: Sequence[float]) -> dict[str, Any]:
    """Mean, standard deviation and standard error."""
    many = len(values) > 1
    deviation = float(np.std(values, ddof=1)) if many else None
    error = deviation / len(values) ** 0.5 if deviation is not None else None
    return {"mean": float(np.mean(values)), "deviation": deviation, "error": error}


def _curve(
    plan: Plan, query: str, found: Mapping[Part, Mapping[str, Any]], full: Mapping[str, Any]
) -> dict[str, Any]:
    runs = [
        of_part["rounds"]
        for part, of_part in found.items()
        if part.kind == "curve" and part.query == query
    ]
    steps = [
        {
            "instances": at_once[0]["instances"],
            **{
                name: _spread([one[name] for one in at_once])
                for name in ("f1", "exact_f1", "words", "edits", "minutes")
            },
        }
        for at_once in zip(*runs, strict=True)
    ]
    return {
        "query": strategy(query).name,
        "steps": steps,
        "runs": [
            {"rounds": run, "reached": _reached(run, full), "stops": dict(_stops(plan, run))}
            for run in runs
        ],
    }


def _reached(run: Sequence[Mapping[str, Any]], full: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where a run comes within a hair's breadth of what all of the pool teaches."""
    for one in run:
        if one["f1"] >= full["f1"] - SLACK:
            return {name: one[name] for name in ("instances", "words", "edits", "minutes", "f1")}
    return None


def _stops(plan: Plan, run: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where each rule would have stopped, and what that had reached."""
    signals = [Signals(**{name: one[name] for name in Signals._fields}) for one in run]
    rules = {name: load("stopping", name) for name in plan.rules}
    if any(most is not None for most in plan.budget):
        rules["budget"] = partial(spent, budget=plan.budget)
    for name, rule in rules.items():
        for at in range(len(signals)):
            reason = rule(signals[: at + 1])
            if reason:
                described = {key: run[at][key] for key in ("instances", "words", "minutes", "f1")}
                yield name, {**described, "reason": reason}
                break
