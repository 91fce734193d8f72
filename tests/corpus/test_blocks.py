from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Unit
from understudy.corpus.blocks import (
    FIRST_BYTES,
    assemble_streams,
    decoded,
    join_concatenated,
    lines_of,
    split_lines,
    split_whole,
)

UNIT = Unit("u", ())


@given(st.text("ab\r\n", min_size=1).map(str.encode), st.integers(1, 12))
def test_blocks_are_whole_lines_and_all_of_the_source(data: bytes, size: int) -> None:
    blocks = list(split_lines(io.BytesIO(data), UNIT, size))
    assert b"".join(block.parts[0] for block in blocks) == data
    assert all(block.parts[0].endswith(b"\n") for block in blocks[:-1])
    assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
    seen = 0
    for block in blocks:
        assert (block.line, block.index) == (seen + 1, seen)
        seen += block.parts[0].count(b"\n")


def test_large_blocks_come_after_a_smaller_one() -> None:
    blocks = split_lines(io.BytesIO(b"row\n" * FIRST_BYTES), UNIT, 2 * FIRST_BYTES)
    sizes = [len(block.parts[0]) for block in blocks]
    assert FIRST_BYTES <= sizes[0] <= FIRST_BYTES + 4
    assert 2 * FIRST_BYTES <= sizes[1] <= 2 * FIRST_BYTES + 4


@given(st.text("a\r\n\x85\u2028").map(str.encode))
def test_lines_keep_every_byte_and_end_at_line_feeds(data: bytes) -> None:
    lines = lines_of(data)
    assert b"".join(lines) == data
    assert all(line.count(b"\n") == line.endswith(b"\n") for line in lines)
    assert all(lines)


@pytest.mark.parametrize(
    "split", [lambda s: split_lines(s, UNIT, 9), lambda s: split_whole(UNIT, s)]
)
def test_an_empty_file_is_refused(split) -> None:
    with pytest.raises(CorpusError, match=r"^u: empty file$"):
        list(split(io.BytesIO(b"")))


def test_a_given_stream_stays_open() -> None:
    stream = io.BytesIO(b"a\nb\n")
    list(split_lines(stream, UNIT, 2))
    assert not stream.closed


def test_only_the_first_file_of_a_unit_must_have_content(tmp_path: Path) -> None:
    paths = (tmp_path / "a.txt", tmp_path / "a.ann")
    paths[0].write_bytes(b"text")
    paths[1].write_bytes(b"")
    (block,) = split_whole(Unit("a.txt", paths), None)
    assert block.parts == (b"text", b"")
    assert block.last


def test_bytes_that_are_not_utf8_are_placed() -> None:
    with pytest.raises(
        CorpusError, match=r"^f:8: not UTF-8 at byte offset 3 of the line$"
    ) as caught:
        decoded("ä\nbé".encode() + b"\xff\n", "f", 7)
    assert (caught.value.file, caught.value.line) == ("f", 8)


def test_join_leaves_withheld_records_out() -> None:
    block = Block((b"", b""), "u")
    records = [(b"a", b"1"), None, (b"b", b"2")]
    assert join_concatenated(block, records) == (b"ab", b"12")


def test_parts_go_to_their_targets(tmp_path: Path) -> None:
    targets = (tmp_path / "new" / "a.txt", tmp_path / "new" / "a.ann")
    assemble_streams([(b"a", b"1"), (b"b", b"2")], UNIT, targets)
    assert [path.read_bytes() for path in targets] == [b"ab", b"12"]
    stream = io.BytesIO()
    assemble_streams([(b"a",), (b"b",)], UNIT, stream)
    assert stream.getvalue() == b"ab"
