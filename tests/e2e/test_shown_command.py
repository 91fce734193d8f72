"""The command in a report, which is shared: it names no file, however its place was typed."""

from __future__ import annotations

from pathlib import Path

import pytest
import stage

LINE = '{"text": "Nobody called."}\n'


@pytest.mark.parametrize(
    "words",
    [
        ["./dr_oduya/in.jsonl", "-o", "dr_oduya/out.jsonl", "--report", "./dr_oduya/r.html"],
        ["dr_oduya//in.jsonl", "-odr_oduya/out.jsonl", "--report=./dr_oduya/r.html"],
        ["dr_oduya/in.jsonl", "-o./dr_oduya/out.jsonl", "--report", "dr_oduya/../dr_oduya/r.html"],
        ["dr_oduya/in.jsonl", "--output=./dr_oduya//out.jsonl", "--report", "dr_oduya/./r.html"],
    ],
)
def test_no_way_to_type_a_place_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "dr_oduya"
    folder.mkdir()
    (folder / "in.jsonl").write_text(LINE)
    (folder / "p.toml").write_text(f"schema = 1\n{stage.GIVEN}")
    done = stage.call("run", *words, "--json", "--policy", "./dr_oduya/p.toml", "--workers", 1)
    assert done.code == 0, done.said
    assert "oduya" not in done.json["command"]
    assert "oduya" not in (folder / "r.html").read_text()
    shown = "INPUT.jsonl --output OUTPUT.jsonl --report REPORT.html --policy POLICY.toml"
    wanted = ["understudy", "run", *shown.split(), "--workers", "1", "--json"]
    assert sorted(done.json["command"].split()) == sorted(wanted)
