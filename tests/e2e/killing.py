"""Runs that are shot at random moments and resumed, for tests and for `tools/kill_runs.py`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import stage

__all__ = ["POLICIES", "Shots", "shot_at"]

COMMAND = [sys.executable, "-c", "from understudy.cli import main; main()"]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)
TARGETS = ("run", "worker", "group")
PATIENCE = 180
EARLIEST = 0.4
"""Before that, Python itself is not ready for an interrupt, and tells it by a traceback."""
LATEST = 0.3
"""Seconds after the start of the workers in which one of them is shot."""

POLICIES = {
    "one pass": stage.GIVEN,
    # The corpus is counted before the first segment is written: kills fall into that, too.
    "two passes": "detectors = ['given']\n[default]\nstrategy = 'swap'\n",
}


class Shots(NamedTuple):
    """What came of the shots of one round; all but the first must be 0 and 0, and equal."""

    shots: int
    hangs: int
    orphans: int
    tracebacks: int
    equal: bool
    """Whether release and ledger are, byte for byte, those of a run that nobody disturbed."""
    kinds: dict[str, int]
    """How often each target was shot by each signal."""
    said: str = ""


def children(process: int) -> list[int]:
    """The processes that this one started. Each is asked for its parent: not every kernel keeps
    the list the other way round."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()  # behind the name: state, parent
        except OSError:  # it has ended
            continue
        if int(fields[1]) == process:
            found.append(int(stat.parent.name))
    return found


def at_work(run: subprocess.Popen[str], chance: random.Random) -> list[int]:
    """The workers of a run, a moment after they were started: they live for a part of its time,
    and few shots would fall into it. None where it has none, or ends before."""
    while run.poll() is None and not children(run.pid):
        time.sleep(0.005)
    with suppress(subprocess.TimeoutExpired):
        run.wait(chance.uniform(0.0, LATEST))
    return children(run.pid)


def shoot(run: subprocess.Popen[str], target: str, chance: random.Random) -> str:
    """A signal to the run, to one of its workers, or to all of them; empty where that came to its
    end before."""
    number = chance.choice(SIGNALS)
    workers = at_work(run, chance) if target == "worker" else []
    if run.returncode is not None or (target == "worker" and not workers):
        return ""
    try:
        if target == "group":
            os.killpg(run.pid, number)
        else:
            os.kill(chance.choice(workers) if target == "worker" else run.pid, number)
    except ProcessLookupError:
        pass
    return f"{target} {number.name}"


def left(group: int, patience: float = 60.0) -> bool:
    """Whether processes of a run are still there, long after it has ended."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


def shot_at(
    folder: Path,
    rules: str,
    workers: int,
    kills: int,
    seed: int,
    told: Callable[[str], None] = lambda line: None,
) -> Shots:
    """Shoot a run ``kills`` times, resume it each time, and compare what it comes to."""
    corpus, out = folder / "in.jsonl", folder / "out.jsonl"
    state, ledger = folder / "out.jsonl.understudy", folder / "ledger"
    corpus.write_text(stage.rows(6_000, width=30))
    policy, key = stage.policy(folder, rules), stage.key_file(folder)
    options = ["--policy", str(policy), "--key-file", str(key)]
    expected, lines = folder / "expected.jsonl", folder / "lines"
    assert stage.call("run", corpus, "-o", expected, "--ledger", lines, *options).code == 0
    words = [*COMMAND, "run", str(corpus), "-o", str(out), "--ledger", str(ledger), *options]
    words += ["--workers", str(workers)]
    chance, span = random.Random(seed), 2.0
    targets = TARGETS if workers > 1 else ("run", "group")
    shots = hangs = orphans = tracebacks = 0
    equal, kinds = True, dict[str, int]()
    while shots < kills:
        if out.exists():  # it came to its end before the shot: begin anew
            equal &= out.read_bytes() == expected.read_bytes()
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
            _, err = run.communicate(timeout=chance.uniform(EARLIEST, max(EARLIEST, span)))
            span = max(EARLIEST, time.monotonic() - begin)  # shots fall within the time of a run
            if run.returncode:
                return Shots(shots, hangs, orphans, tracebacks, False, kinds, err)
        except subprocess.TimeoutExpired:
            target = targets[shots % len(targets)]
            what = shoot(run, target, chance)
            if what:
                kinds[what] = kinds.get(what, 0) + 1
                shots += 1
                told(what)
            try:
                _, err = run.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.communicate()
                hangs += 1
                err = f"the run still waits after: {what}"
            if "Traceback" in err or "internal fault" in err:
                tracebacks += 1
                told(err)
        orphans += left(run.pid)
    last = [*words, *(["--resume"] if state.exists() else ["--force"])]
    done = subprocess.run(last, capture_output=True, text=True, check=False, timeout=PATIENCE)
    equal &= done.returncode == 0 and out.read_bytes() == expected.read_bytes()
    equal &= _entries(ledger) == _entries(lines) and not list(folder.glob("*.understudy*"))
    return Shots(shots, hangs, orphans, tracebacks, equal, kinds, done.stderr)


def _entries(ledger: Path) -> list[bytes]:
    """All but the header, which names its release."""
    return ledger.read_bytes().splitlines()[1:]
