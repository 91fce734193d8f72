"""What the report says of each column."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from understudy import Deidentifier, parse_policy
from understudy.core.types import BY_POLICY, Document, Edit, Entity, PrivacyEvent, Segment, Span
from understudy.corpus.base import Options
from understudy.report.columns import ColumnOutcome, columns, columns_line, counted, totals
from understudy.report.summary import Summary

EVENT = PrivacyEvent("surrogate", "entity", 1.0, 0.1, 0.0)
POLICY = """
schema = 1
detectors = ["grammar"]
leave = ["empty"]
[default]
strategy = "surrogate"
[columns]
number = "KEEP"
who = "PERSON"
phone = "PHONE_NUMBER"
note = "TEXT"
"""
ROWS = (
    ("number", "who", "phone", "note"),
    ("1", "Zebulon Quill", "727 778 019", "Zebulon rang from 727 778 019."),
    ("2", "Ottoline Vex", "n/a", "Nothing to say."),
    ("3", "Ottoline Vex", "", ""),
)


def edit(start: int, end: int, outcome: str = "replaced") -> Edit:
    span = Span(start, end, "PERSON")
    return Edit(Entity(span, "PERSON", "x"), "x", "y", outcome, "surrogate", EVENT)  # type: ignore[arg-type]


def row(cells: dict[str, str]) -> Document:
    at, segments = 0, []
    for name, text in cells.items():
        segments.append(Segment(at, at + len(text), "field", name))
        at += len(text) + 1
    return Document("1", "\n".join(cells.values()), segments=tuple(segments))


def test_mentions_are_counted_in_the_cells_that_they_stand_in() -> None:
    one = row({"note": "Ann and Bo", "phones.0": "1", "phones.1": "", "who": "  "})
    edits = (edit(0, 3), edit(8, 10, BY_POLICY), edit(11, 12))
    found = columns(
        counted([(one, edits)]), {"note": "TEXT", "phones": "PHONE_NUMBER", "who": "PERSON"}, "", 0
    )
    assert found == (
        ColumnOutcome("note", "TEXT", True, cells=1, mentions=2, replaced=1, left=1),
        ColumnOutcome("phones", "PHONE_NUMBER", True, cells=1, missing=1, mentions=1, replaced=1),
        ColumnOutcome("who", "PERSON", True, missing=1),
    )


def test_turns_are_of_the_column_of_chats() -> None:
    turns = Document("2", "Ann\nBo", segments=(Segment(0, 3, "turn", "Bo"), Segment(4, 6, "turn")))
    counts = counted([(turns, (edit(0, 3),)), (turns, (edit(4, 6),))])
    found = columns(counts, {"chat": "CHAT", "day": "KEEP"}, "", 0)
    assert found[0] == ColumnOutcome("chat", "CHAT", True, cells=2, mentions=2, replaced=2)
    assert not found[1].read
    assert columns(counts, {"chat": "CHAT"}, "", 0) == ()


def test_of_one_column_that_is_read_the_totals_are_told() -> None:
    counts = totals(4, {"replaced": 3, "may stay": 1})
    found = columns(counts, {"day": "KEEP", "note": "TEXT"}, "", 0)
    assert found[1] == ColumnOutcome("note", "TEXT", True, cells=4, mentions=4, replaced=3, left=1)


def test_the_line_for_a_terminal_is_short_and_says_what_stays() -> None:
    many = [ColumnOutcome(f"c{number}", "KEEP", read=False) for number in range(23)]
    many[0] = ColumnOutcome(
        "a\x1bb", "DATE", True, cells=9, missing=2, mentions=9, replaced=8, left=1
    )
    line = columns_line(many)
    assert line.startswith("Columns: a\\x1bb (DATE, 8 of 9 cells replaced, 1 left, 2 empty); c1 ")
    assert line.endswith("; 3 more.")


class Cells(HTMLParser):
    """The text of the cells of a page, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self._inside = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "calls.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(ROWS)
    return path


def test_a_run_tells_what_was_done_to_each_column(tmp_path: Path, table: Path) -> None:
    policy = parse_policy(POLICY)
    release = Deidentifier(policy).run(
        table,
        tmp_path / "out.csv",
        options=Options(subject="who"),
        report=tmp_path / "report.html",
        key=b"k" * 32,
    )
    assert release.facts is not None
    told = {one["name"]: one for one in release.facts.as_json()["columns"]}
    assert list(told) == ["number", "who", "phone", "note"]
    assert (told["number"]["read"], told["who"]["subjects"]) == (False, 2)
    assert [told["who"][name] for name in ("cells", "missing", "replaced")] == [3, 0, 3]
    assert [told["phone"][name] for name in ("cells", "missing", "replaced", "left")] == [
        2,
        1,
        1,
        1,
    ]
    assert [told["note"][name] for name in ("cells", "missing", "replaced")] == [2, 1, 2]
    rows = Cells((tmp_path / "report.html").read_text()).rows
    assert ["phone", "PHONE_NUMBER", "2", "1", "2", "1", "0", "1", ""] in rows
    assert ["number", "KEEP", "as it was", ""] in rows
    assert any(
        line.startswith("Columns: number (KEEP, as it was); ") for line in release.facts.lines()
    )


def test_counts_of_columns_survive_a_state_folder() -> None:
    summary = Summary()
    summary.note(row({"who": "Ann", "note": ""}), (edit(0, 3),), (), table=True)
    packed = json.loads(json.dumps(summary.settle().pack()))
    assert Summary.unpack(packed).columns == summary.columns
    assert summary.columns["who", "cells"] == summary.columns["note", "missing"] == 1


def test_what_lies_in_no_named_column_is_a_line_of_its_own() -> None:
    mail = row({"From": "Ann", "X-Case": "4711", "text": "Ann and Bo"})
    edits = (edit(0, 3), edit(4, 8), edit(9, 12), edit(17, 19, BY_POLICY))
    found = columns(
        counted([(mail, edits), (Document("2", "Bo"), (edit(0, 2),))]),
        {"X-Case": "CASE_NUMBER", "text": "TEXT"},
        "",
        0,
    )
    assert [(one.name, one.mentions, one.replaced) for one in found] == [
        ("X-Case", 1, 1),
        ("text", 2, 1),
        ("all else", 2, 2),
    ]
