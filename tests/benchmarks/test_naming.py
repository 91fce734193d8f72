"""How the benchmark of names counts."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def naming(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("naming")


def test_spans_become_the_tokens_that_they_touch(naming: ModuleType) -> None:
    tokens = ["The", "Hague", "'s", "Ann"]
    assert naming.on_tokens(tokens, [(4, 9, "LOCATION"), (14, 15, "PERSON"), (99, 100, "ID")]) == [
        (1, 2, "LOCATION"),
        (3, 4, "PERSON"),
    ]


def test_articles_and_endings_are_set_aside_on_both_sides(naming: ModuleType) -> None:
    row = naming.Row(["the", "Trust", "'s", "Ann"], [naming.Mark(0, 2, "ORGANIZATION")])
    assert naming.counted(row, [naming.Mark(1, 3, "ORGANIZATION")]) == (1, 1, 0, 1, 1)
    assert naming.counted(row, [naming.Mark(0, 2, "ORGANIZATION")]) == (1, 1, 1, 1, 1)
    assert naming.bare(naming.Mark(0, 1, "PERSON"), ["The"]) == (0, 1, "PERSON")


def test_a_name_under_another_label_is_touched_and_not_found(naming: ModuleType) -> None:
    row = naming.Row(["Ann", "left", "Lima"], [naming.Mark(2, 3, "LOCATION")])
    marks = [naming.Mark(2, 3, "DATE"), naming.Mark(0, 1, "PERSON")]
    assert naming.counted(row, marks) == (1, 1, 0, 0, 1)


def test_a_name_is_taken_for_what_shares_most_of_it(naming: ModuleType) -> None:
    gold = [naming.Mark(0, 3, "PERSON"), naming.Mark(4, 5, "LOCATION")]
    row = naming.Row(["a", "b", "c", "d", "e", "f"], gold)
    marks = [naming.Mark(0, 1, "LOCATION"), naming.Mark(1, 4, "DATE"), naming.Mark(5, 6, "PERSON")]
    table = naming.confused([row], [marks])
    assert table["PERSON"] == {"other": 1}
    assert table["LOCATION"] == {"nothing": 1}
    assert table["nothing"] == {"PERSON": 1}


def test_intervals_hold_the_score(naming: ModuleType) -> None:
    name = naming.Mark(0, 1, "PERSON")
    rows = [naming.Row(["Ann"], [name])] * 30
    scores = naming.scored(rows, [[name]] * 20 + [[]] * 10)
    assert scores["f1"]["value"] == 0.8
    low, high = scores["f1"]["interval"]
    assert low < 0.8 < high
    assert scores["touched"]["value"] == pytest.approx(2 / 3, abs=1e-4)
