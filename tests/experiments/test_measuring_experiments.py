"""The experiments on certificates and on masking: their pages are their results, and their parts
do what they say."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("certificate-coverage", "tab-protocol")


def _loaded(name: str) -> ModuleType:
    pytest.importorskip("sklearn")
    kept = list(sys.path)
    title = f"experiment_{name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(title, ROOT / "experiments" / name / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module  # its dataclasses look for their module
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_what_the_file_says(name: str) -> None:
    run = _loaded(name)
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    assert {"commit", "python", "machine", "seeds"} <= set(results)
    page = (run.HERE / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page


def test_the_bounds_held_and_the_naive_one_did_not() -> None:
    run = _loaded("certificate-coverage")
    results = json.loads((run.HERE / "results.json").read_text(encoding="utf-8"))
    assert all(row["samples"] >= 2000 for row in results["rows"])
    assert {row["detector"] for row in results["rows"]} == set(run.DETECTORS)
    run.checked(results, run.LEAST)


def test_simulated_detectors_miss_as_they_are_told() -> None:
    run = _loaded("certificate-coverage")
    corpus, random = run.made(3), np.random.default_rng(0)

    def missed(detector: str, rate: float = 0.2) -> np.ndarray:
        return run.missed(run.Cell(corpus, detector, rate, 40, 0), 0.3, random)

    assert missed("alone").mean() == pytest.approx(0.2, abs=0.05)
    assert missed("together").mean() == pytest.approx(0.2, abs=0.1)
    for detector in ("whole documents", "longest documents"):
        lost = missed(detector)
        shares = np.bincount(corpus.documents, lost) / np.bincount(corpus.documents)
        assert set(shares) == {0.0, 1.0}
    assert missed("longest documents").mean() > 0.2  # a fifth of the documents, the largest


def test_peers_that_mask_more_direct_identifiers_are_noticed() -> None:
    run = _loaded("tab-protocol")

    def row(system: str, share: float) -> dict[str, object]:
        return {
            "system": system,
            **{name: {"share": share} for name in ("direct", "quasi", "precision", "weighted")},
        }

    run.checked([row("ours", 0.9), row("peer", 0.8)], ["ours"], ["peer"])
    with pytest.raises(AssertionError, match="peer"):
        run.checked([row("ours", 0.7), row("peer", 0.8)], ["ours"], ["peer"])
