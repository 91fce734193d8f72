"""A benchmark without its corpora says what to set and leaves, before it measures anything."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setenv("UNDERSTUDY_DATA", str(tmp_path))
    spec = importlib.util.spec_from_file_location("benchmarks_needed", FOLDER / "needed.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_missing_is_named_with_a_hint(
    needed: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(SystemExit) as stop:
        needed.need("there", "deid/none")
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert f"{tmp_path}: no deid/none; set UNDERSTUDY_DATA" in said
    assert "there," not in said


def test_what_is_there_is_no_reason_to_leave(needed: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    needed.need("there")
    needed.need()


@pytest.mark.parametrize("name", ["crf", "encoder", "learn", "ordinary", "replace"])
def test_benchmarks_that_cannot_do_without_say_so(name: str) -> None:
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    _, main = source.split("\ndef main()")
    assert "\n    need(" in main
