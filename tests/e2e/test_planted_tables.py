"""A private name in the header, in a kept cell, in the name of a sheet or in the notes of a table:
what the release still has of it is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stage
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

NAME = "Zebulon Quill"
TEXT = f"hello {NAME}"
_Write = Callable[[Path, str, str], None]


def _lines(path: Path, header: str, kept: str) -> None:
    path.write_text(json.dumps({"id": "1", header: kept, "text": TEXT}) + "\n")


def _array(path: Path, header: str, kept: str) -> None:
    path.write_text(json.dumps([{"id": "1", header: kept, "text": TEXT}]))


def _csv(path: Path, header: str, kept: str) -> None:
    path.write_text(f"id,{header},text\n1,{kept},{TEXT}\n")


def _tsv(path: Path, header: str, kept: str) -> None:
    path.write_text(f"id\t{header}\ttext\n1\t{kept}\t{TEXT}\n")


def _parquet(path: Path, header: str, kept: str) -> None:
    pq.write_table(pa.table({"id": ["1"], header: [kept], "text": [TEXT]}), path)


def _book(path: Path, header: str, kept: str) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (("id", header, "text"), ("1", kept, TEXT)):
        book.active.append(row)
    book.save(path)


WRITE: dict[str, _Write] = {
    "jsonl": _lines,
    "json": _array,
    "csv": _csv,
    "tsv": _tsv,
    "parquet": _parquet,
    "xlsx": _book,
}
PLACES = {
    "nothing": ("notes", "none", ""),
    "header": (f"calls of {NAME}", "none", "the names of the columns, character 13"),
    "cell": ("notes", f"see {NAME}", "notes, character 5"),
}


def _released(tmp_path: Path, finder: str, path: Path, *words: str) -> stage.Answer:
    policy = stage.typed_policy(tmp_path, ["given", finder])
    out = tmp_path / f"out{path.suffix}"
    done = stage.call("run", path, "-o", out, "--policy", policy, "--json", *words)
    assert done.code == 0, done.err
    return done


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("format", WRITE)
def test_what_stands_beside_the_text_of_a_table_is_listed(
    tmp_path: Path, finder: str, format: str, place: str
) -> None:
    header, kept, listed = PLACES[place]
    path = tmp_path / f"in.{format}"
    WRITE[format](path, header, kept)
    done = _released(tmp_path, finder, path, "--column", f"{header}=KEEP")
    assert [listed in one for one in done.json["leaks"]] == ([True] if listed else [])


def _noted(path: Path) -> pa.Table:
    """A table with notes in three places, one of which only its reader would look at."""
    built = {"index_columns": [], "attributes": {"by": "Ottoline Vex"}}
    noted = pa.field("text", pa.string(), metadata={"by": NAME, "PARQUET:field_id": "2"})
    schema = pa.schema([pa.field("id", pa.string()), noted])
    notes = {"author": NAME, "pandas": json.dumps(built)}
    table = pa.table({"id": ["1"], "text": [TEXT]}, schema=schema).replace_schema_metadata(notes)
    pq.write_table(table, path)
    return table


def test_notes_of_a_parquet_file_are_left_out(tmp_path: Path, finder: str) -> None:
    path = tmp_path / "in.parquet"
    _noted(path)
    done = _released(tmp_path, finder, path)
    assert done.json["dropped"] == ["1 (3 notes in the metadata of the file)"]
    assert not done.json["leaks"]
    assert b"--column file-metadata=KEEP would release it as it is." in done.out
    schema = pq.read_schema(tmp_path / "out.parquet")
    assert set(schema.metadata) == {b"pandas"} and b"Vex" not in schema.metadata[b"pandas"]
    assert schema.field("text").metadata == {b"PARQUET:field_id": b"2"}
    assert b"Quill" not in (tmp_path / "out.parquet").read_bytes()


def test_notes_of_a_parquet_file_can_be_kept_and_are_listed(tmp_path: Path, finder: str) -> None:
    path = tmp_path / "in.parquet"
    table = _noted(path)
    done = _released(tmp_path, finder, path, "--column", "file-metadata=KEEP")
    assert done.json["passed"] == ["1 (3 notes in the metadata of the file)"]
    assert ["the notes of the file, character 1" in one for one in done.json["leaks"]] == [True]
    schema = pq.read_schema(tmp_path / "out.parquet")
    assert schema.equals(table.schema, check_metadata=True)


def test_identified_parquet_files_keep_their_notes(tmp_path: Path, finder: str) -> None:
    """They are as private as before."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = _noted(path)
    policy = stage.typed_policy(tmp_path, ["given", finder])
    assert stage.call("identify", path, "-o", out, "--policy", policy).code == 0
    assert pq.read_schema(out).metadata == table.schema.metadata


def test_what_a_workbook_has_beside_its_cells_is_left_out_and_listed(
    tmp_path: Path, finder: str
) -> None:
    path = tmp_path / "in.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("id", "text"), ("1", TEXT), ("2", "none")):
        sheet.append(row)
    sheet["B2"].comment = Comment(NAME, NAME)
    sheet["B3"].comment = Comment("ask Vex", NAME)
    sheet["B2"].hyperlink = f"mailto:{NAME}"
    sheet.oddHeader.center.text = NAME
    sheet.defined_names["Quill"] = DefinedName("Quill", attr_text="Sheet!$A$1")
    book.defined_names["Vex"] = DefinedName("Vex", attr_text="Sheet!$A$1")
    book.properties.creator = NAME
    book.save(path)
    done = _released(tmp_path, finder, path)
    told = ["1 document property", "2 defined names", "1 page header or footer", "2 comments"]
    assert done.json["dropped"] == [f"1 ({one})" for one in (*told, "1 link")]
    assert b"would release" not in done.out
    with ZipFile(tmp_path / "out.xlsx") as archive:
        inside = b"".join(map(archive.read, archive.namelist()))
    assert b"Quill" not in inside and b"Vex" not in inside


@pytest.mark.parametrize("title", ["Margaret Wilson", "m.wilson@mail.com", "020 7946 0812"])
def test_a_sheet_with_a_private_name_is_refused(tmp_path: Path, finder: str, title: str) -> None:
    path, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (("id", "text"), ("1", "none")):
        book.active.append(row)
    book.create_sheet("Sheet 2")
    book.active.title = title
    book.save(path)
    policy = stage.typed_policy(tmp_path, ["given", finder])
    words = ("run", path, "-o", out, "--policy", policy)
    done = stage.refused(1, "the name of a sheet is private by the look", *words)
    assert title not in done.said and not out.exists()
    assert stage.call(*words, "--column", "sheet-names=KEEP").code == 0
    assert openpyxl.load_workbook(out).sheetnames == [title, "Sheet 2"]


@pytest.mark.parametrize("value", [[f"of {NAME}"], {"by": NAME}, NAME.encode(), 727778019])
def test_cells_of_every_type_are_looked_at(tmp_path: Path, finder: str, value: object) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"id": ["1"], "kept": [value], "text": [TEXT]}), path)
    done = _released(tmp_path, finder, path, "--column", "kept=KEEP")
    assert len(done.json["leaks"]) == (0 if isinstance(value, int) else 1)
