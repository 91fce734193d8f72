"""The tool that freezes lists writes those that are shipped."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

_TOOL = Path(__file__).parents[2] / "tools" / "freeze_lists.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("freeze_lists", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["freeze_lists"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_shipped_lists_are_those_of_the_packages(tool: ModuleType) -> None:
    for package, wanted in tool.pinned().items():
        pytest.importorskip(package.lower())
        if version(package) != wanted:
            pytest.skip(f"{package} is {version(package)}; the lists are those of {wanted}")
    found = list(tool.frozen())
    assert [one.path for one in found if not tool.same(one)] == []
    shipped = {file for file in tool.PLACE.glob("*/frozen/**/*") if file.is_file()}
    assert {one.file for one in found} == shipped


@pytest.mark.parametrize("line", ["", " Ana", "Ana ", "# Ana", "[Ana]", "Ana\nEva"])
def test_a_line_that_could_not_be_read_again_is_refused(tool: ModuleType, line: str) -> None:
    one = tool.Frozen("en/frozen/x", "Nobody 1 (x), MIT licence", {"names": [line]})
    with pytest.raises(ValueError, match="not a line"):
        one.text("2026-01-01")


def test_a_changed_list_or_version_is_seen(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "PLACE", tmp_path)
    one = tool.Frozen("x", "Nobody 1 (x), MIT licence", {"names": ["Ana", "Eva"]})
    assert not tool.same(one)
    one.file.write_text(one.text("2026-01-01"), encoding="utf-8")
    assert tool.same(one)
    assert not tool.same(one._replace(sections={"names": ["Eva", "Ana"]}))
    assert not tool.same(one._replace(source="Nobody 2 (x), MIT licence"))
