"""A table of subjects gives each name one person, or is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.subjects import read_table


def table(folder: Path, rows: str) -> Path:
    path = folder / "t.csv"
    path.write_text(f"value,subject\n{rows}")
    return path


@pytest.mark.parametrize(
    ("category", "rows", "message"),
    [
        ("PERSON", "Ann Lee,1\nLee Ann,2\n", r"t\.csv:3: .* as line 2"),
        ("PHONE_NUMBER", "555-0199,3\n\n555 0199,4\n", r"t\.csv:4: .* as line 2"),
        ("PHONE_NUMBER", "none,3\n", r"t\.csv:2: .*nothing that names"),
        ("", "a.txt,1\na.txt,2\n", r"t\.csv:3: .* as line 2"),
        ("", ",1\n", r"t\.csv:2: .*nothing that names"),
    ],
)
def test_two_people_are_never_taken_for_one(
    tmp_path: Path, category: str, rows: str, message: str
) -> None:
    with pytest.raises(CorpusError, match=message) as refused:
        read_table(table(tmp_path, rows), category)
    assert not any(private in str(refused.value) for private in ("Ann", "0199", "none"))


def test_blank_rows_and_repeated_ones_are_harmless(tmp_path: Path) -> None:
    found = read_table(table(tmp_path, "Ann Lee,1\n\nLee Ann,1\nBo Park,2\n\n"), "PERSON")
    assert sorted(found.values()) == ["1", "2"]
