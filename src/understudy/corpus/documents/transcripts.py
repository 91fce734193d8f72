"""Files of plain text with a form of their own: srt, vtt, textgrid, cha, markdown.

Each has a reader that finds the text between times and codes, which stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from understudy.corpus.base import Block, Options, Record, Traits
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    join_in_order,
    split_by_file,
)
from understudy.corpus.documents.chat import read_chat
from understudy.corpus.documents.located import (
    Layout,
    Piece,
    Source,
    beside_sources,
    document_of,
    write_pieces,
)
from understudy.corpus.documents.markdown import read_markdown
from understudy.corpus.documents.subtitles import read_srt, read_vtt
from understudy.corpus.documents.textgrid import read_textgrid
from understudy.corpus.encodings import plain_bytes
from understudy.corpus.xmltext import decode_as

__all__ = ["CHA", "MARKDOWN", "SRT", "TEXTGRID", "VTT", "Transcript"]

Reads = Callable[[str, str], tuple[list[Piece], list[Piece]]]
"""source, unit → pieces of text; codes, in which repeats of replaced values follow."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A format whose files are text, one document each."""

    name: str
    suffixes: tuple[str, ...]
    reads: Reads
    parts: tuple[str, ...]
    traits: Traits = Traits(any_encoding=True, names_parts=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        found = decode_as(raw, "utf-8", block.unit)
        pieces, codes = self.reads(found.text, block.unit)
        encode = partial(plain_bytes, codec=found.codec)
        source = Source(found.text, found.base, len(raw), encode=encode)
        yield document_of(block.unit, Layout([source], pieces, codes), options, block.parts)

    write = write_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


SRT = Transcript("srt", (".srt",), read_srt, (".srt",))
VTT = Transcript("vtt", (".vtt",), read_vtt, (".vtt",))
TEXTGRID = Transcript("textgrid", (".textgrid",), read_textgrid, (".textgrid",))
CHA = Transcript("cha", (".cha",), read_chat, (".cha",))
MARKDOWN = Transcript("markdown", (".md", ".markdown"), read_markdown, (".md",))
