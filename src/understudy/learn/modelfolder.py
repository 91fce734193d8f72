"""The folder of a fine-tuned tagger: what differs from the shipped model, for its owner's eyes."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.core.files import write_whole

__all__ = ["check_output", "place", "write_card", "write_model"]

_FILES = ("encoder.onnx", "heads.npz", "model.json")


def check_output(folder: Path, force: bool) -> None:
    """Whether a model may take this name."""
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.parent}: no such directory")
    if not folder.exists() and not folder.is_symlink():
        return
    if not force:
        raise UsageError(f"{folder}: exists; choose another name or use --force")
    plain = folder.is_dir() and not folder.is_symlink()
    if not plain or {path.name for path in folder.iterdir()} - set(_FILES):
        raise UsageError(f"{folder}: is not a model, and is not replaced; choose another name")


def write_model(
    folder: Path,
    graph: bytes,
    heads: Mapping[str, npt.NDArray[np.float32]],
    card: Mapping[str, Any],
) -> None:
    """Writes a model: its graph, its heads and its card, readable by their owner alone."""
    packed = io.BytesIO()
    np.savez(packed, **heads)  # type: ignore[arg-type]
    parts = {"encoder.onnx": graph, "heads.npz": packed.getvalue()}
    folder.mkdir(mode=0o700, exist_ok=True)
    for name, part in parts.items():
        write_whole(folder / name, part)
    digests = {name: sha256(part).hexdigest() for name, part in parts.items()}
    write_card(folder, {**card, "files": digests})


def write_card(folder: Path, card: Mapping[str, Any]) -> None:
    """Writes the card of a model alone."""
    write_whole(folder / "model.json", json.dumps(card, indent=1, ensure_ascii=False) + "\n")


def place(made: Path, folder: Path) -> None:
    """Give a whole folder its name; an older one makes room at the last moment."""
    if not folder.exists():
        made.rename(folder)
        return
    old = made.with_name("old")
    folder.rename(old)
    try:
        made.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    shutil.rmtree(old)
