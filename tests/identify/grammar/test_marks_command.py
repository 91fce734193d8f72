"""``understudy identify --marks``: nested marks on standard output, and no corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from understudy.cli.release import identify
from understudy.core.errors import UsageError

PHONE = """
digit       := [0-9]
<AREA_CODE> ::= digit{3}
<LOCAL>     ::= digit{7}
<MY_PHONE>  ::= <AREA_CODE> "area code"? <LOCAL>
    @category PHONE_NUMBER
    @left 6 "number is"
    @score 0.99
"""
POLICY = 'schema = 1\ndetectors = ["grammar"]\n[detector.grammar]\nfiles = ["phone.bnf"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "phone.bnf").write_text(PHONE, encoding="utf-8")
    (tmp_path / "policy.toml").write_text(POLICY, encoding="utf-8")
    (tmp_path / "calls.txt").write_text("my number is 9 7 3 1 2 3 9 6 8 4 okay\n", encoding="utf-8")
    return tmp_path


def test_marks_are_printed(folder: Path) -> None:
    given = [str(folder / "calls.txt"), "--marks", "--policy", str(folder / "policy.toml")]
    for more in ([], ["-o", "-"]):
        said = CliRunner().invoke(identify, [*given, *more], catch_exceptions=False)
        assert said.output == (
            "my number is <PHONE_NUMBER><AREA_CODE>9 7 3</AREA_CODE> "
            "<LOCAL>1 2 3 9 6 8 4</LOCAL></PHONE_NUMBER> okay\n"
        )


@pytest.mark.parametrize("more", [["--marks", "-o", "out.jsonl"], ["--marks", "--json"], []])
def test_marks_and_an_output_exclude_each_other(folder: Path, more: list[str]) -> None:
    given = [str(folder / "calls.txt"), "--policy", str(folder / "policy.toml"), *more]
    said = CliRunner().invoke(identify, given)
    assert isinstance(said.exception, UsageError)
    assert not (folder / "out.jsonl").exists()
