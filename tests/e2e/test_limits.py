"""What one file may ask for is bounded, and the error says how to allow more."""

from __future__ import annotations

import gzip
import io
import lzma
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stage
import zstandard
from valid_files import VALID

from understudy.core.errors import CorpusError
from understudy.corpus import find
from understudy.corpus.base import Options, Unit
from understudy.corpus.compression import open_read
from understudy.corpus.limits import LIMITS, Limits

PACKED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": partial(lzma.compress, preset=0),
    ".zst": zstandard.ZstdCompressor().compress,
}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", PACKED)
def test_a_decompression_bomb(tmp_path: Path, suffix: str) -> None:
    """It is noticed long before it is unpacked: little of it is in memory at a time."""
    path = tmp_path / f"in.jsonl{suffix}"
    path.write_bytes(PACKED[suffix](b" " * (300 << 20)))
    seen = 0
    with pytest.raises(CorpusError, match="--max-expansion"), open_read(path, LIMITS) as file:
        while chunk := file.read(1 << 20):
            seen += len(chunk)
    assert seen < 200 << 20
    said = stage.call("run", path, "-o", tmp_path / f"out.jsonl{suffix}", "--policy", "redact")
    assert said.code == 1
    assert "unpacks to more than 250 times its size" in said.err


def test_a_workbook_that_is_a_bomb(tmp_path: Path) -> None:
    whole, path = VALID["xlsx"]["calls.xlsx"], tmp_path / "in.xlsx"
    with ZipFile(io.BytesIO(whole)) as source, ZipFile(path, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            blank = b"<sheetData>" + b" " * (100 << 20)
            target.writestr(name, source.read(name).replace(b"<sheetData>", blank))
    said = stage.call("run", path, "-o", tmp_path / "out.xlsx", "--policy", "redact")
    assert said.code == 1
    assert "unpacks to more than 250 times its size" in said.err


def test_a_letter_that_is_a_bomb(tmp_path: Path) -> None:
    ((name, whole),) = VALID["docx"].items()
    path = tmp_path / name
    with ZipFile(io.BytesIO(whole)) as source, ZipFile(path, "w", ZIP_DEFLATED) as target:
        for member in source.namelist():
            blank = b"<w:body>" + b" " * (100 << 20)
            target.writestr(member, source.read(member).replace(b"<w:body>", blank))
    said = stage.call("run", path, "-o", tmp_path / "out.docx", "--policy", "redact")
    assert said.code == 1
    assert "unpacks to more than 250 times its size" in said.err


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(), "--max-expansion"),
        (Limits(document=1 << 20, expansion=1 << 30), "--max-document"),
    ],
)
def test_a_table_that_is_a_bomb(tmp_path: Path, limits: Limits, told: str) -> None:
    """One long value in every row takes a few bytes of the file. It is noticed in little memory."""
    path, rows = tmp_path / "in.parquet", 50_000
    text = pa.DictionaryArray.from_arrays(pa.array([0] * rows), pa.array(["word " * 300_000]))
    pq.write_table(pa.table({"text": text}), path, store_schema=False)
    unit, before = Unit("in.parquet", (path,), limits=limits), pa.total_allocated_bytes()
    with pytest.raises(CorpusError, match=told):
        for _ in find("parquet").split(unit, Options(), size=1 << 18):
            assert pa.total_allocated_bytes() - before < 1 << 30


def test_what_compresses_well_and_is_small_is_read(tmp_path: Path) -> None:
    path = tmp_path / "in.txt.gz"
    path.write_bytes(gzip.compress(bytes(10 << 20)))
    with open_read(path, Limits(expansion=2)) as file:
        assert len(file.read()) == 10 << 20


LONG = "word " * 240_000
FILES = {
    "txt": LONG,
    "lines": "short\n" + LONG + "\nshort\n",
    "jsonl": stage.row(1, "hi") + stage.row(2, LONG) + stage.row(3, "hi"),
    "csv": 'id,text\n1,hi\n2,"' + LONG + '"\n3,hi\n',
    "conll": "hi O\n\n" + "word O\n" * 200_000 + "\nhi O\n",
}


@pytest.mark.parametrize("format", FILES)
def test_a_document_that_is_too_long(tmp_path: Path, format: str) -> None:
    """A short way to a line of a gigabyte: the limit is lower instead."""
    policy = stage.policy(tmp_path, "detectors = ['grammar']\n[default]\nstrategy = 'redact'\n")
    path = tmp_path / f"in.{format}"
    path.write_text(FILES[format])
    words = ("run", path, "-o", tmp_path / f"out.{format}", "--policy", policy, "--format", format)
    said = stage.call(*words, "--max-document", 1 << 20)
    assert said.code == 1, said.said
    assert "a document has more than 1,048,576 bytes" in said.err
    assert "--max-document" in said.err
    assert not list(tmp_path.glob("out*"))


def test_more_can_be_allowed(tmp_path: Path) -> None:
    policy, path = stage.policy(tmp_path, stage.GIVEN), tmp_path / "in.jsonl"
    path.write_text(FILES["jsonl"])
    words = ("run", path, "-o", tmp_path / "out.jsonl", "--policy", policy, "--max-document")
    assert stage.call(*words, 1 << 20).code == 1
    assert stage.call(*words, 2_000_000).code == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_a_line_of_a_gigabyte_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    with path.open("wb") as file:
        for _ in range(1 << 10):
            file.write(b"a" * (1 << 20))
    words = [
        sys.executable,
        "-m",
        "understudy",
        "run",
        str(path),
        "-o",
        str(tmp_path / "out.jsonl"),
    ]
    words += ["--policy", "redact"]
    most = 1 << 30

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=little)
    assert done.returncode == 1
    assert "a document has more than 100,000,000 bytes" in done.stderr
