"""Reading and writing of compressed files, which are recognised by the last suffix of their name.

The three libraries share one shape, an object that is fed chunks, and none of their file
classes serves here as it is: gzip's writes a name and a time into the file, zstandard's reads a
truncated file as if it were whole.
"""

from __future__ import annotations

import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import Any, BinaryIO, NamedTuple, Protocol, cast

import zstandard

from understudy.core.errors import CorpusError
from understudy.corpus.limits import NO_LIMITS, Limits

__all__ = [
    "BROKEN_ARCHIVE",
    "COMPRESSIONS",
    "buffered",
    "is_whole",
    "open_read",
    "open_write",
    "stripped",
]

BROKEN_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError),  # of a method nobody has, or with a password
    *(ValueError, OverflowError),  # places that lie outside the file
)
"""What reading a damaged zip archive raises."""
CHUNK = 1 << 18
_END = b"PK\x05\x06"
_END_SIZE = 22
"""Bytes of the record that ends an archive, without its comment."""
_PACKED = 1 << 13
"""Bytes that are unpacked at a time: few, since each may stand for thousands."""


def is_whole(archive: zipfile.ZipFile, source: BinaryIO) -> bool:
    """Whether a zip archive is all that a file holds: what stands before or behind it is no member,
    and would be left out of a release without a word."""
    comment = len(archive.comment)
    end = source.seek(0, os.SEEK_END) - _END_SIZE - comment
    source.seek(max(0, end))
    record = source.read(_END_SIZE)
    said = int.from_bytes(record[-2:], "little")
    first = min((one.header_offset for one in archive.infolist()), default=0)
    return record.startswith(_END) and said == comment and first == 0


class Decompressor(Protocol):
    """Reads one frame, as the decompressors of zlib, lzma and zstandard do."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What came behind the end of the frame."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """As much of the content as can be read by now."""
        ...


class Compressor(Protocol):
    """Writes one frame, as the compressors of zlib, lzma and zstandard do."""

    def compress(self, data: bytes, /) -> bytes:
        """As much of the frame as can be written by now."""
        ...

    def flush(self) -> bytes:
        """The rest of the frame."""
        ...


class Compression(NamedTuple):
    """How files with one suffix are compressed."""

    name: str
    decompressor: Callable[[], Decompressor]
    compressor: Callable[[], Compressor]
    error: type[Exception]
    padding: int
    """Zeros that may stand behind a frame: a multiple of this; 0 where there are none."""


# 31 asks zlib for a gzip frame: it has neither name nor time, so output is the same every time.
_GZIP = 31

COMPRESSIONS = {
    ".gz": Compression(
        "gzip",
        lambda: zlib.decompressobj(wbits=_GZIP),
        lambda: zlib.compressobj(wbits=_GZIP),
        zlib.error,
        padding=1,  # as tapes leave it
    ),
    ".xz": Compression(
        "xz",
        # Asked for by name: the older format that is guessed else takes most bytes for a frame.
        lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ),
        lzma.LZMACompressor,
        lzma.LZMAError,
        padding=4,
    ),
    ".zst": Compression(
        "zstd",
        lambda: zstandard.ZstdDecompressor().decompressobj(),
        lambda: zstandard.ZstdCompressor().compressobj(),
        zstandard.ZstdError,
        padding=0,
    ),
}


def stripped(path: PurePath) -> PurePath:
    """The path without the suffix of a compression."""
    return path.with_suffix("") if path.suffix in COMPRESSIONS else path


def open_read(path: Path, limits: Limits = NO_LIMITS) -> BinaryIO:
    """The file's content; reading a corrupt or truncated one raises a CorpusError, and so does one
    that unpacks to more than the limits allow."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise CorpusError(f"cannot be read: {error.strerror}", file=str(path)) from None
    compression = COMPRESSIONS.get(path.suffix)
    if compression is None:
        return file
    return buffered(file, _decompressed(file, compression, str(path), limits))


def buffered(file: BinaryIO, chunks: Iterator[bytes]) -> BinaryIO:
    """Chunks that are made from a file as if they were one; closing it closes the file."""
    return io.BufferedReader(cast(Any, _Reading(file, chunks)), CHUNK)


def open_write(path: Path) -> BinaryIO:
    """A new file; what is written to it is compressed as its suffix says."""
    try:
        file = path.open("wb")
    except OSError as error:
        raise CorpusError(f"cannot be written: {error.strerror}", file=str(path)) from None
    compression = COMPRESSIONS.get(path.suffix)
    if compression is None:
        return file
    return io.BufferedWriter(cast(Any, _Writing(file, compression.compressor())), CHUNK)


def _decompressed(
    file: BinaryIO, compression: Compression, name: str, limits: Limits
) -> Iterator[bytes]:
    """The content of all frames, one after the other; nothing else may stand in the file."""
    frame: Decompressor | None = compression.decompressor()
    data, zeros, size = file.read(_PACKED), 0, 0
    while data:
        if frame is None:
            rest = data.lstrip(b"\0") if compression.padding else data
            zeros, data = zeros + len(data) - len(rest), rest
            if data:
                _check_padding(zeros, compression, name)
                frame, zeros = compression.decompressor(), 0
        if frame is not None:
            try:
                unpacked = frame.decompress(data)
            except compression.error:
                raise CorpusError(f"corrupt {compression.name} data", file=name) from None
            size += len(unpacked)
            limits.check_expansion(file.tell(), size, name)
            yield unpacked
            data = b""
            if frame.eof:
                data, frame = frame.unused_data, None
        data = data or file.read(_PACKED)
    if frame is not None and file.tell():
        raise CorpusError(f"truncated {compression.name} data", file=name)
    _check_padding(zeros, compression, name)


def _check_padding(zeros: int, compression: Compression, name: str) -> None:
    if compression.padding and zeros % compression.padding:
        raise CorpusError(f"corrupt {compression.name} data", file=name)


class _Reading:
    """What io.BufferedReader wants from below: chunks of any length, poured into its buffer."""

    def __init__(self, file: BinaryIO, chunks: Iterator[bytes]) -> None:
        self._file = file
        self._chunks = chunks
        self._rest = memoryview(b"")

    @property
    def closed(self) -> bool:
        return self._file.closed

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def readinto(self, buffer: memoryview) -> int:
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def readall(self) -> bytes:
        rest, self._rest = bytes(self._rest), memoryview(b"")
        return b"".join([rest, *self._chunks])

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self._file.close()


class _Writing:
    """What io.BufferedWriter wants from below."""

    def __init__(self, file: BinaryIO, compressor: Compressor) -> None:
        self._file = file
        self._compressor = compressor

    @property
    def closed(self) -> bool:
        return self._file.closed

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def write(self, data: memoryview) -> int:
        self._file.write(self._compressor.compress(bytes(data)))
        return len(data)

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        if not self._file.closed:
            self._file.write(self._compressor.flush())
            self._file.close()
