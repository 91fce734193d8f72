"""lines: a document per line."""

from __future__ import annotations

import re
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
    lines_of,
    split_lines,
    text_patches,
)

__all__ = ["LINES", "Lines"]

# All that str.splitlines breaks at, since other readers of the release may use it.
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Lines:
    name: str = "lines"
    suffixes: tuple[str, ...] = (".lines", ".txt")
    annotated: bool = False
    parts: tuple[str, ...] = (".lines",)
    streams: bool = True
    traits: Traits = Traits(numbered_ids=True, text_alone=True)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        return split_lines(stream, unit, size)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        for number, raw in enumerate(lines_of(block.parts[0])):
            base = len(BOM) if block.index + number == 0 and raw.startswith(BOM) else 0
            text = decoded(raw, block.unit, block.line + number)[1 if base else 0 :]
            text = text.removesuffix("\n").removesuffix("\r")
            if not text or text.isspace():
                yield Record((raw,), None)
                continue
            identity = f"{block.unit}#{block.index + number + 1}"
            document = Document(identity, text, options.default_language)
            yield Record((raw,), document, base)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        text = record.document.text
        return text_patches(text, changes(edits), base=record.layout, encode=_on_one_line)

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


def _on_one_line(surrogate: str) -> bytes:
    return _BREAK.sub(" ", surrogate).encode()


LINES = Lines()
