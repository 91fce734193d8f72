"""A corpus as documents, for whoever only reads it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from understudy.core.types import Document
from understudy.corpus.base import Options
from understudy.corpus.encodings import with_encodings
from understudy.corpus.files import resolve
from understudy.corpus.several import over_tables

__all__ = ["BLOCK_BYTES", "documents_of"]

BLOCK_BYTES = 1 << 18


def documents_of(
    source: str | Sequence[str], format: str | None, options: Options
) -> Iterator[Document]:
    """The documents of a corpus: a file, a directory, a glob, or - for standard input; or several
    of these, read as one."""
    chosen, units = resolve((source,) if isinstance(source, str) else source, format)
    units = with_encodings(chosen, units, options.encoding)
    options = over_tables(chosen, units, options)
    for unit in units:
        stream = None if unit.paths else sys.stdin.buffer
        for block in chosen.split(unit, options, size=BLOCK_BYTES, stream=stream):
            for record in chosen.read(block, options):
                if record.document is not None:
                    yield record.document
