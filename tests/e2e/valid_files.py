"""A valid file of every format, for tests that damage it."""

from __future__ import annotations

import io
from collections.abc import Mapping

import openpyxl
import planted
import pyarrow.parquet as pq
import stage

from understudy.corpus import formats

__all__ = ["VALID"]


def _parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(stage.parquet_table(), sink, row_group_size=2)
    return sink.getvalue()


def _book() -> bytes:
    book, sink = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (("id", "text"), ("a", "hello Zebulon Quill"), ("b", "nobody"), ("c", 3)):
        sheet.append(row)
    book.create_sheet("more").append(("id", "text"))
    book.save(sink)
    return sink.getvalue()


def _valid() -> dict[str, Mapping[str, bytes]]:
    found: dict[str, Mapping[str, bytes]] = {
        format: {name: text.encode()} for format, (name, text, _) in stage.CORPORA.items()
    }
    found["brat"] = {f"note{ending}": text.encode() for ending, (text, _) in stage.BRAT.items()}
    found["parquet"] = {"calls.parquet": _parquet()}
    found["xlsx"] = {"calls.xlsx": _book()}
    found["docx"] = {"letter.docx": planted.DOCUMENTS["docx"][1]()}
    found["pdf"] = {"letter.pdf": planted.paper("Dear Zebulon Quill", "it rains")}
    return {name: found[name] for name in formats() if name in found}


VALID = _valid()
"""format → the names and bytes of the files of a unit, in the order of the format's parts."""
