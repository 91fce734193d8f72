"""The recipes import each other as plain modules, as when they are run by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from needed_corpora import corpus

ROOT = Path(__file__).resolve().parents[2]
# Last, so that no recipe hides a module of the same name.
sys.path.append(str(ROOT / "training"))


@pytest.fixture(scope="session")
def corpora_folder() -> Path:
    return corpus()
