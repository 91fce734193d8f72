"""From a sample to a report with its bounds, as a user types it, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stage


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Forty calls; in every tenth the name is not marked."""
    rows = []
    for number in range(40):
        text = f"call {number}: Zebulon Quill is here"
        start = text.index("Zebulon")
        mark = {"start": start, "end": start + 13, "category": "PERSON"}
        rows.append({"id": f"c{number}", "text": text, "entities": [mark] if number % 10 else []})
    path = tmp_path / "calls.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _filled(folder: Path) -> Path:
    """The sheet, read by somebody who sees each name that has no mark."""
    rows = [json.loads(line) for line in (folder / "sheet.jsonl").read_text().splitlines()]
    for row in rows:
        row["missed"] = [] if row["marks"] else [{"category": "PERSON", "text": "Zebulon Quill"}]
    path = folder / "ana.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_from_a_sample_to_a_report(tmp_path: Path, corpus: Path) -> None:
    folder = tmp_path / "sample"
    policy = tmp_path / "given.toml"
    policy.write_text('schema = 1\nleak_check = false\n[default]\nstrategy = "redact"\n')
    words = ("--policy", policy, "--seed", "0123456789abcdef")
    drawn = stage.call(
        "certificate", "sample", corpus, "--size", 20, "-o", folder, *words, "--json"
    )
    assert drawn.code == 0, drawn.err
    assert (drawn.json["size"], drawn.json["population"]) == (20, 40)
    again = stage.call("certificate", "sample", corpus, "--size", 20, "-o", folder, *words)
    assert again.code == 2
    assert "drawn once" in again.err

    early = stage.call("certificate", "make", folder, folder / "sheet.jsonl")
    assert early.code == 2
    assert "20 of 20 units have not been read" in early.err
    made = stage.call("certificate", "make", folder, _filled(folder), "--json")
    assert made.code == 0, made.err
    bounds = made.json["bounds"]
    assert bounds["overall"]["missed"] == bounds["leaking"] > 0
    assert bounds["leaking_high"] >= 0.1  # four of forty leak
    assert 1.0 - bounds["overall"]["recall_low"] >= 0.1
    shown = stage.call("certificate", "show", folder)
    assert "read by 1 person with the marks shown" in shown.said
    assert "Quill" not in (folder / "certificate.json").read_text() + shown.said + made.said

    release, page = tmp_path / "release.jsonl", tmp_path / "report.html"
    run = ("run", corpus, "-o", release, "--policy", policy, "--certificate", folder)
    done = stage.call(*run, "--report", page, "--json")
    assert done.code == 0, done.err
    assert "unknown" not in done.json["recall"]
    assert done.json["read_sample"]["bounds"] == bounds
    assert "People read a random sample of 20 of the 40 documents" in page.read_text()

    void = stage.call(*run[:5], "typed", *run[6:], "--force")
    assert void.code == 2
    assert "void here: the policy is another one" in void.err
    both = stage.call(*run, "--force", "--sample", corpus)
    assert both.code == 2
    assert "exclude each other" in both.err
    corpus.write_text(corpus.read_text() + '{"id": "new", "text": "Zebulon again"}\n')
    changed = stage.call(*run, "--force")
    assert changed.code == 2
    assert "the corpus has changed" in changed.err
    assert "Zebulon" not in changed.err
    missing = stage.call(*run[:6], "--force", "--certificate", tmp_path)
    assert missing.code == 2
    assert "no certificate" in missing.err


def test_the_plan_of_a_size() -> None:
    done = stage.call("certificate", "plan", "--margin", 0.01, "--json")
    assert done.json["units"] == [299, 473, 628, 773]
    few = stage.call("certificate", "plan", "--margin", 0.01, "--population", 50)
    assert "48 units, if in 0" in few.said
    assert "even that is not enough" in few.said
    wrong = stage.call("certificate", "plan", "--margin", 1.5)
    assert wrong.code == 2
