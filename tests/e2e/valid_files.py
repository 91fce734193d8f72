"""A valid file of every format, for tests that damage it."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pyarrow.parquet as pq
import stage

from understudy.corpus import formats

__all__ = ["VALID"]


def _parquet() -> bytes:
    sink = io.BytesIO()
    # Arrow ends the process where the statistics of a damaged file do not fit its schema.
    pq.write_table(stage.parquet_table(), sink, row_group_size=2, write_statistics=False)
    return sink.getvalue()


def _valid() -> dict[str, Mapping[str, bytes]]:
    found: dict[str, Mapping[str, bytes]] = {
        format: {name: text.encode()} for format, (name, text, _) in stage.CORPORA.items()
    }
    found["brat"] = {f"note{ending}": text.encode() for ending, (text, _) in stage.BRAT.items()}
    found["parquet"] = {"calls.parquet": _parquet()}
    return {name: found[name] for name in formats() if name in found}


VALID = _valid()
"""format → the names and bytes of the files of a unit, in the order of the format's parts."""
