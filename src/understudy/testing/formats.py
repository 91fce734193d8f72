"""The contract of a corpus format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from understudy.core.types import REPLACED, Document, Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Block, Format, Options, Parts, Record, Unit, patched
from understudy.corpus.files import released_format
from understudy.testing.holding import check_pickles, holds

__all__ = ["check_format"]

_EVENT = PrivacyEvent("contract", "entity", 1.0, 0.0, 0.0, paper_epsilon=0.0)
_MARK = "XX"
_SMALL = 16
"""Bytes of a block: so small that a unit has several, where the format can be cut."""


def check_format(
    format: Format,
    files: Mapping[str, bytes],
    options: Options | None = None,
    *,
    documents: int | None = None,
) -> tuple[Document, ...]:
    """A format keeps its contract on one unit: a file, or the files that belong together.

    ``files``: the name of each file and its bytes, in the order of the format's parts. The ids of
    documents differ; without edits every file comes out as it was, byte for byte; an edit shows in
    the text that is read back; the patches that undo it give the original; and blocks of another
    size change nothing. ``documents``: how many there must be.
    """
    settings = options or Options()
    _check_declared(format, files)
    with TemporaryDirectory() as folder:
        paths = tuple(Path(folder) / name for name in files)
        for path, data in zip(paths, files.values(), strict=True):
            path.write_bytes(data)
        unit = Unit(next(iter(files)), paths)
        read = _documents(format, unit, settings, size=1 << 20)
        holds(read, "no document was read")
        holds(documents in (None, len(read)), f"{len(read)} documents were read, not {documents}")
        ids = [document.id for document in read]
        holds(len(set(ids)) == len(ids), "two documents have one id")
        for document in read:
            _check_document(document)
        holds(
            _documents(format, unit, settings, size=_SMALL) == read,
            "blocks of another size give other documents",
        )
        _check_untouched(format, unit, settings, files)
        _check_edited(format, unit, settings)
    return read


def _check_declared(format: Format, files: Mapping[str, bytes]) -> None:
    holds(isinstance(format, Format), "a member of understudy.corpus.base.Format is missing")
    holds(format.name, "the format has no name")
    holds(format.suffixes, "the format has no suffix")
    for suffix in (*format.suffixes, *format.parts):
        good = suffix.startswith(".") and suffix == suffix.lower()
        holds(good, f"the suffix {suffix!r} must start with a dot, in lower case")
    holds(
        len(format.parts) == len(files),
        f"a unit of {format.name} is {len(format.parts)} files, and {len(files)} were given",
    )
    holds(
        not format.traits.writes_annotations or format.traits.carries_annotations,
        "a format that writes annotations must carry them",
    )
    check_pickles(format, "the format")


def _documents(format: Format, unit: Unit, options: Options, *, size: int) -> tuple[Document, ...]:
    return tuple(
        record.document
        for block in _blocks(format, unit, options, size=size)
        for record in format.read(block, options)
        if record.document is not None
    )


def _blocks(format: Format, unit: Unit, options: Options, *, size: int) -> Iterator[Block]:
    blocks = list(format.split(unit, options, size=size))
    holds(blocks, "split gave no block, not even an empty last one")
    holds(
        [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True],
        "the last block must say so, and no other",
    )
    return (block.loaded() for block in blocks)


def _check_document(document: Document) -> None:
    """What a document says of its text lies in its text."""
    length = len(document.text)
    places = [(one.start, one.end) for one in document.segments]
    places += [(one.start, one.end) for one in document.annotations]
    for start, end in places:
        holds(
            0 <= start <= end <= length,
            f"{document.id}: {start} to {end} is not in a text of {length} characters",
        )


def _check_untouched(
    format: Format, unit: Unit, options: Options, files: Mapping[str, bytes]
) -> None:
    for size in (1 << 20, _SMALL):
        joined = (
            format.join(block, [record.parts for record in format.read(block, options)], options)
            for block in _blocks(format, unit, options, size=size)
        )
        written = _assembled(format, joined, unit, options)
        for name, data, before in zip(files, written, files.values(), strict=True):
            holds(
                data == before or format.traits.rewrites,
                f"{name}: without edits the output must equal the input, byte for byte",
            )


def _assembled(
    format: Format, blocks: Iterable[Parts], unit: Unit, options: Options
) -> list[bytes]:
    with TemporaryDirectory() as folder:
        targets = tuple(Path(folder) / path.name for path in unit.paths)
        format.assemble(blocks, unit, targets, options)
        return [target.read_bytes() for target in targets]


def _check_edited(format: Format, unit: Unit, options: Options) -> None:
    """The first word of each document gives way to a mark."""
    before: list[str] = []
    joined: list[Parts] = []
    for block in _blocks(format, unit, options, size=1 << 20):
        parts: list[Parts | None] = []
        for record in format.read(block, options):
            edits = () if record.document is None else _edits(record.document)
            if record.document is not None:
                before.append(_edited(record.document, edits))
            parts.append(_patched(format, record, edits, options))
        joined.append(format.join(block, parts, options))
    with TemporaryDirectory() as folder:
        targets = tuple(Path(folder) / path.name for path in unit.paths)
        format.assemble(joined, unit, targets, options)
        # A format that is only read is released in another one.
        reader = released_format(format)
        again = _documents(reader, Unit(unit.name, targets), options, size=1 << 20)
    holds(
        [_squeezed(document.text) for document in again] == [_squeezed(text) for text in before],
        "what is read back is not the text with its edits",
    )


def _patched(format: Format, record: Record, edits: Sequence[Edit], options: Options) -> Parts:
    patches = format.write(record, edits, options)
    holds(bool(patches) == bool(edits), "edits and patches go together")
    parts, inverse = patched(record.parts, patches)
    holds(patched(parts, inverse)[0] == record.parts, "the patches cannot be undone")
    return parts


def _edits(document: Document) -> tuple[Edit, ...]:
    start = next((at for at, sign in enumerate(document.text) if sign.isalpha()), None)
    if start is None:
        return ()
    end = start
    while end < len(document.text) and document.text[end].isalpha():
        end += 1
    entity = Entity(Span(start, end, "PERSON"), "PERSON", "first")
    original = document.text[start:end]
    return (Edit(entity, original, _MARK, REPLACED, "contract", _EVENT),)


def _edited(document: Document, edits: Sequence[Edit]) -> str:
    text = document.text
    for edit in edits:
        text = text[: edit.entity.span.start] + edit.surrogate + text[edit.entity.span.end :]
    return text


def _squeezed(text: str) -> str:
    return " ".join(text.split())
