"""A machine that runs out of something: a clear error says what is kept and how to go on."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import stage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits processes as Linux does"),
]

COMMAND = [sys.executable, "-c", "from understudy.cli import main; main()"]


def words(folder: Path, out: Path, *more: str, rows: int = 3_000) -> list[str]:
    corpus = folder / "in.jsonl"
    if not corpus.exists():
        corpus.write_text(stage.rows(rows, width=30))
    policy, key = stage.policy(folder, stage.GIVEN), stage.key_file(folder)
    options = ["--policy", str(policy), "--key-file", str(key), *more]
    return [*COMMAND, "run", str(corpus), "-o", str(out), *options]


def ended(
    command: list[str], limit: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=limit, timeout=120
    )
    for sign in ("Traceback", "internal fault", "Zebulon", "Quill"):
        assert sign not in done.stderr
    return done


def limited(kind: int, most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(kind, (most, most))


def resumed(folder: Path, out: Path, *more: str) -> None:
    """What was kept is taken up, and the release is that of a run that was never stopped."""
    assert not out.exists()
    done = ended(words(folder, out, *more, "--resume"))
    assert done.returncode == 0, done.stderr
    whole = folder / "whole.jsonl"
    assert ended(words(folder, whole)).returncode == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_files_that_may_not_grow(tmp_path: Path, workers: str) -> None:
    """A quota, in the way that needs no rights: the output is larger than a file may be."""
    out = tmp_path / "out.jsonl"
    words(tmp_path, out)
    most = (tmp_path / "in.jsonl").stat().st_size // 2
    done = ended(words(tmp_path, out, "--workers", workers), limited(resource.RLIMIT_FSIZE, most))
    assert done.returncode == 1
    assert "the disk is full" in done.stderr
    assert "use --resume" in done.stderr
    resumed(tmp_path, out, "--workers", workers)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system needs the right to mount one")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_fills_up(tmp_path: Path, small_disk: Path) -> None:
    out = small_disk / "out.jsonl"
    done = ended(words(tmp_path, out, "--workers", "2"))
    assert done.returncode == 1
    assert "the disk is full; what is finished lies in" in done.stderr
    grown = ["mount", "-o", "remount,size=20m", str(small_disk)]
    subprocess.run(grown, check=True)
    resumed(tmp_path, out, "--workers", "2")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir(mode=0o500)
    done = ended(words(tmp_path, folder / "out.jsonl"))
    assert done.returncode == 1
    assert "Permission denied" in done.stderr


def test_a_file_system_that_is_read_only(tmp_path: Path, small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = ended(words(tmp_path, small_disk / "out.jsonl"))
    assert done.returncode == 1
    assert "Read-only file system" in done.stderr


def test_few_file_descriptors(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = ended(words(tmp_path, out, "--workers", "8"), limited(resource.RLIMIT_NOFILE, 20))
    assert done.returncode == 1
    assert "Too many open files" in done.stderr
    assert "--resume" in done.stderr
    resumed(tmp_path, out, "--workers", "8")


def test_few_processes_share_few_descriptors(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = words(tmp_path, out, "--workers", "2")
    assert ended(command, limited(resource.RLIMIT_NOFILE, 32)).returncode == 0


def test_little_memory(tmp_path: Path) -> None:
    """One document that is larger than the memory: what came before it is kept."""
    out, corpus = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    with corpus.open("w") as file:
        file.write(stage.rows(3_000, width=30))
        file.write(stage.row(9_999, "Zebulon Quill " * 3_000_000))
    done = ended(words(tmp_path, out), limited(resource.RLIMIT_DATA, 220 << 20))
    assert done.returncode == 1, done.stderr
    assert "not enough memory" in done.stderr
    assert "--resume" in done.stderr
    assert (tmp_path / "out.jsonl.understudy" / "00000000.segment").exists()
