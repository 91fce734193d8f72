"""Tables that say whose a document is: no two people become one in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.subjects import read_table, subject_key


def table(folder: Path, *rows: str) -> Path:
    path = folder / "table.csv"
    path.write_text("".join(f"{row}\n" for row in ("name,subject", *rows)))
    return path


@pytest.mark.parametrize(
    ("category", "one", "other"),
    [
        ("PERSON", '"Ann Lee",1', '"Lee, Ann",2'),
        ("PHONE_NUMBER", "555-0199,3", "555 0199,4"),
        ("EMAIL_ADDRESS", "ann@lee.org,5", "Ann@Lee.org,6"),
        ("", "notes/a.txt,7", " notes/a.txt,8"),
    ],
)
def test_rows_of_one_name_and_two_subjects_are_refused(
    tmp_path: Path, category: str, one: str, other: str
) -> None:
    path = table(
        tmp_path, one, "zz@yy.org,9" if category != "PHONE_NUMBER" else "777-1234,9", other
    )
    with pytest.raises(CorpusError, match="rows 2 and 4 name the same") as error:
        read_table(path, category)
    told = str(error.value).lower()
    assert not any(word in told for word in ("ann", "lee", "0199", "notes"))
    assert error.value.line == 4


def test_rows_that_agree_stand_side_by_side(tmp_path: Path) -> None:
    path = table(tmp_path, "Ann Lee,1", "", '"Lee, Ann",1', "Bo Park,2", "")
    assert sorted(read_table(path, "PERSON").values()) == ["1", "2"]


@pytest.mark.parametrize("value", ["unknown", " ", ""])
def test_a_row_that_names_nothing_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(CorpusError, match="first column of this row names nothing") as error:
        read_table(table(tmp_path, "555-0199,3", f"{value},4"), "PHONE_NUMBER")
    assert error.value.line == 3 and "unknown" not in str(error.value)


@pytest.mark.parametrize(
    ("category", "one", "other", "same"),
    [
        ("ES_NIF", "12345678Z", "12.345.678-z", True),
        ("ES_NIE", "X1234567L", "X-1234567-L", True),
        ("IBAN_CODE", "ES91 2100 0418 4502 0005 1332", "es9121000418450200051332", True),
        ("US_SSN", "078-05-1120", "078 05 1120", True),
        ("MEMBER_ID", "1-23", "12-3", False),
        ("", "12345678Z", "12.345.678-z", False),
    ],
)
def test_notations_of_an_identifier_are_one_subject(
    category: str, one: str, other: str, same: bool
) -> None:
    assert (subject_key(one, category) == subject_key(other, category)) is same
