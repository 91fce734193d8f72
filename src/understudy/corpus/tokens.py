"""What the token formats share: tags to spans, and edits to changes of tokens and tags.

A text is its tokens with spaces between. Tags are O, or a prefix and a label: B and I, with E
and S, or L and U, in the schemes that mark ends. An I that continues nothing opens a span, as
in IOB1.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from understudy.core.types import Edit, Entity, Span
from understudy.corpus.blocks import BOM, changes

__all__ = [
    "Mark",
    "TagError",
    "TokenChange",
    "are_tags",
    "first_lines",
    "marks",
    "retagged",
    "spans",
    "spelled",
    "starts_of",
    "tagged",
    "token_changes",
    "words",
]

_TAG = re.compile(r"([BIESLU])-(\S+)")
# What a reader of lines or of columns could take for the end of a line or of a column.
_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_OPEN, _SINGLE, _INSIDE, _END = range(4)
_KINDS = {"B": _OPEN, "S": _SINGLE, "U": _SINGLE, "I": _INSIDE, "E": _END, "L": _END}


# A Span is made without its constructor: that would take half of the reading.
_new = tuple.__new__
_REST = Span(0, 0, "")[3:]


class TagError(Exception):
    """The tag at an index is not one."""

    def __init__(self, index: int) -> None:
        super().__init__(f"tag {index + 1} is neither O nor B-, I-, E-, S-, L- or U- with a label")
        self.index = index


# Plain tuples: rows are made of them by the million.
Mark = tuple[int, int, str]
"""An annotation as a range of tokens: first, stop, label."""

TokenChange = tuple[int, int, list[str]]
"""Other tokens in the place of ``tokens[first:stop]``: first, stop, new tokens."""


@lru_cache(maxsize=4096)
def _kind(tag: str) -> tuple[int, str] | None:
    match = _TAG.fullmatch(tag)
    return (_KINDS[match[1]], match[2]) if match else None


def first_lines(start: bytes) -> list[str]:
    """The lines that a file begins with, but for the last one where it may be cut off."""
    lines = start.removeprefix(BOM).decode("utf-8", "replace").split("\n")
    return lines[:-1] if len(lines) > 1 else lines


def are_tags(said: Iterable[str]) -> bool:
    """Whether all of these are tags, and some mark something."""
    tags = list(said)
    return any(tag != "O" for tag in tags) and all(
        tag == "O" or _TAG.fullmatch(tag) is not None for tag in tags
    )


def marks(tags: Iterable[str]) -> list[Mark]:
    """The annotations that the tags spell."""
    found: list[Mark] = []
    first, label = -1, ""
    index = -1
    for index, tag in enumerate(tags):
        if tag == "O":
            if first >= 0:
                found.append((first, index, label))
                first = -1
            continue
        kind = _kind(tag)
        if kind is None:
            raise TagError(index)
        if first < 0 or kind[0] <= _SINGLE or kind[1] != label:
            if first >= 0:
                found.append((first, index, label))
            first, label = index, kind[1]
        if kind[0] & 1:
            found.append((first, index + 1, label))
            first = -1
    if first >= 0:
        found.append((first, index + 1, label))
    return found


def starts_of(tokens: Iterable[str]) -> list[int]:
    """Where tokens start that are joined by one space, and where one more would."""
    return [0, *accumulate([len(token) + 1 for token in tokens])]


def spans(found: Iterable[Mark], tokens: Sequence[str], starts: Sequence[int]) -> tuple[Span, ...]:
    """Marks on tokens as annotations of the text."""
    rest = _REST
    return tuple(
        [
            _new(Span, (starts[first], starts[stop - 1] + len(tokens[stop - 1]), label, *rest))
            for first, stop, label in found
        ]
    )


def words(text: str) -> list[str]:
    """The tokens of a surrogate."""
    if not text.isprintable():
        text = _BREAKS.sub(" ", text)
    tokens = text.split(" ")
    return [token for token in tokens if token] if "" in tokens else tokens


def token_changes(
    text: str, tokens: Sequence[str], starts: Sequence[int], edits: Iterable[Edit]
) -> list[TokenChange]:
    """What edits do to tokens; an edit that cuts through a token keeps the rest of it.

    Changes are disjoint and in order.
    """
    found: list[TokenChange] = []
    first = stop = cursor = tail = 0
    fresh = ""
    count = len(tokens)
    for start, end, surrogate in changes(edits):
        begin = bisect_right(starts, start, 0, count) - 1
        if begin < 0 or start >= starts[begin] + len(tokens[begin]):
            begin += 1
        if begin < stop:
            # It shares a token with the edit before it.
            fresh += text[cursor:start] + surrogate
        else:
            if cursor:
                _add(found, first, stop, fresh + text[cursor:tail])
            first, fresh = begin, surrogate
            if begin < count and starts[begin] < start:
                fresh = text[starts[begin] : start] + fresh
        cursor = end
        stop = bisect_left(starts, cursor, begin, count)
        tail = starts[stop - 1] + len(tokens[stop - 1]) if stop else 0
    if cursor:
        _add(found, first, stop, fresh + text[cursor:tail])
    return found


def _add(found: list[TokenChange], first: int, stop: int, fresh: str) -> None:
    """Where a change inserts or deletes, its neighbour is part of it: they share a space."""
    new = words(fresh)
    if first == stop and not new:
        return
    if found and found[-1][1] == first and not (new and found[-1][2] and first < stop):
        found[-1] = (found[-1][0], stop, found[-1][2] + new)
    else:
        found.append((first, stop, new))


def retagged(tags: list[str], found: Sequence[Mark], changed: Sequence[TokenChange]) -> list[str]:
    """The tags of the changed tokens; an annotation goes with the stand-in for its tokens."""
    new = tags
    whole = {mark[0]: mark for mark in found}
    for first, stop, tokens in reversed(changed):
        if len(tokens) == stop - first:
            continue
        mark = whole.get(first)
        if mark is None or mark[1] != stop or not tokens:
            return _spliced(tags, found, changed)
        if new is tags:
            new = tags.copy()
        new[first:stop] = spelled(tags[first:stop], mark[2], len(tokens))
    return new


def _spliced(tags: list[str], found: Sequence[Mark], changed: Sequence[TokenChange]) -> list[str]:
    """The general case: changes that are not the tokens of one annotation."""
    owners = [-1] * len(tags)
    for number, (first, stop, _) in enumerate(found):
        owners[first:stop] = [number] * (stop - first)
    for first, stop, tokens in reversed(changed):
        if len(tokens) != stop - first:
            owners[first:stop] = _owners(owners, first, stop, len(tokens))
    return _encoded(tags, found, owners)


def _owners(owners: list[int], first: int, stop: int, count: int) -> list[int]:
    """Which annotation each of ``count`` tokens belongs to that replace a range of them."""
    if first == stop:
        inside = 0 < first < len(owners) and owners[first - 1] == owners[first]
        return [owners[first] if inside else -1] * count
    new = owners[first:stop]
    new += new[-1:] * (count - len(new))
    while len(new) > count:
        # Annotations outlive tokens: those outside go first, then those that only continue one.
        if -1 in new:
            new.remove(-1)
            continue
        repeated = [at for at in range(1, len(new)) if new[at] == new[at - 1]]
        del new[repeated[-1] if repeated else -1]
    return new


def _encoded(tags: Sequence[str], found: Sequence[Mark], owners: Sequence[int]) -> list[str]:
    new: list[str] = []
    at, count = 0, len(owners)
    while at < count:
        owner = owners[at]
        if owner < 0:
            new.append("O")
            at += 1
            continue
        stop = at + 1
        while stop < count and owners[stop] == owner:
            stop += 1
        first, end, label = found[owner]
        run = list(tags[first:end])
        if len(run) != stop - at:
            run = spelled(run, label, stop - at)
        if at and run[0][0] == "I" and owners[at - 1] >= 0 and found[owners[at - 1]][2] == label:
            run[0] = f"B-{label}"
        new += run
        at = stop
    return new


def spelled(run: list[str], label: str, count: int) -> list[str]:
    """The tags of an annotation of another length, in the scheme of its own tags."""
    inner = [f"I-{label}"]
    last = run[-1][0]
    if last in "ESLU":
        if count == 1:
            return [f"{'S' if last in 'ES' else 'U'}-{label}"]
        end = f"{'E' if last in 'ES' else 'L'}-{label}"
        return [f"B-{label}", *inner * (count - 2), end]
    return [run[0], *inner * (count - 1)]


def tagged(tokens: Sequence[str], starts: Sequence[int], entities: Iterable[Entity]) -> list[str]:
    """BIO tags for entities; a token that two of them touch belongs to the first."""
    tags = ["O"] * len(tokens)
    for entity in sorted(entities, key=lambda entity: entity.span.start):
        start, end = entity.span[:2]
        prefix = "B-"
        for at, token in enumerate(tokens):
            if starts[at] < end and start < starts[at] + len(token) and tags[at] == "O":
                tags[at] = prefix + entity.category
                prefix = "I-"
    return tags
