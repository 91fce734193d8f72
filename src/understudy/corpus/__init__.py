"""Corpus formats by name, and by the names of files.

Formats are looked up in a table and loaded when asked for, so that reading a text file does not
wait for what parquet needs.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath
from typing import cast

from understudy.core.errors import UsageError
from understudy.corpus.base import Format
from understudy.corpus.compression import stripped

__all__ = ["FORMATS", "SUFFIXES", "find", "for_path"]

FORMATS = {
    "txt": "understudy.corpus.txt:TXT",
    "lines": "understudy.corpus.lines:LINES",
    "jsonl": "understudy.corpus.jsonl:JSONL",
    "csv": "understudy.corpus.delimited:CSV",
    "tsv": "understudy.corpus.delimited:TSV",
    "parquet": "understudy.corpus.parquet:PARQUET",
    "conll": "understudy.corpus.conll:CONLL",
    "slots": "understudy.corpus.slots:SLOTS",
    "brat": "understudy.corpus.brat:BRAT",
    "esport": "understudy.corpus.esport:ESPORT",
    "trs": "understudy.corpus.trs:TRS",
}

SUFFIXES = {
    ".txt": "txt",
    ".lines": "lines",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".conll": "conll",
    ".conllu": "conll",
    ".iob": "conll",
    ".bio": "conll",
    ".slots": "slots",
    ".ann": "brat",
    ".json": "esport",
    ".trs": "trs",
}
"""The format that a file name means when no format is named."""


def find(name: str) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}; there are {', '.join(FORMATS)}")
    module, attribute = FORMATS[name].split(":")
    return cast(Format, getattr(import_module(module), attribute))


def for_path(path: PurePath) -> str | None:
    """The name of the format that the file's suffix means, if it means one."""
    return SUFFIXES.get(stripped(path).suffix.lower())
