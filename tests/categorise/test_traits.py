"""What evidence is worth hangs on how a detector finds it, which the detector declares."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from understudy import categorise
from understudy.identify import settings
from understudy.identify.settings import CUE, FORM, LIST, MODEL, DetectorPart, finds_by
from understudy.registry import names


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ("grammar", FORM),
        ("gazetteer", LIST),
        ("heuristic", CUE),
        ("encoder", MODEL),
        ("given", ""),
        ("crf", ""),
        ("no detector", ""),
        ("", ""),
    ],
)
def test_how_a_detector_finds_is_its_own_word(source: str, how: str) -> None:
    assert finds_by(source) == how


def test_a_detector_of_another_package_declares_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    part = DetectorPart("other", lambda _: pytest.fail("not built"), None, finds_by=MODEL)
    monkeypatch.setattr(settings, "names", lambda _: ("other",))
    monkeypatch.setattr(settings, "detector_of", lambda _: part)
    assert finds_by.__wrapped__("other") == MODEL


def test_no_detector_is_called_by_name_where_evidence_is_weighed() -> None:
    known = set(names("detectors"))
    for path in Path(categorise.__path__[0]).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert known.isdisjoint(one for one in said if isinstance(one, str)), path.name
