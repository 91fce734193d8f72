"""``understudy columns``, ``--columns auto``, and the command that a refusal shows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import openpyxl
import pyarrow as pa
import pytest
import stage

TABLE = (
    "ticket_id,customer_name,phone,status,text\n"
    "T1,Zebulon Quill,727 778 019,open,Zebulon Quill called about 727 778 019 and his bill today\n"
    "T2,Ottoline Vex,727 778 020,open,nothing was said about the things that matter here\n"
    "T3,Ottoline Vex,727 778 020,closed,nothing was said about the things that matter here\n"
)
KINDS = {
    "ticket_id": "ID",
    "customer_name": "PERSON",
    "phone": "PHONE_NUMBER",
    "status": "KEEP",
    "text": "TEXT",
}


def _write(folder: Path, format: str) -> Path:
    path = folder / f"calls.{format}"
    rows = [line.split(",") for line in TABLE.splitlines()]
    named = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    if format == "csv":
        path.write_text(TABLE)
    elif format == "tsv":
        path.write_text(TABLE.replace(",", "\t"))
    elif format == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in named))
    else:
        stage.write_parquet(path, pa.Table.from_pylist(named))
    return path


@pytest.mark.parametrize("format", ["csv", "tsv", "jsonl", "parquet"])
def test_columns_are_proposed(tmp_path: Path, format: str) -> None:
    source = _write(tmp_path, format)
    done = stage.call("columns", source, "--json")
    assert done.code == 0, done.said
    assert {one["name"]: one["kind"] for one in done.json["columns"]} == KINDS
    shown = stage.call("columns", source).said
    assert "--column customer_name=PERSON" in shown and "released as it is" in shown
    assert "Zebulon" not in shown and "727" not in shown


def test_a_table_whose_columns_have_no_names_to_propose(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    stage.refused(2, "txt has no columns", "columns", tmp_path / "a.txt")


def test_the_refusal_shows_a_command_that_goes_on(tmp_path: Path) -> None:
    source, out = _write(tmp_path, "csv"), tmp_path / "out.csv"
    refused = stage.call("run", source, "-o", out, "--policy", "typed")
    assert refused.code == 2 and not out.exists()
    words = shlex.split(refused.err.strip().splitlines()[-1])
    assert words[:2] == ["understudy", "run"]
    done = stage.call(*words[1:])
    assert done.code == 0, done.said
    assert "Zebulon" not in out.read_text() and "727" not in out.read_text()


@pytest.mark.parametrize("format", ["jsonl", "csv", "parquet"])
def test_a_table_without_a_column_called_text_shows_a_command_too(
    tmp_path: Path, format: str
) -> None:
    source, out = tmp_path / f"in.{format}", tmp_path / f"out.{format}"
    if format == "csv":
        source.write_text("name,note\nZebulon Quill,what Zebulon said\n")
    else:
        said = [{"role": "user", "content": "I am Zebulon Quill"}]
        rows = [{"name": "Zebulon Quill", "messages": said}]
        if format == "jsonl":
            source.write_text(json.dumps(rows[0]) + "\n")
        else:
            stage.write_parquet(source, pa.Table.from_pylist(rows))
    refused = stage.call("run", source, "-o", out, "--policy", "typed")
    assert refused.code == 1 and "'text' is missing" in refused.err and not out.exists()
    words = shlex.split(refused.err.strip().splitlines()[-1])
    assert ("messages=CHAT" in words) == (format != "csv")
    done = stage.call(*words[1:])
    assert done.code == 0, done.said
    assert b"Zebulon" not in out.read_bytes()
    wrong = stage.call("run", source, "-o", out, "--policy", "typed", "--text", "sayd", "--force")
    assert wrong.code == 1 and "would go on" not in wrong.err


def test_a_refusal_that_no_command_mends_shows_none(tmp_path: Path) -> None:
    """A sheet of one line has no values to tell a kind by, and its line would be released."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (("text",), ("hello",)):
        book.active.append(row)
    book.create_sheet("Memo").append(("memo",))
    book.save(tmp_path / "in.xlsx")
    words = ("run", tmp_path / "in.xlsx", "-o", tmp_path / "out.xlsx", "--columns", "auto")
    refused = stage.call(*words, "--policy", "typed")
    assert refused.code == 2 and "nobody has decided on 'memo'" in refused.err
    assert "would go on" not in refused.err


def test_a_table_of_very_many_columns_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No kind is proposed for each of them, and no command of two megabytes is shown."""

    def asked(*_: object) -> None:
        raise AssertionError("a column was looked at for advice")

    monkeypatch.setattr("understudy.corpus.proposal.proposed", asked)
    names = [f"c{at}" for at in range(5_000)]
    row = f"Ann{',x' * len(names)}"
    source = tmp_path / "in.csv"
    source.write_text(f"text,{','.join(names)}\n{row}\n", encoding="utf-8")
    refused = stage.call("run", source, "-o", tmp_path / "out.csv", "--policy", "typed")
    assert refused.code == 2 and "5,000 of them, too many for a command" in refused.err
    assert len(refused.err) < 2_000 and "--columns auto" in refused.err


def test_auto_takes_what_is_proposed_and_says_so(tmp_path: Path) -> None:
    source, out = _write(tmp_path, "csv"), tmp_path / "out.csv"
    done = stage.call("run", source, "-o", out, "--policy", "typed", "--columns", "auto")
    assert done.code == 0, done.said
    assert "customer_name  PERSON" in done.err
    header, first, *_ = out.read_text().splitlines()
    assert header == TABLE.splitlines()[0]
    assert first.startswith("T1,<PERSON>,<PHONE_NUMBER>,open,<PERSON> called about <PHONE_NUMBER>")


def test_what_somebody_decided_wins_over_what_is_proposed(tmp_path: Path) -> None:
    source, out = _write(tmp_path, "csv"), tmp_path / "out.csv"
    more = ("--columns", "auto", "--column", "phone=KEEP")
    assert stage.call("run", source, "-o", out, "--policy", "typed", *more).code == 0
    assert ",727 778 020," in out.read_text()


def test_auto_refuses_what_nothing_tells(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("text,zz\nhello,ab12\nhello,cd34\nhello,ef56\n")
    words = ("run", source, "-o", tmp_path / "out.csv", "--columns", "auto")
    stage.refused(2, "nothing tells what is in 'zz'", *words)


@pytest.mark.parametrize(
    "data",
    [
        '\ufeffname;phone;text\r\nZebulón Quill;727 778 019;"Zebulón\r\nsays ""no"""\r\n'.encode(),
        "name\tphone\ttext\nZebulón Quill\t727 778 019\tZebulón says no\n".encode("utf-16"),
        "name;phone;text\nZebulón Quill;727 778 019;Zebulón says no\n".encode("cp1252"),
    ],
    ids=["semicolons", "utf-16", "cp1252"],
)
def test_delimiter_and_encoding_are_found(tmp_path: Path, data: bytes) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(data)
    done = stage.call("columns", source, "--json")
    told = {one["name"]: one["kind"] for one in json.loads(done.out)["columns"]}
    assert told == {"name": "PERSON", "phone": "PHONE_NUMBER", "text": "TEXT"}
    words = ("--columns", "auto", "--policy", "patterns", "--quiet")
    assert stage.call("run", source, "-o", out, *words).code == 0
    assert (
        "Quill".encode("utf-16-le" if data[:2] == b"\xff\xfe" else "ascii") not in out.read_bytes()
    )


def test_values_in_the_place_of_a_header_are_refused_and_not_told(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("Martha Jones,martha@jones.org,x\nJohn Reed,john@reed.org,y\n")
    said = "in.csv:1: the first line looks like values"
    for words in (("--columns", "auto"), ("--text", "x")):
        done = stage.refused(1, said, "run", source, "-o", out, *words)
        assert "Martha" not in done.said and "martha" not in done.said
    stage.refused(1, said, "columns", source)
    source.write_text("17,Zebulon,saw Zebulon\n18,Ottoline,saw Ottoline\n")
    done = stage.refused(1, said, "run", source, "-o", out, "--columns", "auto")
    assert "Zebulon" not in done.said
    for header in ("first name,E-mail,2021,2022", "first name,E-mail,1,2", "0,1,2,3"):
        source.write_text(f"{header}\nMartha Jones,a@b.org,1,2\n")
        assert stage.call("columns", source).code == 0


def test_an_object_that_is_kept_is_decided_on_as_a_whole(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": "a", "calls": {"of the week": 3}, "text": "hello"}\n')
    assert (
        stage.call("run", source, "-o", out, "--columns", "auto", "--policy", "patterns").code == 0
    )


@pytest.mark.parametrize("format", ["jsonl", "json"])
def test_a_field_with_a_full_stop_in_its_name_is_read(tmp_path: Path, format: str) -> None:
    """It counted as decided on, and was looked for as a path alone: it stayed in the clear."""
    row = {"c.name": "Zebulon Quill", "c.phone": 727778019, "text": "Zebulon called"}
    source, out = tmp_path / f"a.{format}", tmp_path / f"b.{format}"
    source.write_text(json.dumps([row] if format == "json" else row))
    words = ("--column", "c.name=PERSON", "--column", "c.phone=PHONE_NUMBER", "--text", "text")
    ledger, back = tmp_path / "ledger", tmp_path / f"c.{format}"
    done = stage.call("run", source, "-o", out, *words, "--ledger", ledger)
    assert done.code == 0, done.said
    assert "c.name (PERSON, 1 of 1 cell replaced)" in done.said
    released = out.read_text()
    assert "Zebulon" not in released and "Quill" not in released and "727778019" not in released
    assert stage.call("restore", out, "--ledger", ledger, "-o", back).code == 0
    assert back.read_bytes() == source.read_bytes()


def test_a_name_that_is_also_a_path_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(json.dumps({"c.name": "Zebulon Quill", "c": {"name": "Ottoline Vex"}}))
    message = r"a\.jsonl:1: the field 'c\.name' is there twice: by its name, and as a path"
    stage.refused(
        1, message, "run", source, "-o", tmp_path / "b.jsonl", "--column", "c.name=PERSON"
    )
