"""What the columns of a table seem to hold."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.base import Options
from understudy.corpus.proposal import propose, proposed

PHONES = ["727 778 019", "727 778 020", "727 778 021", "+34 727 778 022"]
NAMES = ["Ann Lee", "Washington, Desmond", "MARY JONES", "Peter Brown"]


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("customer_name", NAMES, "PERSON"),
        ("col7", NAMES, "PERSON"),
        ("Nº cliente", ["104", "105"], "MEMBER_ID"),
        ("cliente", ["104", "105"], "MEMBER_ID"),
        ("doctor", [7, 12, 7], "MEMBER_ID"),
        ("city", ["104", "105", "106"], None),
        ("phone", PHONES, "PHONE_NUMBER"),
        ("Teléfono", PHONES, "PHONE_NUMBER"),
        ("phone_work", PHONES, "PHONE_NUMBER"),
        ("contactEmail", ["a@b.org", "c@d.org"], "EMAIL_ADDRESS"),
        ("x", ["a@b.org", "c@d.org"], "EMAIL_ADDRESS"),
        ("created_at", ["2024-01-05 17:50", "2024-01-06 17:51"], "DATE"),
        ("when", [datetime.datetime(2024, 1, 5), datetime.datetime(2024, 1, 6)], "DATE"),
        ("fecha_nacimiento", ["05/01/2024", "06/01/2024"], "DATE"),
        ("ticket_id", ["T1", "T2", "T3"], "ID"),
        ("customer_id", ["C1", "C1", "C3"], "MEMBER_ID"),
        ("status", ["open", "closed", "open", "open"], "KEEP"),
        ("f1", ["a", "b"] * 20, "KEEP"),
        ("n", [1, 2, 3], "KEEP"),
        ("active", [True, False, True], "KEEP"),
        ("zz", ["ab12", "cd34", "ef56"], None),
        ("status", [f"said {n}x to everybody" for n in range(30)], None),
        ("notes", ["short", "words"], "TEXT"),
        ("col", ["the caller said that she would call again tomorrow morning"] * 3, "TEXT"),
        ("product_type", ["a", "a", "b", "b"], "KEEP"),
        ("empty", [None, "", " "], "TEXT"),
        ("Tel No.", ["02079460999", "02079460998"], "PHONE_NUMBER"),
        ("Home Ph", ["02079460999", "02079460998"], "PHONE_NUMBER"),
        ("nº historia", [448221, 448222], "MEDICAL_RECORD"),
        ("hosp_num", ["H123", "H124"], "MEDICAL_RECORD"),
        ("zz", [448221, 448222], None),
        ("zz", ["02079460999", "02079460998"], None),
        ("zz", [44822.5, 1.25], "KEEP"),
        ("updated_by", ["b", "c"], "PERSON"),
        ("estado_civil", ["b", "c"], "DEMOGRAPHIC"),
        ("IMEI", ["490154203237518"], "IMEI"),
        ("session id", ["x1", "x2"], "ID"),
    ],
)
def test_kinds(name: str, values: list[object], kind: str | None) -> None:
    assert proposed(name, values).kind == kind


MESSAGES = [
    {"role": "user", "content": [{"type": "text", "text": "I am Ann Lee"}]},
    {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "look_up"}}]},
]


def test_messages_are_proposed_as_a_conversation(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    row = {"id": "1", "messages": MESSAGES, "note": {"role": "admin"}, "log": {"of": MESSAGES[:1]}}
    file.write_text(json.dumps(row) + "\n")
    found = {one.name: one.kind for one in propose(str(file), None, Options())}
    below = {"log.of.role": "KEEP", "log.of.content.type": "KEEP", "log.of.content.text": "TEXT"}
    assert found == {"id": "ID", "messages": "CHAT", "note": "KEEP", **below}


def test_a_table_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"a":' * 100_000)
    with pytest.raises(CorpusError, match="nested too deeply"):
        propose(str(tmp_path / "a.jsonl"), None, Options())


@pytest.mark.parametrize("decided", ["messages", "messages.content"])
def test_a_conversation_that_somebody_decided_on_is_left(tmp_path: Path, decided: str) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"id": "1", "messages": MESSAGES}) + "\n")
    found = propose(str(file), None, Options(), decided=[decided])
    assert "CHAT" not in [one.kind for one in found]
    below = {one.name for one in found if one.name.startswith(decided)}
    assert not below


def test_evidence_and_warnings_show_no_value() -> None:
    secret = [f"Quillfeather{at} Zebulon" for at in range(5)]
    for name in ("status", "name", "id", "zz"):
        found = proposed(name, secret)
        assert "Quill" not in f"{found.evidence} {found.warning}"


def test_what_is_released_as_it_is_says_so() -> None:
    assert "released as it is" in proposed("status", ["open", "closed"]).warning
    assert "look like EMAIL" in proposed("id", ["a@b.org", "1", "2"]).warning


def test_an_object_that_some_rows_lack_is_no_column(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"m": {"email": "ann@drongo.example"}}\n{"m": null}\n')
    assert [one.name for one in propose(str(path), None, Options())] == ["m.email"]


def test_one_column_names_the_document(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,record_id,text\na1,b1,nothing\na2,b2,something\n")
    found = propose(str(path), None, Options())
    assert [one.kind for one in found] == ["ID", "KEEP", "TEXT"]


def test_one_value_is_told_as_one() -> None:
    assert "100% of 1 value looks like" in proposed("x", ["a@drongo.example"]).evidence


def test_a_full_stop_in_the_header_of_a_table_is_no_path(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Kd.-Nr.,Tel.,customer.name\n1,727 778 019,Ann Lee\n2,727 778 020,Al Roe\n")
    found = {one.name: one.kind for one in propose(str(path), None, Options())}
    assert found == {"Kd.-Nr.": "ID", "Tel.": "PHONE_NUMBER", "customer.name": "PERSON"}
    left = propose(str(path), None, Options(), decided=("customer", "Tel."))
    assert [one.name for one in left] == ["Kd.-Nr.", "customer.name"]


def test_an_object_that_is_keyed_by_people_is_left_to_be_decided(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"people": {name: {"role": "agent"}}, "of": {"Order total": 1}} for name in NAMES]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    people, other = propose(str(path), None, Options())
    assert (people.name, people.kind) == ("people", None)
    assert "names of its members look like PERSON" in people.evidence
    assert (other.name, other.kind) == ("of", "KEEP")


def test_a_row_of_values_with_a_date_and_a_name_is_no_header(tmp_path: Path) -> None:
    """ "nothing tells what is in 'hello'" would show a cell."""
    file = tmp_path / "a.csv"
    file.write_text("2024-02-03,Ann Lee,hello\n2024-02-04,Bob Roe,bye\n")
    with pytest.raises(CorpusError, match="looks like values") as caught:
        propose(str(file), None, Options())
    assert "hello" not in str(caught.value)
    file.write_text("customer,2024-02-03,2024-02-04\nAnn Lee,1,2\n")
    assert [one.name for one in propose(str(file), None, Options())][1] == "2024-02-03"


def test_a_name_knows_better_than_figures_which_number_it_is() -> None:
    numbers = ["943 476 5919", "212 555 0143"]
    assert proposed("nhs_number", numbers).kind == "MEDICAL_RECORD"
    assert proposed("phones", numbers).kind == "PHONE_NUMBER"
    assert proposed("whatever", numbers).kind == "PHONE_NUMBER"
    assert proposed("ticket", ["T1", "T2", "T3"]).kind == "ID"


def test_the_line_of_a_spreadsheet_before_the_header_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("sep=;\nname;text\nAnn Lee;hello\n")
    with pytest.raises(CorpusError, match=r"a\.csv:1: .* delete it"):
        propose(str(file), None, Options())
