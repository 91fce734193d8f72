"""One document can be followed: few modules lead from the command to the release."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST = 25
"""So many modules must be opened to follow a document, without the parts that it meets."""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "trace_document", ROOT / "tools" / "trace_document.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def way(tool: ModuleType) -> list[str]:
    found: list[str] = tool.way()
    return found


def test_few_modules_lead_from_the_command_to_the_release(way: list[str]) -> None:
    assert len(way) <= MOST, way


def test_the_way_is_whole(way: list[str]) -> None:
    """A tracer that sees nothing would find few modules, too."""
    steps = ("cli.release", "run.release", "corpus.jsonl", "pipeline", "categorise.merge")
    places = [way.index(f"understudy.{step}") for step in (*steps, "run.assemble")]
    assert places[0] == min(places) and places[-1] == max(places)


def test_what_is_left_out_is_there(tool: ModuleType) -> None:
    for name in tool.ASIDE:
        place = ROOT.joinpath("src", *name.split("."))
        assert place.is_dir() or place.with_suffix(".py").exists(), name


def test_the_list_in_the_documentation_is_up_to_date(tool: ModuleType, way: list[str]) -> None:
    page = tool.PAGE.read_text(encoding="utf-8")
    assert tool.table(way) in page, "run python tools/trace_document.py"
