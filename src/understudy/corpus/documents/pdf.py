"""pdf: read as text, and released as text.

A PDF says where each letter is drawn, not what a line says, and what is drawn over can still be
read: a stand-in in its pages could leave the original below it. So only their text goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, BinaryIO

from understudy.core.errors import CorpusError, MissingExtra
from understudy.core.types import Document, Edit
from understudy.corpus.base import Block, Options, Patch, Record, Traits, Unit, Unread
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    changes,
    join_in_order,
    opened,
    text_patches,
)

__all__ = ["PDF", "Pdf"]

_UNWRITTEN = "text in the pages of a PDF is not replaced, since the original could be read below it"
_PAGE = "\f"
_PICTURE = 3
"""What PDFium calls a picture among the objects of a page."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """The text of a PDF, page by page."""

    name: str = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)
    parts: tuple[str, ...] = (".pdf",)
    traits: Traits = Traits(
        rewrites=True,
        text_alone=True,
        written_as="txt",
        unwritten=_UNWRITTEN,
    )

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        """One block: the text of all pages, and in its head what else there is."""
        with opened(unit, stream) as file:
            data = file.read()
        if not data:
            raise CorpusError("empty file", file=unit.name)
        text, rest = _extracted(data, unit.name)
        yield Block((text.encode(),), unit.name, head=json.dumps(rest).encode(), last=True)

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        document = Document(block.unit, raw.decode(), options.default_language)
        yield Record((raw,), document, tuple(json.loads(block.head or b"[]")))

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        return text_patches(record.document.text if record.document else "", changes(edits))

    def unread(self, record: Record, options: Options) -> tuple[Unread, ...]:
        """Nothing of this can be kept, since the release is text."""
        return tuple(Unread("", what) for what in record.layout)

    def clean(
        self, record: Record, edits: Sequence[Edit], options: Options, out: Sequence[Unread]
    ) -> tuple[Patch, ...]:
        return self.write(record, edits, options)

    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _extracted(data: bytes, unit: str) -> tuple[str, list[str]]:
    """The text of the pages, and what was not read."""
    pdfium = _library()
    try:  # a page that cannot be opened is told when it is asked for
        with closing(pdfium.PdfDocument(data)) as document:
            pages, rest, pictures = _pages(document)
    except pdfium.PdfiumError:
        raise CorpusError(
            "not a PDF that can be read: a damaged file, or one with a password", file=unit
        ) from None
    if not "".join(pages).strip():
        raise CorpusError(
            "the PDF has no text, only pictures; read it with an OCR program first", file=unit
        )
    if pictures:
        rest.append(f"{pictures} picture{'s' if pictures > 1 else ''}")
    # PDFium has no character for some glyphs; what stands there instead is no text.
    return _PAGE.join(pages).replace("\ufffe", "-").replace("\x00", ""), rest


def _pages(document: Any) -> tuple[list[str], list[str], int]:
    """The texts of the pages, what is beside them, and how many pictures are on them."""
    pages, rest = [], _rest(document)
    pictures = notes = 0
    for number in range(len(document)):
        page = document[number]
        text = page.get_textpage().get_text_range().replace("\r\n", "\n").replace("\r", "\n")
        pictures += sum(1 for _ in page.get_objects(filter=[_PICTURE]))
        notes += _annotations(page)
        if not text.strip():
            rest.append(f"page {number + 1}, which has no text")
        pages.append(text)
    if notes:
        rest.append(f"{notes} annotation{'s' if notes > 1 else ''}")
    return pages, rest, pictures


def _annotations(page: Any) -> int:
    """How many notes, stamps and marks lie on a page; links and the fields of a form are none."""
    raw = _library().raw
    count = 0
    for number in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, number)
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        raw.FPDFPage_CloseAnnot(annotation)
        count += kind not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_POPUP)
    return count


def _rest(document: Any) -> list[str]:
    """What a PDF holds beside its pages, without what it says."""
    found = []
    if any(document.get_metadata_dict().values()):
        found.append("properties")
    if count := document.count_attachments():
        found.append(f"{count} attached file{'s' if count > 1 else ''}")
    if document.get_formtype():
        found.append("a form")
    if any(True for _ in document.get_toc()):
        found.append("bookmarks")
    return found


def _library() -> Any:
    try:
        import pypdfium2  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("reading PDF files", "documents") from None
    return pypdfium2


PDF = Pdf()
