"""The state folder of a run: the key, and what each task produced.

    OUTPUT.understudy/
      manifest.json       what is being run; a resumed run must be the same
      key, salt, release  the key of the draws, owner-only, until the run is complete
      corpus              what the counting pass saw
      00000042.segment    released bytes, ledger lines and id fingerprints of task 42
      00000042.json       its summary and checksums; a task is done when this file is there
      out/                where the output is put together before it gets its name
      ready               the output is together; files under its names are this run's

Every file appears under its name by a rename, so a kill leaves either all of it or nothing. A
segment that does not match its checksum (after a power cut, say) is made again. A complete run
moves its folder aside before it takes it apart: a folder under its own name can be resumed.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zlib import crc32

import numpy as np

from understudy.core.errors import StateError
from understudy.core.files import whole_file
from understudy.report.summary import Summary
from understudy.run.job import Job, Produced, Task

__all__ = ["Done", "Segments", "State", "state_folder"]

SCHEMA = 3


def state_folder(output: Path) -> Path:
    """Where an unfinished run keeps what it needs to be resumed: beside its output."""
    return output.with_name(output.name + ".understudy")


class Done(NamedTuple):
    """A finished task."""

    number: int
    summary: Summary
    ids: Any
    size: int
    """Bytes of input."""


def input_checksum(task: Task) -> int:
    """A checksum of what a task reads: a resumed run must read the same."""
    pieces: list[bytes] = []
    for unit, block in task.blocks:
        pieces.append(b"%d:" % unit)
        for part in block.parts:
            pieces += (b"%d:" % len(part), part)
    return _checksum(pieces)


def _checksum(pieces: Iterable[bytes]) -> int:
    """Against accidents: who can write into the folder can do worse than forge a checksum."""
    found = 0
    for piece in pieces:
        found = crc32(piece, found)
    return found


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for cycles while a task runs: it makes none, among very many objects."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True)
class Segments:
    """Carries out tasks and keeps what they produce; the callable that engines run."""

    job: Job
    folder: Path

    def __call__(self, task: Task) -> Done:
        task = task.loaded()
        size = sum(len(part) for _, block in task.blocks for part in block.parts)
        read = input_checksum(task)
        held = self._held(task.number, read)
        if held is not None:
            return held._replace(size=size)
        with _no_collection():
            produced = self.job.carry_out(task)
        check = self._keep(task.number, produced)
        record = {"input": read, "segment": check, "summary": produced.summary.pack()}
        _write(self.folder / f"{task.number:08}.json", json.dumps(record).encode())
        return Done(task.number, produced.summary, produced.ids, size)

    def _held(self, number: int, read: int) -> Done | None:
        """The task as a former run left it."""
        try:
            record = json.loads((self.folder / f"{number:08}.json").read_bytes())
            segment = (self.folder / f"{number:08}.segment").read_bytes()
            check, seen = record["segment"], record["input"]
        except (OSError, ValueError, TypeError, KeyError):
            return None
        if _checksum([segment]) != check:
            return None
        if seen != read:
            raise _changed(self.folder)
        _, ids, _, _ = _parsed(segment)
        return Done(number, Summary.unpack(record["summary"]), ids, 0)

    def _keep(self, number: int, produced: Produced) -> int:
        head = {
            "released": [
                [unit, [len(part) for part in parts]] for unit, parts in produced.released
            ],
            "ids": len(produced.ids),
            "ledger": len(produced.ledger),
        }
        line = json.dumps(head).encode() + b"\n"
        body = [line, produced.ids.tobytes(), produced.ledger]
        body += [part for _, parts in produced.released for part in parts]
        _write(self.folder / f"{number:08}.segment", *body)
        return _checksum(body)


def _parsed(segment: bytes) -> tuple[Mapping[str, Any], Any, int, int]:
    """The header of a segment, its ids, and where its ledger and its blocks start."""
    cut = segment.index(b"\n") + 1
    head = json.loads(segment[:cut])
    ids = np.frombuffer(segment, dtype=np.uint64, count=head["ids"], offset=cut)
    ledger = cut + 8 * head["ids"]
    return head, ids, ledger, ledger + head["ledger"]


def _changed(folder: Path) -> StateError:
    return StateError(
        f"{folder}: the input has changed since the run was interrupted; "
        "remove the folder and start again"
    )


def _write(path: Path, *data: bytes) -> None:
    with whole_file(path) as file:
        file.writelines(data)


class State:
    """The folder of one run, locked while the run is on."""

    def __init__(self, folder: Path, lock: BinaryIO) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def begin(cls, folder: Path, manifest: Mapping[str, Any], *, resume: bool) -> State:
        """A new folder, or the one of an interrupted run of the same thing."""
        _take_apart(_aside(folder))
        if folder.exists() and not resume:
            raise StateError(
                f"{folder}: an unfinished run is there; go on with --resume, or remove the folder"
            )
        if resume and not folder.exists():
            raise StateError(f"{folder}: there is no unfinished run to resume")
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700)
        state = cls(folder, _locked(folder))
        try:
            state._check(manifest)
        except BaseException:
            state.release_lock()
            raise
        return state

    def _check(self, manifest: Mapping[str, Any]) -> None:
        path = self.folder / "manifest.json"
        wanted = {"schema": SCHEMA, **manifest}
        if not path.exists():
            _write(path, json.dumps(wanted, indent=1).encode())
            return
        try:
            held = json.loads(path.read_bytes())
        except ValueError:
            raise StateError(f"{path}: is damaged; remove the folder and start again") from None
        different = sorted(key for key in {*held, *wanted} if held.get(key) != wanted.get(key))
        if different:
            raise StateError(
                f"{self.folder}: the unfinished run is another one (it differs in: "
                f"{', '.join(different)}); repeat its command, or remove the folder"
            )

    def remember(self, name: str, fresh: bytes) -> bytes:
        """A secret of the run: the one that is there, else the fresh one, which then is there."""
        path = self.folder / name
        if not path.exists():
            _write(path, fresh)
        held = path.read_bytes()
        if len(held) != len(fresh):
            raise StateError(f"{path}: is damaged; remove the folder and start again")
        return held

    def agree(self, name: str, seen: bytes) -> None:
        """What a resumed run sees of the input must be what the first one saw."""
        if self.remember(name, seen) != seen:
            raise _changed(self.folder)

    def make_ready(self) -> None:
        """From here on, files may stand under the names of the output."""
        _write(self.folder / "ready", b"")

    @staticmethod
    def was_ready(folder: Path) -> bool:
        """Whether an unfinished run had begun to put its output into place."""
        return (folder / "ready").exists()

    def blocks(self, number: int) -> Iterator[tuple[int, tuple[bytes, ...]]]:
        """The released blocks of a task with the numbers of their units."""
        with (self.folder / f"{number:08}.segment").open("rb") as file:
            head = json.loads(file.readline())
            file.seek(8 * head["ids"] + head["ledger"], os.SEEK_CUR)
            for unit, sizes in head["released"]:
                yield unit, tuple(file.read(size) for size in sizes)

    def ledger(self, number: int) -> bytes:
        """The entries of a task for the ledger."""
        segment = (self.folder / f"{number:08}.segment").read_bytes()
        _, _, start, end = _parsed(segment)
        return segment[start:end]

    @property
    def out(self) -> Path:
        """An empty folder to put the output together in."""
        out = self.folder / "out"
        if out.exists():
            shutil.rmtree(out)
        out.mkdir()
        return out

    def release_lock(self) -> None:
        """Let another run take up the folder."""
        self._lock.close()

    def destroy(self) -> None:
        """The run is complete, or cannot be completed: the key goes first, overwritten."""
        aside = _aside(self.folder)
        self._lock.close()
        self.folder.replace(aside)
        _take_apart(aside)


def _aside(folder: Path) -> Path:
    return folder.with_name(folder.name + ".gone")


def _take_apart(folder: Path) -> None:
    key = folder / "key"
    if key.exists():
        key.write_bytes(os.urandom(key.stat().st_size))
        key.unlink()
    if folder.exists():
        shutil.rmtree(folder)


def _locked(folder: Path) -> BinaryIO:
    """Holds the folder for this process, where the system knows how to."""
    lock = (folder / "lock").open("wb")
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise StateError(f"{folder}: another run is at work there") from None
    return lock
