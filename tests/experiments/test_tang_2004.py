"""The experiment after Tang et al. 2004: its tables are its results, and it can be run."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from understudy.core.categories import categories
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "experiments" / "tang-2004-detection"


@pytest.fixture(scope="module")
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tang_2004", HERE / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_what_the_file_says(run: ModuleType) -> None:
    results = json.loads(run.RESULTS.read_text(encoding="utf-8"))
    page = run.README.read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results, run.config())) == page


def test_the_results_reach_the_targets_and_say_where_they_come_from(run: ModuleType) -> None:
    results = json.loads(run.RESULTS.read_text(encoding="utf-8"))
    assert {"commit", "seed", "n", "confidence"} <= set(results)
    for target, wanted in run.config()["targets"].items():
        assert run.reached(results["systems"], target) >= wanted, target


def test_the_config_names_categories_that_there_are(run: ModuleType) -> None:
    given = run.config()
    assert {*given["entities"].values(), *given["forms"].values()} <= set(categories())


def test_a_few_calls_are_scored(run: ModuleType) -> None:
    given = {**run.config(), "rounds": 20}
    documents = list(documents_of(str(ROOT / given["corpus"]), None, Options()))[:8]
    systems = run.measured(documents, given)
    assert set(systems) == set(given["systems"])
    person = systems["General + PN"]["entities"]["Person Name"]
    assert person["gold"] == sum(
        one.label == "PERSON" for document in documents for one in document.annotations
    )
    assert person["exact_recall"]["value"] > 0.9
    assert person["exact"] <= min(person["gold"], person["predicted"])
