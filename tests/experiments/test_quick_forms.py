"""The quick form of every experiment runs anywhere: on corpora that are made for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDS = {"tang-tables": "a voice and a recogniser", "peng-metric": "WordNet's files"}
APART = ("answers", "reading")
"""A language model answers there, or people read."""
NAMES = sorted(
    path.parent.name
    for path in (ROOT / "experiments").glob("*/run.py")
    if path.parent.name not in (*NEEDS, *APART)
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_runs_without_the_public_corpora_and_writes_nothing(name: str, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    folder = ROOT / "experiments" / name
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    done = subprocess.run(
        [str(ROOT / "experiments" / "run"), name, "--quick"],
        env={**os.environ, "PYTHON": sys.executable, "UNDERSTUDY_DATA": str(tmp_path / "nowhere")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
