"""The command itself, killed and interrupted by the system."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import stage

HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Whatever is started in the background may ignore interrupts."""
COMMAND = [sys.executable, "-c", f"{HEED}; from understudy.cli import main; main()"]


def started(words: list[str], state: Path, more: int) -> subprocess.Popen[str]:
    """The command at work: so many more tasks are finished than there were, or it has ended."""
    before = len(list(state.glob("*.segment")))
    run = subprocess.Popen(
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(list(state.glob("*.segment"))) < before + more and run.poll() is None:
        time.sleep(0.002)
    return run


def test_killed_after_any_time(tmp_path: Path) -> None:
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.rows(12_000, width=30))
    key, expected, out = (tmp_path / name for name in ("key", "expected.jsonl", "out.jsonl"))
    stage.key_file(tmp_path)
    assert stage.call("run", corpus, "-o", expected, "--key-file", key).code == 0
    words = [*COMMAND, "run", str(corpus), "-o", str(out), "--key-file", str(key)]
    words += ["--ledger", str(tmp_path / "ledger"), "--report", str(tmp_path / "r.html")]
    words += ["--workers", "2"]
    chance, state = random.Random(5), tmp_path / "out.jsonl.understudy"
    kills = 0
    for _ in range(4):
        run = started([*words, *(["--resume"] if state.exists() else [])], state, 1)
        time.sleep(chance.uniform(0.0, 0.05))
        run.kill()
        run.communicate()
        kills += run.returncode == -signal.SIGKILL
        assert state.exists() or out.exists()
        if not state.exists():
            break
    assert kills > 1
    if state.exists():
        done = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert out.read_bytes() == expected.read_bytes()
    assert (tmp_path / "r.html").exists()
    assert not list(tmp_path.glob("*.understudy*"))
    back = tmp_path / "back.jsonl"
    assert stage.call("restore", out, "--ledger", tmp_path / "ledger", "-o", back).code == 0
    assert back.read_bytes() == corpus.read_bytes()


def test_the_keyboard_interrupts(tmp_path: Path) -> None:
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.rows(20_000, width=30))
    words = [*COMMAND, "run", str(corpus), "-o", str(tmp_path / "out.jsonl"), "--workers", "2"]
    state = tmp_path / "out.jsonl.understudy"
    run = started(words, state, 1)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 130
    assert err.strip() == "stopped; what is finished is kept, use --resume"
    assert not (tmp_path / "out.jsonl").exists()
    assert (state / "manifest.json").exists()
