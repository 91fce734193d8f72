"""How much one document, and one compressed file, may ask for.

Who can put a file into a corpus could else stop the run: by a line of a gigabyte, or by a file of
a few bytes that unpacks to more than the memory or the disk holds.
"""

from __future__ import annotations

from typing import NamedTuple

from understudy.core.errors import CorpusError

__all__ = ["LIMITS", "NO_LIMITS", "SMALLEST", "Limits"]

SMALLEST = 1 << 20
"""The least limit of a document: more than a block, in which documents are not looked at."""
_FREE = 1 << 26
"""Bytes that a small file may unpack to whatever its ratio: they harm nobody."""


class Limits(NamedTuple):
    """What is refused beyond."""

    document: int = 100_000_000
    """Bytes of one record: a line, a row, or a file that is one document."""
    expansion: int = 250
    """How many times its size a compressed file may unpack to."""

    def check_document(self, size: int, file: str, line: int | None = None) -> None:
        """A record of ``size`` bytes, or one that is as long so far."""
        if size > self.document:
            raise CorpusError(
                f"a document has more than {self.document:,} bytes; divide it, or allow more with "
                "--max-document",
                file=file,
                line=line,
            )

    def check_expansion(self, packed: int, unpacked: int, file: str) -> None:
        """A file of which so many bytes are read, and so many came out."""
        if unpacked > max(_FREE, self.expansion * packed):
            raise CorpusError(
                f"it unpacks to more than {self.expansion} times its size; if that is right, allow "
                "more with --max-expansion",
                file=file,
            )


LIMITS = Limits()
"""Those of a run that names none."""
NO_LIMITS = Limits(1 << 62, 1 << 62)
"""For what a run has passed already, and for commands that only read."""
