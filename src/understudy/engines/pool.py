"""A pool of processes. The function is sent to each process once, the tasks one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from understudy.errors import StateError

__all__ = ["run_pool"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

_AHEAD = 3
"""Tasks held for each worker: enough to keep it busy, few enough for flat memory."""

_function: Callable[[Any], Any] | None = None


def _start(function: Callable[[Any], Any]) -> None:
    global _function  # noqa: PLW0603 - a process of the pool serves one job and ends with it
    _function = function


def _call(task: Any) -> Any:
    if _function is None:
        raise AssertionError("the process was not started by run_pool")
    return _function(task)


def run_pool(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    # Spawned, not forked: the same on every system, and no lock is ever copied in mid-air.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start, (function,))
    waiting: deque[Future[Outcome]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(_call, task))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise StateError("a worker process died; the finished part is kept, use --resume") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
