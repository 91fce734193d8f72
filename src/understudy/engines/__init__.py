"""Engines carry out the tasks of a job: one after the other, or on a pool of processes. Results
come in the order of the tasks, and only a few tasks are in memory at a time.

An engine is a function of a function, tasks and a number of workers, under a name of the registry.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from understudy.registry import load

__all__ = ["Engine", "cores", "find", "run", "run_serial"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
Engine = Callable[[Callable[[Any], Any], Iterable[Any], int], Iterator[Any]]
_ONE_WORKER = "serial"
_MORE_WORKERS = "pool"
"""Where nobody names an engine."""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
    if engine is not None:
        return find(engine)(function, tasks, workers)
    return _suitable(function, tasks, workers)


def _suitable(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """Where nobody names an engine: a single task needs one worker, however many there may be."""
    source = iter(tasks)
    first = list(islice(source, 1 if workers <= 1 else 2))
    name = _ONE_WORKER if len(first) <= 1 else _MORE_WORKERS
    yield from find(name)(function, chain(first, source), workers)


def run_serial(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """One task after the other, in this process, however many workers there might be."""
    return map(function, tasks)
