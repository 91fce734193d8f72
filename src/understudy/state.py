"""The state folder of a run: the key, and what each task produced.

    OUTPUT.understudy/
      manifest.json       what is being run; a resumed run must be the same
      key, salt           the key of the draws, owner-only, until the run is complete
      00000042.segment    released bytes, ledger lines and id fingerprints of task 42
      00000042.json       its summary and checksums; a task is done when this file is there
      out/                where the output is put together before it gets its name

Every file appears under its name by a rename, so a kill leaves either all of it or nothing. A
segment that does not match its checksum (after a power cut, say) is made again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from understudy.errors import StateError
from understudy.job import Job, Produced, Task
from understudy.ledger import private_file
from understudy.summary import Summary

__all__ = ["Done", "Segments", "State", "state_folder"]

SCHEMA = 1


def state_folder(output: Path) -> Path:
    return output.with_name(output.name + ".understudy")


class Done(NamedTuple):
    """A finished task."""

    number: int
    summary: Summary
    ids: Any
    size: int
    """Bytes of input."""


def input_checksum(task: Task) -> str:
    state = blake2b(digest_size=16)
    for unit, block in task.blocks:
        state.update(b"%d:" % unit)
        for part in block.parts:
            state.update(b"%d:" % len(part))
            state.update(part)
    return state.hexdigest()


@dataclass(frozen=True)
class Segments:
    """Carries out tasks and keeps what they produce; the callable that engines run."""

    job: Job
    folder: Path

    def __call__(self, task: Task) -> Done:
        size = sum(len(part) for _, block in task.blocks for part in block.parts)
        said = input_checksum(task)
        held = self._held(task.number, said)
        if held is not None:
            return held._replace(size=size)
        produced = self.job.carry_out(task)
        check = self._keep(task.number, produced)
        record = {"input": said, "segment": check, "summary": produced.summary.pack()}
        _write(self.folder / f"{task.number:08}.json", json.dumps(record).encode())
        return Done(task.number, produced.summary, produced.ids, size)

    def _held(self, number: int, said: str) -> Done | None:
        """The task as a former run left it."""
        try:
            record = json.loads((self.folder / f"{number:08}.json").read_bytes())
            segment = (self.folder / f"{number:08}.segment").read_bytes()
        except (OSError, ValueError):
            return None
        if blake2b(segment, digest_size=16).hexdigest() != record["segment"]:
            return None
        if record["input"] != said:
            raise StateError(
                "the input has changed since the run was interrupted; "
                "remove the state folder and start again"
            )
        _, ids, _, _ = _parsed(segment)
        return Done(number, Summary.unpack(record["summary"]), ids, 0)

    def _keep(self, number: int, produced: Produced) -> str:
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
        data = b"".join(body)
        _write(self.folder / f"{number:08}.segment", data)
        return blake2b(data, digest_size=16).hexdigest()


def _parsed(segment: bytes) -> tuple[Mapping[str, Any], Any, int, int]:
    """The header of a segment, its ids, and where its ledger and its blocks start."""
    cut = segment.index(b"\n") + 1
    head = json.loads(segment[:cut])
    ids = np.frombuffer(segment, dtype=np.uint64, count=head["ids"], offset=cut)
    ledger = cut + 8 * head["ids"]
    return head, ids, ledger, ledger + head["ledger"]


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(path.suffix + ".part")
    with private_file(part) as file:
        file.write(data)
    part.replace(path)


class State:
    """The folder of one run, locked while the run is on."""

    def __init__(self, folder: Path, lock: BinaryIO) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def begin(cls, folder: Path, manifest: Mapping[str, Any], *, resume: bool) -> State:
        """A new folder, or the one of an interrupted run of the same thing."""
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
        state._check(manifest)
        return state

    def _check(self, manifest: Mapping[str, Any]) -> None:
        path = self.folder / "manifest.json"
        said = {"schema": SCHEMA, **manifest}
        if not path.exists():
            _write(path, json.dumps(said, indent=1).encode())
            return
        held = json.loads(path.read_bytes())
        different = sorted(key for key in {*held, *said} if held.get(key) != said.get(key))
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
        return path.read_bytes()

    def blocks(self, number: int) -> Iterator[tuple[int, tuple[bytes, ...]]]:
        """The released blocks of a task with the numbers of their units."""
        segment = (self.folder / f"{number:08}.segment").read_bytes()
        head, _, _, at = _parsed(segment)
        for unit, sizes in head["released"]:
            parts = []
            for size in sizes:
                parts.append(segment[at : at + size])
                at += size
            yield unit, tuple(parts)

    def ledger(self, number: int) -> bytes:
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
        self._lock.close()

    def destroy(self) -> None:
        """The run is complete: the key goes first, overwritten."""
        key = self.folder / "key"
        if key.exists():
            key.write_bytes(os.urandom(key.stat().st_size))
            key.unlink()
        self._lock.close()
        shutil.rmtree(self.folder)


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
