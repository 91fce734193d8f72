"""Engines carry out a job's tasks: one after the other, or on a pool of processes. Results come
in the order of the tasks, and only a few tasks are held at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["run"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def run(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """The outcomes of the tasks, in order."""
    if workers <= 1:
        return map(function, tasks)
    from understudy.engines.pool import run_pool  # noqa: PLC0415 - not needed by one worker

    return run_pool(function, tasks, workers)
