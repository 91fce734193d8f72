"""A range of bytes of an input file, for a worker to read by itself.

Sending the bytes through a pipe would copy the whole corpus once more; a range is some hundred
bytes whatever the size of its block.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from understudy.core.errors import CorpusError

__all__ = ["FileRange", "file_of"]

File = tuple[int, int]
"""Device and number: which file it is, whatever its name."""


class FileRange(NamedTuple):
    """From which byte of which file, and how many."""

    path: Path
    file: File
    start: int
    size: int
    whole: bool
    """Whether it ends with the end of a line; the last one of a file may not."""

    def read(self) -> bytes:
        """The bytes, if a line still begins and ends where one did."""
        first = min(self.start, 1)
        try:
            with self.path.open("rb") as source:
                same = file_of(source) == self.file
                source.seek(self.start - first)
                data = source.read(first + self.size)
        except OSError as error:
            raise CorpusError(f"cannot be read: {error.strerror}", file=str(self.path)) from None
        same = same and len(data) == first + self.size and data[:first] in (b"", b"\n")
        if not same or data.endswith(b"\n") != self.whole:
            raise CorpusError("the file was changed while it was read", file=str(self.path))
        return data[first:]


def file_of(source: BinaryIO) -> File | None:
    """Which file this is; None where its bytes cannot be read a second time, as in a pipe."""
    found = os.fstat(source.fileno())
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
