"""What executors do, without a cluster: the same rows in other pieces come out the same."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from traceback import format_exception
from typing import Any

import clinic
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from understudy import Deidentifier
from understudy.core.draw import file_key
from understudy.core.errors import StateError
from understudy.corpus.base import Options
from understudy.corpus.columns import decided
from understudy.pipeline import build
from understudy.report.summary import Summary
from understudy.run.job import Job
from understudy.run.ledger import open_ledger
from understudy.spark import rows as spark_rows
from understudy.spark.rows import IDS, LEDGER, REASON, SUMMARY, WITHHELD, Failed, Work, key_of


def work_of(text: str, kind: str = "parquet", **more: Any) -> Work:
    policy = clinic.policy(text)
    options = decided(Options(), policy.columns)
    job = Job(build(policy), kind, options, b"", ledger="ledger_secret" in more)
    return Work(job, clinic.KEY, kind == "jsonl", **more)


def table(count: int) -> pa.Table:
    return pa.Table.from_pylist(clinic.rows(count))


@pytest.mark.parametrize("size", [1, 7, 60])
def test_pieces_of_any_size_give_what_a_run_gives(size: int, tmp_path: Path) -> None:
    source = clinic.write_table(tmp_path / "in", 60) / "part-0.parquet"
    Deidentifier(clinic.policy(clinic.MIXED)).run(source, tmp_path / "out.parquet", key=clinic.KEY)
    made = work_of(clinic.MIXED).released(table(60).to_batches(max_chunksize=size), None)
    assert pa.Table.from_batches(made).equals(pq.read_table(tmp_path / "out.parquet"))


def test_work_that_was_sent_is_the_same_and_shows_no_key() -> None:
    work = work_of(clinic.MIXED)
    sent = pickle.loads(pickle.dumps(work))
    batches = table(9).to_batches()
    assert list(sent.released(batches, None)) == list(work.released(batches, None))
    assert repr(clinic.KEY) not in repr(work)
    with pytest.raises(StateError, match="the driver has 0"):
        _ = replace(work, version="0").ready


def test_lines_keep_their_bytes_and_their_places() -> None:
    lines = ['{"id": "a",  "note": "ok", "born": "2001-02-03"}', '{"id": "b"', "", '{"note": "x"}']
    batch = pa.table({"value": lines, "file": ["f"] * 4, "block": [0, 0, 7, 7]}).to_batches()
    made = pa.Table.from_batches(work_of(clinic.MIXED, "jsonl").staged(batch)).to_pylist()
    assert [row["row"] for row in made] == [1, 2, 1, 2]
    assert made[0]["value"].startswith('{"id": "a",  "note": "ok"')
    assert made[2]["value"] == ""
    assert [row["value"] for row in (made[1], made[3])] == [None, None]
    assert made[3][REASON] == "a row has no id"
    assert "JSON" in made[1][REASON]
    summary = Summary()
    for row in made:
        summary += Summary.unpack(pickle.loads(row[SUMMARY])) if row[SUMMARY] else Summary()
    assert (summary.rows, summary.refused, summary.documents) == (4, 2, 1)


class Breaks:
    """A detector that a word brings down, with a message that quotes the text."""

    def detect(self, documents: Any) -> Any:
        for document in documents:
            if "v00003" in document.id:
                raise ValueError(document.text)
        return [()] * len(documents)


class Starves:
    """A detector without memory."""

    def detect(self, documents: Any) -> Any:
        raise MemoryError(documents[0].text)


def with_detector(detector: Any) -> Work:
    work = work_of(clinic.MIXED)
    pipeline = replace(work.job.pipeline, detectors=(detector,))
    return replace(work, job=replace(work.job, pipeline=pipeline))


def test_a_row_that_breaks_a_detector_is_set_apart_without_its_text() -> None:
    made = pa.Table.from_batches(with_detector(Breaks()).released(table(8).to_batches(), "why"))
    bad = made.slice(3, 1).to_pylist()[0]
    assert bad == {**dict.fromkeys(made.schema.names), "id": "v00003", "why": bad["why"]}
    assert bad["why"].startswith("ValueError at test_spark_rows.py:")
    assert [row["why"] for at, row in enumerate(made.to_pylist()) if at != 3] == [None] * 7


def test_a_job_that_stops_says_no_text() -> None:
    for detector in (Breaks(), Starves()):
        with pytest.raises(Failed) as caught:
            list(with_detector(detector).released(table(8).to_batches(), None))
        printed = "".join(format_exception(caught.value))
        assert not any(person in printed for person in clinic.PEOPLE)


def test_a_row_without_an_id_is_refused() -> None:
    given = clinic.rows(4)
    given[2]["id"] = None
    made = work_of(clinic.MIXED).released(pa.Table.from_pylist(given).to_batches(), "why")
    whys = pa.Table.from_batches(made).column("why").to_pylist()
    assert whys == [None, None, "a row has no id", None]


def test_costly_rows_are_withheld_and_the_others_are_not() -> None:
    text = clinic.MIXED.replace('name = "mixed"', 'name = "mixed"\nepsilon_document_max = 0.5')
    batches = table(12).to_batches()
    staged = pa.Table.from_batches(work_of(text).staged(batches)).to_pylist()
    reasons = [row[REASON] for row in staged]
    assert set(reasons) == {WITHHELD}  # a place costs something in each of them
    assert len(list(work_of(text).released(batches, None))) == 0
    assert all(row["note"] is None for row in staged)


def test_a_ledger_opens_with_its_secret(tmp_path: Path) -> None:
    work = work_of(clinic.MIXED, ledger_secret=clinic.SECRET, ledger_head={"understudy-ledger": 1})
    staged = pa.Table.from_batches(work.staged(table(5).to_batches())).to_pylist()
    sealed = [row[LEDGER] for row in staged if row[LEDGER]]
    (tmp_path / "ledger").write_bytes(sealed[0])
    _, entries = open_ledger(tmp_path / "ledger", clinic.SECRET)
    assert [entry["id"] for entry in entries] == [f"v{at:05}" for at in range(5)]
    assert sum(len(row[IDS]) for row in staged if row[IDS]) == 5 * 8


def test_times_are_read_in_utc_whatever_the_zone_of_the_session() -> None:
    given = table(3)
    seen = pa.array([0, 10**15, 2 * 10**15], pa.timestamp("us", "Asia/Tokyo"))
    policy = clinic.policy(clinic.MIXED, seen="DATE_TIME")
    job = Job(build(policy), "parquet", decided(Options(), policy.columns), b"")
    zones = [
        pa.Table.from_batches(
            Work(job, clinic.KEY).released(
                given.append_column("seen", seen.cast(pa.timestamp("us", zone))).to_batches(), None
            )
        )
        for zone in ("Asia/Tokyo", "UTC")
    ]
    assert zones[0].column("seen").type == pa.timestamp("us", "Asia/Tokyo")
    assert zones[0].drop_columns("seen").equals(zones[1].drop_columns("seen"))


def test_large_batches_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_rows, "_BYTES", 1000)
    pieces = list(work_of(clinic.MIXED).released(table(40).to_batches(), None))
    assert len(pieces) > 10
    assert sum(piece.num_rows for piece in pieces) == 40


def test_keys_come_from_a_file_or_a_function(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(clinic.SECRET)
    assert key_of(path) == file_key(clinic.SECRET)
    assert key_of(lambda: clinic.KEY) == clinic.KEY
    with pytest.raises(StateError, match="cannot be read"):
        key_of(tmp_path / "none")
    with pytest.raises(StateError, match="at least 16 bytes"):
        key_of(lambda: b"short")
