"""Who may read an output: nobody who could not read the input."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest
import stage

COMMANDS = [("run", "--policy", "patterns"), ("identify", "--policy", "patterns"), ("replace",)]


def _mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one[0])
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o444])
def test_a_file(tmp_path: Path, command: tuple[str, ...], mode: int) -> None:
    corpus, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    corpus.write_text(stage.GOOD)
    corpus.chmod(mode)
    done = stage.call(*command, corpus, "-o", out)
    assert done.code == 0, done.err
    assert _mode(out) == mode | 0o200  # its owner can change it


@pytest.mark.parametrize("command", ["run", "identify"])
def test_each_file_of_a_folder(tmp_path: Path, command: str) -> None:
    modes = {"a.txt": 0o600, "b.txt": 0o644, "deep/c.txt": 0o640}
    for name, mode in modes.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("hello there")
        path.chmod(mode)
    (tmp_path / "in/deep").chmod(0o700)
    out = tmp_path / "out"
    done = stage.call(command, tmp_path / "in", "-o", out, "--policy", "patterns")
    assert done.code == 0, done.err
    end = ".jsonl" if command == "identify" else ""
    assert {name: _mode(out / (name + end)) for name in modes} == modes
    assert (_mode(out), _mode(out / "deep")) == (0o755, 0o700)


def test_both_files_of_a_pair(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for suffix, (text, _) in stage.BRAT.items():
        (tmp_path / f"in/a{suffix}").write_text(text)
    (tmp_path / "in/a.txt").chmod(0o600)  # the annotations quote it
    done = stage.call("replace", tmp_path / "in", "-o", tmp_path / "out", "--policy", "typed")
    assert done.code == 0, done.err
    assert [_mode(tmp_path / f"out/a{suffix}") for suffix in stage.BRAT] == [0o600, 0o600]


KEPT = ("--column", "amount=KEEP")


def test_a_table(tmp_path: Path) -> None:
    stage.write_parquet(tmp_path / "in.parquet", stage.parquet_table())
    (tmp_path / "in.parquet").chmod(0o600)
    out = tmp_path / "out.parquet"
    assert stage.call("replace", tmp_path / "in.parquet", "-o", out, *KEPT).code == 0
    assert _mode(out) == 0o600


@pytest.mark.parametrize("read", ["once", "twice"])
def test_standard_input_follows_the_umask(tmp_path: Path, read: str) -> None:
    """Also where it must be read twice, and lies in a file of the owner's meanwhile."""
    top = '[default]\nstrategy = "entity"\np = 0.5\n'
    if read == "twice":
        top += '[categories.PERSON]\nstrategy = "swap"\n'
    policy = stage.policy(tmp_path, f'detectors = ["given"]\n{top}')
    words = ("replace", "-", "--format", "jsonl", "-o", tmp_path / "out.jsonl", "--policy", policy)
    done = stage.call(*words, stdin=stage.rows(20).encode())
    assert done.code == 0, done.err
    assert _mode(tmp_path / "out.jsonl") == 0o644
