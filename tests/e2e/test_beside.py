"""A replaced value that stands beside a text is told with its place, and never shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stage

POLICY = 'schema = 1\nname = "t"\ndetectors = ["{}"]\n[default]\nstrategy = "redact"\n'


def _said(tmp_path: Path, name: str, text: str, detector: str, *words: str) -> str:
    policy, source = tmp_path / "p.toml", tmp_path / name
    policy.write_text(POLICY.format(detector))
    source.write_text(text)
    done = stage.call("run", source, "-o", tmp_path / f"out-{name}", "--policy", policy, *words)
    assert done.code == 0, done.said
    return str(done.said)


@pytest.mark.parametrize(
    ("note", "place"),
    [
        ("by ann quill", "field note, character 4"),
        ({"x": ["", "ANN\nQUILL"]}, "field note.…[1], character 1"),
        ({"Quill": 1}, "a name in field note, character 1"),
        ("an annual report in quills", None),
    ],
)
def test_a_value_in_a_field(tmp_path: Path, note: object, place: str | None) -> None:
    entity = {"start": 5, "end": 14, "category": "PERSON"}
    row = {"id": "d7", "text": "Then Ann Quill called.", "entities": [entity], "note": note}
    said = _said(tmp_path, "a.jsonl", json.dumps(row) + "\n", "given", "--column", "note=KEEP")
    assert ("beside the text" in said) == (place is not None)
    assert place is None or f"d7 ({place})" in said
    assert "quill" not in said.lower()


def test_a_value_in_a_column(tmp_path: Path) -> None:
    text = "id,phone,text\n1,973 448 0216,Call 973-448-0216 now\n"
    said = _said(tmp_path, "a.csv", text, "grammar", "--column", "phone=KEEP")
    assert "1 (column phone, character 1)" in said


def test_a_text_has_nothing_beside_it(tmp_path: Path) -> None:
    text = "Call 973-448-0216 now. Or 9734480216, and x973-448-0216x.\n"
    assert "beside the text" not in _said(tmp_path, "a.txt", text, "grammar")
    assert " 973" not in (tmp_path / "out-a.txt").read_text()


def test_each_column_that_holds_values_is_counted(tmp_path: Path) -> None:
    text = (
        "id,phone,other,text\n1,973 448 0216,,Call 973-448-0216 now\n"
        "2,973 448 0217,973 448 0217,Call 973-448-0217 now\n"
    )
    kept = ("--column", "phone=KEEP", "--column", "other=KEEP")
    said = _said(tmp_path, "a.csv", text, "grammar", *kept)
    assert "column phone in 2 documents; column other in 1 document" in said
    assert "2 (column phone, character 1; column other, character 1)" in said


def test_a_field_that_somebody_named_is_told_by_its_path(tmp_path: Path) -> None:
    turns = [{"who": "973 448 0216", "text": "Call 973-448-0216 now"}]
    text = json.dumps({"id": "1", "turns": turns}) + "\n"
    words = ("--text", "turns.text", "--column", "turns.who=KEEP")
    said = _said(tmp_path, "a.jsonl", text, "grammar", *words)
    assert "field turns.who in 1 document" in said


@pytest.mark.usefixtures("finder")
def test_a_report_shows_no_name_of_a_file_that_holds_a_value(tmp_path: Path) -> None:
    folder, policy, page = tmp_path / "in", tmp_path / "p.toml", tmp_path / "r.html"
    name = stage.NAMES[0]
    (folder / "a").mkdir(parents=True)
    source = folder / "a" / f"{name}_letter.txt"
    source.write_text(f"Then {name} called.\n")
    policy.write_text(POLICY.format("names"))
    words = ("--policy", policy, "--report", page, "--json")
    for given, out in ((folder, tmp_path / "out"), (source, tmp_path / f"{name}.txt")):
        done = stage.call("run", given, "-o", out, *words, "--force")
        assert done.code == 0, done.said
        assert name not in page.read_text() and name not in str(done.said)
        assert ("file 1 of the input" in page.read_text()) == (given == folder)
        assert "understudy" in done.json["command"] and "INPUT" in done.json["command"]
