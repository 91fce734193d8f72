from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from understudy.core.errors import StateError
from understudy.corpus.base import Block, Options
from understudy.pipeline import build
from understudy.policy import load
from understudy.run.job import Job, Task
from understudy.run.state import Segments, State, input_checksum, state_folder

MANIFEST = {"policy": "p", "inputs": [["a.jsonl", [3]]]}
ROW = (
    b'{"id": "%d", "text": "hi Ada", "entities": [{"start": 3, "end": 6, "category": "PERSON"}]}\n'
)


def job(**more: object) -> Job:
    return Job(build(load("typed")), "jsonl", Options(), b"k" * 32, ledger=True, **more)  # type: ignore[arg-type]


def task(number: int = 0, *rows: int) -> Task:
    blocks = tuple((unit, Block((ROW % row,), f"{unit}.jsonl")) for unit, row in enumerate(rows))
    return Task(number, blocks)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return state_folder(tmp_path / "out.jsonl")


def begun(folder: Path, *, resume: bool = False) -> State:
    return State.begin(folder, MANIFEST, resume=resume)


def test_the_folder_lies_beside_the_output(tmp_path: Path) -> None:
    assert state_folder(tmp_path / "a.jsonl.gz") == tmp_path / "a.jsonl.gz.understudy"


def test_only_the_owner_can_look(folder: Path) -> None:
    state = begun(folder)
    state.remember("key", b"secret")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    state.release_lock()


def test_a_secret_is_made_once(folder: Path) -> None:
    state = begun(folder)
    assert state.remember("key", b"one") == b"one"
    assert state.remember("key", b"two") == b"one"
    state.release_lock()
    again = begun(folder, resume=True)
    assert again.remember("key", b"six") == b"one"
    again.release_lock()


def test_a_secret_of_another_length_is_damaged(folder: Path) -> None:
    state = begun(folder)
    state.remember("key", b"one")
    (folder / "key").write_bytes(b"")
    with pytest.raises(StateError, match="key: is damaged"):
        state.remember("key", b"two")
    state.release_lock()


def test_what_was_seen_must_be_seen_again(folder: Path) -> None:
    state = begun(folder)
    state.agree("corpus", b"abc")
    state.agree("corpus", b"abc")
    with pytest.raises(StateError, match="the input has changed"):
        state.agree("corpus", b"abd")
    state.release_lock()


def test_a_damaged_manifest_is_refused(folder: Path) -> None:
    begun(folder).release_lock()
    (folder / "manifest.json").write_bytes(b"\0\0")
    with pytest.raises(StateError, match=r"manifest\.json: is damaged"):
        begun(folder, resume=True)


def test_all_that_differs_is_named(folder: Path) -> None:
    begun(folder).release_lock()
    with pytest.raises(StateError, match="differs in: inputs, more, policy"):
        State.begin(folder, {"policy": "q", "more": 1}, resume=True)
    begun(folder, resume=True).release_lock()


def test_the_key_is_overwritten_before_it_goes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(folder)
    state.remember("key", b"k" * 32)
    last: list[bytes] = []
    real = Path.unlink

    def noted(path: Path, missing_ok: bool = False) -> None:
        if path.name == "key":
            last.append(path.read_bytes())
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", noted)
    state.destroy()
    assert len(last) == 1
    assert len(last[0]) == 32
    assert last[0] != b"k" * 32
    assert not list(folder.parent.iterdir())


def test_leftovers_of_a_finished_run_go_with_the_next(folder: Path) -> None:
    gone = folder.with_name(folder.name + ".gone")
    gone.mkdir()
    (gone / "key").write_bytes(b"k" * 32)
    state = begun(folder)
    assert not gone.exists()
    state.destroy()


def test_a_task_is_kept_and_found_again(folder: Path) -> None:
    state = begun(folder)
    work = Segments(job(), folder)
    first = work(task(0, 1, 2))
    before = (folder / "00000000.segment").stat().st_mtime_ns
    again = work(task(0, 1, 2))
    assert (folder / "00000000.segment").stat().st_mtime_ns == before
    assert again.summary == first.summary
    assert np.array_equal(again.ids, first.ids)
    assert (first.number, first.size, again.size) == (0, 2 * len(ROW % 1), first.size)
    typed = (ROW % 1).replace(b"Ada", b"<PERSON>").replace(b'"end": 6', b'"end": 11')
    assert [*state.blocks(0)] == [(0, (typed,)), (1, (typed.replace(b'"1"', b'"2"'),))]
    assert state.ledger(0).count(b"\n") == 2
    state.release_lock()


def test_a_task_of_another_text_is_refused(folder: Path) -> None:
    state = begun(folder)
    work = Segments(job(), folder)
    work(task(0, 1))
    with pytest.raises(StateError, match="the input has changed"):
        work(task(0, 2))
    state.release_lock()


def test_checksums_tell_units_and_borders_apart() -> None:
    def checksum(*blocks: tuple[int, tuple[bytes, ...]]) -> int:
        return input_checksum(Task(0, tuple((unit, Block(parts, "a")) for unit, parts in blocks)))

    seen = {
        checksum((0, (b"ab",))),
        checksum((1, (b"ab",))),
        checksum((0, (b"a", b"b"))),
        checksum((0, (b"a",)), (0, (b"b",))),
        checksum((0, (b"ab", b""))),
    }
    assert len(seen) == 5


def test_the_place_of_the_output_is_empty_each_time(folder: Path) -> None:
    state = begun(folder)
    (state.out / "half").write_bytes(b"x")
    assert not list(state.out.iterdir())
    state.release_lock()
