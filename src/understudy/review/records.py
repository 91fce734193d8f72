"""What a reading of a document consists of: marks, comments, a flag; and how a decision changes it.

A state maps ids to items. A change has, for each id that it touches, the item before and after;
None is no item. So every decision can be applied, taken back and applied again, whatever it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

import msgspec

from understudy.core.errors import UnderstudyError
from understudy.core.types import BY_READER, BY_REJECTION, Entity, Span

__all__ = [
    "ACCEPTED",
    "ADDED",
    "COVERED",
    "OPEN",
    "REJECTED",
    "Change",
    "Comment",
    "Flag",
    "Item",
    "Mark",
    "OutOfStep",
    "State",
    "alive",
    "applied",
    "decoded_change",
    "decoded_state",
    "encoded",
    "entities_of",
    "inverse",
    "marks_of",
    "marks_seen",
    "outside",
    "rejected_of",
]

OPEN, ACCEPTED, REJECTED, ADDED = "open", "accepted", "rejected", "added"
COVERED = "covered"
"""Of a mark that lies under another one: it neither counts nor was it rejected, and comes back when
the other one goes."""


class Mark(msgspec.Struct, frozen=True, tag="mark", omit_defaults=True):
    """A mention that was found or marked, and what was decided on it."""

    start: int
    end: int
    category: str
    key: str
    """Which distinct entity of the document it is."""
    score: float = 1.0
    source: str = BY_READER
    status: str = OPEN
    stand_in: str | None = None
    """What a person wrote in its place."""
    redraws: int = 0
    """How often a person asked for another stand-in."""
    attributes: tuple[tuple[str, str], ...] = ()
    was: str = ""
    """The status of a covered mark before it was covered."""
    of: str = ""
    """The covered mark of which this is what nothing covers."""

    def __repr__(self) -> str:
        return f"Mark({self.start}, {self.end}, {self.category!r}, {self.status!r})"


class Comment(msgspec.Struct, frozen=True, tag="comment"):
    """What a reader says to others about the document."""

    text: str
    reader: str
    made: str
    start: int = -1
    """The place it is about; -1 for the whole document."""

    def __repr__(self) -> str:
        return f"Comment({self.reader!r}, {self.made!r})"


class Flag(msgspec.Struct, frozen=True, tag="flag"):
    """A second reader should look."""

    reader: str
    made: str


Item = Mark | Comment | Flag
State = dict[str, Item]
Change = dict[str, tuple[Item | None, Item | None]]


class OutOfStep(UnderstudyError):
    """A change that was made to another state than the present one."""


_STATE = msgspec.json.Decoder(State)
_CHANGE = msgspec.json.Decoder(Change)


def encoded(value: State | Change) -> bytes:
    """As it is stored."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # half a surrogate pair: the escapes of ASCII carry it
        return json.dumps(msgspec.to_builtins(value)).encode("ascii")


def decoded_state(data: bytes) -> State:
    """A state as it was stored."""
    try:
        return _STATE.decode(data)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(data), State)


def decoded_change(data: bytes) -> Change:
    """A change as it was stored."""
    try:
        return _CHANGE.decode(data)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(data), Change)


def marks_seen(state: State) -> str:
    """A short fingerprint of a state."""
    return blake2b(encoded(state), digest_size=8).hexdigest()


def applied(state: Mapping[str, Item], change: Change) -> State:
    """The state after a change, which must have been made to this state."""
    made = dict(state)
    for name, (before, after) in change.items():
        if made.get(name) != before:
            raise OutOfStep(f"item {name} is not what the change was made to")
        if after is None:
            made.pop(name, None)
        else:
            made[name] = after
    return made


def outside(text: str, mark: Mark, over: Iterable[Mark]) -> Iterator[tuple[int, int]]:
    """The parts of a mark that no other one covers, where these say anything."""
    at = mark.start
    for start, end in (*sorted((one.start, one.end) for one in over), (mark.end, mark.end)):
        part = text[at : min(start, mark.end)] if at < start else ""
        if any(map(str.isalnum, part)):
            first = at + len(part) - len(part.lstrip())
            yield first, first + len(part.strip())
        at = max(at, end)


def inverse(change: Change) -> Change:
    """What takes a change back."""
    return {name: (after, before) for name, (before, after) in change.items()}


def alive(state: Mapping[str, Item]) -> list[tuple[str, Mark]]:
    """The marks that count, in text order."""
    found = [
        (name, item)
        for name, item in state.items()
        if isinstance(item, Mark) and item.status not in (REJECTED, COVERED)
    ]
    found.sort(key=lambda pair: pair[1].start)
    return found


def marks_of(entities: Iterable[Entity]) -> State:
    """What was found, as the first state of a reading."""
    return {
        f"m{at}": Mark(
            entity.span.start,
            entity.span.end,
            entity.category,
            entity.key,
            entity.span.score,
            entity.span.source,
            attributes=entity.attributes,
        )
        for at, entity in enumerate(entities)
    }


def entities_of(state: Mapping[str, Item]) -> tuple[Entity, ...]:
    """What is private by a state, in text order."""
    return tuple(_entity(mark) for _, mark in alive(state))


def rejected_of(state: Mapping[str, Item]) -> tuple[Entity, ...]:
    """What was found and rejected, and is no part of what is private: it stays as it is."""
    private = [mark for _, mark in alive(state)]
    found: list[Mark] = []
    for item in state.values():
        if isinstance(item, Mark) and item.status == REJECTED and item.source != BY_READER:
            over = (one for one in (*private, *found) if one.start < item.end)
            if not any(item.start < one.end for one in over):
                found.append(item)
    made = sorted(map(_entity, found))
    return tuple(one._replace(attributes=(*one.attributes, BY_REJECTION)) for one in made)


def _entity(mark: Mark) -> Entity:
    source = BY_READER if mark.status == ADDED else mark.source
    span = Span(mark.start, mark.end, mark.category, mark.score, source, key=mark.key)
    return Entity(span, mark.category, mark.key, mark.attributes)
