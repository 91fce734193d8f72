"""The experiments on utility: their pages are their results, and what was asserted holds."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from needed_corpora import corpus
from understudy.core.categories import categories, label_maps

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "experiments"
NAMES = ("adelani-table2", "adelani-figure1", "tang-tables", "peng-ner")


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """run.py of an experiment, with the modules beside it, which others of its kind have too."""
    before = set(sys.modules)

    def loaded(name: str) -> ModuleType:
        monkeypatch.setattr(sys, "path", [str(FOLDER / name), str(FOLDER), *sys.path])
        where = FOLDER / name / "run.py"
        spec = importlib.util.spec_from_file_location(f"run of {name}", where)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield loaded
    for name in set(sys.modules) - before:
        source = getattr(sys.modules[name], "__file__", None)
        if source and FOLDER in Path(source).parents:
            del sys.modules[name]


def _results(name: str) -> dict[str, object]:
    path = FOLDER / name / "results.json"
    if not path.exists():
        pytest.skip(f"{name} has not been run")
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_what_the_file_says(name: str, load: object) -> None:
    results = _results(name)
    run = load(name)  # type: ignore[operator]
    page = (FOLDER / name / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
    assert list((FOLDER / name).glob("*.svg"))


@pytest.mark.parametrize("name", NAMES)
def test_results_say_where_they_come_from(name: str) -> None:
    results = _results(name)
    assert {"commit", "python", "machine", "seeds", "confidence"} <= set(results)


def test_table2_has_its_order() -> None:
    results = _results("adelani-table2")
    assert len(results["seeds"]) >= 5  # type: ignore[arg-type]
    checks = results["checks"]
    assert isinstance(checks, list)
    asserted = [one for one in checks if one["asserted"]]
    assert len(asserted) >= 9
    assert all(one["holds"] for one in asserted)


def test_figure1_has_its_shape(load: object) -> None:
    results = _results("adelani-figure1")
    assert load("adelani-figure1").checked(results["study"]) == []  # type: ignore[operator]


def test_tang_has_its_shape(load: object) -> None:
    results = _results("tang-tables")
    assert load("tang-tables").checked(results, quick=False) == []  # type: ignore[operator]


def test_a_result_of_another_shape_is_found(load: object) -> None:
    results = _results("adelani-figure1")
    study = json.loads(json.dumps(results["study"]))
    for row in study["rows"]:
        if row["strategy"] == "redact":
            row["epsilon"] = 0.0
    wrong = load("adelani-figure1").checked(study)  # type: ignore[operator]
    assert any("strict" in one for one in wrong)


@pytest.mark.parametrize("name", ["adelani-table2", "adelani-figure1", "tang-tables"])
def test_settings_name_what_there_is(name: str) -> None:
    given = tomllib.loads((FOLDER / name / "config.toml").read_text(encoding="utf-8"))
    assert set(given["categories"].values()) <= set(categories())
    for of in given.get("corpora", {}).values():
        assert of["labels"] == "slots" or of["labels"] in label_maps()


def test_unknown_experiments_are_refused() -> None:
    done = subprocess.run(
        [str(FOLDER / "run"), "bogus"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "adelani-table2" in done.stderr


def test_speech_counts_errors_and_speaks_figures(load: object) -> None:
    load("tang-tables")  # type: ignore[operator]
    speech = sys.modules["recognition"]
    assert speech.spoken("flight dl 1039 on 747s") == (
        "flight dl one zero three nine on seven four seven s"
    )
    assert speech.errors(["a", "b", "c", "d"], ["a", "x", "c"]) == 2
    assert speech.errors([], ["a"]) == 1
    assert speech.errors(["a"], ["a"]) == 0


def test_the_page_of_all_experiments_is_made_of_theirs(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None and spec.loader is not None
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    assert tables.experiments(tmp_path) == ""
    for name in ("done", "begun"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "README.md").write_text(
            "# Title of it\n\n**The claim.** It holds.\n\nMore.\n\n"
            "<!-- results.json -->\n| a |\n<!-- end -->\n"
        )
    (tmp_path / "done" / "results.json").write_text("{}")
    (tmp_path / "done" / "plot.svg").write_text("<svg/>")
    made = tables.experiments(tmp_path)
    assert made.count("## Title of it") == 1
    assert "**The claim.** It holds." in made and "| a |" in made
    assert "(../experiments/done/plot.svg)" in made and "More." not in made


@pytest.mark.data
def test_the_quick_form_runs() -> None:
    corpus()
    done = subprocess.run(
        [str(FOLDER / "run"), "adelani-figure1", "--quick"],
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the figure has its shape" in done.stdout
