"""Columns and fields: somebody decides on each, and those that are named are there."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pytest
import stage

HEADER = ("id", "customer", "phone", "text")
ROWS = (
    ("1", "Zebulon Quill", "727 778 019", "Zebulon Quill called about 727 778 019"),
    ("2", "Ottoline Vex", "", "nothing"),
)


def _table(folder: Path, format: str) -> Path:
    path = folder / f"calls.{format}"
    if format == "parquet":
        columns = list(zip(*ROWS, strict=True))
        stage.write_parquet(path, pa.table(dict(zip(HEADER, map(list, columns), strict=True))))
    elif format == "jsonl":
        rows = [json.dumps(dict(zip(HEADER, row, strict=True))) for row in ROWS]
        path.write_text("\n".join(rows) + "\n")
    else:
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter="," if format == "csv" else "\t").writerows([HEADER, *ROWS])
    return path


def _read(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".parquet":
        return list(stage.read_parquet(path).to_pylist())
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    with path.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="," if path.suffix == ".csv" else "\t"))


pytestmark = pytest.mark.usefixtures("finder")
FORMATS = ("csv", "tsv", "jsonl", "parquet")
UNDECIDED = (
    r"decided on 'customer', 'phone', which .*--text NAME.*--column NAME=KIND.*--column NAME=KEEP"
)


@pytest.mark.parametrize("format", FORMATS)
def test_columns_that_nobody_decided_on_are_refused(tmp_path: Path, format: str) -> None:
    source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
    stage.refused(2, rf"calls\.{format}: nobody has {UNDECIDED}", "run", source, "-o", out)
    stage.refused(2, UNDECIDED, "run", source, "-o", out, "--quiet", "--workers", "2")
    marked = tmp_path / (out.name if format == "parquet" else "out.jsonl")
    stage.refused(2, UNDECIDED, "identify", source, "-o", marked, "--force")
    one = ("--column", "phone=KEEP")
    stage.refused(2, "decided on 'customer', which", "run", source, "-o", out, *one)
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", ["TEXT", "KEEP", "keep", "category", "policy"])
def test_each_way_on(tmp_path: Path, format: str, kind: str) -> None:
    source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
    columns = "customer = 'PERSON'\nphone = 'PHONE_NUMBER'\n" if kind == "policy" else ""
    policy = stage.typed_policy(tmp_path, ["names"])
    policy.write_text(policy.read_text() + columns)
    decisions: tuple[str, ...] = ("--column", f"phone={kind}", "--column", f"customer={kind}")
    if kind == "category":
        decisions = ("--column", "phone=PHONE_NUMBER", "--column", "customer=PERSON")
    if kind == "policy":
        decisions = ()
    if kind == "TEXT":
        decisions += ("--text", "text")
    done = stage.call("run", source, "-o", out, "--policy", policy, *decisions)
    assert done.code == 0, done.said
    first, second = _read(out)
    if kind in ("KEEP", "keep"):
        assert first == dict(
            zip(HEADER, (*ROWS[0][:3], "<PERSON> called about 727 778 019"), strict=True)
        )
    elif kind == "TEXT":
        assert first["customer"] == "<PERSON>"
        assert first["phone"] == "727 778 019"
    else:
        assert first["customer"] == second["customer"] == "<PERSON>"
        assert (first["phone"], second["phone"] or "") == ("<PHONE_NUMBER>", "")
        # What a column says is found again in the text.
        assert first["text"] == "<PERSON> called about <PHONE_NUMBER>"
        assert second["text"] == "nothing"


def test_what_a_column_is_called_settles_its_category(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text('customer,text\n"Washington, Desmond",x\nKELECHI STONE,x\n N/A ,x\n')
    words = ("run", source, "-o", tmp_path / "out.csv", "--policy", "typed")
    done = stage.call(*words, "--column", "customer=PERSON")
    assert done.code == 0, done.said
    assert (tmp_path / "out.csv").read_text() == (
        "customer,text\n<PERSON>,x\n<PERSON>,x\n <PERSON> ,x\n"
    )


def test_restoring_what_columns_were(tmp_path: Path) -> None:
    for format in FORMATS:
        source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
        decisions = ("--column", "phone=PHONE_NUMBER", "--column", "customer=KEEP")
        ledger = tmp_path / f"{format}.ledger"
        assert stage.call("run", source, "-o", out, "--ledger", ledger, *decisions).code == 0
        back = tmp_path / f"back.{format}"
        assert stage.call("restore", out, "--ledger", ledger, "-o", back).code == 0
        assert _read(back) == _read(source)


def test_fields_of_later_rows_are_refused_too(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    for check in ("true", "false"):
        policy = stage.typed_policy(tmp_path, ["given"], f"leak_check = {check}")
        source.write_text(stage.rows(3000) + stage.row(9999, "hi", nurse={"name": "Zebulon"}))
        words = ("run", source, "-o", tmp_path / "out.jsonl", "--policy", policy, "--force")
        stage.refused(2, "decided on 'nurse', which", *words)
        done = stage.call(*words, "--column", "nurse=KEEP")
        assert done.code == 0, done.said


def test_kinds_that_are_none(tmp_path: Path) -> None:
    source, out = _table(tmp_path, "csv"), tmp_path / "out.csv"
    words = ("run", source, "-o", out, "--column")
    stage.refused(
        2, r"phone=FONE_NUMBER: must be TEXT, .*PHONE_NUMBER\?", *words, "phone=FONE_NUMBER"
    )
    stage.refused(2, "phone: say NAME=KIND", *words, "phone")
    stage.refused(2, "only one column can be ID", *words, "phone=ID", "--column", "customer=ID")
    policy = stage.policy(tmp_path, "[columns]\nphone = 'KEPT'")
    stage.refused(2, r"mine\.toml:3: columns\.phone: must be .*KEEP\?", "policy", "check", policy)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("option", ["--subject", "--id", "--language-field", "--text"])
def test_a_column_that_is_not_there(tmp_path: Path, format: str, option: str) -> None:
    source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
    keep = ("--column", "phone=KEEP", "--column", "customer=KEEP")
    words = ("run", source, "-o", out, *keep, option, "custmer")
    stage.refused(1 if option == "--text" else 2, "'custmer'.*there are: .*'customer'", *words)
    assert not list(tmp_path.glob("out*"))


def test_a_field_of_few_rows_is_there(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rows = [stage.row(number, "hi") for number in range(20)]
    source.write_text("".join(rows) + stage.row(20, "hi", meta={"who": "s1"}))
    words = ("run", source, "-o", tmp_path / "out.jsonl")
    assert stage.call(*words, "--subject", "meta.who").code == 0
    stage.refused(2, "--subject names 'meta.whom'", *words, "--force", "--subject", "meta.whom")


@pytest.mark.parametrize("format", ["txt", "lines", "conll", "slots", "esport", "trs"])
def test_formats_without_fields(tmp_path: Path, format: str) -> None:
    name, text, _ = stage.CORPORA[format]
    (tmp_path / name).write_text(text)
    words = ("run", tmp_path / name, "-o", tmp_path / f"out{Path(name).suffix}")
    for option in ("--subject", "--text", "--language-field"):
        stage.refused(2, f"{option}.*{format} has no fields", *words, option, "who")
    policy = stage.policy(tmp_path, "scope = 'subject'\ndetectors = ['names']")
    stage.refused(2, f'scope = "subject": {format} does not', *words, "--policy", policy)


def test_delimiters_are_found_or_named(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    words = ("run", source, "-o", out, "--force", "--policy", "typed")
    for name, sign in (("tab", "\t"), ("\\t", "\t"), (";", ";"), ("|", "|")):
        source.write_text(f'id{sign}text\n1{sign}"hello, Harold Quill"\n')
        for named in ((), ("--delimiter", name)):
            assert stage.call(*words, *named).code == 0
            assert out.read_text() == f"id{sign}text\n1{sign}hello, <PERSON>\n"
    source.write_text("id;text;a,b\n1;hello Zebulon Quill;2\n")
    said = "'text' is missing; with --delimiter ';' there are: 'id', 'text', 'a,b'"
    stage.refused(1, said, *words)
    source.write_text("Zebulon Quill;1\nOttoline Vex;2\n")
    stage.refused(1, "2 of the first line, which must be a header", *words)


@pytest.mark.parametrize("format", FORMATS)
def test_a_column_that_is_called_text_can_be_kept(tmp_path: Path, format: str) -> None:
    source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
    kinds = ("customer=PERSON", "phone=KEEP", "text=KEEP")
    words = [word for kind in kinds for word in ("--column", kind)]
    done = stage.call("run", source, "-o", out, "--policy", "typed", *words)
    assert done.code == 0, done.said
    assert [row["text"] for row in _read(out)] == [row[3] for row in ROWS]
    assert [row["customer"] for row in _read(out)] == ["<PERSON>", "<PERSON>"]


def test_rows_of_a_decided_table_may_lack_a_field_and_have_numbers_in_a_text(
    tmp_path: Path,
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = ({"who": "Zebulon Quill", "text": "to z@q.org"}, {"who": "Ottoline Vex"}, {"text": 7})
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("run", source, "-o", out, "--column", "who=PERSON", "--policy", "typed", "--quiet")
    assert stage.call(*words, "--text", "text").code == 0
    made = [json.loads(line) for line in out.read_text().splitlines()]
    assert made == [
        {"who": "<PERSON>", "text": "to <EMAIL_ADDRESS>"},
        {"who": "<PERSON>"},
        {"text": 7},
    ]
    stage.refused(2, "nobody has decided on 'text'", *words, "--text", "txt", "--force")


@pytest.mark.parametrize("format", FORMATS)
def test_a_column_that_is_replaced_names_no_document(tmp_path: Path, format: str) -> None:
    source, out = _table(tmp_path, format), tmp_path / f"out.{format}"
    kinds = ("id=MEMBER_ID", "customer=PERSON", "phone=PHONE_NUMBER", "text=TEXT")
    ledger = tmp_path / "ledger"
    words = [word for kind in kinds for word in ("--column", kind)]
    done = stage.call("run", source, "-o", out, *words, "--policy", "typed", "--ledger", ledger)
    assert done.code == 0, done.said
    assert {row["id"] for row in _read(out)} == {"<MEMBER_ID>"}
    ids = [json.loads(line).get("id") for line in ledger.read_text().splitlines()]
    assert not {"1", "2"} & set(ids)
