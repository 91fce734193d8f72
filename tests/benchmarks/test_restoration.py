"""The set of answers: how many are restored, and that no cut of a stream changes one."""

from __future__ import annotations

import importlib
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


def test_every_cut_of_two_hundred_answers_gives_the_same_text(restoration: ModuleType) -> None:
    for answer in restoration.answers()[:200]:
        echo = Echo(answer.pairs, answer.language)
        text = answer.text
        whole = echo.read(text)
        for at in range(1, len(text)):
            stream = echo.stream()
            made = stream.feed(text[:at]) + stream.feed(text[at:]) + stream.end()
            assert (made, stream.restored, stream.unsure) == whole
        stream = echo.stream()
        assert "".join(map(stream.feed, text)) + stream.end() == whole.text
