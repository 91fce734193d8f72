"""lines: a document per line."""

from __future__ import annotations

import re
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
    lines_of,
    split_by_line,
    text_patches,
)

__all__ = ["LINES", "Lines"]

# All that str.splitlines breaks at, since other readers of the release may use it.
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Lines:
    """A document per line of plain text."""

    name: str = "lines"
    suffixes: tuple[str, ...] = (".lines", ".txt")
    parts: tuple[str, ...] = (".lines",)
    traits: Traits = Traits(any_encoding=True, numbered_ids=True, text_alone=True)
    split = split_by_line

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

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _on_one_line(surrogate: str) -> bytes:
    return _BREAK.sub(" ", surrogate).encode()


LINES = Lines()
