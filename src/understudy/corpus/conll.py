"""Sentences of a token per line, with a blank line between them, and columns in the lines.

Columns have tabs between them, or runs of spaces in a line without a tab. The text of a
sentence is its tokens joined by one space. A tag column that is the token column itself, as in
a file with no other column, means that there are no tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from understudy.core.errors import CorpusError, UsageError
from understudy.core.text import called
from understudy.core.types import Document, Edit, Entity
from understudy.corpus.base import Block, Options, Patch, Record, Traits, Unit
from understudy.corpus.blocks import assemble_in_order, decoded, join_in_order, marked_last, opened
from understudy.corpus.sentences import Sentence, edited, parse, tag_patches
from understudy.corpus.tokens import are_tags, first_lines, spans, tagged

__all__ = ["CONLL", "Conll"]

# Behind blank lines, and before a line that is not: where a sentence starts.
_BORDER = re.compile(rb"\n[ \t\r]*\n(?=[ \t\r]*[^ \t\r\n])")
_LEADING = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*\n)+(?=[ \t\r]*[^ \t\r\n])")
_SENTENCE_ID = re.compile(r"# *sent_id *= *(\S.*?)\s*")
_TAGS = b"tags"


@dataclass(frozen=True, slots=True)
class Conll:
    """A token per line, with columns."""

    name: str = "conll"
    suffixes: tuple[str, ...] = (".conll", ".conllu", ".bio", ".iob", ".tsv", ".txt")
    parts: tuple[str, ...] = (".conll",)
    traits: Traits = Traits(
        any_encoding=True,
        carries_annotations=True,
        writes_annotations=True,
        comment_ids=True,
    )

    def claims(self, start: bytes) -> bool:
        """Lines of several columns, of which the last are tags."""
        rows = [
            line.rstrip().split("\t" if "\t" in line else " ")
            for line in first_lines(start)
            if line.strip() and not line.startswith(("#", "-DOCSTART-"))
        ]
        return all(len(row) > 1 for row in rows) and are_tags(row[-1] for row in rows)

    def split(
        self, unit: Unit, options: Options, *, size: int, stream: BinaryIO | None = None
    ) -> Iterator[Block]:
        line, index = 1, 0
        head: bytes | None = None
        with opened(unit, stream) as source:
            for data, last in marked_last(_chunks(source, size, unit), unit):
                head = _head(data, unit.name, line, options) if head is None else head
                yield Block((data,), unit.name, line, index, head or b"", last)
                line += data.count(b"\n")
                index += len(_borders(data, index))

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        line, start = block.line, 0
        for number, end in enumerate(_borders(block.parts[0], block.index), block.index + 1):
            raw = block.parts[0][start:end]
            sentence = _sentence(raw, block.unit, line, options)
            if sentence is None:
                yield Record((raw,), None)
            else:
                if block.head and not sentence.tagged:
                    raise CorpusError(
                        "no tag column, where other sentences have one",
                        file=block.unit,
                        line=line + sentence.rows[0].number,
                    )
                identity = _identity(sentence, options) or f"{block.unit}#{number}"
                found = spans(sentence.marks, sentence.tokens, sentence.starts)
                text, language = sentence.text, options.default_language
                yield Record((raw,), Document(identity, text, language, None, (), found), sentence)
            line += raw.count(b"\n")
            start = end

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        sentence: Sentence = record.layout
        return edited(sentence, record.parts[0], edits)

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        sentence: Sentence = record.layout
        if not sentence.tagged:
            raise UsageError(
                f"{called(record.document.id)}: there is no column for tags beside the tokens"
            )
        return tag_patches(sentence, tagged(sentence.tokens, sentence.starts, entities))

    join = join_in_order
    assemble = assemble_in_order


def _chunks(source: BinaryIO, size: int, unit: Unit) -> Iterator[bytes]:
    """Chunks of whole sentences with the blank lines behind them; none is empty."""
    held = b""
    while chunk := source.read(size):
        seen = len(held.rstrip(b" \t\r\n"))
        held += chunk
        borders = list(_BORDER.finditer(held, seen))
        if borders:
            cut = borders[-1].end()
            yield held[:cut]
            held = held[cut:]
        else:
            unit.limits.check_document(len(held), unit.name)
    if held:
        yield held


def _borders(data: bytes, index: int) -> list[int]:
    """Where the records of a block end. Blank lines at the start of the file are one."""
    leading = None if index else _LEADING.match(data)
    start = leading.end() if leading else 0
    ends = [match.end() for match in _BORDER.finditer(data, start)]
    return [*([start] if start else []), *ends, len(data)]


def _head(data: bytes, unit: str, line: int, options: Options) -> bytes | None:
    """Whether the unit has tags: its first sentence says so for all."""
    start = 0
    for end in _borders(data, line - 1):
        sentence = _sentence(data[start:end], unit, line, options)
        if sentence is not None:
            return _TAGS if sentence.tagged else b""
        line += data.count(b"\n", start, end)
        start = end
    return None


def _sentence(raw: bytes, unit: str, line: int, options: Options) -> Sentence | None:
    return parse(decoded(raw, unit, line), unit, line, options)


def _identity(sentence: Sentence, options: Options) -> str | None:
    if options.id != "sent_id":
        return None
    found = (_SENTENCE_ID.fullmatch(comment.text) for comment in sentence.comments)
    return next((match[1] for match in found if match), None)


CONLL = Conll()
