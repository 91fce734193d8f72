"""Kills at random moments, of the run, of a worker or of all: no hang, no process left, and what
is resumed comes to the same bytes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import stage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

COMMAND = [sys.executable, "-c", "from understudy.cli import main; main()"]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
KILLS = 10
PATIENCE = 180

TWO_PASSES = "detectors = ['given']\n[default]\nstrategy = 'swap'\n"
"""The corpus is counted before the first segment is written: kills fall into that, too."""


def children(process: int) -> list[int]:
    try:
        return [
            int(child)
            for task in Path(f"/proc/{process}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return []


def shoot(run: subprocess.Popen[str], chance: random.Random) -> str:
    """A signal to the run, to one of its workers, or to all of them."""
    number, workers = chance.choice(SIGNALS), children(run.pid)
    target = chance.choice(("run", "worker", "group"))
    try:
        if target == "group":
            os.killpg(run.pid, number)
        else:
            os.kill(chance.choice(workers) if target == "worker" and workers else run.pid, number)
    except ProcessLookupError:
        pass
    return f"{target} {number.name}"


def gone(group: int) -> bool:
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("rules", [stage.GIVEN, TWO_PASSES], ids=["one pass", "two passes"])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_ten_kills(tmp_path: Path, workers: int, rules: str) -> None:
    corpus, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    state, ledger = tmp_path / "out.jsonl.understudy", tmp_path / "ledger"
    corpus.write_text(stage.rows(6_000, width=30))
    policy, key = stage.policy(tmp_path, rules), stage.key_file(tmp_path)
    options = ["--policy", str(policy), "--key-file", str(key)]
    expected, lines = tmp_path / "expected.jsonl", tmp_path / "lines"
    assert stage.call("run", corpus, "-o", expected, "--ledger", lines, *options).code == 0
    words = [*COMMAND, "run", str(corpus), "-o", str(out), "--ledger", str(ledger), *options]
    words += ["--workers", str(workers)]
    chance, span = random.Random(workers), 2.0
    shots = 0
    while shots < KILLS:
        if out.exists():  # it came to its end before the shot: begin anew
            assert out.read_bytes() == expected.read_bytes()
            out.unlink()
            ledger.unlink()
        begin = time.monotonic()
        run = subprocess.Popen(
            [*words, *(["--resume"] if state.exists() else [])],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            run.wait(chance.uniform(0.1, span))
            span = max(0.4, time.monotonic() - begin)  # shots fall within the time of a run
        except subprocess.TimeoutExpired:
            shot = shoot(run, chance)
            shots += 1
            try:
                _, err = run.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.communicate()
                pytest.fail(f"the run still waits after: {shot}")
            assert "Traceback" not in err and "internal fault" not in err, shot
        else:
            assert run.returncode == 0, run.stderr and run.stderr.read()
        if run.stderr is not None:
            run.stderr.close()
        assert gone(run.pid)
    last = [*words, *(["--resume"] if state.exists() else ["--force"])]
    done = subprocess.run(last, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == expected.read_bytes()
    assert _entries(ledger) == _entries(lines)
    assert not list(tmp_path.glob("*.understudy*"))


def _entries(ledger: Path) -> list[bytes]:
    """All but the header, which names its release."""
    return ledger.read_bytes().splitlines()[1:]
