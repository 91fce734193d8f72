"""A table of visits for the tests of this folder, and policies for it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from understudy.policy import Policy, parse, with_columns


class Cluster(NamedTuple):
    spark: Any
    logs: Path
    """Event logs."""
    executors: Path
    """What executors write to standard output and standard error."""


KEY = bytes(range(32))
SECRET = b"a ledger is kept under lock 4711"
PEOPLE = ("Zebulon Quillfeather", "Maren Ostrowe", "Ilse Varnhagen", "Tancred Yewbank", "Ann Lee")
"""Most of them stand in no list: they are in a log only if they were written there."""
COLUMNS = {"id": "ID", "note": "TEXT", "patient": "PERSON", "born": "DATE", "fee": "KEEP"}

MIXED = """
schema = 1
name = "mixed"
detectors = ["given", "grammar"]
[default]
strategy = "redact"
[categories]
PERSON = { strategy = "surrogate" }
LOCATION = { strategy = "entity", p = 0.5 }
ORGANIZATION = { strategy = "named" }
EMAIL_ADDRESS = { strategy = "mask" }
PHONE_NUMBER = { strategy = "hash" }
DATE = { strategy = "generalise" }
URL = { strategy = "typed" }
AGE = { strategy = "keep" }
PRODUCT = { strategy = "swap" }
"""
ONE_PASS = MIXED.replace('PRODUCT = { strategy = "swap" }\n', "")
COUNTING = """
schema = 1
name = "counting"
detectors = ["given"]
[default]
strategy = "redact"
[categories]
PERSON = { strategy = "entity", p = 0.9, source = "corpus" }
LOCATION = { strategy = "word", p = 0.9, source = "corpus" }
ORGANIZATION = { strategy = "entity", epsilon = 2.0, source = "dp-corpus" }
"""
SUBJECTS = """
schema = 1
name = "subjects"
detectors = ["given", "grammar"]
scope = "subject"
[default]
strategy = "surrogate"
"""


def policy(text: str, **more: str) -> Policy:
    columns = {**COLUMNS, **more}
    return with_columns(parse(text), [f"{name}={kind}" for name, kind in columns.items()])


def rows(count: int) -> list[dict[str, Any]]:
    return [_row(at) for at in range(count)]


def _row(at: int) -> dict[str, Any]:
    person = PEOPLE[at % len(PEOPLE)]
    town, firm = ("Leeds", "York", "Bath")[at % 3], ("Acme Ltd", "Borax plc")[at % 2]
    note = (
        f"{person} of {firm} in {town} called 020 7946 0{at % 1000:03} and wrote to p{at}@x.example"
    )
    return {
        "id": f"v{at:05}",
        "note": f"{note} on 3 May 20{at % 20 + 10}.",
        "patient": person,
        "born": date(1950 + at % 50, 1 + at % 12, 1 + at % 28),
        "fee": at / 4,
        "entities": json.dumps(
            [
                {"start": (start := note.index(value)), "end": start + len(value), "label": label}
                | {"field": "note"}
                for value, label in (
                    (person, "PERSON"),
                    (town, "LOCATION"),
                    (firm, "ORGANIZATION"),
                )
            ]
        ),
    }


def write_table(path: Path, count: int, files: int = 1) -> Path:
    """Parquet of that many visits, in one file or several."""
    path.mkdir(parents=True, exist_ok=True)
    every = rows(count)
    for at in range(files):
        part = every[at * count // files : (at + 1) * count // files]
        pq.write_table(pa.Table.from_pylist(part), path / f"part-{at}.parquet", row_group_size=50)
    return path


def write_lines(path: Path, count: int) -> Path:
    """JSON lines of that many visits."""
    parsed = [row | {"entities": json.loads(row["entities"])} for row in rows(count)]
    lines = [json.dumps(row, default=str) for row in parsed]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
