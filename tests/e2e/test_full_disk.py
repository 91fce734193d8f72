"""A full disk loses nothing that is finished."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest
import stage

from understudy.core.errors import StateError
from understudy.policy import load
from understudy.run import state as state_module
from understudy.run.order import Order
from understudy.run.release import carry_out


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.rows(24))
    return path


def test_a_full_disk(tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--key-file", stage.key_file(tmp_path), "--ledger", tmp_path / "ledger")
    expected = tmp_path / "expected.jsonl"
    assert stage.call("run", corpus, "-o", expected, "--key-file", tmp_path / "key").code == 0
    real = state_module._write

    def full(path: Path, *data: bytes) -> None:
        if path.suffix == ".segment":
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, *data)

    monkeypatch.setattr(state_module, "_write", full)
    out = tmp_path / "out.jsonl"
    failed = stage.call("run", corpus, "-o", out, *words)
    assert failed.code == 1
    assert "the disk is full" in failed.err
    assert "--resume" in failed.err
    assert not out.exists()
    assert not (tmp_path / "ledger").exists()
    monkeypatch.undo()
    done = stage.call("run", corpus, "-o", out, *words, "--resume")
    assert done.code == 0, done.err
    assert out.read_bytes() == expected.read_bytes()


def test_a_full_disk_while_the_output_is_put_together(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = Order(
        (str(corpus),),
        str(tmp_path / "out.jsonl"),
        load("surrogate"),
        ledger=tmp_path / "out.ledger",
    )

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("understudy.run.assemble.write_ledger", full)
    with pytest.raises(StateError, match="the disk is full"):
        carry_out(task)
    assert not (tmp_path / "out.jsonl").exists()
    assert not list(tmp_path.glob("out.ledger*"))
    monkeypatch.undo()
    assert carry_out(replace(task, resume=True)).summary.documents == 24
