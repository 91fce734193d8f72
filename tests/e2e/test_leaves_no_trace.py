"""A default run asks nothing of a network and writes nothing but its output and its state."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import stage
import watching
from watching import Watched

WATCHERS = [
    pytest.param(
        watching.by_system_calls,
        id="strace",
        marks=pytest.mark.skipif(
            not watching.strace_works(), reason="strace is not installed, or may not trace"
        ),
    ),
    pytest.param(watching.by_audit_hook, id="audit hook"),
]
Watcher = Callable[..., Watched]

TEXT = "Zebulon Quill called from Leeds on Monday. His number is 0113 496 0000."
ROWS = "".join(stage.row(number, TEXT, "Zebulon Quill") for number in range(40))

CARELESS = """
import pathlib, socket
(pathlib.Path.home() / ".trace").mkdir()
(pathlib.Path.home() / ".trace" / "queue").write_text("event")
try:
    socket.getaddrinfo("telemetry.invalid", 443)
except OSError:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def _nothing_left(watched: Watched, folder: Path) -> None:
    assert watched.code == 0, watched.err
    assert watched.network == []
    assert watched.outside(folder, folder.parent / "tmp") == []
    for name in ("home", "tmp"):
        assert list((folder.parent / name).iterdir()) == []


@pytest.mark.parametrize("watcher", WATCHERS)
def test_a_default_run(folder: Path, watcher: Watcher) -> None:
    (folder / "calls.jsonl").write_text(ROWS.partition("\n")[0])
    words = [*watching.COMMAND, "run", "calls.jsonl", "-o", "release.jsonl"]
    watched = watcher([*words, "--report", "report.html"], folder)
    _nothing_left(watched, folder)
    assert folder / "release.jsonl" in watched.written
    assert sorted(path.name for path in folder.iterdir()) == [
        "calls.jsonl",
        "release.jsonl",
        "report.html",
    ]
    assert "Zebulon" not in (folder / "release.jsonl").read_text()


@pytest.mark.parametrize("watcher", WATCHERS)
def test_a_run_from_standard_input_by_two_workers(folder: Path, watcher: Watcher) -> None:
    words = [*watching.COMMAND, "run", "-", "--format", "jsonl", "-o", "-", "--workers", "2"]
    watched = watcher(words, folder, ROWS.encode())
    _nothing_left(watched, folder)
    assert watched.out.count(b"\n") == 40 and b"Zebulon" not in watched.out
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("watcher", WATCHERS)
def test_a_careless_program_is_seen(folder: Path, watcher: Watcher) -> None:
    watched = watcher([sys.executable, "-c", CARELESS], folder)
    assert watched.network
    home = folder.parent / "home"
    assert {str(home / ".trace"), str(home / ".trace" / "queue")} <= set(
        watched.outside(folder, folder.parent / "tmp")
    )
