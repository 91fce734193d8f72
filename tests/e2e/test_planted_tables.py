"""A private name in the header, in a kept cell, in the name of a sheet or in the notes of a table:
what the release still has of it is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stage

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


def test_notes_of_a_parquet_file_are_listed(tmp_path: Path, finder: str) -> None:
    path = tmp_path / "in.parquet"
    table = pa.table({"id": ["1"], "text": [TEXT]}).replace_schema_metadata({"author": NAME})
    pq.write_table(table, path)
    done = _released(tmp_path, finder, path)
    assert ["the notes of the file, character 1" in one for one in done.json["leaks"]] == [True]


@pytest.mark.parametrize("value", [[f"of {NAME}"], {"by": NAME}, NAME.encode(), 727778019])
def test_cells_of_every_type_are_looked_at(tmp_path: Path, finder: str, value: object) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"id": ["1"], "kept": [value], "text": [TEXT]}), path)
    done = _released(tmp_path, finder, path, "--column", "kept=KEEP")
    assert len(done.json["leaks"]) == (0 if isinstance(value, int) else 1)
