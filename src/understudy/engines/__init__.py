"""Engines carry out a job's tasks: one after the other, or on a pool of processes. Results come
in the order of the tasks, and only a few tasks are held at a time.

An engine is a function of a function, tasks and a number of workers, under a name of the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from understudy.registry import load

__all__ = ["Engine", "find", "run", "run_serial"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
Engine = Callable[[Callable[[Any], Any], Iterable[Any], int], Iterator[Any]]
_ONE_WORKER = "serial"
_MORE_WORKERS = "pool"
"""Where nobody names an engine."""


def find(name: str) -> Engine:
    """The engine of that name."""
    found: Engine = load("engines", name)
    return found


def run(
    function: Callable[[Task], Outcome],
    tasks: Iterable[Task],
    workers: int,
    engine: str | None = None,
) -> Iterator[Outcome]:
    """The outcomes of the tasks, in order."""
    return find(engine or (_ONE_WORKER if workers <= 1 else _MORE_WORKERS))(
        function, tasks, workers
    )


def run_serial(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """One task after the other, in this process, however many workers there might be."""
    return map(function, tasks)
