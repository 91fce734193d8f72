"""The protocol of readers: what they get tells no system, and their verdicts become a table."""

from __future__ import annotations

import csv
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "experiments"


@pytest.fixture(scope="module")
def protocol() -> ModuleType:
    sys.path.insert(0, str(FOLDER))
    spec = importlib.util.spec_from_file_location("reading_protocol", FOLDER / "reading" / "run.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(str(FOLDER))
    return module


def test_the_sheet_tells_no_system_and_the_key_does(protocol: ModuleType, tmp_path: Path) -> None:
    own = [
        f"en\tAnn Lee number {at} moved from Leeds to Bristol with Tom Hale." for at in range(12)
    ]
    given = protocol.config() | {"strata": {"own": {"kind": "own", "lines": 10}}, "untouched": 0.5}
    assert protocol.sheet(given, own, tmp_path) == 10
    rows = list(csv.DictReader((tmp_path / "sheet.csv").read_text(encoding="utf-8").splitlines()))
    key = json.loads((tmp_path / "key.json").read_text(encoding="utf-8"))
    assert set(rows[0]) == set(protocol.COLUMNS)
    same = {row["id"] for row in rows if row["original"] == row["release"]}
    assert same == {line for line, of in key.items() if of["system"] == "untouched"}
    assert 0 < len(same) < 10


def test_a_line_counts_with_the_worse_verdict(protocol: ModuleType) -> None:
    key = {line: {"stratum": "s", "language": "en", "system": "a"} for line in "wxyz"}
    one = {"w": ("right", ""), "x": ("odd", ""), "y": ("wrong", "border"), "z": ("right", "")}
    two = {"w": ("right", ""), "x": ("wrong", "number"), "y": ("wrong", "border"), "z": ("odd", "")}
    found = protocol.table(key, (one, two))
    of = found["systems"]["a"]
    assert (of["right"], of["odd"], of["wrong"]) == (1, 1, 2)
    assert of["wrong_share"] == 0.5 < of["wrong_at_most"] < 1
    assert of["why"] == {"border": 2, "number": 1}
    assert found["judgements"]["x"] == ["odd", "wrong"]


def test_what_readers_quote_is_not_stored(protocol: ModuleType, tmp_path: Path) -> None:
    sheet = tmp_path / "one.csv"
    sheet.write_text("id,verdict,why\nx,wrong,leftover: Zebulon stayed\n", encoding="utf-8")
    assert protocol.judgements(sheet) == {"x": ("wrong", "leftover")}


def test_the_page_has_the_rounds_that_are_stored(protocol: ModuleType) -> None:
    place = FOLDER / "reading" / "README.md"
    page = place.read_text(encoding="utf-8")
    assert protocol.st.filled(page, protocol.page()) == page
    for path in (FOLDER / "reading" / "rounds").glob("*.json"):
        whys = json.loads(path.read_text(encoding="utf-8"))["systems"]["surrogate"]["why"]
        assert set(whys) <= {*protocol.WHY, ""}


def test_kappa_is_cohens(protocol: ModuleType) -> None:
    pairs = [("right", "right")] * 20 + [("right", "wrong")] * 5
    pairs += [("wrong", "right")] * 10 + [("wrong", "wrong")] * 15
    assert protocol.kappa(pairs) == pytest.approx(0.4)
    assert protocol.kappa([("right", "right")] * 3) == 1.0


def test_an_unknown_verdict_is_refused(protocol: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("id,verdict,why\nx,fine,\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="a verdict is one of"):
        protocol.judgements(path)
