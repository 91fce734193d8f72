"""txt: a document per file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from understudy.core.types import Document, Edit, Entity
from understudy.corpus.base import (
    Block,
    Options,
    Parts,
    Patch,
    Record,
    Traits,
    Unit,
)
from understudy.corpus.blocks import (
    BOM,
    assemble_streams,
    changes,
    decoded,
    join_concatenated,
    split_whole,
    text_patches,
)

__all__ = ["TXT", "Txt"]


@dataclass(frozen=True, slots=True)
class Txt:
    name: str = "txt"
    suffixes: tuple[str, ...] = (".txt",)
    annotated: bool = False
    parts: tuple[str, ...] = (".txt",)
    streams: bool = True
    traits: Traits = Traits(text_alone=True)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        return split_whole(unit, stream)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        base = len(BOM) if raw.startswith(BOM) else 0
        text = decoded(raw, block.unit)[1 if base else 0 :]
        yield Record((raw,), Document(block.unit, text, options.default_language), base)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        return text_patches(record.document.text, changes(edits), base=record.layout)

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        return ()

    def join(self, block: Block, records: Sequence[Parts | None], options: Options) -> Parts:
        return join_concatenated(block, records)

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        assemble_streams(blocks, unit, targets)


TXT = Txt()
