"""privacy attack as a user types it: by ledger, by original, by both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attack_corpus import documents
from click.testing import CliRunner, Result

from understudy.cli import cli
from understudy.core.errors import LedgerError, UsageError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus and its release, with a ledger; two documents lost their marks before."""
    folder = tmp_path_factory.mktemp("attack")
    for name, lost in (("original", ()), ("given", ("visit-0-0", "visit-5-1"))):
        with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            for one in documents():
                row = {"id": one.id, "text": one.text, "language": "en", "subject": one.subject}
                spans = () if one.id in lost else one.annotations
                row["entities"] = [
                    {"start": span.start, "end": span.end, "category": span.label, "key": span.key}
                    for span in spans
                ]
                file.write(json.dumps(row) + "\n")
    policy = folder / "policy.toml"
    policy.write_text('schema = 1\nleak_check = false\n[default]\nstrategy = "redact"\n')
    release, ledger = str(folder / "release.jsonl"), str(folder / "ledger")
    order = ["replace", str(folder / "given.jsonl"), "-o", release, "--ledger", ledger]
    done = CliRunner().invoke(cli, [*order, "--policy", str(policy), "--quiet"])
    assert done.exit_code == 0, done.output
    return folder


def _attack(folder: Path, *given: str) -> Result:
    order = ["privacy", "attack", str(folder / "release.jsonl"), *given]
    return CliRunner().invoke(cli, order)


def _found(done: Result) -> dict[str, dict[str, float]]:
    assert done.exit_code == 0, done.output
    return {one["attack"]: one for one in json.loads(done.stdout)["findings"]}


def test_with_the_ledger_nothing_is_in_the_clear(folder: Path) -> None:
    done = _attack(folder, "--ledger", str(folder / "ledger"), "--attack", "parrot", "--json")
    assert _found(done)["parrot"]["n"] == 0


def test_ledger_and_original_tell_what_was_missed(folder: Path) -> None:
    page = folder / "page.html"
    truth = ("--ledger", str(folder / "ledger"), "--original", str(folder / "original.jsonl"))
    done = _attack(folder, *truth, "--attack", "parrot", "--json", "-o", str(page))
    found = _found(done)["parrot"]
    assert found["n"] == 12
    assert found["success"] > 0.9
    assert {place[0] for place in found["hits"]} == {"visit-0-0", "visit-5-1"}
    assert "singling out" in page.read_text(encoding="utf-8").lower()
    for text in (done.stdout, page.read_text(encoding="utf-8")):
        assert "Quillfeather" not in text


def test_without_a_ledger_the_texts_are_compared(folder: Path) -> None:
    attacks = ("--attack", "bayes", "--attack", "parrot")
    done = _attack(folder, "--original", str(folder / "original.jsonl"), *attacks, "--json")
    found = _found(done)
    assert found["parrot"]["n"] == 12
    both = _attack(
        folder,
        *("--ledger", str(folder / "ledger"), "--original", str(folder / "original.jsonl")),
        *(*attacks, "--json"),
    )
    assert _found(both)["bayes"]["success"] == found["bayes"]["success"]


def test_lines_for_people_say_the_verdicts(folder: Path) -> None:
    done = _attack(folder, "--ledger", str(folder / "ledger"), "--attack", "bayes")
    assert done.exit_code == 0
    assert "inference: withstood" in done.output
    assert "linkability: not tried" in done.output


def test_what_is_missing_is_said(folder: Path, tmp_path: Path) -> None:
    for given in (("--all",), ("--ledger", str(folder / "ledger"))):
        assert isinstance(_attack(folder, *given).exception, UsageError)
    lines = (folder / "release.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    rows[3]["text"] = "X" + rows[3]["text"]
    (tmp_path / "release.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    done = _attack(tmp_path, "--ledger", str(folder / "ledger"), "--attack", "bayes")
    assert isinstance(done.exception, LedgerError)
    assert "Quillfeather" not in str(done.exception)
