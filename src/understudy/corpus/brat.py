"""brat standoff: a .txt with the text and a .ann with the annotations of it.

A .txt without a .ann is a text without annotations. Offsets of the document are into the text
behind a byte order mark. Annotations may be discontinuous (their fragments share a key) but may
not overlap. When the text changes, offsets and covered text follow. What else is said of an
annotation that was replaced is left out: attributes, normalisations, which point to the original
in a database, and notes on it or on an event or relation that it is part of. So are lines of no
known kind. Other notes get the stand-ins of words that they repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, Span
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Unit
from understudy.corpus.beside import as_text
from understudy.corpus.blocks import (
    BOM,
    Change,
    assemble_streams,
    changes,
    decoded,
    join_in_order,
    split_whole,
    text_patches,
)
from understudy.corpus.compression import stripped
from understudy.corpus.echoes import Echoes
from understudy.corpus.moving import Handled, merged
from understudy.corpus.standoff import (
    Counting,
    Line,
    Mark,
    dependent,
    marks,
    moved,
    parse,
    remarks,
    shown,
)

__all__ = ["BRAT", "Brat"]


class Layout(NamedTuple):
    """Where the text and its annotations stand in the two files."""

    base: int
    """The byte at which the text starts."""
    source: str
    """The .ann file."""
    lines: list[Line]
    marks: list[Mark]
    counting: Counting


@dataclass(frozen=True, slots=True)
class Brat:
    """A .txt, and a .ann with standoff annotations beside it."""

    name: str = "brat"
    suffixes: tuple[str, ...] = (".txt",)
    parts: tuple[str, ...] = (".txt", ".ann")
    traits: Traits = Traits(
        any_encoding=True, streams=False, carries_annotations=True, writes_annotations=True
    )

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        for block in split_whole(unit, stream):
            yield replace(block, parts=(*block.parts, b"")[:2])

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        bom = raw.startswith(BOM)
        text = decoded(raw, block.unit)[1 if bom else 0 :]
        name = _stem(block.unit)
        file = f"{name}.ann"
        source = decoded(block.parts[1], file)
        lines = parse(source)
        found, counting = marks(lines, text, file, bom=bom)
        document = Document(
            name, text, options.default_language, annotations=tuple(sorted(_spans(found)))
        )
        layout = Layout(len(BOM) if bom else 0, source, lines, found, counting)
        yield Record(block.parts, document, layout)

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        changed = changes(edits)
        if record.document is None or not edits:
            return ()
        layout: Layout = record.layout
        text = record.document.text
        real = [edit for edit in edits if not edit.kept]
        replaced = _moved_lines(layout, render(text, real), changed, edits)
        return (
            *text_patches(text, merged(changed), base=layout.base),
            *text_patches(layout.source, merged(replaced), part=1),
        )

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield "the .ann file", as_text(after[1])

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        layout: Layout = record.layout
        new = {entity.span[:2]: entity.category for entity in entities}
        kept = [mark for mark in layout.marks if _is(mark, new)]
        gone = {mark.line.id for mark in layout.marks} - {mark.line.id for mark in kept}
        for mark in kept:
            del new[mark.fragments[0]]
        replaced = [*_dropped(layout.lines, dependent(layout.lines, gone))]
        if new:
            replaced.append(_appended(layout, record.document.text, new))
        return text_patches(layout.source, merged(replaced), part=1)

    join = join_in_order

    def assemble(
        self,
        blocks: Iterable[Parts],
        unit: Unit,
        targets: tuple[Path, ...] | BinaryIO,
        options: Options,
    ) -> None:
        """A text that had no .ann gets one beside it where there are annotations by now."""
        if not isinstance(targets, tuple) or len(targets) > 1:
            assemble_streams(blocks, unit, targets)
            return
        texts, annotations = zip(*blocks, strict=True)
        assemble_streams([(text,) for text in texts], unit, targets)
        if any(annotations):
            path = targets[0].with_name(f"{Path(_stem(targets[0].name))}.ann")
            assemble_streams([(data,) for data in annotations], unit, (path,))


def _stem(name: str) -> str:
    return str(stripped(PurePosixPath(name))).removesuffix(".txt")


def _spans(found: Iterable[Mark]) -> Iterator[Span]:
    for mark in found:
        key = mark.line.id if len(mark.fragments) > 1 else None
        for start, end in mark.fragments:
            yield Span(start, end, mark.label, key=key)


def _moved_lines(
    layout: Layout, new: str, changed: list[Change], edits: Sequence[Edit]
) -> Iterator[Change]:
    """What changes in the .ann file; all lines but those left out keep their place."""
    counting, handled = layout.counting, Handled(edits)
    touched: set[str] = set()
    gone: set[str] = set()
    for mark, fragments in zip(layout.marks, moved(layout.marks, changed), strict=True):
        name = mark.line.id
        if not fragments:
            gone.add(name)
            continue
        if any(handled.touches(*fragment) for fragment in mark.fragments):
            touched.add(name)
        covered = shown(" ".join(new[at:to] for at, to in fragments), single=counting.single)
        begin, end = mark.offsets
        offsets = _offsets(counting, new, fragments)
        if offsets != layout.source[begin:end]:
            yield begin, end, offsets
        if name in touched and covered != mark.covered:
            yield end + 1, mark.line.end, covered
    out = dependent(layout.lines, gone | remarks(layout.lines, touched))
    yield from _dropped(layout.lines, out)
    echoes = Echoes.of(edits)
    for line in layout.lines:
        if line.text[0] in "#NAM" and line.id not in out:
            at = line.start + line.remark
            for start, end, surrogate in echoes.find(layout.source[at : line.end]):
                yield at + start, at + end, shown(surrogate)


def _offsets(counting: Counting, text: str, fragments: Iterable[tuple[int, int]]) -> str:
    return ";".join(
        f"{counting.to_file(text, start)} {counting.to_file(text, end)}" for start, end in fragments
    )


def _dropped(lines: Iterable[Line], out: set[str]) -> Iterator[Change]:
    for line in lines:
        if line.id in out or (line.id == "*" and not out.isdisjoint(line.references)):
            yield line.start, line.stop, ""


def _is(mark: Mark, entities: dict[tuple[int, int], str]) -> bool:
    return len(mark.fragments) == 1 and entities.get(mark.fragments[0]) == mark.label


def _appended(layout: Layout, text: str, entities: dict[tuple[int, int], str]) -> Change:
    numbers = [line.id[1:] for line in layout.lines if line.text.startswith("T")]
    # Longer numbers are no numbers that anybody counted to.
    counted = [int(one) for one in numbers if one.isdecimal() and len(one) <= 18]
    last = max(counted, default=0)
    at = len(layout.source)
    data = "\n" if at and not layout.source.endswith("\n") else ""
    for number, ((start, end), label) in enumerate(sorted(entities.items()), last + 1):
        covered = shown(text[start:end], single=layout.counting.single)
        offsets = _offsets(layout.counting, text, [(start, end)])
        data += f"T{number}\t{label} {offsets}\t{covered}\n"
    return at, at, data


BRAT = Brat()
