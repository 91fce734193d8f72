"""Formats under test: bytes in, edits, bytes out, as the pipeline does it."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Format, Options, Unit, patched

EVENT = PrivacyEvent("test", "entity", 0.5, 0.5, 1.0)
UNIT = "unit"

Editor = Callable[[Document], Sequence[Edit]]


@dataclass(frozen=True)
class Applied:
    output: bytes
    restored: bytes
    """The output with the inverse patches: must be the input."""
    documents: tuple[Document, ...]


def apply_edits(
    format: Format,
    data: bytes,
    edit: Editor = lambda document: (),
    options: Options = Options(),  # noqa: B008
    *,
    size: int = 1 << 20,
    withheld: Callable[[Document], bool] = lambda document: False,
) -> Applied:
    """Read, edit and write the bytes of a unit that comes as a stream."""
    output, restored, documents = b"", b"", []
    blocks = list(format.split(Unit(UNIT, ()), options, size=size, stream=io.BytesIO(data)))
    assert [block.last for block in blocks] == [False] * (len(blocks) - 1) + [True]
    for block in blocks:
        after, back = [], []
        for record in format.read(block, options):
            edits = ()
            if record.document is not None:
                documents.append(record.document)
                edits = edit(record.document)
                if withheld(record.document):
                    after.append(None)
                    continue
            parts, inverse = patched(record.parts, format.write(record, edits, options))
            after.append(parts)
            back.append(patched(parts, inverse)[0])
        output += format.join(block, after, options)[0]
        restored += format.join(block, back, options)[0]
    return Applied(output, restored, tuple(documents))


def make_edit(
    document: Document, start: int, end: int, surrogate: str, *, kept: bool = False
) -> Edit:
    original = document.text[start:end]
    entity = Entity(Span(start, end, "PERSON"), "PERSON", "k1")
    outcome = "kept by the coin" if kept else "replaced"
    return Edit(entity, original, original if kept else surrogate, outcome, "test", EVENT)


def edits_of(words: Sequence[str]) -> Editor:
    """An editor that puts the words into the text, at places that depend on its length only."""

    def editor(document: Document) -> list[Edit]:
        step = max(1, len(document.text) // (2 * len(words) + 1))
        found = []
        for index, word in enumerate(words):
            start = (2 * index + 1) * step
            end = start + step
            inside = any(s.start <= start and end <= s.end for s in document.segments)
            if end <= len(document.text) and (inside or not document.segments):
                found.append(make_edit(document, start, end, word))
        return found

    return editor


@pytest.fixture(scope="session")
def apply() -> Callable[..., Applied]:
    return apply_edits


@pytest.fixture(scope="session")
def edit() -> Callable[..., Edit]:
    return make_edit


@pytest.fixture(scope="session")
def editing() -> Callable[[Sequence[str]], Editor]:
    return edits_of
