"""The corpora that some tests read; where they are not, these tests say so and are skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "UNDERSTUDY_DATA"
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Looked in where the variable is not set."""


def corpus(name: str = ".") -> Path:
    """A file or folder of the corpora; the test is skipped where it is not there."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else BESIDE
    if not folder.is_dir():
        why = "names no folder" if named else "is not set"
        pytest.skip(f"needs corpora that are not part of the repository: {VARIABLE} {why}")
    if not (folder / name).exists():
        pytest.skip(f"needs the corpus {name}, which is not in the folder that {VARIABLE} names")
    return folder / name
