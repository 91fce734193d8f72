"""eml and mbox: mails, one to a file or many in a mailbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

from understudy.corpus.base import Block, Options, Record, Traits, Unit
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    join_in_order,
    marked_last,
    opened,
    split_by_file,
)
from understudy.corpus.documents.located import (
    beside_sources,
    clean_pieces,
    document_of,
    unread_parts,
    write_pieces,
)
from understudy.corpus.documents.message import read_message

__all__ = ["EML", "MBOX", "Eml", "Mbox"]

_FROM = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*[0-9]{4}[^\r\n]*\r?\n")
"""The line before a message, with an address and a time; it stands behind an empty line."""


@dataclass(frozen=True, slots=True)
class Eml:
    """A mail per file."""

    name: str = "eml"
    suffixes: tuple[str, ...] = (".eml",)
    parts: tuple[str, ...] = (".eml",)
    traits: Traits = Traits(names_parts=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        layout = read_message(block.parts[0], block.unit)
        yield document_of(block.unit, layout, options, block.parts)

    write = write_pieces
    unread = unread_parts
    clean = clean_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


@dataclass(frozen=True, slots=True)
class Mbox:
    """A mailbox: mails one after the other, each below a line that starts with ``From``."""

    name: str = "mbox"
    suffixes: tuple[str, ...] = (".mbox", ".mbx")
    parts: tuple[str, ...] = (".mbox",)
    traits: Traits = Traits(names_parts=True)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        """Blocks of whole messages; the index counts messages."""
        line, index = 1, 0
        with opened(unit, stream) as source:
            for data, last in marked_last(_chunks(source, size, unit), unit):
                yield Block((data,), unit.name, line, index, last=last)
                line += data.count(b"\n")
                index += len(_cuts(data))

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        cuts = [*_cuts(raw), len(raw)]
        for number, (start, end) in enumerate(pairwise(cuts), 1):
            data = raw[start:end]
            layout = read_message(data, block.unit)
            identity = f"{block.unit}#{block.index + number}"
            yield document_of(identity, layout, options, (data,))

    write = write_pieces
    unread = unread_parts
    clean = clean_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _cuts(data: bytes) -> list[int]:
    """Where messages start; what stands before the first counts as one."""
    found = [match.start() for match in _FROM.finditer(data)]
    return found if found and not found[0] else [0, *found]


def _chunks(source: BinaryIO, size: int, unit: Unit) -> Iterator[bytes]:
    """Pieces of the mailbox that hold whole messages; none is empty."""
    held = b""
    while chunk := source.read(max(size, 1 << 12)):
        held += chunk
        last = held.rfind(b"\nFrom ")
        # The line must be whole, and the lines before it, to see whether a message starts there.
        cuts = _cuts(held[: held.find(b"\n", last + 1) + 1]) if last >= 0 else [0]
        if cuts[-1] > 0:
            yield held[: cuts[-1]]
            held = held[cuts[-1] :]
        unit.limits.check_document(len(held) - size, unit.name)
    if held:
        yield held


EML = Eml()
MBOX = Mbox()
