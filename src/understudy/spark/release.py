"""A corpus where it lies: parquet or JSON lines of a cluster's storage in, a release beside it out.

    rows ─▶ (counting passes) ─▶ staged rows, kept on the executors' disks
                                   │ what was done, ids, counts: checked before anything is written
                                   ▼
                      dead letters, ledger, vault, report ─▶ release

Spark writes each of these whole or not at all, one row for each row, however often a task was
tried. What is checked: that ids are unique, that no row was lost or doubled, and that no more rows
than allowed could not be read.
"""

from __future__ import annotations

import pickle
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from understudy.core.draw import fresh_key
from understudy.core.errors import CorpusError, StateError, UsageError
from understudy.core.files import write_whole
from understudy.core.version import VERSION
from understudy.corpus import find, tables
from understudy.corpus.columns import decided
from understudy.engines.spark import session
from understudy.pipeline import Pipeline, build
from understudy.policy.scopes import vault_draw
from understudy.report.summary import Summary
from understudy.run.job import Job
from understudy.run.ledger import header
from understudy.run.order import Order, Release, check_places, check_report, check_vault
from understudy.run.release import (
    check_budget,
    check_review,
    naming_of,
    needs_counting,
    with_facts,
    with_vault,
)
from understudy.spark.frames import arrow_schema, nullable, quoted
from understudy.spark.rows import (
    BLOCK,
    FILE,
    IDS,
    LEDGER,
    LINE,
    PLACE,
    REASON,
    ROW,
    SUMMARY,
    WITHHELD,
    Work,
    fingerprints,
)
from understudy.spark.steps import counted, run_query, step

__all__ = ["Beside", "is_address", "release"]

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_KINDS = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_CODECS = {".gz": "gzip", ".bz2": "bzip2", ".zst": "zstd"}


def is_address(place: str) -> bool:
    """Whether a place is one of a cluster's storage, such as hdfs:// or s3a://."""
    return _ADDRESS.match(place) is not None


@dataclass(frozen=True)
class Beside:
    """Where what goes with a release is written: addresses of the cluster's storage."""

    ledger: str | None = None
    dead_letters: str | None = None
    limit: int = 0
    """So many rows may go to the dead letters; one more and nothing is released."""


_NOTHING_BESIDE = Beside()


def release(
    order: Order, beside: Beside = _NOTHING_BESIDE, pipeline: Pipeline | None = None
) -> Release:
    """Run an order whose input and output are addresses."""
    _check(order, beside)
    spark = session()
    pipeline = pipeline or build(order.policy)
    check_budget(pipeline)
    check_review(pipeline, order.read_sample)
    order, pipeline, vault = with_vault(order, pipeline)
    format = find(_kind(order))
    order = replace(order, options=decided(order.options, order.policy.columns))
    for place in (order.output, beside.ledger, beside.dead_letters):
        _check_free(spark, place, order.force)
    lines = format.traits.streams
    rows = _read(spark, order, lines)
    job = Job(
        pipeline=pipeline,
        format_name=format.name,
        options=order.options,
        key=b"",
        naming=naming_of(order),
        from_vault=vault is not None,
        ledger=beside.ledger is not None,
    )
    work = Work(
        job,
        order.key or fresh_key(),
        lines,
        ledger_secret=order.ledger_secret,
        ledger_head=_head(order, format.name),
    )
    if needs_counting(pipeline):
        work = counted(rows, work)
    names = PLACE if lines else (order.options.id,)
    staged = _staged(rows, work).persist(_on_disk())
    try:
        summary = _checked(rows, staged, beside, names)
        summary.torn = 0 if vault is None else vault.torn
        made = Release(summary, work.job.pipeline, len(order.inputs), format.name)
        made = with_facts(order, made)
        _write_beside(staged, beside, names, force=order.force)
        if vault is not None:
            vault.append(
                work.job.pipeline.strategies.remembered(lambda name: vault_draw(name, vault.key))
            )
        if order.report is not None and made.facts is not None:
            from understudy.report.release_page import render  # noqa: PLC0415 - loads templates

            write_whole(order.report, render(made.facts), private=False)
        _write(staged.where(f"{REASON} is null"), order, lines)
    finally:
        staged.unpersist()
    return made


def _check(order: Order, beside: Beside) -> None:
    check_places(order)
    check_report(order)
    check_vault(order)
    local = [one for one in (*order.inputs, order.output) if not is_address(one)]
    if local:
        raise UsageError(
            f"{local[0]}: input and output must both be addresses, such as hdfs:// or file://, or "
            "both be files"
        )
    if order.mode != "release":
        raise UsageError("identify works on files; for addresses use run or replace")
    if order.resume:
        raise UsageError("--resume is for files: Spark repeats what fails, and keeps nothing else")
    if order.subjects.source:
        raise UsageError("--subject-from looks at the names of files; name a --subject column")
    if beside.ledger is not None and order.ledger_secret is None:
        raise UsageError("the ledger of a cluster is always encrypted: give --ledger-key-file")


def _kind(order: Order) -> str:
    """parquet or jsonl; other formats are files, not rows."""
    if order.format is not None:
        if order.format not in _KINDS.values():
            raise UsageError(f"--format {order.format}: addresses hold parquet or jsonl")
        return order.format
    name = order.inputs[0].rstrip("/")
    for suffix in _CODECS:
        name = name.removesuffix(suffix)
    kind = _KINDS.get(Path(name).suffix.lower())
    if kind is None:
        raise UsageError(f"{order.inputs[0]}: say --format parquet or --format jsonl")
    return kind


def _check_free(spark: Any, place: str | None, force: bool) -> None:
    """Told before hours of work, not after them."""
    if place is None:
        return
    if not is_address(place):
        raise UsageError(f"{place}: must be an address of the cluster's storage, as the output is")
    if force:
        return
    context = spark.sparkContext
    path = context._jvm.org.apache.hadoop.fs.Path(place)
    there = run_query(lambda: path.getFileSystem(context._jsc.hadoopConfiguration()).exists(path))
    if there:
        raise UsageError(f"{place}: exists already; choose another name or use --force")


def _read(spark: Any, order: Order, lines: bool) -> Any:
    places = list(order.inputs)
    if not lines:
        rows = run_query(lambda: spark.read.parquet(*places))
        if order.options.id not in rows.columns:
            raise UsageError(
                f"there is no column {order.options.id!r}: draws depend on ids, so that rows of a "
                "cluster must have one; name it with --id"
            )
        tables.check_columns(arrow_schema(rows), order.inputs[0], order.options)
        return rows
    texts = run_query(lambda: spark.read.option("lineSep", "\n").text(places))
    return texts.selectExpr(
        LINE, f"_metadata.file_path as {FILE}", f"_metadata.file_block_start as {BLOCK}"
    )


def _staged(rows: Any, work: Work) -> Any:
    from pyspark.sql.types import BinaryType, LongType  # noqa: PLC0415 - an extra

    schema = nullable(rows.schema)
    if work.lines:
        schema = schema.add(ROW, LongType())
    schema = nullable(schema, REASON)
    for name in (IDS, LEDGER, SUMMARY):
        schema = schema.add(name, BinaryType())
    return rows.mapInArrow(step(work, Work.staged), schema)


def _on_disk() -> Any:
    from pyspark import StorageLevel  # noqa: PLC0415 - an extra

    return StorageLevel.DISK_ONLY


def _checked(rows: Any, staged: Any, beside: Beside, names: Sequence[str]) -> Summary:
    """What was done, if it adds up; nothing has been written yet."""
    summary = Summary()
    done = staged.select(SUMMARY).where(f"{SUMMARY} is not null")
    for data in run_query(done.toArrow).column(SUMMARY).to_pylist():
        summary += Summary.unpack(pickle.loads(data))  # noqa: S301 - from our executors
    released = run_query(staged.where(f"{REASON} is null").count)
    given = run_query(rows.count)
    apart = len(summary.withheld) + summary.refused
    if not given == summary.rows == released + apart:
        raise StateError(
            f"the rows do not add up: {given:,} were given, {summary.rows:,} were seen, "
            f"{released:,} are ready and {apart:,} set apart; did the input change meanwhile?"
        )
    ids = staged.select(IDS).where(f"{IDS} is not null").mapInArrow(fingerprints, "id long")
    if run_query(ids.groupBy("id").count().where("count > 1").limit(1).count):
        raise CorpusError(
            "a document id occurs more than once; ids must be unique in a corpus (name another "
            "column with --id)"
        )
    if beside.dead_letters is None and summary.refused:
        _explain(staged, summary)
    if summary.refused > beside.limit:
        _write_dead(staged, str(beside.dead_letters), names, force=True)
        raise CorpusError(
            f"{summary.refused:,} rows could not be read, and {beside.limit:,} are allowed; "
            f"nothing was released. Where they are and why: {beside.dead_letters}"
        )
    return summary


def _explain(staged: Any, summary: Summary) -> None:
    """Why the first of the rows could not be read; nobody asked for dead letters."""
    bad = staged.where(f"{REASON} is not null and {REASON} <> '{WITHHELD}'").select(REASON)
    reason = run_query(bad.limit(1).toArrow).column(REASON).to_pylist()[0]
    raise CorpusError(
        f"{summary.refused:,} rows could not be read ({reason}); nothing was released: "
        "--dead-letters sets such rows apart"
    )


def _write_beside(staged: Any, beside: Beside, names: Sequence[str], *, force: bool) -> None:
    if beside.dead_letters is not None:
        _write_dead(staged, beside.dead_letters, names, force=force)
    if beside.ledger is not None:
        sealed = staged.where(f"{LEDGER} is not null").selectExpr(f"{LEDGER} as ledger")
        run_query(lambda: sealed.write.mode(_mode(force)).parquet(beside.ledger))


def _write_dead(staged: Any, place: str, names: Sequence[str], *, force: bool) -> None:
    """Where a row is, and why it is not released; nothing else of it."""
    columns = map(quoted, names)
    bad = staged.where(f"{REASON} is not null").selectExpr(*columns, f"{REASON} as reason")
    run_query(lambda: bad.write.mode(_mode(force)).json(place))


def _write(rows: Any, order: Order, lines: bool) -> None:
    if not lines:
        kept = rows.drop(REASON, IDS, LEDGER, SUMMARY)
        run_query(lambda: kept.write.mode(_mode(order.force)).parquet(order.output))
        return
    writer = rows.select(LINE).write.mode(_mode(order.force)).option("lineSep", "\n")
    codec = _CODECS.get(Path(order.output).suffix)
    if codec is not None:
        writer = writer.option("compression", codec)
    run_query(lambda: writer.text(order.output))


def _mode(force: bool) -> str:
    return "overwrite" if force else "errorifexists"


def _head(order: Order, kind: str) -> dict[str, Any]:
    """The header of each part of the ledger."""
    return header(
        version=VERSION,
        release=secrets.token_bytes(8).hex(),
        policy=order.policy.name,
        fingerprint=order.policy.fingerprint,
        format=kind,
        options=order.options,
        units=["rows"],
    )
