from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest

from understudy import engines
from understudy.core.errors import CorpusError, StateError, UsageError
from understudy.engines.pool import _AHEAD, run_pool
from understudy.registry import look_again


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> int:
    if number == 3:
        raise CorpusError("wrong", file="a.jsonl", line=number)
    return number


def die(number: int) -> int:
    if number == 2:
        os._exit(9)
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_outcomes_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(engines.run(double, range(20), workers)) == [*range(0, 40, 2)]


def test_few_tasks_are_held_at_a_time() -> None:
    taken = given = most = 0

    def tasks() -> Iterator[int]:
        nonlocal taken, most
        for number in range(60):
            taken += 1
            most = max(most, taken - given)
            yield number

    for _ in run_pool(double, tasks(), 2):
        given += 1
    assert (taken, given) == (60, 60)
    assert most <= 2 * _AHEAD + 1


def test_one_worker_takes_a_task_when_the_one_before_is_done() -> None:
    tasks = iter(range(5))
    outcomes = engines.run(double, tasks, 1)
    assert next(outcomes) == 0
    assert next(tasks) == 1


def test_an_error_crosses_the_border_with_its_place() -> None:
    with pytest.raises(CorpusError, match=r"^a\.jsonl:3: wrong$") as raised:
        list(run_pool(fail, range(6), 2))
    assert (raised.value.file, raised.value.line) == ("a.jsonl", 3)


def test_a_worker_that_dies_is_an_error_of_the_run() -> None:
    with pytest.raises(StateError, match="use --resume"):
        list(run_pool(die, range(6), 2))


def die_while_telling(number: int) -> bytes:
    """The process ends when half of its outcome is in the pipe, as a kill at that moment does."""

    def half(self: Connection, data: bytes) -> None:
        os.write(self.fileno(), struct.pack("!i", len(data)) + bytes(data[: len(data) // 2]))
        os.kill(os.getpid(), signal.SIGKILL)

    if number == 2:
        Connection._send_bytes = half  # type: ignore[attr-defined]
    return b"x" * 1000


def die_between_tasks(number: int) -> int:
    """The process ends a moment after it has told its outcome."""
    if number == 2:
        Timer(0.1, os.kill, (os.getpid(), signal.SIGKILL)).start()
    time.sleep(0.01 if number == 2 else 0.3)
    return number


def ended(function: Any, count: int, seconds: float = 20.0) -> str:
    """What a run on a pool comes to, in a thread: a hang would stop the tests otherwise."""
    said: list[str] = []

    def run() -> None:
        try:
            said.append(f"{len(list(run_pool(function, range(count), 2)))} outcomes")
        except StateError as error:
            said.append(str(error))

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    return said[0] if said else "still waiting"


@pytest.mark.skipif(sys.platform != "linux", reason="reaches into the pipe of a process")
@pytest.mark.parametrize("function", [die_while_telling, die_between_tasks])
def test_a_worker_killed_at_any_moment_ends_the_run(function: Any) -> None:
    assert "a worker process died (killed" in ended(function, 40)


def test_a_pool_needs_no_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", none)
    assert list(run_pool(double, range(5), 2)) == [0, 2, 4, 6, 8]


def unpicklable(number: int) -> Any:
    return (lambda: None) if number == 2 else number


def test_an_outcome_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises(Exception, match="pickle"):
        list(run_pool(unpicklable, range(6), 2))


DRIVER = """
import os, sys, time
from understudy.engines.pool import run_pool

def work(number):
    print(os.getpid(), flush=True)
    time.sleep(0.05)
    return number

if __name__ == "__main__":
    for _ in run_pool(work, range(100_000), 2):
        pass
"""


def gone(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    run = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert run.stdout is not None
    workers: set[int] = set()
    while len(workers) < 2:
        workers.add(int(run.stdout.readline()))
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    deadline = time.monotonic() + 10
    while not all(map(gone, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = {process for process in workers if not gone(process)}
    for process in left:
        os.kill(process, signal.SIGKILL)
    run.stdout.close()
    assert not left


IDLE = """
import signal, sys, time
from understudy.engines.pool import run_pool

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where started in the background

def work(seconds):
    time.sleep(seconds)
    return seconds

if __name__ == "__main__":
    try:
        for done in run_pool(work, [0.0, 0.0, 0.0, 0.0, 0.0, 1.5], 2):
            print(done, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="interrupts a group of processes")
def test_an_interrupt_is_answered_by_the_run_alone(tmp_path: Path) -> None:
    script = tmp_path / "driver.py"
    script.write_text(IDLE)
    run = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout is not None
    for _ in range(5):
        assert run.stdout.readline() == "0.0\n"
    time.sleep(0.2)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert (run.returncode, err) == (130, "")


def test_an_engine_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("backwards", "test_pool:last_first", "understudy.engines")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda: EntryPoints(points))
    monkeypatch.setitem(sys.modules, "test_pool", sys.modules[__name__])
    look_again()
    try:
        assert list(engines.run(double, range(3), 1, "backwards")) == [4, 2, 0]
    finally:
        monkeypatch.undo()
        look_again()
    with pytest.raises(UsageError, match="no engine is named 'backwards'; there are: serial, pool"):
        engines.run(double, range(3), 1, "backwards")


def last_first(function: Any, tasks: Iterable[Any], workers: int) -> Iterator[Any]:
    return map(function, reversed(list(tasks)))
