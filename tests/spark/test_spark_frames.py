"""Data frames on a real cluster give what a run on one machine gives."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import clinic
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clinic import Cluster

from understudy import Deidentifier
from understudy.core.errors import BudgetExceeded, CorpusError, StateError, UsageError
from understudy.corpus.base import Options
from understudy.corpus.columns import Undecided
from understudy.policy import load, parse, with_columns, with_scope
from understudy.spark import deidentify

pytestmark = [
    pytest.mark.slow,
    # Spark leaves sockets of its own to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
COUNT = 240


def sorted_table(df: Any) -> pa.Table:
    return df.toArrow().sort_by("id")


def serial(source: Path, out: Path, policy: Any, **given: Any) -> pa.Table:
    Deidentifier(policy).run(source, out, key=clinic.KEY, **given)
    return pq.read_table(out)


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clinic.write_table(tmp_path_factory.mktemp("visits"), COUNT)


@pytest.mark.parametrize("text", [clinic.MIXED, clinic.COUNTING], ids=["mixed", "counting"])
def test_any_partitioning_gives_what_one_process_gives(
    text: str, cluster: Cluster, visits: Path, tmp_path: Path
) -> None:
    policy = clinic.policy(text)
    want = serial(visits / "part-0.parquet", tmp_path / "out.parquet", policy)
    df = cluster.spark.read.parquet(str(visits))
    for parts in (1, 5):
        made = deidentify(
            df.repartition(parts), columns=clinic.COLUMNS, policy=parse(text), key=clinic.KEY
        )
        assert sorted_table(made).equals(want.cast(sorted_table(made).schema))


def test_data_subjects_are_read_together(cluster: Cluster, visits: Path, tmp_path: Path) -> None:
    policy = clinic.policy(clinic.SUBJECTS)
    out = tmp_path / "out.parquet"
    want = serial(visits / "part-0.parquet", out, policy, options=Options(subject="patient"))
    df = cluster.spark.read.parquet(str(visits)).repartition(4)
    made = deidentify(
        df, columns=clinic.COLUMNS, subject="patient", policy=parse(clinic.SUBJECTS), key=clinic.KEY
    )
    assert sorted_table(made).equals(want.cast(sorted_table(made).schema))
    names = {row["patient"] for row in made.toArrow().to_pylist()}
    assert len(names) == len(clinic.PEOPLE)


def test_models_give_the_same_on_executors(cluster: Cluster, tmp_path: Path) -> None:
    visits = clinic.write_table(tmp_path / "in", 40)
    columns = [f"{name}={kind}" for name, kind in clinic.COLUMNS.items()]
    policy = with_columns(load("surrogate"), columns)
    want = serial(visits / "part-0.parquet", tmp_path / "out.parquet", policy)
    df = cluster.spark.read.parquet(str(visits)).repartition(3)
    made = sorted_table(deidentify(df, columns=clinic.COLUMNS, key=clinic.KEY))
    assert made.equals(want.cast(made.schema))


def test_rows_that_cannot_be_read(cluster: Cluster, visits: Path) -> None:
    df = cluster.spark.read.parquet(str(visits))
    broken = df.selectExpr(
        "id", "note", "patient", "born", "fee", "if(id = 'v00017', '[', entities) as entities"
    )
    made = deidentify(
        broken, columns=clinic.COLUMNS, policy=parse(clinic.MIXED), key=clinic.KEY, errors="why"
    )
    table = sorted_table(made)
    assert table.num_rows == COUNT
    (bad,) = [row for row in table.to_pylist() if row["why"]]
    assert bad["why"] == "the column 'entities' is not JSON"
    assert (bad["id"], bad["note"], bad["patient"]) == ("v00017", None, None)
    strict = deidentify(broken, columns=clinic.COLUMNS, policy=parse(clinic.MIXED))
    with warnings.catch_warnings(), pytest.raises(Exception, match="is not JSON") as caught:
        warnings.simplefilter("ignore")
        strict.toArrow()
    assert not any(person in str(caught.value) for person in clinic.PEOPLE)


def test_a_stream_is_released_as_a_table_is(cluster: Cluster, visits: Path, tmp_path: Path) -> None:
    spark = cluster.spark
    table = spark.read.parquet(str(visits))
    stream = spark.readStream.schema(table.schema).parquet(str(visits))
    given = {"columns": clinic.COLUMNS, "policy": parse(clinic.ONE_PASS), "key": clinic.KEY}
    query = (
        deidentify(stream, **given)
        .writeStream.format("parquet")
        .option("checkpointLocation", str(tmp_path / "checkpoint"))
        .trigger(availableNow=True)
        .start(str(tmp_path / "out"))
    )
    assert query.awaitTermination(300)
    released = sorted_table(spark.read.parquet(str(tmp_path / "out")))
    assert released.equals(sorted_table(deidentify(table, **given)).cast(released.schema))
    with pytest.raises(UsageError, match="a stream has no end"):
        deidentify(stream, columns=clinic.COLUMNS, policy=parse(clinic.COUNTING))
    with pytest.raises(UsageError, match="a stream has no end"):
        deidentify(stream, columns=clinic.COLUMNS, policy=with_scope(load("typed"), "subject"))


def test_what_cannot_be_done_is_refused(cluster: Cluster, visits: Path, tmp_path: Path) -> None:
    df = cluster.spark.read.parquet(str(visits))
    policy = parse(clinic.MIXED)
    with pytest.raises(Undecided, match="'fee'"):
        deidentify(df, columns={"note": "TEXT", "patient": "PERSON", "born": "DATE"})
    with pytest.raises(UsageError, match="no column"):
        deidentify(df, columns=clinic.COLUMNS, id="visit")
    with pytest.raises(UsageError, match="there already"):
        deidentify(df, columns=clinic.COLUMNS, errors="note")
    with pytest.raises(UsageError, match="not dict"):
        deidentify({})
    with pytest.raises(UsageError, match="16 bytes"):
        deidentify(df, columns=clinic.COLUMNS, policy=policy, key=b"short", unique_ids=True)
    with pytest.raises(CorpusError, match="more than once"):
        deidentify(df.union(df), columns=clinic.COLUMNS, policy=policy)
    read = clinic.MIXED.replace('name = "mixed"', 'name = "read"\nreview = "every document"')
    with pytest.raises(BudgetExceeded, match="nothing is released before people"):
        deidentify(df, columns=clinic.COLUMNS, policy=parse(read))
    nowhere = tmp_path / "none"
    with pytest.raises(StateError, match="cannot be read"):
        deidentify(df, columns=clinic.COLUMNS, policy=parse(clinic.COUNTING), key=nowhere)


def test_names_of_columns_may_have_spaces_and_no_dots(cluster: Cluster, visits: Path) -> None:
    df = cluster.spark.read.parquet(str(visits)).select("id", "note").toDF("visit id", "note")
    given = {"columns": {"note": "TEXT"}, "policy": parse(clinic.ONE_PASS)}
    made = deidentify(df.limit(20), id="visit id", **given).toArrow()
    assert made.schema.names == ["visit id", "note"]
    with pytest.raises(CorpusError, match="more than once"):
        deidentify(df.union(df), id="visit id", **given)
    with pytest.raises(UsageError, match="has a dot or a backtick"):
        deidentify(df.toDF("visit.id", "note"), id="visit.id", **given)


def test_plans_show_neither_key_nor_policy(cluster: Cluster, visits: Path) -> None:
    df = cluster.spark.read.parquet(str(visits))
    made = deidentify(df, columns=clinic.COLUMNS, policy=parse(clinic.MIXED), key=clinic.KEY)
    plan = made._jdf.queryExecution().toString()
    assert "understudy(" in plan
    for hidden in ("redact", clinic.KEY.hex(), repr(clinic.KEY), "surrogate"):
        assert hidden not in plan
