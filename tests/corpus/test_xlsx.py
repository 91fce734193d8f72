"""Workbooks: cells in their own type, and nothing private beside them."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from understudy import Deidentifier, UnderstudyError, parse_policy
from understudy.corpus.base import Options
from understudy.corpus.proposal import propose
from understudy.corpus.xlsx import to_days
from understudy.policy import with_columns
from understudy.run.restore import restore

openpyxl = pytest.importorskip("openpyxl")
KEY = bytes(range(32))
WHEN = datetime.datetime(2024, 1, 5, 17, 50)
KINDS = ("customer=PERSON", "when=DATE", "phone=PHONE_NUMBER", "n=KEEP")
HEADER = ("id", "customer", "when", "phone", "n", "text")
ROWS = (
    ("1", "Zebulon Quill", WHEN, 727778019, 3.5, "Zebulon called on 5 January 2024"),
    ("2", None, None, None, "=1+1", "nothing"),
)


def _policy(strategy: str = "surrogate", kinds: Sequence[str] = KINDS) -> Any:
    text = f'schema = 1\ndetectors = ["grammar"]\n[default]\nstrategy = "{strategy}"\n'
    return with_columns(parse_policy(text), kinds)


def _book(path: Path) -> Path:
    from openpyxl.comments import Comment
    from openpyxl.worksheet.datavalidation import DataValidation

    book = openpyxl.Workbook()
    for at, sheet in enumerate((book.active, book.create_sheet("More"))):
        for row in (HEADER, *((f"{one[0]}{at}", *one[1:]) for one in ROWS)):
            sheet.append(row)
    sheet = book.active
    sheet["B2"].comment = Comment("Quill here", "Quill")
    sheet["B2"].hyperlink = "mailto:zebulon@quill.org"
    sheet.oddHeader.center.text = "Quill"
    sheet.add_data_validation(DataValidation("list", formula1='"Quill,Vex"', sqref="B2"))
    book.properties.creator = book.properties.title = "Quill"
    book.create_sheet("Empty")
    book.save(path)
    return path


def _cells(path: Path, sheet: int = 0) -> list[list[Any]]:
    rows = openpyxl.load_workbook(path).worksheets[sheet].iter_rows()
    return [[cell.value for cell in row] for row in rows]


def test_cells_keep_their_types_and_nothing_private_stays(tmp_path: Path) -> None:
    source, out, ledger = _book(tmp_path / "in.xlsx"), tmp_path / "out.xlsx", tmp_path / "l"
    Deidentifier(_policy()).run(source, out, key=KEY, ledger=ledger)
    header, first, second = _cells(out)
    assert tuple(header) == HEADER and second[1:] == [None, None, None, "=1+1", "nothing"]
    _, customer, when, phone, number, text = first
    assert isinstance(when, datetime.datetime) and isinstance(phone, int) and number == 3.5
    assert phone != 727778019 and when.date() != WHEN.date()
    assert text == f"{customer.split()[0]} called on {when:%-d %B %Y}"
    assert "Quill" not in str(_cells(out, 1))
    with zipfile.ZipFile(out) as archive:
        for name in archive.namelist():
            data = archive.read(name).lower()
            assert b"quill" not in data and b"zebulon" not in data, name
    restore(str(out), ledger, str(tmp_path / "back.xlsx"))
    assert _cells(tmp_path / "back.xlsx") == _cells(source)


def test_marks_that_no_type_holds_leave_the_cell_empty(tmp_path: Path) -> None:
    source, out = _book(tmp_path / "in.xlsx"), tmp_path / "out.xlsx"
    ledger = tmp_path / "ledger"
    Deidentifier(_policy("typed")).run(source, out, ledger=ledger)
    _, first, _ = _cells(out)
    assert first[1:4] == ["<PERSON>", None, None]
    restore(str(out), ledger, str(tmp_path / "back.xlsx"))
    assert _cells(tmp_path / "back.xlsx") == _cells(source)


def test_columns_are_proposed(tmp_path: Path) -> None:
    found = propose(str(_book(tmp_path / "in.xlsx")), None, Options())
    kinds = {one.name: one.kind for one in found}
    assert (kinds["customer"], kinds["when"], kinds["phone"]) == ("PERSON", "DATE", "PHONE_NUMBER")


@pytest.mark.parametrize(
    ("cell", "value", "said"),
    [
        ("B2", "=A1", r"sheet Sheet\): B2 is a formula"),
        ("B1", "id", "two columns have the same name"),
        ("B1", None, "has values and no name"),
        ("B1", "who", "decided on 'who'|'customer' is missing"),
    ],
)
def test_what_is_refused(tmp_path: Path, cell: str, value: str | None, said: str) -> None:
    path = _book(tmp_path / "in.xlsx")
    book = openpyxl.load_workbook(path)
    book.active[cell] = value
    book.save(path)
    with pytest.raises(UnderstudyError, match=said):
        Deidentifier(_policy()).run(path, tmp_path / "out.xlsx")
    path.write_bytes(b"PK nonsense")
    with pytest.raises(UnderstudyError, match="not a readable workbook"):
        Deidentifier(_policy()).run(path, tmp_path / "out.xlsx")


def test_sheets_of_several_kinds(tmp_path: Path) -> None:
    from openpyxl.chart import BarChart

    source, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "Calls of Quill"
    for row in (("customer", "n", "text"), ("Zebulon Quill", '="Quill "&1', "Zebulon called")):
        book.active.append(row)
    book.active.merge_cells("A4:C4")
    hidden = book.create_sheet("hidden")
    hidden.sheet_state = "veryHidden"
    for row in (("n", "customer"), (1, "Ottoline Vex")):
        hidden.append(row)
    book.create_chartsheet("chart of Quill").add_chart(BarChart())
    book.save(source)
    policy = with_columns(
        parse_policy('schema = 1\ndetectors = ["grammar"]\n[default]\nstrategy = "surrogate"\n'),
        ("customer=PERSON", "text=TEXT", "n=KEEP"),
    )
    release = Deidentifier(policy).run(source, out, key=KEY)
    made = openpyxl.load_workbook(out)
    assert [one.sheet_state for one in made.worksheets] == ["visible", "veryHidden"]
    assert not made.chartsheets
    assert "Vex" not in _cells(out, 1)[1][1] and "Zebulon" not in _cells(out)[1][2]
    leaks = " ".join(release.summary.leaks)
    assert "(column n, character 3; the name of the sheet, character 10)" in leaks
    assert "Quill" not in leaks


def test_a_sheet_of_one_line_is_decided_on_as_any_other(tmp_path: Path) -> None:
    source = tmp_path / "in.xlsx"
    book = openpyxl.Workbook()
    book.active.append(("text",))
    book.active.append(("hello",))
    book.create_sheet("Memo").append(("Quill is late again",))
    book.save(source)
    with pytest.raises(UnderstudyError, match=r"sheet Memo\): nobody has decided"):
        Deidentifier(_policy()).run(source, tmp_path / "out.xlsx", key=KEY)


@pytest.mark.parametrize("epoch", [datetime.datetime(1899, 12, 30), datetime.datetime(1904, 1, 1)])
def test_dates_as_numbers_of_days_are_shifted_with_the_others(
    tmp_path: Path, epoch: datetime.datetime
) -> None:
    """A date that was typed into a cell of numbers became an empty cell."""
    source, out, ledger = tmp_path / "in.xlsx", tmp_path / "out.xlsx", tmp_path / "ledger"
    book = openpyxl.Workbook()
    book.epoch = epoch
    when = datetime.datetime(2024, 3, 8)
    days = to_days(when, epoch)
    book.active.append(("customer", "opened", "closed", "n"))
    book.active.append(("Zebulon Quill", when, days + 2, days))
    book.save(source)
    kinds = ("customer=PERSON", "opened=DATE", "closed=DATE", "n=KEEP")
    policy = _policy(kinds=kinds)
    Deidentifier(policy).run(source, out, key=KEY, ledger=ledger)
    made = openpyxl.load_workbook(out)
    _, opened, closed, number = (cell.value for cell in made.active[2])
    assert made.epoch == epoch and number == days
    assert closed - to_days(opened, epoch) == 2
    restore(str(out), ledger, str(tmp_path / "back.xlsx"))
    back = openpyxl.load_workbook(tmp_path / "back.xlsx")
    assert back.active["C2"].value == days + 2


def test_a_year_is_no_number_of_days(tmp_path: Path) -> None:
    source, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    book = openpyxl.Workbook()
    book.active.append(("customer", "born"))
    book.active.append(("Zebulon Quill", 1988))
    book.save(source)
    policy = _policy(kinds=("customer=PERSON", "born=DATE"))
    Deidentifier(policy).run(source, out, key=KEY)
    assert 1900 < openpyxl.load_workbook(out).active["B2"].value < 2100
