"""The reader of Peng's Table 9, and the corpus it reads."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from understudy.core.draw import seed_key
from understudy.core.types import Span
from understudy.policy import Policy, with_rule
from understudy.utility.transform import replacing_half, transform

FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "peng-reading"


@pytest.fixture(scope="module")
def run() -> ModuleType:
    kept = list(sys.path)
    spec = importlib.util.spec_from_file_location("experiment_peng_reading", FOLDER / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


def test_questions_are_read_and_answers_move_with_the_text(run: ModuleType) -> None:
    with run.st.small():
        (first, *_), *_ = run.documents("qa/xquad/en.json")
    asked = run.questions([first])
    assert len(asked) == len(first.annotations) == 4
    assert all(one.question.endswith("?") and one.start < one.end for one in asked)
    name = asked[0].context[asked[0].start : asked[0].end]
    start = first.text.index(name)
    marks = ((Span(start, start + len(name), "PERSON"),),)
    rule = {"strategy": "redact", "mark": "[MASK]"}
    made = replacing_half(with_rule(Policy("reading", leak_check=False), rule))
    (shown,) = transform([first], marks, made, seed_key(0)).documents
    again = run.questions([shown])
    assert again[0].context[again[0].start : again[0].end] == "[MASK]"
    for before, after in zip(asked[1:], again[1:], strict=True):
        if before.context[before.start : before.end] != name:
            assert (
                after.context[after.start : after.end] == before.context[before.start : before.end]
            )


def test_the_right_answer_is_among_those_that_are_looked_at(run: ModuleType) -> None:
    with run.st.small():
        paragraphs = [one for part in run.documents("qa/xquad/en.json") for one in part]
    asked = run.questions(paragraphs)
    rare = run.rd.rarity(asked)
    of = run.config()["reader"]
    found = [
        any((one.start, one.end) == (a.start, a.end) for one in run.rd.answers(a, rare, of))
        for a in asked
    ]
    assert sum(found) / len(found) > 0.9


def test_scores_are_those_of_squad(run: ModuleType) -> None:
    context = "It rose by the 12 points, Ann said."
    asked = [run.rd.Asked("p", context, "By how much?", 11, 24)] * 3
    exact, partial, wrong = "12 points", "12", "Ann"
    (row,) = run.rd.cells(asked, [exact, partial, wrong])
    assert row.tolist() == [1.0, pytest.approx(1.0 + 2 / 3), 3.0]


def test_the_page_shows_what_the_file_says(run: ModuleType) -> None:
    path = FOLDER / "results.json"
    if not path.exists():
        pytest.skip("it has not been run")
    results = json.loads(path.read_text(encoding="utf-8"))
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
