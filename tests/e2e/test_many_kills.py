"""Kills at random moments, of the run, of a worker or of all: no hang, no process left, and what
is resumed comes to the same bytes. `tools/kill_runs.py` does the same for longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from killing import POLICIES, children, shot_at

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

KILLS = 10


@pytest.mark.parametrize("passes", POLICIES)
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_ten_kills(tmp_path: Path, workers: int, passes: str) -> None:
    said: list[str] = []
    found = shot_at(tmp_path, POLICIES[passes], workers, KILLS, seed=workers, told=said.append)
    wrong = (found.hangs, found.orphans, found.tracebacks)
    assert wrong == (0, 0, 0), said
    assert found.equal, found.said
    assert found.shots == KILLS
    assert workers == 1 or any(kind.startswith("worker") for kind in found.kinds), said


def test_workers_are_found_to_be_shot() -> None:
    """A kernel without a list of children once let every shot at a worker go to the run."""
    with subprocess.Popen(["sleep", "60"]) as process:
        assert process.pid in children(os.getpid())
        assert process.pid not in children(process.pid)
        process.kill()
