"""Rows of an intent, tokens and slot tags, as task-oriented corpora have them.

    PlayMusic<TAB>play some jazz<TAB>O O B-genre

The text of a document is the token column as it stands. Tokens may have more than one space
between them; tags have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from understudy.core.errors import CorpusError
from understudy.core.types import Document, Edit, Entity
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits, Written, patched
from understudy.corpus.beside import as_text
from understudy.corpus.blocks import (
    assemble_in_order,
    decoded,
    join_in_order,
    lines_of,
    split_by_line,
)
from understudy.corpus.moving import exchanged
from understudy.corpus.tokens import (
    Mark,
    TagError,
    TokenChange,
    are_tags,
    first_lines,
    marks,
    retagged,
    spans,
    spelled,
    starts_of,
    tagged,
    token_changes,
    words,
)

__all__ = ["SLOTS", "Slots"]

_TOKEN = re.compile("[^ ]+")


Layout = tuple[list[str], list[int], list[str], list[Mark], int]
"""Tokens, where they start, their tags, the annotations, and the byte at which the text starts."""


@dataclass(frozen=True, slots=True)
class Slots:
    """A row per utterance, with its intent, its tokens and their slot tags."""

    name: str = "slots"
    suffixes: tuple[str, ...] = (".tsv", ".slots")
    parts: tuple[str, ...] = (".tsv",)
    traits: Traits = Traits(
        any_encoding=True, carries_annotations=True, writes_annotations=True, numbered_ids=True
    )
    split = split_by_line

    def claims(self, start: bytes) -> bool:
        """Lines of three columns, of which the last has a tag for each token of the second."""
        rows = [line.rstrip("\r").split("\t") for line in first_lines(start) if line.strip()]
        return all(
            len(row) == 3 and len(_TOKEN.findall(row[1])) == len(row[2].split()) for row in rows
        ) and are_tags(tag for row in rows for tag in row[2].split())

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        unit, language = block.unit, options.default_language
        rows = decoded(block.parts[0], unit, block.line).split("\n")
        line, number = block.line, block.index
        for raw, row in zip(lines_of(block.parts[0]), rows, strict=False):
            number += 1
            columns = row.split("\t")
            if len(columns) == 3:
                intent, text, tags = columns
                layout = _layout(intent, text, tags, unit, line)
                found = spans(layout[3], layout[0], layout[1])
                meta = {"intent": intent if number > 1 else intent.removeprefix("\ufeff")}
                document = Document(f"{unit}#{number}", text, language, None, (), found, meta)
                yield Record((raw,), document, layout)
            elif row.strip("\ufeff \r"):
                raise CorpusError(
                    f"{len(columns)} columns where intent, tokens and tags are expected",
                    file=unit,
                    line=line,
                )
            else:
                yield Record((raw,), None)
            line += 1

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        tokens, starts, tags, found, base = record.layout
        text = record.document.text
        changed = token_changes(text, tokens, starts, edits)
        patches = _token_patches(text, tokens, starts, base, changed)
        new = retagged(tags, found, changed)
        if new is not tags and new != tags:
            patches.append(_tag_patch(base + len(text.encode()) + 1, tags, new))
        return tuple(patches)

    def render(self, record: Record, edits: Sequence[Edit], options: Options) -> Parts:
        if record.document is None:
            return record.parts
        tokens, starts, tags, found, base = record.layout
        text = record.document.text
        if len(starts) == len(tokens):  # spaces of other widths must be kept where they are
            return patched(record.parts, self.write(record, edits, options))[0]
        replaced = [edit for edit in edits if not edit.kept]
        if [edit.entity.span for edit in replaced] == list(record.document.annotations):
            written = _spliced(
                record.parts[0], record.layout, [edit.surrogate for edit in replaced]
            )
            if written is not None:
                return written
        changed = token_changes(text, tokens, starts, edits)
        tags = retagged(tags, found, changed)
        new = tokens.copy()
        for first, stop, fresh in reversed(changed):
            new[first:stop] = fresh
        return _written(record.parts[0], base, new, tags)

    def mark(
        self, block: Block, options: Options, marks: Mapping[str, str]
    ) -> Iterator[Record | Written]:
        unit, line, number = block.unit, block.line, block.index
        rows = decoded(block.parts[0], unit, line).split("\n")
        for raw, row in zip(lines_of(block.parts[0]), rows, strict=False):
            columns = row.split("\t")
            written = None
            if len(columns) == 3:
                intent, text, tags = columns
                layout = _layout(intent, text, tags, unit, line)
                written = _marked(raw, layout, text, f"{unit}#{number + 1}", marks)
            if written is not None:
                yield written
            else:
                yield from self.read(Block((raw,), unit, line, number), options)
            line, number = line + 1, number + 1

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        yield "the intent", as_text(after[0].partition(b"\t")[0])

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        tokens, starts, tags, _, base = record.layout
        new = tagged(tokens, starts, entities)
        if new == tags:
            return ()
        return (_tag_patch(base + len(record.document.text.encode()) + 1, tags, new),)

    join = join_in_order
    assemble = assemble_in_order


def _layout(intent: str, text: str, column: str, unit: str, line: int) -> Layout:
    if column.endswith("\r"):
        column = column[:-1]
    tags = column.split(" ") if column else []
    if not text or "  " in text or text[0] == " " or text[-1] == " ":
        tokens = _TOKEN.findall(text)
        starts = [match.start() for match in _TOKEN.finditer(text)]
    else:
        tokens = text.split(" ")
        starts = starts_of(tokens)
    if len(tokens) != len(tags):
        raise CorpusError(f"{len(tokens)} tokens but {len(tags)} tags", file=unit, line=line)
    try:
        found = marks(tags)
    except TagError as error:
        raise CorpusError(f"column 3: {error}", file=unit, line=line) from None
    base = (len(intent) if intent.isascii() else len(intent.encode())) + 1
    return tokens, starts, tags, found, base


def _marked(
    raw: bytes, layout: Layout, text: str, identity: str, marks: Mapping[str, str]
) -> Written | None:
    """The row with the mark of its label for each annotation; None where it takes more."""
    labels = [label for _, _, label in layout[3]]
    try:
        fresh = [marks[label] for label in labels]
    except KeyError:
        return None
    made = _spliced(raw, layout, fresh) if fresh else (raw,)
    if made is None:
        return None
    tokens, starts, _, found, _ = layout
    released = text
    if fresh:
        begins = [starts[first] for first, _, _ in found]
        stops = [starts[stop - 1] + len(tokens[stop - 1]) for _, stop, _ in found]
        released, _ = exchanged(text, begins, stops, fresh)
    return Written(made, identity, len(released), released.encode(), labels)


def _spliced(raw: bytes, layout: Layout, surrogates: Sequence[str]) -> Parts | None:
    """The row with a surrogate for each annotation; None where it takes more than that."""
    tokens, starts, tags, found, base = layout
    if len(starts) == len(tokens):  # spaces of other widths must be kept where they are
        return None
    tokens, tags = tokens.copy(), tags.copy()
    for at in range(len(found) - 1, -1, -1):
        first, stop, label = found[at]
        fresh = words(surrogates[at])
        count = len(fresh)
        if not count:
            return None
        tokens[first:stop] = fresh
        if count != stop - first:
            tags[first:stop] = spelled(tags[first:stop], label, count)
    return _written(raw, base, tokens, tags)


def _written(raw: bytes, base: int, tokens: list[str], tags: list[str]) -> Parts:
    """The row with other tokens and tags, each with one space between."""
    tail = raw[len(raw.rstrip(b"\r\n")) :]
    return (raw[:base] + f"{' '.join(tokens)}\t{' '.join(tags)}".encode() + tail,)


def _token_patches(
    text: str, tokens: list[str], starts: list[int], base: int, changed: list[TokenChange]
) -> list[Patch]:
    plain = text.isascii()
    found = []
    for first, stop, new in changed:
        data = " ".join(new)
        if first < stop and new:
            start, end = starts[first], starts[stop - 1] + len(tokens[stop - 1])
        else:
            start, end, data = _with_space(tokens, starts, first, stop, data)
        if not plain:
            start, end = len(text[:start].encode()), len(text[:end].encode())
        found.append(Patch(base + start, base + end, data.encode()))
    return found


def _with_space(
    tokens: list[str], starts: list[int], first: int, stop: int, data: str
) -> tuple[int, int, str]:
    """An insertion brings a space along, a deletion takes one with it."""
    count = len(tokens)
    before = starts[first - 1] + len(tokens[first - 1]) if first else 0
    if first == stop:
        if first < count:
            return starts[first], starts[first], data + " "
        return before, before, " " + data if count else data
    if stop < count:
        return starts[first], starts[stop], ""
    return before, starts[stop - 1] + len(tokens[stop - 1]), ""


def _tag_patch(base: int, old: list[str], new: list[str]) -> Patch:
    """The shortest run of tags that differs, with a neighbour where it would be empty."""
    shorter = min(len(old), len(new))
    left = 0
    while left < shorter and old[left] == new[left]:
        left += 1
    right = 0
    while right < shorter - left and old[-1 - right] == new[-1 - right]:
        right += 1
    if shorter == left + right:
        left, right = (left - 1, right) if left else (left, max(0, right - 1))
    start = base + (len(" ".join(old[:left]).encode()) + 1 if left else 0)
    length = len(" ".join(old[left : len(old) - right]).encode())
    return Patch(start, start + length, " ".join(new[left : len(new) - right]).encode())


SLOTS = Slots()
