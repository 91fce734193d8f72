"""The state folder of a study: what each training came to, so that a study can be taken up again.

PAGE.html.understudy/
  manifest.json     a fingerprint of the study; one that is taken up must be the same
  0003-17.npz       the outcome of condition 3 with seed 17: numbers, no text
"""

from __future__ import annotations

import io
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from understudy.core.errors import StateError
from understudy.core.files import write_whole
from understudy.utility.study import Outcome, Run, Study
from understudy.utility.transform import Bound

__all__ = ["RunStore", "begin", "end"]

_SCHEMA = 3


@dataclass(frozen=True)
class RunStore:
    """Carries out runs of a study and keeps what they come to; the callable that engines run."""

    study: Study
    folder: Path | None

    def __call__(self, run: Run) -> Outcome:
        if self.folder is None:
            return self.study.carry_out(run)
        path = self.folder / f"{run.condition:04}-{run.seed}.npz"
        held = _read(path, run)
        if held is not None:
            return held
        outcome = self.study.carry_out(run)
        _write(path, outcome)
        return outcome


def begin(study: Study, folder: Path, *, resume: bool) -> RunStore:
    """A new folder, or the one of the same study that was broken off."""
    manifest = {"schema": _SCHEMA, "study": study.fingerprint()}
    path = folder / "manifest.json"
    if folder.exists() and not resume:
        raise StateError(f"{folder}: an unfinished study; take it up with --resume, or remove it")
    if folder.exists():
        try:
            held = json.loads(path.read_bytes())
        except (OSError, ValueError):
            raise StateError(f"{folder}: cannot be taken up; remove it and start again") from None
        if held != manifest:
            raise StateError(
                f"{folder}: is of another study (corpus, options or version differ); remove it"
            )
        return RunStore(study, folder)
    folder.mkdir(mode=0o700)
    write_whole(path, json.dumps(manifest))
    return RunStore(study, folder)


def end(kept: RunStore) -> None:
    """The study is complete: nothing is left to take up."""
    if kept.folder is not None:
        shutil.rmtree(kept.folder)


def _write(path: Path, outcome: Outcome) -> None:
    """The file appears under its name when it is whole."""
    counts = (outcome.replaced, outcome.kept)
    parts = {
        "cells": outcome.cells,
        "facts": np.array([*outcome.bound, *counts, outcome.seconds]),
        "left": np.array(list(outcome.left.values()), dtype=np.int64),
        "reasons": np.array(list(outcome.left), dtype=np.str_),
    }
    if outcome.marked is not None:
        parts["marked"] = outcome.marked
    packed = io.BytesIO()
    np.savez_compressed(packed, **parts)  # type: ignore[arg-type]
    write_whole(path, packed.getvalue())


def _read(path: Path, run: Run) -> Outcome | None:
    try:
        with path.open("rb") as file, np.load(file) as found:
            parts = dict(found)
        strict, delta, paper, *counts, seconds = map(float, parts["facts"])
        reasons = map(str, parts["reasons"])
        left = dict(zip(reasons, map(int, parts["left"]), strict=True))
    except (OSError, ValueError, KeyError, BadZipFile, EOFError):
        return None
    bound = Bound(strict, delta, paper)
    marked = parts.get("marked")
    replaced, kept = map(int, counts)
    return Outcome(run, parts["cells"], marked, bound, replaced, kept, left, seconds)
