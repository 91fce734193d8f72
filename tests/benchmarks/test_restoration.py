"""The set of answers: how many are restored, and that no cut of a stream changes one."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

from understudy.surrogates.echo import Echo

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def restoration(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("restoration")


def test_as_many_are_restored_as_the_page_says(restoration: ModuleType) -> None:
    everything = restoration.answers()
    assert len(everything) >= 300
    for chosen in (everything[1::2], everything):
        found = restoration.scores(restoration.echo, chosen)
        assert found["restored"] >= 0.97 and found["wrongly"] < 0.005


def test_the_set_that_was_written_later_is_read_back(restoration: ModuleType) -> None:
    table = json.loads((FOLDER / "restoration.json").read_text(encoding="utf-8"))["understudy"]
    for half, seen in (("later, seen", True), ("later, held out", False)):
        found = restoration.scores(restoration.echo, restoration.later(seen=seen))
        assert found == table[half] and found["restored"] >= 0.97


@pytest.mark.slow
def test_every_cut_of_two_hundred_answers_gives_the_same_text(restoration: ModuleType) -> None:
    for answer in (*restoration.answers()[:200], *restoration.later(seen=True)[::3]):
        echo = Echo(answer.pairs, answer.language)
        text = answer.text
        whole = echo.read(text)
        for at in range(1, len(text)):
            stream = echo.stream()
            made = stream.feed(text[:at]) + stream.feed(text[at:]) + stream.end()
            assert (made, stream.restored, stream.unsure) == whole
        stream = echo.stream()
        assert "".join(map(stream.feed, text)) + stream.end() == whole.text


def test_the_page_has_the_figures_of_the_file() -> None:
    table = json.loads((FOLDER / "restoration.json").read_text(encoding="utf-8"))
    page = (FOLDER.parent / "docs" / "gateway.md").read_text(encoding="utf-8")
    rows = {
        "Understudy, held-out half": table["understudy"]["held out"],
        "Understudy, all": table["understudy"]["all"],
        "Understudy, second set, held out at first": table["understudy"]["later, held out"],
        "Understudy, second set, the rest": table["understudy"]["later, seen"],
        "exact match, second set, the rest": table["exact match"]["later, seen"],
        "exact match, all": table["exact match"]["all"],
        "LangChain, exact, all": table["LangChain exact"]["all"],
        "LangChain, in any letter case, all": table["LangChain case_insensitive"]["all"],
        "LangChain, exact and fuzzy, all": table["LangChain combined_exact_fuzzy"]["all"],
    }
    for name, one in rows.items():
        assert f"| {name} | {one['restored']:.3f} | {one['wrongly']:.4f} |" in page


def test_the_file_is_what_the_set_gives(restoration: ModuleType) -> None:
    table = json.loads((FOLDER / "restoration.json").read_text(encoding="utf-8"))
    everything = restoration.answers()
    assert restoration.scores(restoration.echo, everything) == table["understudy"]["all"]


def test_the_page_has_the_figures_of_the_service() -> None:
    sides = json.loads((FOLDER / "service.json").read_text(encoding="utf-8"))["sides"]
    page = (FOLDER.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name, one in sides.items():
        figures = ("cpu ms", "requests per second", "p50 ms", "p95 ms", "p99 ms")
        row = " | ".join(str(one[figure]) for figure in figures)
        assert f"| {name} | {row} |" in page


def test_the_page_has_the_figures_of_the_long_run() -> None:
    found = json.loads((FOLDER / "soak.json").read_text(encoding="utf-8"))
    page = (FOLDER.parent / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert f"{found['requests']:,} requests were answered, with {found['errors']} errors" in page
    for course in found["memory in MB"].values():
        first, last = course["median of the first third"], course["median of the last third"]
        assert f"{first} MB" in page and f"{last} MB" in page
