"""A model by its name or its folder, whoever made it."""

from __future__ import annotations

from pathlib import Path

from understudy.core.errors import ModelError
from understudy.encoder.hub import HubEncoder
from understudy.encoder.model import NAMES, Encoder

__all__ = ["is_hub", "load_model"]


def is_hub(folder: Path) -> bool:
    """Whether a folder holds a Hugging Face model and none of ours."""
    return (folder / "config.json").exists() and not (folder / "model.json").exists()


def load_model(name: str, *, threads: int = 1) -> Encoder | HubEncoder:
    """The shipped model of a name, the one in a folder, or a Hugging Face one of the cache."""
    folder = Path(name)
    if name in NAMES:
        return Encoder.load(name, threads=threads)
    if (folder / "model.json").exists():
        return Encoder.load(folder=folder, threads=threads)
    if folder.is_dir() and not is_hub(folder):
        raise ModelError(f"{folder}: no model can be read there")
    return HubEncoder.load(name)
