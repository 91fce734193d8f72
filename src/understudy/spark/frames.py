"""Data frames of Spark, inside a program of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from understudy import frames
from understudy.core.draw import fresh_key
from understudy.core.errors import CorpusError, UsageError
from understudy.corpus import tables
from understudy.corpus.base import Options
from understudy.corpus.columns import cells, decided
from understudy.corpus.subjects import Subjects
from understudy.pipeline import build
from understudy.policy import Policy, load, with_columns, with_scope
from understudy.run.job import Job
from understudy.run.release import check_budget, check_review, needs_counting
from understudy.spark.rows import KeySource, Work
from understudy.spark.steps import counted, run_query, step

__all__ = ["arrow_schema", "check_ids", "deidentify", "nullable", "quoted"]

_SAMPLE = 400


def deidentify(
    df: Any,
    *,
    columns: Mapping[str, str] | str | None = None,
    subject: str | None = None,
    policy: str | Path | Policy = "surrogate",
    id: str = "id",
    language: str | None = None,
    key: bytes | str | Path | Callable[[], bytes] | None = None,
    errors: str | None = None,
    unique_ids: bool = False,
) -> Any:
    """A data frame of Spark with stand-ins, a row for each row.

    ``columns`` has the kind of each column, or is ``"auto"``; ``subject`` names the column whose
    values are data subjects. ``id`` names the column that tells rows apart: draws depend on it,
    so that the release is the same however Spark divides the rows. That its values are unique takes
    a pass over it; ``unique_ids`` says that they are known to be.

    ``key`` is the key of the draws: bytes, the path of a key file that each executor has, or a
    function that returns it there. Without one a fresh key is made, for this data frame alone.

    A row that cannot be read stops the job, unless ``errors`` names a column: then nothing of such
    a row but its id is released, and that column says why. Policies that have to read all rows
    first do so now; of a stream they are refused.
    """
    if not hasattr(df, "mapInArrow"):
        raise UsageError(f"expected a data frame of Spark, not {type(df).__name__}")
    schema = arrow_schema(df)
    ready = policy if isinstance(policy, Policy) else load(str(policy))
    for name, where in ((id, "id"), (subject, "subject")):
        if name is not None and name not in schema.names:
            raise UsageError(f"{where} names {name!r}, which is no column of the data frame")
    if errors is not None and errors in schema.names:
        raise UsageError(f"errors names {errors!r}, which is there already")
    ready = _decided(df, schema, ready, columns, subject, id)
    pipeline = build(ready)
    check_budget(pipeline)
    check_review(pipeline)
    options = decided(
        Options(id=id, subject=subject or "subject", default_language=language), ready.columns
    )
    tables.check_columns(schema, "the data frame", options)
    kind = cells(ready.columns).get(options.subject, "")
    job = Job(
        pipeline=pipeline,
        format_name="parquet",
        options=options,
        key=b"",
        naming=Subjects(category=kind, language=ready.language),
    )
    work = Work(job, _source(key))
    if df.isStreaming:
        _refuse_two_passes(job)
    else:
        if not unique_ids:
            check_ids(df, id)
        if needs_counting(pipeline):
            work = counted(df, work)
    return df.mapInArrow(
        step(work, lambda work, batches: work.released(batches, errors)),
        nullable(df.schema, errors),
    )


def _decided(
    df: Any,
    schema: Any,
    policy: Policy,
    columns: Mapping[str, str] | str | None,
    subject: str | None,
    id: str,
) -> Policy:
    """The policy with what is decided on each column."""
    policy = with_columns(policy, [f"{id}=ID"])
    if columns == "auto":
        if df.isStreaming:
            raise UsageError('columns="auto" looks at values; of a stream say what each column is')
        sample = run_query(df.limit(_SAMPLE).toArrow)
    else:
        sample = schema.empty_table()
    marks = Options().entities
    if marks in sample.schema.names and marks not in policy.columns:
        sample = sample.drop_columns(marks)  # annotations, as in a file
    found = frames.decide(sample, policy, columns, subject)
    policy = with_columns(policy, [f"{name}={kind}" for name, kind in found.items()])
    return policy if subject is None else with_scope(policy, "subject")


def _source(key: bytes | str | Path | Callable[[], bytes] | None) -> KeySource:
    if key is None:
        return fresh_key()
    if isinstance(key, str):
        return Path(key)
    if isinstance(key, bytes) and len(key) < 16:
        raise UsageError("a key has at least 16 bytes; understudy.new_key() makes one")
    return key


def _refuse_two_passes(job: Job) -> None:
    if needs_counting(job.pipeline):
        raise UsageError(
            f"policy {job.pipeline.policy.name} has to read all rows before it replaces the first "
            "one (values of the corpus, or the rows of a data subject together), and a stream has "
            "no end; use a policy of one pass, or the rows as a table"
        )


def check_ids(df: Any, id: str) -> None:
    """Refuse ids that are there twice: rows would share their draws."""
    known = df.selectExpr(f"{quoted(id)} as id").where("id is not null")
    twice = known.groupBy("id").count().where("count > 1")
    if run_query(twice.limit(1).count):
        raise CorpusError(
            f"a value of the column {id!r} occurs more than once; ids must be unique in a corpus"
        )


def quoted(name: str) -> str:
    """The name of a column in an expression; it may be more than a word."""
    return f"`{name}`"


def arrow_schema(df: Any) -> Any:
    """The columns of a data frame as Arrow has them."""
    odd = [name for name in df.columns if "." in name or "`" in name]
    if odd:
        raise UsageError(
            f"Spark hands no column to Python whose name has a dot or a backtick: rename {odd[0]!r}"
        )
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415

    try:
        return to_arrow_schema(df.schema)
    except Exception as error:
        raise UsageError(
            f"the data frame has a column that Arrow cannot hold: {type(error).__name__}"
        ) from None


def nullable(schema: Any, *more: str | None) -> Any:
    """The columns of a release: any cell may be empty, and columns of text may be added."""
    from pyspark.sql.types import StringType, StructField, StructType  # noqa: PLC0415

    fields = [StructField(one.name, one.dataType, True, one.metadata) for one in schema.fields]
    return StructType([*fields, *(StructField(name, StringType()) for name in more if name)])
