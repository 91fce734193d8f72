"""The command itself, killed and interrupted by the system."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import stage

from understudy.cli.signals import signals_as_interrupts, was_interrupted
from understudy.policy import load

HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Whatever is started in the background may ignore interrupts."""
COMMAND = [sys.executable, "-c", f"{HEED}; from understudy.cli import main; main()"]


@pytest.fixture(autouse=True)
def hangups_are_heard() -> Iterator[None]:
    """A suite that was started with nohup hands its deaf ear for SIGHUP on to what it starts."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


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


@pytest.mark.slow
@pytest.mark.parametrize("detectors", [("given",), load("surrogate").detectors], ids="-".join)
def test_killed_after_any_time(tmp_path: Path, detectors: tuple[str, ...]) -> None:
    """Kills fall between the tasks and the files of a run, whatever finds its entities; with the
    models of a default run each task takes longer."""
    rules = f"detectors = {[*detectors]}\n[default]\nstrategy = 'word'\np = 0.9\n"
    policy = stage.policy(tmp_path, rules)
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.rows(5_000, width=30))
    key, expected, out = (tmp_path / name for name in ("key", "expected.jsonl", "out.jsonl"))
    stage.key_file(tmp_path)
    options = ["--key-file", str(key), "--policy", str(policy)]
    assert stage.call("run", corpus, "-o", expected, *options).code == 0
    words = [*COMMAND, "run", str(corpus), "-o", str(out), *options]
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


STOPS = [
    pytest.param(os.killpg, signal.SIGINT, id="the keyboard"),
    pytest.param(os.kill, signal.SIGTERM, id="kill"),
    pytest.param(os.killpg, signal.SIGTERM, id="a supervisor"),
    pytest.param(os.killpg, signal.SIGHUP, id="a closed terminal"),
]
Send = Callable[[int, int], None]


def _gone(group: int) -> bool:
    """Whether no process of the group is left."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("send", "number"), STOPS)
def test_a_stopped_run_can_be_resumed(tmp_path: Path, send: Send, number: int) -> None:
    corpus, key = tmp_path / "in.jsonl", stage.key_file(tmp_path)
    corpus.write_text(stage.rows(5_000, width=30))
    out, state = tmp_path / "out.jsonl", tmp_path / "out.jsonl.understudy"
    options = ["--key-file", str(key), "--policy", str(stage.policy(tmp_path, stage.GIVEN))]
    words = [*COMMAND, "run", str(corpus), "-o", str(out), "--workers", "2", *options]
    run = started(words, state, 1)
    send(run.pid, number)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 128 + number
    assert err.strip() == "stopped; what is finished is kept, use --resume"
    assert _gone(run.pid)
    assert not out.exists()
    assert (state / "manifest.json").exists()
    assert subprocess.run([*words, "--resume"], capture_output=True, check=False).returncode == 0
    expected = tmp_path / "expected.jsonl"
    assert stage.call("run", corpus, "-o", expected, *options).code == 0
    assert out.read_bytes() == expected.read_bytes()


TWICE = """detectors = ["given"]
[default]
strategy = "swap"
"""


@pytest.mark.parametrize(("send", "number"), STOPS)
def test_a_stopped_run_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, send: Send, number: int
) -> None:
    """Standard input that was spooled, and the key: no run could be resumed with them."""
    (tmp_path / "tmp").mkdir()
    words = [*COMMAND, "run", "-", "--format", "jsonl", "-o", "-", "--workers", "2"]
    words += ["--policy", str(stage.policy(tmp_path, TWICE))]
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.rows(8_000, width=30))
    with corpus.open("rb") as stdin:
        run = subprocess.Popen(
            words,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        )
    while not list((tmp_path / "tmp").glob("*/state/*.segment")) and run.poll() is None:
        time.sleep(0.002)
    assert list((tmp_path / "tmp").rglob("stdin.jsonl")) and list((tmp_path / "tmp").rglob("key"))
    send(run.pid, number)
    run.communicate(timeout=30)
    assert run.returncode == 128 + number
    assert list((tmp_path / "tmp").iterdir()) == []
    assert _gone(run.pid)


def test_several_signals_are_one(tmp_path: Path) -> None:
    """A supervisor that sends two of them does not interrupt the clean-up."""
    script = "\n".join(
        (
            "import os, signal, sys, time",
            "from understudy.cli.signals import exit_code, signals_as_interrupts",
            "with signals_as_interrupts() as received:",
            "    try:",
            "        os.kill(os.getpid(), signal.SIGTERM)",
            "        time.sleep(5)",
            "    except KeyboardInterrupt:",
            "        for number in (signal.SIGHUP, signal.SIGTERM):",
            "            os.kill(os.getpid(), number)",
            "            time.sleep(0.05)",
            "        print('clean')",
            "    sys.exit(exit_code(received))",
        )
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (143, b"clean\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_interrupt_that_python_drops_is_sent_again(number: int) -> None:
    """What is raised in the callback of a weak reference goes nowhere."""
    script = "\n".join(
        (
            "import os, signal, sys, time, weakref",
            "from understudy.cli.signals import exit_code, signals_as_interrupts",
            # A shell that runs its tests in the background lets them ignore it.
            "signal.signal(signal.SIGINT, signal.default_int_handler)",
            "class Thing: pass",
            "with signals_as_interrupts() as received:",
            "    try:",
            "        thing = Thing()",
            f"        there = weakref.ref(thing, lambda _: os.kill(os.getpid(), {int(number)}))",
            "        del thing",
            "        time.sleep(20)",
            "    except KeyboardInterrupt:",
            "        sys.exit(exit_code(received))",
        )
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (128 + number, b"")


def test_an_interrupt_while_a_class_is_made_is_no_fault() -> None:
    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises((RuntimeError, KeyboardInterrupt)) as caught:  # the latter from 3.12 on
        type("Made", (), {"field": Interrupting()})
    assert was_interrupted(caught.value)
    assert not was_interrupted(RuntimeError())


def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As under nohup: the run outlives its terminal."""
    corpus, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    corpus.write_text(stage.rows(8_000, width=30))
    words = ["nohup", *COMMAND, "run", str(corpus), "-o", str(out), "--workers", "2"]
    words += ["--policy", str(stage.policy(tmp_path, stage.GIVEN))]
    run = started(words, tmp_path / "out.jsonl.understudy", 1)
    os.killpg(run.pid, signal.SIGHUP)
    run.communicate(timeout=60)
    assert run.returncode == 0
    assert out.exists()


def test_handlers_of_the_program_around_are_kept() -> None:
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        own = signal.getsignal(signal.SIGTERM)
        with signals_as_interrupts():
            assert signal.getsignal(signal.SIGTERM) is own
            assert signal.getsignal(signal.SIGHUP) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
