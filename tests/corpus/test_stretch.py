"""Blocks of plain files are sent as places in the file, all others as bytes."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import threading
from pathlib import Path

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Unit
from understudy.corpus.blocks import split_lines

ROWS = b"".join(b"row %d of Ana\n" % number for number in range(200))


def blocks(path: Path) -> list[Block]:
    return list(split_lines(None, Unit("u", (path,)), 300))


def sent(block: Block) -> Block:
    data = pickle.dumps(block)
    found = pickle.loads(data)
    assert isinstance(found, Block)
    assert (b"Ana" in data) == bool(found.parts)
    return found


def test_a_block_of_a_plain_file_leaves_its_bytes_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(ROWS)
    found = blocks(path)
    assert len(found) > 2
    assert not any(sent(block).parts for block in found)
    assert [sent(block).loaded() for block in found] == found
    assert [block.loaded() for block in found] == found


def test_a_file_that_grows_is_read_as_far_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(ROWS)
    found = blocks(path)
    with path.open("ab") as file:
        file.write(ROWS)
    assert b"".join(sent(block).loaded().parts[0] for block in found) == ROWS


def test_compressed_files_and_streams_are_sent_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(ROWS))
    streamed = list(split_lines(io.BytesIO(ROWS), Unit("stdin", ()), 300))
    for found in (blocks(path), streamed):
        assert [sent(block) for block in found] == found
        assert b"".join(sent(block).loaded().parts[0] for block in found) == ROWS


def test_a_pipe_under_a_name_is_sent_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(ROWS,))
    writer.start()
    found = blocks(path)
    writer.join()
    assert [sent(block) for block in found] == found


@pytest.mark.parametrize("change", ["replaced", "cut", "gone"])
def test_another_file_under_the_name_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(ROWS)
    last = sent(blocks(path)[-1])
    if change == "cut":
        os.truncate(path, len(ROWS) - 1)
    else:
        path.rename(tmp_path / "b.jsonl")
    if change == "replaced":
        path.write_bytes(ROWS)
    message = "cannot be read" if change == "gone" else "was changed while it was read"
    with pytest.raises(CorpusError, match=message) as raised:
        last.loaded()
    assert raised.value.file == str(path)
    assert "Ana" not in str(raised.value)


def test_lines_that_moved_under_the_same_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(ROWS)
    found = [sent(block) for block in blocks(path)]
    with path.open("r+b") as file:  # the same file, one byte further on
        file.write(b"x" + ROWS)
    for block in found:
        with pytest.raises(CorpusError, match="was changed while it was read"):
            block.loaded()
