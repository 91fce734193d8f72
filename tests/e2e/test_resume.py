"""A run that is killed, at any moment, can be finished, and nobody can tell from the result."""

from __future__ import annotations

import json
import os
import shutil
import signal
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import stage

from understudy.core.errors import StateError
from understudy.policy import load
from understudy.report.summary import Summary
from understudy.run import state as state_module
from understudy.run.order import Order
from understudy.run.release import carry_out
from understudy.run.restore import restore

KEY = bytes(range(32))
SECRET = b"a secret for the ledger"
POLICIES = {
    "one pass": "[categories]\nPERSON = { strategy = 'entity', p = 0.9 }",
    "two passes": "[categories]\nPERSON = { strategy = 'swap', p = 0.8 }",
    "subjects": "scope = 'subject'\n[categories]\nPERSON = { strategy = 'entity', p = 0.8 }",
}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")


@dataclass(frozen=True)
class Made:
    release: bytes
    ledger: list[Any]
    summary: Summary


def made(order: Order, summary: Summary) -> Made:
    if order.ledger is None or order.ledger_secret is not None:
        return Made(Path(order.output).read_bytes(), [], summary)
    lines = [json.loads(line) for line in order.ledger.read_text().splitlines()]
    del lines[0]["release"]
    return Made(Path(order.output).read_bytes(), lines, summary)


def in_child(act: Callable[[], None]) -> int:
    """Does something in a copy of this process; the status it ends with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            act()
            os._exit(0)
        finally:
            os._exit(70)
    return os.waitpid(child, 0)[1]


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_before_rename(order: Order, number: int) -> bool:
    """Carries out the order in a process that is killed before its n-th rename."""

    def act() -> None:
        real, calls = Path.replace, 0

        def counted(path: Path, target: Path) -> Path:
            nonlocal calls
            calls += 1
            if calls > number:
                kill()
            return real(path, target)

        Path.replace = counted  # type: ignore[method-assign, assignment]
        carry_out(order)

    status = in_child(act)
    assert status in (0, signal.SIGKILL)
    return status == signal.SIGKILL


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.rows(24))
    return path


def order(tmp_path: Path, corpus: Path, name: str = "out", **more: Any) -> Order:
    basic = Order(
        (str(corpus),),
        str(tmp_path / f"{name}.jsonl"),
        load(stage.policy(tmp_path, POLICIES["one pass"])),
        ledger=tmp_path / f"{name}.ledger",
        key=KEY,
        task_bytes=700,
    )
    return replace(basic, **more)


def clear(task: Order) -> None:
    for path in Path(task.output).parent.glob(f"{Path(task.output).stem}.*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_killed_before_any_rename(tmp_path: Path, corpus: Path, policy: str) -> None:
    rules = load(stage.policy(tmp_path, POLICIES[policy]))
    whole = order(tmp_path, corpus, "whole", policy=rules)
    expected = made(whole, carry_out(whole).summary)
    task = order(tmp_path, corpus, policy=rules)
    kills = 0
    while killed_before_rename(task, kills):
        assert not (tmp_path / "out.jsonl.understudy.gone").exists()
        done = carry_out(replace(task, resume=True))
        assert made(task, done.summary) == expected, f"killed before rename {kills}"
        assert restore(task.output, tmp_path / "out.ledger", str(tmp_path / "back.jsonl")) == 24
        assert (tmp_path / "back.jsonl").read_bytes() == corpus.read_bytes()
        assert not list(tmp_path.glob("*.understudy*"))
        (tmp_path / "back.jsonl").unlink()
        clear(task)
        kills += 1
    assert kills > 15


@pytest.mark.parametrize("number", [6, 17])
def test_killed_twice_with_other_numbers_of_workers(
    tmp_path: Path, corpus: Path, number: int
) -> None:
    whole = order(tmp_path, corpus, "whole")
    expected = made(whole, carry_out(whole).summary)
    task = order(tmp_path, corpus)
    assert killed_before_rename(task, number)
    assert killed_before_rename(replace(task, resume=True), 2)
    done = carry_out(replace(task, resume=True, workers=2))
    assert made(task, done.summary) == expected


def test_a_fresh_key_is_the_same_after_a_kill(tmp_path: Path, corpus: Path) -> None:
    task = order(tmp_path, corpus, key=None, ledger_secret=SECRET)
    seen: list[bytes] = []

    def act() -> None:
        carry_out(task, lambda done: kill())

    assert in_child(act) == signal.SIGKILL
    folder = tmp_path / "out.jsonl.understudy"
    key, first = (folder / "key").read_bytes(), (folder / "00000000.segment").read_bytes()

    def look(done: int) -> None:
        seen.append((folder / "key").read_bytes())

    carry_out(replace(task, resume=True), look)
    assert set(seen) == {key}
    release = (tmp_path / "out.jsonl").read_bytes()
    assert first.endswith(release[:500]) or release[:500] in first
    back = tmp_path / "back.jsonl"
    assert restore(task.output, tmp_path / "out.ledger", str(back), SECRET) == 24
    assert back.read_bytes() == corpus.read_bytes()


def test_one_key_seals_nothing_twice(tmp_path: Path, corpus: Path) -> None:
    """A ledger that had its name before the kill is the same afterwards, nonces and all."""
    task = order(tmp_path, corpus, ledger_secret=SECRET)
    ledger, compared = tmp_path / "out.ledger", 0
    for number in range(100):
        if not killed_before_rename(task, number):
            break
        before = ledger.read_bytes() if ledger.exists() else None
        carry_out(replace(task, resume=True))
        if before is not None:
            assert ledger.read_bytes() == before
            compared += 1
        clear(task)
    assert compared == 2


def test_killed_while_it_cleans_up(tmp_path: Path, corpus: Path) -> None:
    task = order(tmp_path, corpus, key=None)

    def act() -> None:
        shutil.rmtree = lambda *_, **__: kill()  # type: ignore[assignment]
        carry_out(task)

    assert in_child(act) == signal.SIGKILL
    release = (tmp_path / "out.jsonl").read_bytes()
    assert not (tmp_path / "out.jsonl.understudy").exists()
    assert not list(tmp_path.glob("*.gone/key"))
    with pytest.raises(StateError, match="no unfinished run"):
        carry_out(replace(task, resume=True, force=True))
    assert not list(tmp_path.glob("*.gone"))
    assert (tmp_path / "out.jsonl").read_bytes() == release


def test_directories_and_an_output_that_was_there(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number in range(3):
        text = stage.rows(9).replace('"d', f'"{number}d')
        (source / f"{number}.jsonl").write_text(text)
    policy = replace(load("surrogate"), detectors=("given",))
    task = Order((str(source),), str(out), policy, key=KEY, task_bytes=1500, force=True)
    carry_out(task)
    expected = {path.name: path.read_bytes() for path in out.iterdir()}
    kills = 0
    while killed_before_rename(task, kills):
        if out.exists():
            assert {path.name: path.read_bytes() for path in out.iterdir()} == expected
        carry_out(replace(task, resume=True))
        assert {path.name: path.read_bytes() for path in out.iterdir()} == expected
        assert not list(tmp_path.glob("*.understudy*"))
        kills += 1
    assert kills > 9


def interrupted(tmp_path: Path, corpus: Path, after: int = 2, **more: Any) -> Order:
    """An order of which some tasks are done."""
    task = order(tmp_path, corpus, **more)

    def stop() -> None:
        done = []

        def note(size: int) -> None:
            done.append(size)
            if len(done) == after:
                kill()

        carry_out(task, note)

    assert in_child(stop) == signal.SIGKILL
    return task


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "lost", "json", "null"])
def test_a_damaged_segment_is_made_again(tmp_path: Path, corpus: Path, damage: str) -> None:
    whole = order(tmp_path, corpus, "whole")
    expected = made(whole, carry_out(whole).summary)
    task = interrupted(tmp_path, corpus)
    folder = tmp_path / "out.jsonl.understudy"
    segment, note = folder / "00000001.segment", folder / "00000001.json"
    data = segment.read_bytes()
    match damage:
        case "cut":
            segment.write_bytes(data[:-3])
        case "flip":
            segment.write_bytes(data[:-3] + bytes([data[-3] ^ 1]) + data[-2:])
        case "empty":
            segment.write_bytes(b"")
        case "lost":
            segment.unlink()
        case "json":
            note.write_bytes(b"\0" * 20)
        case "null":
            note.write_bytes(b"null")
    done = carry_out(replace(task, resume=True))
    assert made(task, done.summary) == expected


def test_finished_tasks_are_not_done_again(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = interrupted(tmp_path, corpus, after=3)
    written: list[str] = []
    real = state_module._write

    def noted(path: Path, *data: bytes) -> None:
        written.append(path.name)
        real(path, *data)

    monkeypatch.setattr(state_module, "_write", noted)
    carry_out(replace(task, resume=True))
    assert "00000002.segment" not in written
    assert "00000003.segment" in written


def test_a_key_that_was_cut_off_is_refused(tmp_path: Path, corpus: Path) -> None:
    task = interrupted(tmp_path, corpus, key=None)
    (tmp_path / "out.jsonl.understudy" / "key").write_bytes(b"")
    with pytest.raises(StateError, match="key: is damaged"):
        carry_out(replace(task, resume=True))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"policy": load("redact")}, "policy"),
        ({"key": b"2" * 32}, "key"),
        ({"key": None}, "key"),
        ({"ledger": None}, "ledger"),
        ({"ledger_secret": SECRET}, "ledger_key"),
        ({"task_bytes": 999}, "task_bytes"),
        ({"mode": "identify"}, "mode"),
    ],
)
def test_another_command_cannot_resume(
    tmp_path: Path, corpus: Path, change: dict[str, Any], named: str
) -> None:
    task = interrupted(tmp_path, corpus)
    with pytest.raises(StateError, match=rf"differs in: [a-z_, ]*{named}"):
        carry_out(replace(task, resume=True, **change))
    carry_out(replace(task, resume=True))


def test_a_changed_input_cannot_be_resumed(tmp_path: Path, corpus: Path) -> None:
    task = interrupted(tmp_path, corpus)
    text = corpus.read_text()
    corpus.write_text(text + stage.row(999, "more"))
    with pytest.raises(StateError, match="differs in: inputs"):
        carry_out(replace(task, resume=True))
    corpus.write_text(text.replace("call 0:", "call 9:"))
    with pytest.raises(StateError, match="the input has changed"):
        carry_out(replace(task, resume=True))


@pytest.mark.parametrize(
    "policy",
    ["two passes", "subjects"],
)
def test_what_was_counted_must_not_change(tmp_path: Path, corpus: Path, policy: str) -> None:
    task = interrupted(tmp_path, corpus, policy=load(stage.policy(tmp_path, POLICIES[policy])))
    text = corpus.read_text()
    corpus.write_text(text.replace("call 23:", "call 99:"))
    with pytest.raises(StateError, match="the input has changed"):
        carry_out(replace(task, resume=True))
    corpus.write_text(text)
    carry_out(replace(task, resume=True))


def test_a_run_that_is_there_is_not_run_over(tmp_path: Path, corpus: Path) -> None:
    interrupted(tmp_path, corpus)
    again = stage.call("run", corpus, "-o", tmp_path / "out.jsonl")
    assert again.code == 1
    assert "go on with --resume" in again.err
    none = stage.call("run", corpus, "-o", tmp_path / "new.jsonl", "--resume")
    assert none.code == 1
    assert "no unfinished run to resume" in none.err
    assert not (tmp_path / "new.jsonl.understudy").exists()


def test_two_runs_at_once(tmp_path: Path, corpus: Path) -> None:
    task = order(tmp_path, corpus)
    answers: list[str] = []

    def meddle(done: int) -> None:
        for resume in (False, True):
            with pytest.raises(StateError) as raised:
                carry_out(replace(task, resume=resume))
            answers.append(str(raised.value))

    carry_out(task, meddle)
    assert "an unfinished run is there" in answers[0]
    assert "another run is at work" in answers[1]
    assert (tmp_path / "out.jsonl").exists()
