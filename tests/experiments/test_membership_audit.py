"""The experiment on membership: its page is its results, and its claims hold in them."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from understudy.attacks.pairs import Mark

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def run() -> ModuleType:
    kept = list(sys.path)
    spec = importlib.util.spec_from_file_location(
        "experiment_membership", ROOT / "experiments" / "membership" / "run.py"
    )
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


def test_a_refuted_claim_is_noticed(run: ModuleType) -> None:
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    name = next(iter(results["corpora"]))
    results["corpora"][name]["audit"]["entity"]["model"]["epsilon"] = 0.5
    with pytest.raises(AssertionError):
        run.checked(results["corpora"])


def test_precision_is_read_where_the_published_share_is_found(run: ModuleType) -> None:
    def ranked(missed: bool, doubt: float) -> tuple[str, Mark, float]:
        return "d", Mark(0, 1, (0, 1), "PERSON", "k", "a", "a", missed), doubt

    found = run._at([ranked(True, 0.9), ranked(False, 0.8), ranked(True, 0.7), ranked(True, 0.1)])
    assert found == {"taken": 4, "precision": 0.75}  # two of three are not yet 68 %
    found = run._at([ranked(True, 0.9), ranked(False, 0.8)])
    assert found == {"taken": 1, "precision": 1.0}
    assert run._at([ranked(False, 0.8)])["taken"] == 0
