"""The experiments after García-Sardiña 2018: their pages are their results, and they can be run."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from needed_corpora import corpus

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("thesis-seeds", "thesis-queries")


def _module(name: str) -> ModuleType:
    path = ROOT / "experiments" / name / "run.py"
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def seeds() -> ModuleType:
    return _module("thesis-seeds")


@pytest.fixture(scope="module")
def queries() -> ModuleType:
    return _module("thesis-queries")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_what_the_file_says(name: str) -> None:
    run = _module(name)
    path = run.HERE / "results.json"
    if not path.exists():
        pytest.skip(f"{name} has not been run")
    results = json.loads(path.read_text(encoding="utf-8"))
    assert {"commit", "seed", "runs", "corpora"} <= set(results)
    page = (run.HERE / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page


def _row(method: str, *values: float) -> dict[str, Any]:
    cells = [
        {"size": size, "runs": 1, "f1": {"mean": value, "error": None}, "words": {"mean": 10.0}}
        for size, value in zip((100, 250), values, strict=True)
    ]
    return {"method": method, "cells": cells}


def _seeds(*rows: dict[str, Any]) -> dict[str, Any]:
    full = {"f1": 0.9, "instances": 1000, "words": 9000}
    seconds = {"reading": 1.0, "table": 60.0}
    return {"full": full, "test": {"instances": 5}, "seeds": list(rows), "seconds": seconds}


def test_a_seed_method_has_to_gain(seeds: ModuleType) -> None:
    given = seeds.config()
    rows = [_row("Random", 0.5, 0.6), _row("S_I-H Sum", 0.61, 0.7), _row("S_I-H Mean", 0.1, 0.2)]
    gain, worst, minutes = seeds.checked({"odd": _seeds(*rows)}, given)
    assert gain["holds"] and gain["found"] == 0.11 and "S_I-H Sum" in gain["what"]
    assert worst["holds"] and minutes["holds"]
    rows[1], rows[2] = _row("S_I-H Sum", 0.3, 0.3), _row("S_I-H Mean", 0.52, 0.6)
    gain, worst, _ = seeds.checked({"odd": _seeds(*rows)}, given)
    assert not gain["holds"] and not worst["holds"]


def test_the_tables_of_seeds(seeds: ModuleType) -> None:
    given = seeds.config()
    corpora = {"odd": _seeds(_row("Random", 0.5, 0.6), _row("S_I-H Sum", 0.61, 0.7))}
    results = {
        **{"commit": "c" * 40, "python": "3.11", "machine": "x", "seed": 0, "runs": 5},
        **{"sizes": [100, 250], "paper": given["paper"], "corpora": corpora},
        "checked": seeds.checked(corpora, given),
    }
    page = seeds.page(results)
    assert "| Random | 0.500 (10) | 0.600 (10) | 0.598 / 0.735 / 0.793 / 0.829 |" in page
    assert seeds.plot(corpora["odd"], [100, 250], "odd").count("<circle") == 4


def _curve(query: str, values: list[float], stop: float) -> dict[str, Any]:
    steps = [
        {
            "instances": 250 * at,
            "f1": {"mean": value, "deviation": 0.0},
            "words": {"mean": 2500.0 * at, "deviation": 0.0},
        }
        for at, value in enumerate(values, 1)
    ]
    top = next(
        (
            {"instances": one["instances"], "words": 1, "edits": 1, "minutes": 1.0, "f1": 0.9}
            for one in steps
            if one["f1"]["mean"] >= 0.9
        ),
        None,
    )
    at_stop = {"instances": stop, "words": 1, "minutes": 1.0, "f1": 0.898, "reason": "r"}
    return {
        "query": query,
        "steps": steps,
        "runs": [{"reached": top, "stops": {"stable": at_stop}}],
    }


def test_queries_have_to_win_reach_and_stop(queries: ModuleType) -> None:
    given = queries.config()
    full = {"f1": 0.9, "instances": 10_000, "words": 100_000}
    curves = [
        _curve("Random", [0.5, 0.6, 0.7], 750),
        _curve("T-H Sum", [0.5, 0.9, 0.9], 600),
        _curve("T-H K-Max", [0.5, 0.9, 0.9], 600),
        _curve("T-H Mean", [0.5, 0.7, 0.8], 750),
    ]
    goals = [queries.goal(curve, full, given["targets"]) for curve in curves]
    of = {"full": full, "test": {"instances": 9}, "curves": curves, "goals": goals}
    found = queries.checked({"odd": of}, given)
    assert all(row["holds"] for row in found), found
    kinds = [row["what"] for row in found]
    assert any("share of instances (T-H K-Max)" in kind for kind in kinds)
    assert "odd: F1 lost where T-H K-Max, stable stops" in kinds
    of["curves"][2] = _curve("T-H K-Max", [0.5, 0.55, 0.6], 750)  # another one still gets there
    of["goals"] = [queries.goal(curve, full, given["targets"]) for curve in of["curves"]]
    held = {row["what"]: row["holds"] for row in queries.checked({"odd": of}, given)}
    assert not held["odd: T-H K-Max less Random, mean F1"]
    assert not held["odd: 99.9% of the whole pool's F1 is reached (T-H K-Max)"]
    results = {
        **{"commit": "c" * 40, "python": "3.11", "machine": "x", "seed": 0, "runs": 5},
        **{"method": "K-MC", "paper": given["paper"], "corpora": {"odd": of}},
        "goal": _goal(0.8995, 1200),
    }
    assert "| T-H K-Max | 0.5500 ± 0.0000 | 0 | – | – | – | 4,250 |" in queries.page(results)


def _goal(f1: float, stop: float) -> dict[str, Any]:
    return {
        **{"corpus": "odd", "query": "T-LC", "dev": {"T-LC": 0.88}, "batch": 60},
        **{"instances": 700, "share_words": 0.1, "f1": f1, "deviation": 0.001, "full": 0.9},
        **{"oracle": 1000.0, "stop": {"rule": "stable", "f1": 0.897, "instances": stop}},
    }


def test_the_goal_can_be_missed(queries: ModuleType) -> None:
    targets = queries.config()["targets"]
    assert [row["holds"] for row in queries.aims(_goal(0.8995, 1200), targets)] == [True] * 4
    missed = [row["holds"] for row in queries.aims(_goal(0.89, 1400), targets)]
    assert missed == [False, True, True, False]


@pytest.mark.data
def test_a_small_table_can_be_made(seeds: ModuleType, tmp_path: Path) -> None:
    corpus("deid/echr-es")
    given = seeds.config()
    small = {**given, **given["quick"], "most": 12, "runs": 1, "sizes": [15], "methods": ["Random"]}
    corpora = seeds.measured({**small, "corpora": {"echr": given["corpora"]["echr"]}}, tmp_path)
    assert 0.0 < corpora["echr"]["full"]["f1"] <= 1.0
    assert seeds.means(corpora["echr"])["Random"][0] > 0.0
