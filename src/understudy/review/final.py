"""What a document comes to, after all that people have decided on it.

Where people differ and nobody has decided, what any of them calls private is private.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from understudy.review.agreement import differences
from understudy.review.layers import ADJUDICATION, Reading
from understudy.review.records import OPEN, REJECTED, Item, Mark, State, alive, outside

__all__ = ["final_state", "with_found", "with_rest"]


def final_state(readings: list[Reading], found: State, needed: int) -> tuple[State, str]:
    """What a document comes to, and how that is known: ``decided``, ``read``, ``agreed``,
    ``open`` (too few have read it) or ``disputed``, in which no release leaves.

    Who read without marks may have overlooked what the machine found: that is private, too.
    """
    people = [one for one in readings if one.layer != ADJUDICATION]
    done = [one for one in people if one.whole]
    decided = [one for one in readings if one.layer == ADJUDICATION and one.done]
    if decided:
        return decided[0].state, "decided" if len(done) >= needed else "open"
    if not people:
        return found, "open"
    states = [with_found(one, found) for one in done]
    if not states:
        first, *others = [with_found(one, found) for one in people]
        return _joined(first, (mark for other in others for _, mark in alive(other))), "open"
    first, *others = states
    # Who has not finished has not looked at all marks: what they said themselves counts.
    said = (
        mark
        for one in people
        if not one.whole
        for _, mark in alive(one.state)
        if mark.status != OPEN
    )
    state = _joined(first, (*(mark for other in others for _, mark in alive(other)), *said))
    if len(done) < needed:
        return state, "open"
    if not others:
        return state, "read"
    same = not any(differences(first, other) for other in others)
    return state, "agreed" if same else "disputed"


def with_found(reading: Reading, found: State) -> State:
    """The state of a reading; of one without marks, with what was found where it has none."""
    if not reading.blind:
        return reading.state
    taken = [mark for _, mark in alive(reading.state)]
    rest = {
        name: item
        for name, item in found.items()
        if isinstance(item, Mark)
        and not any(one.start < item.end and item.start < one.end for one in taken)
    }
    return {**rest, **reading.state}


def with_rest(state: State, found: State, readings: Iterable[Reading], text: str) -> State:
    """A state with what was found and is not in it. What a reader rejected is told as rejected:
    who decides between readers leaves no trace of it otherwise. What no reader has said anything
    on is private, as far as nothing covers it: who read without marks has not seen it."""
    gone = {name: item for name, item in found.items() if name not in state}
    if not gone:
        return state
    taken = [mark for _, mark in alive(state)]
    known = {name for one in readings for name in one.state}
    rest: State = {}
    for name, item in gone.items():
        if not isinstance(item, Mark):
            continue
        over = [one for one in taken if one.start < item.end and item.start < one.end]
        if name not in known:
            for start, end in outside(text, item, over):
                rest[f"{name}~{start}"] = msgspec.structs.replace(item, start=start, end=end)
        elif not over:
            rest[name] = msgspec.structs.replace(item, status=REJECTED)
    return {**rest, **state}


def _joined(state: Mapping[str, Item], marks: Iterable[Mark]) -> State:
    """A state with further marks; those that overlap become one, which is what the longest is."""
    made = dict(state)
    for number, mark in enumerate(marks):
        under = {
            name: one for name, one in alive(made) if one.start < mark.end and mark.start < one.end
        }
        start = min((mark.start, *(one.start for one in under.values())))
        end = max((mark.end, *(one.end for one in under.values())))
        if any((one.start, one.end) == (start, end) for one in under.values()):
            continue
        longest = max((mark, *under.values()), key=lambda one: one.end - one.start)
        for name in under:
            del made[name]
        made[f"j{number}"] = msgspec.structs.replace(longest, start=start, end=end)
    return made
