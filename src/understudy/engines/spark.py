"""A cluster of Apache Spark. The function is broadcast once; executors keep it, with its models,
for as long as their processes live. The tasks go out in jobs of a few dozen, some of them at a
time, so that no executor waits for the slowest task of a job.

A task may be carried out more than once: after the loss of an executor, or twice at the same time
(speculative execution). Spark takes one outcome of each, and what a task leaves in a file is the
same each time.

Executors and driver see the same files under the same paths. Nothing that a task raises reaches
Spark, which would write it to its logs: it comes back as an outcome, and is raised here.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from understudy.core.errors import MissingExtra, StateError, UsageError
from understudy.core.version import VERSION

__all__ = ["connected", "no_text", "run_spark", "session"]

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")

_JOBS = 3
"""Jobs under way at a time."""
_TASKS = 8
"""Tasks of a job for each core."""
_PARTS = 2
"""Partitions of a job for each core: what is repeated where an executor is lost."""
_MOST = 4096
"""Tasks of a job at most: they pass through the driver."""


def session(master: str | None = None) -> Any:
    """The Spark session of this process. Where there is none yet, one is started: at ``master``, or
    as Spark's own settings say (``spark-submit``, ``spark-defaults.conf``)."""
    sessions = _sessions()
    active = sessions.getActiveSession()
    if active is not None:
        if master is not None and active.sparkContext.master != master:
            raise UsageError(f"Spark is running at {active.sparkContext.master} already")
        return active
    builder = sessions.builder.appName("understudy")
    if master is not None:
        builder = builder.master(master)
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for name, value in _SETTINGS.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except Exception as error:  # of the JVM, of the network, of Spark: each has kinds of its own
        where = master or "the master of its settings"
        raise StateError(
            f"Spark does not start at {where}: {type(error).__name__}; it needs Java 17 or later"
        ) from None


def _sessions() -> Any:
    """Spark's own way to a session."""
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("the engine spark", "spark") from None
    return SparkSession


_SETTINGS = {
    # What is broadcast and spilled lies encrypted on the disks of the executors.
    "spark.io.encryption.enabled": "true",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    # Detection takes far longer than reading: small parts keep all cores busy to the end.
    "spark.sql.files.maxPartitionBytes": "8m",
    # Ten thousand rows at a time, as Spark sends them by itself, may be many gigabytes.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    "spark.sql.execution.arrow.maxBytesPerBatch": "16m",
}
"""Of a session that is started here; a program that has a session of its own has chosen."""


@contextmanager
def connected(master: str | None) -> Iterator[Any]:
    """A session for the length of a command; one that was there before stays."""
    before = _sessions().getActiveSession()
    found = session(master)
    try:
        yield found
    finally:
        if before is None:
            with suppress(Exception):  # what was done is done
                found.stop()


def run_spark(
    function: Callable[[Task], Outcome], tasks: Iterable[Task], workers: int
) -> Iterator[Outcome]:
    """The number of workers is that of the cluster's cores, whatever ``workers`` says."""
    source = iter(tasks)
    first = list(islice(source, 1))
    if not first:
        return
    context = session().sparkContext
    size = min(_MOST, _TASKS * context.defaultParallelism)
    sent = context.broadcast(_Sent(function, VERSION, str(Path.cwd())))
    tag = f"understudy-{uuid4().hex}"
    held: deque[Future[list[_Answer]]] = deque()
    pool = ThreadPoolExecutor(_JOBS, thread_name_prefix="understudy-spark")
    rest = chain(first, source)
    try:
        while job := list(islice(rest, size)):
            held.append(pool.submit(_submit, context, sent, tag, job))
            if len(held) >= _JOBS:
                yield from _outcomes(held.popleft())
        while held:
            yield from _outcomes(held.popleft())
    finally:
        with suppress(Exception):  # where Spark has gone, there is nothing to cancel
            context.cancelJobsWithTag(tag)
        pool.shutdown(wait=True, cancel_futures=True)
        with suppress(Exception):
            sent.destroy()


class _Sent(NamedTuple):
    """What executors get once."""

    function: Callable[[Any], Any]
    version: str
    folder: str
    """Where the driver works: relative paths start there."""

    def __repr__(self) -> str:
        return "Sent()"


class _Answer(NamedTuple):
    """An outcome, or what was raised, as a pickle: of another version it could not be read."""

    good: bool
    pickled: bytes

    def __repr__(self) -> str:
        return f"Answer({self.good})"


class _Refused(Exception):
    """Spark has given up a job."""


def _submit(context: Any, sent: Any, tag: str, tasks: list[Any]) -> list[_Answer]:
    """One job, in a thread of its own."""
    context.addJobTag(tag)
    messages = [pickle.dumps(task, pickle.HIGHEST_PROTOCOL) for task in tasks]
    try:
        parts = min(len(messages), _PARTS * context.defaultParallelism)
        answers = context.parallelize(messages, parts).map(_Carrier(sent)).collect()
    except Exception as error:  # whatever it says may hold what a task was about
        raise _Refused(no_text(error)) from None
    return [_Answer(*answer) for answer in answers]


def _outcomes(job: Future[list[_Answer]]) -> Iterator[Any]:
    try:
        answers = job.result()
    except _Refused as error:
        raise StateError(
            f"Spark could not finish a job ({error}); the finished part is kept: see that "
            f"understudy {VERSION} is installed where the executors run, and use --resume"
        ) from None
    for answer in answers:
        found = pickle.loads(answer.pickled)  # noqa: S301 - from executors of our own
        if not answer.good:
            raise found
        yield found


class _Carrier:
    """Carries out tasks on an executor; Spark sends it with each job."""

    def __init__(self, sent: Any) -> None:
        self.sent = sent

    def __call__(self, message: bytes) -> tuple[bool, bytes]:
        try:
            sent = self.sent.value
            if sent.version != VERSION:
                raise StateError(
                    f"executors have understudy {VERSION}, the driver has {sent.version}"
                )
            _enter(sent.folder)
            task = pickle.loads(message)  # noqa: S301 - from the driver
            return True, pickle.dumps(sent.function(task), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            error.add_note(traceback.format_exc())  # the traceback itself cannot be sent
            try:
                return False, pickle.dumps(error, pickle.HIGHEST_PROTOCOL)
            except Exception:
                return False, pickle.dumps(RuntimeError(type(error).__name__))


def _enter(folder: str) -> None:
    """Relative paths mean the same as for the driver."""
    try:
        if str(Path.cwd()) != folder:
            os.chdir(folder)
    except OSError:
        raise StateError(
            f"{folder} is not there on the executors; the engine spark needs a file system that "
            "driver and executors share: for hdfs://, s3a:// and the like name such addresses"
        ) from None


def no_text(error: BaseException) -> str:
    """What kind of error it was, without its message, which may quote a value."""
    java = getattr(error, "java_exception", None)
    if java is None:
        return type(error).__name__
    with suppress(Exception):
        return str(java.getClass().getSimpleName())
    return type(error).__name__
