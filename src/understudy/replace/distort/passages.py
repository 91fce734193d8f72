"""What a rewriting sees of a document: the words around each mention of one entity, with every
other private entity hidden or already replaced.

What other entities were does not enter: each hidden one is a single sign, whatever its length, and
the words around are counted with it in its place. So the choice for one entity tells nothing about
another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from understudy.core.text import words
from understudy.core.types import Entity
from understudy.encoder.versions import HIDDEN, Version

__all__ = ["Passage", "passages"]

Interval = tuple[int, int]


class Passage(NamedTuple):
    """A stretch of text around mentions: parts between slots, one slot for each mention."""

    parts: tuple[str, ...]
    """One more than there are slots."""
    mentions: tuple[Entity, ...]
    """Which mention each slot stands for."""

    def __repr__(self) -> str:
        return f"Passage({len(self.mentions)} mentions)"

    @property
    def before(self) -> str:
        """What stands before the first mention."""
        return self.parts[0]

    def filled(self, values: Sequence[str]) -> Version:
        """The passage with a value in each slot."""
        out, edited, length = [self.parts[0]], [], len(self.parts[0])
        for value, part in zip(values, self.parts[1:], strict=True):
            edited.append((length, length + len(value)))
            out += (value, part)
            length += len(value) + len(part)
        text = "".join(out)
        return Version(text, tuple(edited), _hidden(self.parts, values))


def _hidden(parts: Sequence[str], values: Sequence[str]) -> tuple[Interval, ...]:
    """Where the signs of hidden entities are; a sign inside a value is a value's own."""
    found, length = [], 0
    for part, value in zip(parts, (*values, ""), strict=True):
        found += [(length + at, length + at + 1) for at, one in enumerate(part) if one == HIDDEN]
        length += len(part) + len(value)
    return tuple(found)


def passages(
    text: str, mentions: Sequence[Entity], others: Mapping[Interval, str], reach: int
) -> tuple[Passage, ...]:
    """The surroundings of an entity's mentions: ``reach`` words on either side, in their line.

    ``others``: where the other private entities are, and what is seen there.
    """
    slots = {(one.span.start, one.span.end): one for one in mentions}
    parts, cursor = [""], 0
    for start, end in sorted({*slots, *others}):
        if start < cursor:  # overlaps the one before
            cursor = max(cursor, end)
            continue
        parts[-1] += text[cursor:start].replace(HIDDEN, " ")
        cursor = end
        if (start, end) in slots:
            parts.append("")
        else:
            parts[-1] += others[start, end]
    parts[-1] += text[cursor:].replace(HIDDEN, " ")
    return tuple(_cropped(parts, mentions, reach))


def _cropped(parts: Sequence[str], slots: Sequence[Entity], reach: int) -> Iterable[Passage]:
    """Slots whose surroundings meet share a passage."""
    held, kept = [_last(parts[0], reach)], [slots[0]]
    for slot, part in zip(slots[1:], parts[1:-1], strict=True):
        left, right = _first(part, reach), _last(part, reach)
        if len(left) + len(right) < len(part):
            yield Passage((*held, left), tuple(kept))
            held, kept = [right], [slot]
        else:
            held.append(part)
            kept.append(slot)
    yield Passage((*held, _first(parts[-1], reach)), tuple(kept))


def _first(text: str, count: int) -> str:
    """The text up to a number of words, or to the end of the line."""
    line = text.split("\n", 1)[0]
    spans = words(line)
    return line if len(spans) <= count else line[: spans[count - 1][1]]


def _last(text: str, count: int) -> str:
    line = text.rsplit("\n", 1)[-1]
    spans = words(line)
    return line if len(spans) <= count else line[spans[-count][0] :]
