"""What the driver makes of the work of executors: steps of a query, and the passes that count.

A step is a function of Arrow batches. The work travels inside it, as one sealed value: a plan, the
pages of Spark and its event logs show the name of the function and the names of columns alone.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from understudy.core.errors import StateError
from understudy.engines.spark import no_text
from understudy.policy.scopes import corpus_draw
from understudy.run.job import Counted
from understudy.spark.rows import Failed, Work, key_of, safe_message, subject_numbers, summed

__all__ = ["counted", "run_query", "step"]

_MERGING = 16
"""Partitions that the counts of all others are merged in, before the driver merges these."""

Batches = Iterable[Any]


def step(work: Work, what: Callable[[Work, Batches], Iterator[Any]]) -> Any:
    """A function for ``mapInArrow``: ``what`` of the work, on an executor."""
    from pyspark import cloudpickle  # noqa: PLC0415 - an extra

    sealed = cloudpickle.dumps(work)

    def understudy(batches: Batches) -> Iterator[Any]:
        try:
            yield from what(_opened(sealed), batches)
        except Failed:
            raise
        except GeneratorExit:
            raise
        except Exception as error:
            raise Failed(safe_message(error)) from None

    return understudy


@lru_cache(maxsize=4)
def _opened(sealed: bytes) -> Work:
    """The work, opened once in a process: its models stay loaded from task to task."""
    found: Work = pickle.loads(sealed)  # noqa: S301 - from the driver
    return found


def run_query(query: Callable[[], Any]) -> Any:
    """The answer of Spark. What it says of a failure may quote rows of the caller's own steps, so
    that only what our executors told is handed on."""
    try:
        return query()
    except Exception as error:
        raise StateError(f"Spark could not finish: {_said(error)}") from None


def _said(error: Exception) -> str:
    """Our own words in what Spark reports, or just the kind of error."""
    mark = f"{Failed.__module__}.{Failed.__name__}: "
    _, found, rest = str(error).partition(mark)
    return rest.splitlines()[0] if found and rest else no_text(error)


def counted(rows: Any, work: Work, seen: Callable[[str], None] = lambda what: None) -> Work:
    """The work after the passes over all rows that its policy needs."""
    job = work.job
    if job.pipeline.policy.scope == "subject":
        numbers = rows.mapInArrow(step(work, Work.survey), "subject binary, number binary")
        together = numbers.repartition("subject").mapInArrow(summed, numbers.schema)
        table = run_query(together.toArrow)
        coded = {name: number.to_bytes(48, "big") for name, number in subject_numbers(table)}
        work = replace(work, job=replace(job, subjects=coded))
    if job.pipeline.shares_subject_values:
        said = _counted(rows, replace(work, job=replace(work.job, collecting=True))).subject_values
        work = replace(work, job=replace(work.job, pipeline=job.pipeline.with_subject_values(said)))
    if not job.pipeline.counts:
        return work
    total = _counted(rows, work)
    content = total.corpus.to_bytes(48, "big")
    draw = corpus_draw(key_of(work.key), content, job.pipeline.policy)
    ready = work.job.pipeline.prepare(total.tally, draw)
    return replace(work, job=replace(work.job, pipeline=ready))


def _counted(rows: Any, work: Work) -> Counted:
    """One pass over all rows."""
    parts = rows.mapInArrow(step(work, Work.counted), "counted binary")
    merged = parts.repartition(_MERGING).mapInArrow(step(work, Work.merged), parts.schema)
    total = Counted({}, 0)
    for data in run_query(merged.toArrow).column("counted").to_pylist():
        total = work.added(total, pickle.loads(data))  # noqa: S301 - from our executors
    return total
