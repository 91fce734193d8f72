"""measure utility as a user types it, and the page that it writes."""

from __future__ import annotations

import errno
import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result
from requested import requests

from understudy.cli import cli
from understudy.core.errors import PolicyError, UsageError
from understudy.utility.plot import Curve, Point, score_plot, standalone


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    sample = requests(120, 4)
    rows = [
        {
            "id": document.id,
            "text": document.text,
            "kind": target[0],
            "entities": [
                {"start": one.start, "end": one.end, "label": one.label}
                for one in document.annotations
            ],
        }
        for document, target in zip(*sample, strict=True)
    ]
    path = tmp_path / "calls.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["measure", "utility", *words])


def _measure(corpus: Path, *words: str) -> Result:
    common = ("--language", "en", "--rounds", "50", "--runs", "2")
    return _run(str(corpus), *common, *words)


def test_table_page_and_json_agree(corpus: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = _measure(
        corpus,
        *("--task", "intent", "--target", "kind", "--strategies", "redact,entity"),
        *("--p", "1.0,0.5", "-o", str(page)),
    )
    assert done.exit_code == 0, done.output
    found = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert [row["strategy"] for row in found["rows"]] == [
        "none",
        "redact",
        "redact",
        "entity",
        "entity",
    ]
    assert [row["p"] for row in found["rows"][1:]] == [0.5, 1.0, 0.5, 1.0]
    text = page.read_text(encoding="utf-8")
    assert f"{found['rows'][0]['scores']['accuracy']['mean'] * 100:.2f}" in text
    assert text.count("<svg") == 1 and "∞" in text
    assert "Leeds" not in text and "Ann Lee" not in text
    assert done.output.splitlines()[0].split()[:2] == ["strategy", "p"]
    assert not page.with_name("page.html.understudy").exists()


def test_page_needs_nothing_from_elsewhere(corpus: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = _measure(corpus, "--task", "lm", "--strategies", "typed", "-o", str(page))
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert "Content-Security-Policy" in text
    assert not re.search(r"(src|href)=", text)
    assert "transformed alike" in text


@pytest.mark.slow
def test_processes_change_nothing(corpus: Path) -> None:
    words = ("--task", "intent", "--target", "kind", "--strategies", "entity", "--json")
    one, two = (_measure(corpus, *words, "--workers", n) for n in ("1", "2"))
    assert one.exit_code == 0, one.output

    def scores(done: Result) -> list[object]:
        return [row["scores"] for row in json.loads(done.output)["rows"]]

    assert scores(one) == scores(two)


def test_detected_entities_have_rows_of_their_own(corpus: Path) -> None:
    done = _measure(
        corpus,
        *("--task", "intent", "--target", "kind", "--strategies", "redact", "--json"),
        *("--policy", "patterns", "--private", "both"),
    )
    assert done.exit_code == 0, done.output
    kinds = [row["entities"] for row in json.loads(done.output)["rows"][1:]]
    assert kinds == ["gold", "detected"]


def test_a_file_of_its_own_is_the_test(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "test.jsonl"
    lines = corpus.read_text(encoding="utf-8").splitlines(keepends=True)
    other.write_text("".join(lines[:17]), encoding="utf-8")
    done = _measure(
        corpus, "--task", "ner", "--strategies", "policy", "--test", str(other), "--json"
    )
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert (found["train"], found["test"]) == (120, 17)
    assert [row["strategy"] for row in found["rows"]] == ["none", "policy"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--task", "intent"), "--target"),
        (("--task", "ner", "--p", "0"), "--p"),
        (("--task", "ner", "--p", "x"), "--p"),
        (("--task", "ner", "--resume"), "-o PAGE.html"),
        (("--task", "ner", "--learner", "boosted"), "boosted cannot learn ner"),
        (("--task", "ner", "--strategies", "bogus"), "no strategy is named"),
    ],
)
def test_wrong_usage_is_said_in_one_line(corpus: Path, words: tuple[str, ...], said: str) -> None:
    done = _measure(corpus, *words)
    assert done.exit_code != 0
    assert said in str(done.exception) + done.output
    assert "Leeds" not in str(done.exception)


def test_plot_has_both_readings_of_epsilon() -> None:
    points = (Point(0.5, 80.0, 1.0, float("inf"), 9.61), Point(1.0, 70.0, None, 0.0, 0.0))
    drawing = str(score_plot([Curve("word", points)], "F1", 88.0))
    assert "ε strict, word" in drawing and "ε paper, word" in drawing
    assert "∞" in drawing and "9.61" in drawing
    alone = standalone(score_plot([Curve("a<b", points)], "F1", None))
    assert alone.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "a&lt;b" in alone


def test_every_strategy_can_be_asked_for(corpus: Path) -> None:
    done = _measure(corpus, "--task", "lm", "--strategies", "all", "--runs", "1", "--json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.output)["rows"]
    assert {"surrogate", "swap", "hash", "generalise"} <= {row["strategy"] for row in rows}


def test_a_study_that_cannot_succeed_leaves_nothing(tmp_path: Path) -> None:
    """A corpus of one value has nothing to draw from."""
    corpus, page = tmp_path / "one.jsonl", tmp_path / "page.html"
    marks = [{"start": 3, "end": 7, "label": "CITY"}]
    rows = [{"id": str(at), "text": "to York", "entities": marks} for at in range(10)]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = _measure(corpus, "--task", "lm", "--strategies", "entity:corpus", "-o", str(page))
    assert isinstance(done.exception, PolicyError)
    assert not list(tmp_path.glob("page*"))


def test_a_folder_that_is_not_there_is_said_first(corpus: Path) -> None:
    done = _measure(corpus, "--task", "lm", "-o", "no/such/page.html")
    assert isinstance(done.exception, UsageError)


def test_a_page_that_cannot_be_written_loses_no_training(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, full = tmp_path / "page.html", OSError(errno.ENOSPC, "No space left on device")
    words = ("--task", "lm", "--strategies", "redact", "-o", str(page))
    with monkeypatch.context() as patch:
        patch.setattr("understudy.cli.utility.write_whole", Mock(side_effect=full))
        assert _measure(corpus, *words).exception is full
    assert page.with_name("page.html.understudy").exists()
    assert _measure(corpus, *words, "--resume").exit_code == 0
    assert page.exists()
