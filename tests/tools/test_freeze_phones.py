"""The table of prefixes that no subscriber has is what the tool makes."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("regex")
TOOL = Path(__file__).resolve().parents[2] / "tools" / "freeze_phones.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("freeze_phones", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("every", "own", "usual", "found"),
    [
        (["8[0-7]\\d{6}"], ["8[0-7]\\d{6}"], "8", ["88", "89"]),
        (["[1-9]\\d{6}", "8\\d{7}"], ["8\\d{7}"], "8", []),
        (["9\\d{8}"], ["9\\d{8}"], "9", ["2", "3", "4", "5", "6", "7", "8"]),
        (["7\\d{8}", "6[1-9]\\d{7}"], ["7\\d{8}", "6[1-9]\\d{7}"], "7", ["60"]),
        (["2[1-9]\\d{7}", "3\\d{8}"], ["2[1-9]\\d{7}", "3\\d{8}"], "", ["20"]),
    ],
)
def test_free_prefixes(
    tool: ModuleType, every: list[str], own: list[str], usual: str, found: list[str]
) -> None:
    assert tool.free(every, own, usual) == found
