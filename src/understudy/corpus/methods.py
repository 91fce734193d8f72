"""Methods that many formats share, for a format to take by name:

    class Txt:
        split = split_by_file
        annotate = annotate_nothing
        join = join_in_order
        assemble = assemble_in_order

``base.Format`` says what each must do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from understudy.core.types import Entity
from understudy.corpus.base import Block, Format, Options, Parts, Patch, Record, Unit
from understudy.corpus.blocks import (
    assemble_streams,
    join_concatenated,
    split_lines,
    split_whole,
)

__all__ = [
    "annotate_nothing",
    "assemble_in_order",
    "join_in_order",
    "split_by_file",
    "split_by_line",
]


def split_by_file(
    self: Format, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
) -> Iterator[Block]:
    """One block for each unit, whatever its size."""
    return split_whole(unit, stream)


def split_by_line(
    self: Format, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
) -> Iterator[Block]:
    """Blocks of whole lines of about ``size`` bytes."""
    return split_lines(stream, unit, size)


def annotate_nothing(
    self: Format, record: Record, entities: Sequence[Entity], options: Options
) -> tuple[Patch, ...]:
    """No patches: the format has no place for annotations."""
    return ()


def join_in_order(
    self: Format, block: Block, records: Sequence[Parts | None], options: Options
) -> Parts:
    """The records one after the other, without those that are withheld."""
    return join_concatenated(block, records)


def assemble_in_order(
    self: Format,
    blocks: Iterable[Parts],
    unit: Unit,
    targets: tuple[Path, ...] | BinaryIO,
    options: Options,
) -> None:
    """Each part of the blocks written to its own file, block by block."""
    assemble_streams(blocks, unit, targets)
