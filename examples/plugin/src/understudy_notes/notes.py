"""The format ``notes``: case notes, divided by lines of three hyphens.

The first line of a note is its id; what follows is its text. What divides notes, and the ids,
come out as they were: only patches of the text change a byte.

    case 7
    Ann Lee moved to room 12.
    ---
    case 8
    Bob Stone went home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from understudy.core.errors import CorpusError
from understudy.core.types import Document, Edit
from understudy.corpus.base import Block, Options, Patch, Record, Traits
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    changes,
    decoded,
    join_in_order,
    split_by_file,
    text_patches,
)

__all__ = ["NOTES", "Notes"]

_BETWEEN = b"---\n"


@dataclass(frozen=True, slots=True)
class Notes:
    name: str = "notes"
    suffixes: tuple[str, ...] = (".notes",)
    parts: tuple[str, ...] = (".notes",)
    traits: Traits = Traits()
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw, start = block.parts[0], 0
        while start < len(raw):
            end = raw.find(b"\n" + _BETWEEN, start)
            end = len(raw) if end < 0 else end + 1
            yield self._note(raw[start:end], block, options)
            if end < len(raw):
                yield Record((_BETWEEN,), None)  # nothing private in it
            start = end + len(_BETWEEN)

    def _note(self, raw: bytes, block: Block, options: Options) -> Record:
        title, line_end, text = raw.partition(b"\n")
        if not line_end:
            raise CorpusError("a note without text: its first line is its id", file=block.unit)
        name = decoded(title, block.unit).strip()
        document = Document(name, decoded(text, block.unit), options.default_language)
        return Record((raw,), document, len(title) + 1)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        return text_patches(record.document.text, changes(edits), base=record.layout)

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


NOTES = Notes()
