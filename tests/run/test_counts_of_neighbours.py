"""Releases of neighbours by marks are the same bytes, with their reports and summaries.

Marks depend on the category alone. So whatever else of a value shows in a file, its quotes, its
escapes, counts, the parts of an archive, shows here as a difference.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from understudy import Deidentifier
from understudy.policy import Policy, parse, with_columns

POLICY = parse('schema = 1\ndetectors = ["given"]\n[default]\nstrategy = "typed"\n')
COLUMNS = ("name=PERSON", "note=KEEP", "id=KEEP")
PAIRS = [
    ("Ann Lee", "Bartholomew Featherstone"),
    ('Ann "Bo" Lee', "Ann Lee"),
    ("Lee, Ann", "Ann Lee"),
    ("José", "Jose"),
    ("Ann\u2028Lee", "Ann Lee"),
    ("Ann\tLee", "Ann Lee"),
    ("007", "Ann"),
    ("=1+1", "Ann"),
    ("李", "Ann"),
]


def _csv(value: str) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([["id", "name", "note"], ["1", value, "ok"], ["2", "Bob", "fine"]])
    return out.getvalue().encode()


def _rows(value: str) -> list[dict[str, Any]]:
    return [{"id": "1", "name": value, "note": "ok"}, {"id": "2", "name": "Bob", "note": "fine"}]


def _jsonl(*, ascii_only: bool) -> Callable[[str], bytes]:
    def made(value: str) -> bytes:
        rows = (json.dumps(row, ensure_ascii=ascii_only) + "\n" for row in _rows(value))
        return "".join(rows).encode()

    return made


def _parquet(value: str) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(_rows(value)), out)
    return out.getvalue()


def _annotated(value: str) -> bytes:
    entity = {"start": 7, "end": 7 + len(value), "category": "PERSON", "text": value}
    more = {"lemma": value.lower(), "norm": value.upper(), "key": value}
    row = {"id": "1", "text": f"it was {value} then", "entities": [entity | more]}
    return (json.dumps(row, ensure_ascii=False) + "\n").encode()


TABLES = {
    "csv": _csv,
    "raw.jsonl": _jsonl(ascii_only=False),
    "escaped.jsonl": _jsonl(ascii_only=True),
    "json": lambda value: json.dumps(_rows(value), ensure_ascii=False, indent=1).encode(),
    "parquet": _parquet,
}


def _released(folder: Path, name: str, data: bytes, policy: Policy) -> tuple[bytes, ...]:
    """The release, its report but for the time, and the counts that a program is told."""
    folder.mkdir()
    source, target, page = (folder / one for one in (f"in.{name}", f"out.{name}", "report.html"))
    source.write_bytes(data)
    facts = Deidentifier(policy).run(source, target, report=page).facts
    assert facts is not None
    report = re.sub(rb"<time.*?</time>", b"", page.read_bytes())
    counts = f"{facts.characters} {facts.words} {facts.mentions} {facts.replaced}"
    return target.read_bytes(), report, counts.encode()


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("name", TABLES)
def test_tables(tmp_path: Path, name: str, pair: tuple[str, str]) -> None:
    made = [
        _released(tmp_path / str(at), name, TABLES[name](value), with_columns(POLICY, COLUMNS))
        for at, value in enumerate(pair)
    ]
    assert made[0] == made[1]


@pytest.mark.parametrize("pair", PAIRS)
def test_annotations(tmp_path: Path, pair: tuple[str, str]) -> None:
    made = [
        _released(tmp_path / str(at), "jsonl", _annotated(value), POLICY)
        for at, value in enumerate(pair)
    ]
    assert made[0] == made[1]
