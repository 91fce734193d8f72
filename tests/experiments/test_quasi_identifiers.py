"""The experiment on quasi-identifiers: its page is its results, and its claims hold in them."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def run() -> ModuleType:
    kept = list(sys.path)
    path = ROOT / "experiments" / "quasi" / "run.py"
    spec = importlib.util.spec_from_file_location("experiment_quasi", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


def test_the_page_shows_what_the_file_says(run: ModuleType) -> None:
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    assert {"commit", "python", "machine", "seeds"} <= set(results)
    page = (run.HERE / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
    run.checked(results["corpora"])


def test_a_release_that_tells_more_is_noticed(run: ModuleType) -> None:
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    for of in results["corpora"].values():
        of["rows"]["typed"]["risk"] = 0.5
    with pytest.raises(AssertionError):
        run.checked(results["corpora"])
