"""html: a web page per file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from understudy.corpus.base import Block, Options, Record, Traits, Unread
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    join_in_order,
    split_by_file,
)
from understudy.corpus.documents.located import (
    Cut,
    Layout,
    Source,
    beside_sources,
    clean_pieces,
    document_of,
    reference_bytes,
    unread_parts,
    write_pieces,
)
from understudy.corpus.documents.webpage import Page, read_page
from understudy.corpus.xmltext import decode_as

__all__ = ["HTML", "Html", "left_out"]

_CHARSET = re.compile(rb"""<meta[^>]{1,200}?charset\s*=\s*["']?\s*([A-Za-z0-9._:-]+)""", re.I)
_HEAD = 4096


@dataclass(frozen=True, slots=True)
class Html:
    """A web page."""

    name: str = "html"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")
    parts: tuple[str, ...] = (".html",)
    traits: Traits = Traits(names_parts=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        declared = _CHARSET.search(raw[:_HEAD])
        found = decode_as(raw, declared[1].decode() if declared else "utf-8", block.unit)
        encode = partial(reference_bytes, codec=found.codec)
        page = read_page(found.text, block.unit)
        source = Source(found.text, found.base, len(raw), encode=encode)
        layout = Layout([source], page.pieces, page.echoes, [*left_out(page)])
        yield document_of(block.unit, layout, options, block.parts)

    write = write_pieces
    unread = unread_parts
    clean = clean_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def left_out(page: Page, source: int = 0) -> Iterator[Unread]:
    """Scripts, and what is embedded in links; their places are empty afterwards."""
    for kind, what, places in (
        ("scripts", "script", page.scripts),
        ("pictures", "embedded picture", page.embedded),
    ):
        if places:
            number = f"{len(places)} {what}{'s' if len(places) > 1 else ''}"
            yield Unread(kind, number, [Cut(*place, source=source) for place in places])


HTML = Html()
