"""A corpus in a cluster's storage, and files with the engine spark."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import clinic
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clinic import Cluster

from understudy import Deidentifier, Order
from understudy.core.errors import CorpusError, UsageError
from understudy.corpus.base import Options
from understudy.engines.spark import run_spark
from understudy.run.ledger import open_ledger
from understudy.run.vault import open_vault
from understudy.spark.release import Beside, release
from understudy.testing import check_engine

pytestmark = [
    pytest.mark.slow,
    # Spark leaves sockets of its own to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
COUNT = 240


def order(source: Path, out: Path, text: str = clinic.MIXED, **given: Any) -> Order:
    return Order(
        inputs=(source.as_uri(),),
        output=out.as_uri(),
        policy=clinic.policy(text),
        key=clinic.KEY,
        **given,
    )


def lines_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("part-*")))


def test_the_engine_keeps_the_contract(cluster: Cluster) -> None:
    check_engine(run_spark)


def test_files_with_the_engine_are_those_of_one_process(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_lines(tmp_path / "in.jsonl", COUNT)
    for text in (clinic.MIXED, clinic.COUNTING):
        ready = Deidentifier(clinic.policy(text))
        outs = []
        for engine in ("serial", "spark"):
            outs.append(tmp_path / f"{ready.policy.name}-{engine}.jsonl")
            ready.run(
                source, outs[-1], key=clinic.KEY, engine=engine, task_bytes=4000,
                ledger=outs[-1].with_suffix(".ledger"),
            )  # fmt: skip
        assert outs[0].read_bytes() == outs[1].read_bytes()
        one, other = (
            out.with_suffix(".ledger").read_bytes().splitlines()[1:] for out in outs
        )  # the first line is the number of the release
        assert one == other


def test_an_error_of_a_task_is_told_as_by_one_process(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_lines(tmp_path / "in.jsonl", 40)
    source.write_bytes(source.read_bytes() + b'{"id": "Zebulon Quillfeather\n')
    with pytest.raises(CorpusError) as caught:
        Deidentifier(clinic.policy(clinic.MIXED)).run(
            source, tmp_path / "out.jsonl", engine="spark", task_bytes=4000
        )
    assert caught.value.line == 41
    assert not any(tmp_path.glob("out*"))


def test_parquet_in_storage(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_table(tmp_path / "in", COUNT, files=3)
    out = tmp_path / "out"
    asked = order(
        source, out, format="parquet", report=tmp_path / "r.html", ledger_secret=clinic.SECRET
    )
    made = release(asked, Beside(ledger=(tmp_path / "ledger").as_uri()))
    got = pq.read_table(out).sort_by("id")
    whole = clinic.write_table(tmp_path / "whole", COUNT) / "part-0.parquet"
    single = Deidentifier(asked.policy)
    want = single.run(whole, tmp_path / "one.parquet", key=clinic.KEY)
    assert got.equals(pq.read_table(tmp_path / "one.parquet").cast(got.schema))
    for name in ("documents", "mentions", "bills", "draws", "events", "sources"):
        assert getattr(made.summary, name) == getattr(want.summary, name)
    assert made.summary.rows == COUNT
    assert f"Of {COUNT} rows, {COUNT} are in the release." in (tmp_path / "r.html").read_text()
    ids = []
    for at, sealed in enumerate(pq.read_table(tmp_path / "ledger").column("ledger").to_pylist()):
        part = tmp_path / f"{at}.ledger"
        part.write_bytes(sealed)
        ids += [entry["id"] for entry in open_ledger(part, clinic.SECRET)[1]]
    assert sorted(ids) == [f"v{at:05}" for at in range(COUNT)]
    with pytest.raises(UsageError, match="exists already"):
        release(asked)


def test_lines_in_storage_with_a_corrupt_row(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_lines(tmp_path / "in.jsonl", COUNT)
    whole = Deidentifier(clinic.policy(clinic.MIXED))
    whole.run(source, tmp_path / "one.jsonl", key=clinic.KEY)
    lines = source.read_bytes().splitlines(keepends=True)
    lines.insert(100, b'{"id": "lost", "note": "Zebulon Quillfeather\n')
    source.write_bytes(b"".join(lines))
    dead = tmp_path / "dead"
    asked = order(source, tmp_path / "out")
    with pytest.raises(CorpusError, match="--dead-letters"):
        release(asked)
    with pytest.raises(CorpusError, match="0 are allowed"):
        release(asked, Beside(dead_letters=(tmp_path / "first").as_uri(), limit=0))
    assert not (tmp_path / "out").exists()
    made = release(asked, Beside(dead_letters=dead.as_uri(), limit=1))
    assert lines_of(tmp_path / "out") == (tmp_path / "one.jsonl").read_bytes()
    (letter,) = map(json.loads, lines_of(dead).splitlines())
    assert letter["file"].endswith("in.jsonl")
    assert "Quillfeather" not in json.dumps(letter)
    # The line that a part begins in belongs to the part before.
    before = source.read_bytes()[: letter["block"]].count(b"\n") + (letter["block"] > 0)
    assert before + letter["row"] == 101
    assert (made.summary.rows, made.summary.refused, made.summary.documents) == (241, 1, 240)


def test_an_id_that_is_there_twice_stops_the_release(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_lines(tmp_path / "in.jsonl", 20)
    source.write_bytes(source.read_bytes() * 2)
    with pytest.raises(CorpusError, match="more than once"):
        release(order(source, tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_vault_gives_what_it_gave_before(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_lines(tmp_path / "in.jsonl", 30)
    vaults = [tmp_path / "one.vault", tmp_path / "other.vault"]
    vaults[0].write_bytes(b"understudy-vault-2\n" + bytes(16))
    vaults[1].write_bytes(b"understudy-vault-2\n" + bytes(16))
    asked = order(
        source,
        tmp_path / "out",
        clinic.SUBJECTS,
        options=Options(subject="patient"),
        vault=vaults[0],
        vault_secret=clinic.SECRET,
    )
    asked = replace(asked, key=None)
    release(asked)
    Deidentifier(asked.policy).run(
        source, tmp_path / "one.jsonl", options=asked.options, vault=vaults[1],
        vault_secret=clinic.SECRET,
    )  # fmt: skip
    assert lines_of(tmp_path / "out") == (tmp_path / "one.jsonl").read_bytes()
    known = [open_vault(vault, clinic.SECRET).known for vault in vaults]
    assert known[0] == known[1]
    release(replace(asked, output=(tmp_path / "again").as_uri()))
    assert lines_of(tmp_path / "again") == lines_of(tmp_path / "out")


def executor_processes(application: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"--executor-id" in words and application.encode() in words:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for processes in /proc")
def test_a_killed_executor_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    source = clinic.write_table(tmp_path / "in", 600, files=12)
    context = cluster.spark.sparkContext
    tracker, killed = context.statusTracker(), []

    def kill() -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            stages = map(tracker.getStageInfo, tracker.getActiveStageIds())
            if any(stage and stage.numTasks >= 6 and stage.numCompletedTasks for stage in stages):
                killed.append(executor_processes(context.applicationId)[0])
                os.kill(killed[0], signal.SIGKILL)
                return
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    made = release(order(source, tmp_path / "out", format="parquet"))
    thread.join()
    assert len(killed) == 1
    whole = clinic.write_table(tmp_path / "whole", 600) / "part-0.parquet"
    want = Deidentifier(clinic.policy(clinic.MIXED)).run(
        whole, tmp_path / "one.parquet", key=clinic.KEY
    )
    got = pq.read_table(tmp_path / "out").sort_by("id")
    assert got.equals(pq.read_table(tmp_path / "one.parquet").cast(got.schema))
    assert made.summary.mentions == want.summary.mentions
    assert made.summary.documents == made.summary.rows == 600


def test_logs_hold_no_text(cluster: Cluster, tmp_path: Path) -> None:
    """Event logs and what executors print, also of a job that failed."""
    given = clinic.rows(30)
    given[3]["entities"] = "[ Zebulon Quillfeather"
    (tmp_path / "in").mkdir()
    pq.write_table(pa.Table.from_pylist(given), tmp_path / "in" / "a.parquet")
    with pytest.raises(CorpusError):
        release(order(tmp_path / "in", tmp_path / "out", format="parquet"))
    release(
        order(tmp_path / "in", tmp_path / "out", clinic.COUNTING, format="parquet"),
        Beside(dead_letters=(tmp_path / "dead").as_uri(), limit=5),
    )
    written = [path for top in (cluster.logs, cluster.executors) for path in top.rglob("*")]
    logs = {path: path.read_bytes() for path in written if path.is_file()}
    assert any(b"mapInArrow" in data or b"MapInArrow" in data for data in logs.values())
    for secret in (*clinic.PEOPLE[:4], "Quillfeather", "Varnhagen", clinic.KEY.hex()):
        assert not [path.name for path, data in logs.items() if secret.encode() in data]
