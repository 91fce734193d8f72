"""Results say by themselves whether they are older than what they report."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
EVERY = sorted(
    path.parent
    for path in (ROOT / "experiments").glob("*/config.toml")
    if path.parent.name != "reading"  # people read there; it has no results of ours
)
PINNED = [
    path.parent
    for path in sorted((ROOT / "experiments").glob("*/results.json"))
    if "digests" in json.loads(path.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def freshness() -> ModuleType:
    path = ROOT / "experiments" / "freshness.py"
    spec = importlib.util.spec_from_file_location("freshness_of_results", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """An experiment with a corpus and a fixed case, whose results are not written yet."""
    folder = tmp_path / "study"
    folder.mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "corpus.txt").write_text("one")
    (folder / "config.toml").write_text('path = "corpus.txt"\nother = ["nothing"]\n')
    (folder / "run.py").write_text("VALUE = 1.0\n\n\ndef fixed():\n    return {'x': VALUE}\n")
    return folder


def test_what_changes_is_named(freshness: ModuleType, study: Path) -> None:
    data = study.parent / "data"
    assert freshness.stale(study, data) == []  # it has never been run
    results = study / "results.json"
    results.write_text("{}")
    assert freshness.stale(study, data) == [freshness.UNKNOWN]
    results.write_text(json.dumps({"digests": freshness.digests(study, data)}))
    assert freshness.stale(study, data) == []
    (data / "corpus.txt").write_text("two")
    assert freshness.stale(study, data) == ["data"]
    assert freshness.stale(study, study / "elsewhere") == []  # corpora are not everywhere
    run = study / "run.py"
    run.write_text(run.read_text().replace("1.0", "1.0000000000001"))
    assert freshness.stale(study, study / "elsewhere") == []  # the last digits are the machine's
    run.write_text(run.read_text().replace("1.0000000000001", "1.01"))
    assert freshness.stale(study, study / "elsewhere") == ["behaviour"]
    (study / "config.toml").write_text("samples = 2\n")
    assert freshness.stale(study, data) == ["config", "behaviour"]


def test_a_part_that_was_made_apart_grows_old_by_itself(freshness: ModuleType, study: Path) -> None:
    data = study.parent / "data"
    now = freshness.digests(study, data)
    old = {**now, "behaviour": "0" * 32}
    results = study / "results.json"
    results.write_text(json.dumps({"digests": now, "clean": {"digests": old}, "n": 3}))
    assert freshness.stale(study, data) == ["clean: behaviour"]
    results.write_text(json.dumps({"digests": now, "clean": {"commit": "c"}, "other": {"n": 1}}))
    assert freshness.stale(study, data) == [f"clean: {freshness.UNKNOWN}"]
    results.write_text(json.dumps({"clean": {"digests": now}}))
    assert freshness.stale(study, data) == [freshness.UNKNOWN]
    freshness.mark(study)
    assert json.loads(results.read_text()) == {"clean": {}}


@pytest.mark.parametrize("folder", EVERY, ids=lambda folder: folder.name)
def test_every_experiment_has_a_fixed_case(folder: Path) -> None:
    assert "\ndef fixed()" in (folder / "run.py").read_text(encoding="utf-8")


def test_results_without_digests_are_called_stale_on_the_page() -> None:
    page = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    unknown = [one for one in EVERY if (one / "results.json").exists() and one not in PINNED]
    for section in page.split("\n## ")[1:]:
        name = next(
            one for one in EVERY if f"({one.name}/" in section.replace("../experiments/", "(")
        )
        assert ("**Stale:**" in section) == (name in unknown), name.name


SHARES = {
    "answers": "its table has a column",
    "audit-sketches": "its table has a column",
    "certificate-coverage": "how often bounds hold",
    "consistency": "shares of what is given away, with intervals",
    "private-choice": "expectations, and no difference of samples",
    "tang-2004-detection": "recall and precision, with intervals",
}
"""Experiments that compare no two rows by a sample."""


@pytest.mark.parametrize("folder", EVERY, ids=lambda folder: folder.name)
def test_every_comparison_says_what_it_could_have_seen(folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    said = "smallest" in page.lower() and "with 80 % chance" in page
    if (folder / "results.json").exists():
        assert said != (folder.name in SHARES)


def test_an_experiment_without_a_fixed_case_has_no_digest_of_it(
    freshness: ModuleType, study: Path
) -> None:
    (study / "run.py").write_text("raise SystemExit\n")
    assert freshness.digests(study, study)["behaviour"] is None


@pytest.mark.slow
@pytest.mark.parametrize("folder", PINNED, ids=[one.name for one in PINNED])
def test_results_are_those_of_the_code_as_it_is(freshness: ModuleType, folder: Path) -> None:
    pytest.importorskip("sklearn")
    reasons = freshness.stale(folder, Path("nowhere"))
    apart = [one for one in reasons if one.endswith(freshness.UNKNOWN)]
    assert reasons == apart, f"run experiments/run {folder.name} again"
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert page.count("**Older:**") == len(apart)
