"""A pool of processes. The function is sent to each process once, the tasks one by one."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

from understudy.core.errors import StateError

__all__ = ["run_pool"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

_AHEAD = 3
"""Tasks held for each worker: enough to keep it busy, few enough for flat memory."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Their numbers in malloc.h of glibc."""
_KEPT = 1 << 24

_function: Callable[[Any], Any] | None = None


def _start(function: Callable[[Any], Any]) -> None:
    global _function  # noqa: PLW0603 - a process of the pool serves one job and ends with it
    _function = function
    _keep_memory()
    _leave_signals_to_run()
    threading.Thread(target=_end_with_run, daemon=True).start()


def _leave_signals_to_run() -> None:
    """What a terminal sends goes to all processes; the run answers it, and ends these.

    SIGTERM ends a worker, without the answer of the run that a fork has copied: the pool itself
    sends it, where one of its workers has died.
    """
    for number in _stopping():
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # they were held back while the process was started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _stopping())


def _stopping() -> set[int]:
    """The signals that stop a run, as far as the system has them."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return {getattr(signal, name) for name in names if hasattr(signal, name)}


def _keep_memory() -> None:
    """What one task frees is left for the next: the C library would give it back to the system,
    and take it again page by page."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for threshold in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
            mallopt(threshold, _KEPT)


def _end_with_run() -> None:
    """A killed run cannot end its processes: they would wait for tasks for ever."""
    run = parent_process()
    if run is not None:
        wait([run.sentinel])
        os._exit(1)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """An interrupt waits until processes are started: in the midst of a fork it would be lost."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _stopping())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _call(task: Any) -> Any:
    if _function is None:
        raise AssertionError("the process was not started by run_pool")
    return _function(task)


def run_pool(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """The first task is done here: a small corpus needs no pool, and forks find the lists read."""
    source = iter(tasks)
    for first in source:
        yield function(first)
        break
    second = next(source, None)
    if second is None:
        return
    pool = ProcessPoolExecutor(workers, get_context(_method()), _start, (function,))
    waiting: deque[Future[Outcome]] = deque()
    try:
        for task in chain((second,), source):
            with _no_interrupt():
                waiting.append(pool.submit(_call, task))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise StateError("a worker process died; the finished part is kept, use --resume") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _method() -> str:
    """Fork where no lock can be copied in mid-air: on Linux, with one thread, without those of
    Arrow and PyTorch, whose GPU cannot be used after a fork either."""
    alone = threading.active_count() == 1 and not {"pyarrow", "torch"} & sys.modules.keys()
    return "fork" if sys.platform == "linux" and alone else "spawn"
