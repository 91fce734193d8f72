"""The contract of an engine: what carries out a job's tasks."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import partial

from understudy.engines import Engine
from understudy.testing.holding import holds

__all__ = ["check_engine"]

_TASKS = 200
_HELD = 64
"""So many tasks for each worker may be taken before their outcomes are asked for."""


def check_engine(run: Engine, workers: int = 2) -> None:
    """Outcomes come in the order of the tasks, each task is carried out once, few are held at a
    time, no tasks give no outcomes, and an error of a task stops the run.
    """
    double = partial(operator.mul, 2)
    wanted = [2 * number for number in range(_TASKS)]
    holds(
        list(run(double, range(_TASKS), workers)) == wanted,
        "the outcomes must come in the order of the tasks, one for each",
    )
    holds(list(run(double, (), workers)) == [], "no tasks must give no outcomes")
    taken: list[int] = []
    outcomes = run(double, _counted(taken), workers)
    next(outcomes)
    holds(
        len(taken) <= _HELD * workers,
        f"{len(taken)} tasks were taken before the second outcome was asked for: a corpus would "
        "have to fit into memory",
    )
    for _ in outcomes:
        pass
    _check_error(run, workers)


def _counted(taken: list[int]) -> Iterator[int]:
    for number in range(20 * _HELD):
        taken.append(number)
        yield number


def _check_error(run: Engine, workers: int) -> None:
    """Nothing passes unprotected because something broke."""
    outcomes = run(partial(operator.floordiv, 1), [1, 0, 1], workers)
    try:
        found = list(outcomes)
    except ZeroDivisionError:
        return
    raise AssertionError(f"an error of a task did not stop the run: {len(found)} outcomes")
