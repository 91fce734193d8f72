"""The tables of the page on distortion come from their files."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables_of_distort", DOCS / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_speed_comes_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "distort.json"
    assert tables.distorted(path) == ""
    found = {
        **{"commit": "c" * 40, "model": "d" * 64, "machine": "x86, 2 cores"},
        **{"timed": 7, "words": 19.6, "candidates": 8},
        "spans_per_second": {"choice": 12.345},
        "times_plain": {"choice": 23.45},
        "agreement": {"spans": 500, "same_argmin": 0.998, "kendall_tau": 0.99876},
    }
    path.write_text(json.dumps(found), encoding="utf-8")
    made = tables.distorted(path)
    assert "| choice | 12.35 | 23.4 |" in made or "| choice | 12.35 | 23.5 |" in made
    assert "99.8%" in made and "0.9988" in made and "20 words" in made


def test_the_shares_come_from_the_file(tables: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert tables.privately_chosen(path) == ""
    rows = [
        {"scale": scale, "k": k, "epsilon": epsilon, "share": 0.1 * epsilon}
        for scale in ("clip 0.5", "rank")
        for k in (4, 8)
        for epsilon in (2, 4)
    ]
    path.write_text(json.dumps({"n": 40, "rows": rows}), encoding="utf-8")
    made = tables.privately_chosen(path)
    assert "| scale | ε = 2 | ε = 4 |" in made
    assert "| rank | 20% | 40% |" in made and "40 spans" in made
