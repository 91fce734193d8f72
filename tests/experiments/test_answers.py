"""The experiment on answers: its parts do what they say, its page is its result."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "answers"


@pytest.fixture(scope="module")
def run() -> ModuleType:
    kept = list(sys.path)
    spec = importlib.util.spec_from_file_location("experiment_answers", FOLDER / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


def test_agreement_is_of_words(run: ModuleType) -> None:
    assert run.agreement("Ann Lee.", "ann lee") == 1.0
    assert run.agreement("", "") == 1.0
    assert run.agreement("Ann", "Peter") == 0.0
    assert run.agreement("Ann Lee called", "Ann called") == pytest.approx(0.8)


def test_a_text_is_begun_up_to_the_end_of_a_sentence(run: ModuleType) -> None:
    assert run.begun("One. Two. Three", 10) == "One. Two."
    assert run.begun("One", 10) == "One"
    assert run.begun("Onetwothree", 3) == "One"


def test_all_clients_are_answered_together_and_in_the_original_names(run: ModuleType) -> None:
    shown: list[str] = []

    def model(prompts: list[str]) -> list[str]:
        shown.extend(prompts)
        return prompts

    prompts = [f"I am Zbigniew Quenneville, {at}." for at in range(5)]
    assert asyncio.run(run.through("typed", prompts, model)) == prompts
    assert len(shown) == 5 and "Quenneville" not in "".join(shown)


def test_the_difference_is_one_of_texts(run: ModuleType) -> None:
    given = {**run.config(), "questions": ["a", "b"], "rounds": 50}
    questions = [run.Question("c", at % 2, "") for at in range(6)]
    answers = {
        "original": ["x"] * 6,
        "stand-ins": ["x"] * 6,
        "placeholders": ["x", "y", "x", "y", "y", "y"],
    }
    row = run.compared(questions, answers, given)["all"]
    assert row["stand-ins"]["value"] == 1.0
    assert row["difference"]["n"] == 3 and row["difference"]["value"] == pytest.approx(2 / 3)
    assert row["difference"]["found at power .8"] == pytest.approx(2.8 / 6)


def test_the_page_shows_what_the_file_says(run: ModuleType) -> None:
    path = FOLDER / "results.json"
    if not path.exists():
        pytest.skip("answers has not been run")
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(json.loads(path.read_text(encoding="utf-8")))) == page
