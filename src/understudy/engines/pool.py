"""A pool of processes. The function is sent to each process once, the tasks one by one.

Each process has a pipe of its own, and a thread of the run waits at its other end. A process that
dies closes its pipe whatever it was doing, in the midst of a message as well, so the thread is
told. Queues that processes share cannot promise that: one that dies while it holds their lock, or
has written half a message, leaves the others waiting. Nor is there anything in shared memory, which
some containers do not have.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from understudy.core.errors import StateError

__all__ = ["run_pool"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

_AHEAD = 3
"""Tasks held for each worker: enough to keep it busy, few enough for flat memory."""
_PATIENCE = 10.0
"""Seconds that a process has to end when it is told to; then it is killed."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Their numbers in malloc.h of glibc."""
_KEPT = 1 << 24


class _Worker(NamedTuple):
    """A process and this end of its pipe."""

    process: BaseProcess
    connection: Connection


class _Died(Exception):
    """A worker has ended before its task."""


Waiting = SimpleQueue[tuple[Any, Future[Any]] | None]
"""Tasks for the first worker that is free; None for the end of them."""


def run_pool(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """The first task is done here: a small corpus needs no pool, and forks find the lists read."""
    source = iter(tasks)
    for first in source:
        yield function(first)
        break
    next_ones = list(islice(source, workers))
    if not next_ones:
        return
    pool: list[_Worker] = []
    queue: Waiting = SimpleQueue()
    threads: list[threading.Thread] = []
    held: deque[Future[Outcome]] = deque()
    done = False
    try:
        _start(pool, function, len(next_ones))
        threads += [
            threading.Thread(target=_attend, args=(worker, queue), daemon=True) for worker in pool
        ]
        for thread in threads:
            thread.start()
        for task in chain(next_ones, source):
            held.append(Future())
            queue.put((task, held[-1]))
            if len(held) >= workers * _AHEAD:
                yield held.popleft().result()
        while held:
            yield held.popleft().result()
        done = True
    except _Died:
        raise StateError(
            f"a worker process died{_how(pool)}; the finished part is kept, use --resume"
        ) from None
    finally:
        _end(pool, threads, queue, at_once=not done)


def _start(pool: list[_Worker], function: Callable[[Any], Any], count: int) -> None:
    """All processes before the first thread: a fork copies the locks that threads hold."""
    context = _context()
    for _ in range(count):
        ours, theirs = context.Pipe()
        with theirs:  # closed here before the next fork: the end of the process must end the pipe
            process = context.Process(target=_serve, args=(theirs, function))
            pool.append(_Worker(process, ours))
            try:
                with _no_interrupt():
                    process.start()
            except BrokenPipeError:
                raise _Died from None


def _attend(worker: _Worker, queue: Waiting) -> None:
    """Gives a worker one task after the other, and hands on what comes back."""
    alive = True
    while (item := queue.get()) is not None:
        task, future = item
        if not alive:
            future.set_exception(_Died())
            continue
        try:
            message = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            future.set_exception(error)
            continue
        try:
            worker.connection.send_bytes(message)
            answer = worker.connection.recv_bytes()
        except (EOFError, OSError):
            alive = False
            future.set_exception(_Died())
            continue
        try:
            good, outcome = pickle.loads(answer)  # noqa: S301 - from a process of our own
        except Exception as error:
            good, outcome = False, error
        if good:
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
    with suppress(OSError):
        worker.connection.send_bytes(b"")


def _end(
    pool: Iterable[_Worker],
    threads: Iterable[threading.Thread],
    queue: Waiting,
    *,
    at_once: bool,
) -> None:
    """No process is left behind, and none is waited for where its outcome is of no use."""
    started = [worker for worker in pool if worker.process.pid is not None]
    for worker in started if at_once else ():
        worker.process.terminate()
    for _ in started:
        queue.put(None)
    for worker in started:
        worker.process.join(_PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
    for thread in threads:
        if thread.ident is not None:
            thread.join()
    for worker in pool:
        worker.connection.close()


def _how(pool: Iterable[_Worker]) -> str:
    """How a worker ended; the system kills the largest process where memory runs out."""
    for worker in pool:
        if worker.process.pid is not None:
            worker.process.join(0.1)
        code = worker.process.exitcode
        if code == -getattr(signal, "SIGKILL", 9):
            return " (killed, as the system does where memory runs out: fewer --workers need less)"
        if code is not None and code < 0:
            return f" (signal {-code})"
    return ""


def _serve(connection: Connection, function: Callable[[Any], Any]) -> None:
    """The life of a worker."""
    _keep_memory()
    _leave_signals_to_run()
    threading.Thread(target=_end_with_run, daemon=True).start()
    with suppress(EOFError, OSError), connection:
        while message := connection.recv_bytes():
            connection.send_bytes(_answer(function, message))


def _answer(function: Callable[[Any], Any], message: bytes) -> bytes:
    """The outcome of a task, or what was raised."""
    try:
        task = pickle.loads(message)  # noqa: S301 - from the run that started us
        return pickle.dumps((True, function(task)), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        error.add_note(traceback.format_exc())  # the traceback itself cannot be sent
        try:
            return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        except Exception:
            return pickle.dumps((False, RuntimeError(type(error).__name__)))


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


def _context() -> ForkContext | SpawnContext:
    """Fork where no lock can be copied in mid-air: on Linux, with one thread, without those of
    Arrow and PyTorch, whose GPU cannot be used after a fork either."""
    alone = threading.active_count() == 1 and not {"pyarrow", "torch"} & sys.modules.keys()
    if sys.platform == "linux" and alone:
        return get_context("fork")
    return get_context("spawn")
