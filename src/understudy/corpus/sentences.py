"""One sentence of a conll file: where its fields lie, and what edits do to its lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from understudy.core.errors import CorpusError
from understudy.core.types import Edit
from understudy.corpus.base import Options, Patch
from understudy.corpus.blocks import Change, changes, text_patches
from understudy.corpus.echoes import Echoes
from understudy.corpus.moving import Handled, merged
from understudy.corpus.tokens import (
    Mark,
    TagError,
    TokenChange,
    marks,
    retagged,
    starts_of,
    token_changes,
    words,
)

__all__ = ["Comment", "Sentence", "TokenLine", "edited", "parse", "tag_patches"]

_FIELD = re.compile("[^ ]+")
_TEXT = re.compile(r"# *text *= *")
_TAG = re.compile(r"O|[BIESLU]-\S+")
_COUNT = re.compile(r"\d+(?:[-.]\d+)?")
UNKNOWN = "_"
"""What CoNLL-U writes for a value that is not known."""


class TokenLine(NamedTuple):
    """A line with a token; offsets are code points into the record."""

    number: int
    start: int
    end: int
    """Where the line end starts, if it has one."""
    stop: int
    fields: list[tuple[int, int]]


class Comment(NamedTuple):
    """A line that starts with ``#``."""

    start: int
    text: str


@dataclass(frozen=True)
class Sentence:
    """The lines of a sentence, with its tokens, its tags and what they mark."""

    source: str
    rows: list[TokenLine]
    comments: list[Comment]
    token_column: int
    tag_column: int
    tokens: list[str]
    starts: list[int]
    tags: list[str]
    marks: list[Mark]

    @property
    def text(self) -> str:
        """The tokens joined by one space: the text of the document."""
        return " ".join(self.tokens)

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The columns that number the tokens: 0, 1, 2 … or 1, 2, 3 …, and maybe 1-2 for two."""
        columns = range(len(self.rows[0].fields))
        return frozenset(at for at in columns if _counts(_column(self.source, self.rows, at)))

    @property
    def tagged(self) -> bool:
        """Whether there is a column for tags."""
        return self.tag_column != self.token_column


def parse(source: str, unit: str, line: int, options: Options) -> Sentence | None:
    """The sentence in a record; None where there is no token."""
    rows, comments = _lines(source, first=line == 1)
    if not rows:
        return None
    count = len(rows[0].fields)
    columns = [
        column + count if column < 0 else column
        for column in (options.token_column, options.tag_column)
    ]
    for row in rows:
        have = len(row.fields)
        if have != count or not all(0 <= column < count for column in columns):
            wanted = str(count) if have != count else f"at least {_least(options)}"
            raise CorpusError(
                f"{have} columns where there should be {wanted}",
                file=unit,
                line=line + row.number,
            )
    token_column, tag_column = columns
    tokens = _column(source, rows, token_column)
    if "" in tokens:
        number = rows[tokens.index("")].number
        raise CorpusError(f"column {token_column + 1}: no token", file=unit, line=line + number)
    tags = _column(source, rows, tag_column) if tag_column != token_column else []
    try:
        found = marks(tags)
    except TagError as error:
        raise CorpusError(
            f"column {tag_column + 1}: {error}", file=unit, line=line + rows[error.index].number
        ) from None
    starts = starts_of(tokens)
    return Sentence(source, rows, comments, token_column, tag_column, tokens, starts, tags, found)


def _least(options: Options) -> int:
    """How many columns it takes to have both of those that are asked for."""
    return max(
        column + 1 if column >= 0 else -column
        for column in (options.token_column, options.tag_column)
    )


def _counts(said: Sequence[str]) -> bool:
    numbers = [one for one in said if one.isdecimal()]
    first = 0 if numbers[:1] == ["0"] else 1
    counted = numbers == [str(at) for at in range(first, first + len(numbers))]
    return counted and all(_COUNT.fullmatch(one) for one in said)


def _column(source: str, rows: Iterable[TokenLine], column: int) -> list[str]:
    return [source[row.fields[column][0] : row.fields[column][1]] for row in rows]


def _lines(source: str, *, first: bool) -> tuple[list[TokenLine], list[Comment]]:
    found = [_row(source, *place) for place in _places(source, first=first)]
    plain = [row for row in found if not source.startswith("# ", row.start)]
    if not plain:
        return [], []
    rows: list[TokenLine] = []
    comments: list[Comment] = []
    for row in found:
        if source.startswith("# ", row.start) and not _token_like(source, row, plain[0]):
            comments.append(Comment(row.start, source[row.start : row.end]))
        else:
            rows.append(row)
    return rows, comments


def _token_like(source: str, row: TokenLine, sample: TokenLine) -> bool:
    """In columns of spaces, a number sign can be a token: its line has the shape of the others."""
    begin, end = row.fields[-1]
    return (
        "\t" not in source[row.start : row.end]
        and len(row.fields) == len(sample.fields)
        and _TAG.fullmatch(source, begin, end) is not None
    )


def _places(source: str, *, first: bool) -> Iterator[tuple[int, int, int, int]]:
    """The lines that say something: number, start, end without and with the line end."""
    start = 0
    for number, line in enumerate(source.split("\n")):
        stop = min(len(source), start + len(line) + 1)
        begin = start + 1 if first and not number and line.startswith("\ufeff") else start
        end = start + len(line) - line.endswith("\r")
        content = source[begin:end]
        if content.strip(" \t\r") and not content.startswith("-DOCSTART-"):
            yield number, begin, end, stop
        start = stop


def _row(source: str, number: int, start: int, end: int, stop: int) -> TokenLine:
    content = source[start:end]
    if "\t" not in content:
        fields = [match.span() for match in _FIELD.finditer(source, start, end)]
        return TokenLine(number, start, end, stop, fields)
    fields = []
    at = start
    for value in content.split("\t"):
        fields.append((at, at + len(value)))
        at += len(value) + 1
    return TokenLine(number, start, end, stop, fields)


def edited(sentence: Sentence, raw: bytes, edits: Sequence[Edit]) -> tuple[Patch, ...]:
    """Patches for the lines of a sentence."""
    if not edits:
        return ()
    changed = token_changes(sentence.text, sentence.tokens, sentence.starts, edits)
    tags = retagged(sentence.tags, sentence.marks, changed) if sentence.tagged else []
    replaced = [
        *_line_changes(sentence, changed, tags, Handled(edits)),
        *_comment_changes(sentence, changed, edits),
    ]
    return text_patches(sentence.source, merged(replaced))


def tag_patches(sentence: Sentence, tags: Sequence[str]) -> tuple[Patch, ...]:
    """Patches that put other tags beside the tokens."""
    replaced = [
        (*row.fields[sentence.tag_column], new)
        for row, old, new in zip(sentence.rows, sentence.tags, tags, strict=True)
        if new != old
    ]
    return text_patches(sentence.source, merged(replaced))


def _line_changes(
    sentence: Sentence, changed: Iterable[TokenChange], tags: Sequence[str], handled: Handled
) -> Iterator[Change]:
    """Lines keep their place as long as there are tokens for them."""
    rows, tokens = sentence.rows, sentence.tokens
    old = new = 0
    for first, stop, fresh in [*changed, (len(rows), len(rows), [])]:
        same = range(min(len(fresh), stop - first))
        pairs = [(at, tokens[at]) for at in range(old, first)]
        pairs += [(first + at, fresh[at]) for at in same]
        for at, token in pairs:
            yield from _field_changes(sentence, at, token, tags[new] if tags else "", handled)
            new += 1
        for row in rows[first + len(same) : stop]:
            yield row.start, row.stop, ""
        added = fresh[len(same) :]
        if added:
            labels = tags[new : new + len(added)] if tags else [""] * len(added)
            yield _added(sentence, max(stop, 1) - 1, stop, list(zip(added, labels, strict=True)))
            new += len(added)
        old = stop


def _field_changes(
    sentence: Sentence, at: int, token: str, tag: str, handled: Handled
) -> Iterator[Change]:
    fields = sentence.rows[at].fields
    old, start = sentence.tokens[at], sentence.starts[at]
    if token != old:
        yield (*fields[sentence.token_column], token)
    if token != old or handled.touches(start, start + len(old)):
        for column in _revealing(sentence, at):
            yield (*fields[column], UNKNOWN)
    if sentence.tagged and tag != sentence.tags[at]:
        yield (*fields[sentence.tag_column], tag)


def _added(sentence: Sentence, model: int, at: int, pairs: Sequence[tuple[str, str]]) -> Change:
    """Lines like that of the model token, before the token at an index."""
    row = sentence.rows[model]
    source = sentence.source
    line_end = source[row.end : row.stop]
    lines = [_copy(sentence, model, token, tag) for token, tag in pairs]
    if at == 0:
        return row.start, row.start, "".join(line + line_end for line in lines)
    if line_end:
        return row.stop, row.stop, "".join(line + line_end for line in lines)
    above = sentence.rows[0]
    line_end = source[above.end : above.stop] or "\n"
    return row.stop, row.stop, "".join(line_end + line for line in lines)


def _revealing(sentence: Sentence, at: int) -> list[int]:
    """The other columns of a token, which tell something of it: its lemma, its part of speech, its
    gender, where it stood among the characters. The numbers of tokens tell nothing."""
    return [
        column
        for column, (begin, end) in enumerate(sentence.rows[at].fields)
        if column not in (sentence.token_column, sentence.tag_column)
        and column not in sentence.numbers
        and sentence.source[begin:end] not in ("", UNKNOWN)
    ]


def _copy(sentence: Sentence, model: int, token: str, tag: str) -> str:
    row = sentence.rows[model]
    new = dict.fromkeys(_revealing(sentence, model), UNKNOWN)
    new[sentence.token_column] = token
    if sentence.tagged:
        new[sentence.tag_column] = tag
    out = []
    cursor = row.start
    for column, (begin, end) in enumerate(row.fields):
        out.append(sentence.source[cursor:begin])
        out.append(new.get(column, sentence.source[begin:end]))
        cursor = end
    return "".join((*out, sentence.source[cursor : row.end]))


def _comment_changes(
    sentence: Sentence, changed: Sequence[TokenChange], edits: Sequence[Edit]
) -> Iterator[Change]:
    """Comments follow: the one that repeats the text word by word, others by what they repeat."""
    echoes = Echoes.of(edits)
    for start, text in sentence.comments:
        match = _TEXT.match(text)
        if match is None:
            for begin, end, surrogate in echoes.find(text):
                yield start + begin, start + end, " ".join(words(surrogate))
            continue
        value = text[match.end() :]
        base = start + match.end()
        places = _located(sentence.tokens, value)
        if places is None:
            yield base, base + len(value), _rewritten(sentence.tokens, changed)
            continue
        for begin, end, surrogate in changes(edits):
            left, right = _mirrored(sentence, places, begin, end)
            yield base + left, base + right, " ".join(words(surrogate))


def _located(tokens: Iterable[str], text: str) -> list[int] | None:
    """Where tokens lie in the running text; None where it is not the same text."""
    places = []
    at = 0
    for token in tokens:
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(token, at):
            return None
        places.append(at)
        at += len(token)
    return places if not text[at:].strip() else None


def _mirrored(sentence: Sentence, places: list[int], start: int, end: int) -> tuple[int, int]:
    starts, tokens = sentence.starts, sentence.tokens
    first = bisect_right(starts, start, 0, len(tokens)) - 1
    last = max(first, bisect_left(starts, end, 0, len(tokens)) - 1)
    left = places[first] + min(start - starts[first], len(tokens[first]))
    return left, max(left, places[last] + min(end - starts[last], len(tokens[last])))


def _rewritten(tokens: Sequence[str], changed: Iterable[TokenChange]) -> str:
    out: list[str] = []
    cursor = 0
    for first, stop, fresh in changed:
        out += [*tokens[cursor:first], *fresh]
        cursor = stop
    return " ".join((*out, *tokens[cursor:]))
