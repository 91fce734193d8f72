from __future__ import annotations

import gzip
import lzma
import random
from pathlib import Path

import pytest
import zstandard

from understudy.core.errors import CorpusError
from understudy.corpus.compression import open_read, open_write, stripped

CONTENT = b"".join(b"line %d\n" % number for number in range(50_000))
PEERS = {".gz": gzip.decompress, ".xz": lzma.decompress}


def write(path: Path, data: bytes = CONTENT) -> bytes:
    with open_write(path) as file:
        file.write(data)
    return path.read_bytes()


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_what_is_written_is_read(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"data.jsonl{suffix}"
    packed = write(path)
    with open_read(path) as file:
        assert file.read() == CONTENT
    with open_read(path) as file:
        assert file.readline() == b"line 0\n"
    assert (len(packed) < len(CONTENT)) == bool(suffix)


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_other_programs_read_it(tmp_path: Path, suffix: str) -> None:
    assert PEERS[suffix](write(tmp_path / f"a{suffix}")) == CONTENT


def test_zstandard_reads_it(tmp_path: Path) -> None:
    packed = write(tmp_path / "a.zst")
    assert zstandard.ZstdDecompressor().decompressobj().decompress(packed) == CONTENT


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_the_bytes_depend_on_the_content_only(tmp_path: Path, suffix: str) -> None:
    assert write(tmp_path / f"one{suffix}") == write(tmp_path / f"two{suffix}")


def test_gzip_has_neither_name_nor_time(tmp_path: Path) -> None:
    assert write(tmp_path / "secret.gz")[3:8] == bytes(5)


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_frames_follow_each_other(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(write(path, b"one\n") + write(path, b"two\n"))
    with open_read(path) as file:
        assert file.read() == b"one\ntwo\n"


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_a_truncated_file_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(write(path)[:-20])
    with pytest.raises(CorpusError, match="truncated"), open_read(path) as file:
        file.read()


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_a_corrupt_file_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"this is not compressed at all")
    with pytest.raises(CorpusError, match="corrupt"), open_read(path) as file:
        file.read()


ALONE = lzma.compress(b"", lzma.FORMAT_ALONE)[:5] + bytes(13)
"""An empty frame of the format before xz, which most bytes are taken for."""


def garbage() -> list[bytes]:
    chance = random.Random(1)
    some = [chance.randbytes(chance.randrange(1, 60)) for _ in range(100)]
    return [*some, *(bytes([byte]) for byte in range(1, 256, 5)), ALONE]


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_bytes_behind_the_end_that_are_no_frame_are_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    good = write(path, b"one\n")
    for tail in garbage():
        path.write_bytes(good + tail)
        with pytest.raises(CorpusError, match=r"corrupt|truncated"), open_read(path) as file:
            file.read()


@pytest.mark.parametrize(
    ("suffix", "zeros", "accepted"),
    [(".gz", 5, True), (".xz", 8, True), (".xz", 5, False), (".zst", 8, False)],
)
def test_zeros_behind_the_end(tmp_path: Path, suffix: str, zeros: int, accepted: bool) -> None:
    """Padding is what the format says it is."""
    path = tmp_path / f"a{suffix}"
    good = write(path, b"one\n")
    for data, content in (
        (good + bytes(zeros), b"one\n"),
        (good + bytes(zeros) + good, b"one\n" * 2),
    ):
        path.write_bytes(data)
        if accepted:
            with open_read(path) as file:
                assert file.read() == content
        else:
            with pytest.raises(CorpusError), open_read(path) as file:
                file.read()
    path.write_bytes(bytes(zeros) + good)
    with pytest.raises(CorpusError, match="corrupt"), open_read(path) as file:
        file.read()


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        open_read(tmp_path / "none.txt")
    with pytest.raises(CorpusError, match="cannot be written"):
        open_write(tmp_path / "none" / "a.txt")


def test_stripped() -> None:
    assert stripped(Path("a/data.jsonl.gz")) == Path("a/data.jsonl")
    assert stripped(Path("a/data.jsonl")) == Path("a/data.jsonl")
