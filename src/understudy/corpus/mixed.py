"""A corpus whose files are of several kinds: each is read and written in the format of its suffix,
or, where formats share that, in the one that its beginning tells.

A record remembers its format beside its layout; everything else is asked of that format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any, BinaryIO, NamedTuple

from understudy.core.errors import UsageError
from understudy.core.types import Edit, Entity
from understudy.corpus.base import (
    Beside,
    Block,
    Format,
    Options,
    Parts,
    Patch,
    Record,
    Traits,
    Unit,
    Unread,
    Unreads,
)
from understudy.corpus.beside import as_text

__all__ = ["MIXED", "Mixed", "claimed_in", "kind_of", "with_claimed"]


class _Inside(NamedTuple):
    """The layout of a record, and the name of its format."""

    format: str
    layout: Any


@dataclass(frozen=True, slots=True)
class Mixed:
    """Files of several kinds."""

    name: str = "mixed"
    suffixes: tuple[str, ...] = ("",)
    parts: tuple[str, ...] = ("",)
    traits: Traits = Traits(
        fields=True,
        paths=True,
        carries_annotations=True,
        streams=False,
        rewrites=True,
        names_parts=True,
    )
    claimed: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False, compare=False)
    """unit → its format, where its suffix means another."""

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        """The blocks of the unit's own format."""
        own = _own(options)
        return kind_of(self, unit.name).split(unit, own, size=size, stream=stream)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        """The records of the unit's own format."""
        format = kind_of(self, block.unit)
        for record in format.read(block, _own(options)):
            yield record._replace(layout=_Inside(format.name, record.layout))

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        """As the record's format does."""
        format, inner = _opened(record)
        return format.write(inner, edits, _own(options))

    def unread(self, record: Record, options: Options) -> tuple[Unread, ...]:
        """As the record's format says; nothing where it reads everything."""
        format, inner = _opened(record)
        return format.unread(inner, options) if isinstance(format, Unreads) else ()

    def clean(
        self, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
    ) -> tuple[Patch, ...]:
        """As the record's format does."""
        format, inner = _opened(record)
        if not isinstance(format, Unreads):
            raise AssertionError(f"{format.name} reads everything")
        return format.clean(inner, edits, options, out)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        """As the record's format says, else all of the file."""
        format, inner = _opened(record)
        if isinstance(format, Beside):
            yield from format.beside(inner, after, _own(options))
        elif not format.traits.text_alone:
            yield "the file", as_text(after[0])

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        """None: what is found in files of several kinds is written as JSON lines."""
        return ()

    def join(self, block: Block, records: Sequence[Parts | None], options: Options) -> Parts:
        """As the unit's format does."""
        return kind_of(self, block.unit).join(block, records, _own(options))

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        """As the unit's format does."""
        kind_of(self, unit.name).assemble(blocks, unit, targets, _own(options))


def kind_of(format: Format, unit: str) -> Format:
    """The format of one unit of a corpus."""
    from understudy.corpus.files import find, for_path  # noqa: PLC0415 - they know this one, too

    if not isinstance(format, Mixed):
        return format
    name = format.claimed.get(unit) or for_path(PurePath(unit))
    if name is None:
        raise UsageError(f"{unit}: no format has this suffix")
    return find(name)


def claimed_in(format: Format) -> Mapping[str, str]:
    """unit → its format, of a corpus of several kinds, where its suffix means another."""
    return format.claimed if isinstance(format, Mixed) else {}


def with_claimed(format: Format, claimed: Mapping[str, str]) -> Format:
    """The format as one that was looked up by its name must be to know these units."""
    return replace(format, claimed=claimed) if isinstance(format, Mixed) else format


def _own(options: Options) -> Options:
    """What is decided on holds for all tables of the folder; none needs the columns of another. A
    name that is misspelt leaves the right one undecided."""
    return replace(options, partial=True)


def _opened(record: Record) -> tuple[Format, Record]:
    from understudy.corpus.files import find  # noqa: PLC0415

    inside: _Inside = record.layout
    return find(inside.format), record._replace(layout=inside.layout)


MIXED = Mixed()
