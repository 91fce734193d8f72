"""The recipes import each other as plain modules, as when they are run by hand."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Last, so that no recipe hides a module of the same name.
sys.path.append(str(ROOT / "training"))


@pytest.fixture(scope="session")
def corpora_folder() -> Path:
    folder = Path(os.environ.get("UNDERSTUDY_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("the corpora of UNDERSTUDY_DATA are not here")
    return folder
