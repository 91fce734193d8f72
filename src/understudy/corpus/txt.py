"""txt: a document per file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from understudy.core.types import Document, Edit
from understudy.corpus.base import Block, Options, Patch, Record, Traits
from understudy.corpus.blocks import (
    BOM,
    annotate_nothing,
    assemble_in_order,
    changes,
    decoded,
    join_in_order,
    split_by_file,
    text_patches,
)

__all__ = ["TXT", "Txt"]


@dataclass(frozen=True, slots=True)
class Txt:
    """A document per file of plain text."""

    name: str = "txt"
    suffixes: tuple[str, ...] = (".txt",)
    parts: tuple[str, ...] = (".txt",)
    traits: Traits = Traits(any_encoding=True, text_alone=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        base = len(BOM) if raw.startswith(BOM) else 0
        text = decoded(raw, block.unit)[1 if base else 0 :]
        yield Record((raw,), Document(block.unit, text, options.default_language), base)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        return text_patches(record.document.text, changes(edits), base=record.layout)

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


TXT = Txt()
