"""What a reader does with a document: look, decide, take back, finish."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from understudy.core.errors import BudgetExceeded, UsageError
from understudy.core.types import Document
from understudy.review.actions import Asked, change_of, on_text, values_of
from understudy.review.database import Missing, now
from understudy.review.desk import Desk
from understudy.review.final import with_found
from understudy.review.layers import (
    ADJUDICATION,
    Conflict,
    Ended,
    Reading,
    Step,
    stacks,
    taken_back,
)
from understudy.review.records import REJECTED, Change, Mark, State, marks_seen
from understudy.review.sample import hidden, units_of

__all__ = ["Done", "Reader", "Seen", "adjudicate"]

_CHOOSING = ("write", "redraw")
_TALKING = ("comment", "uncomment", "flag", "unflag")
"""What changes no mark: a reader may do so at any time."""
_ENDS = {
    "finish": Ended(True),
    "finish part": Ended(True, part=True),
    "reopen": Ended(),
    "adopt": Ended(),
}
"""Where a reading stands after what ends or opens it."""
_MOST_ELSEWHERE = 20_000


class Done(NamedTuple):
    """What came of a decision."""

    reading: Reading
    changes: Change
    elsewhere: tuple[Reading, ...] = ()
    """The readings of other documents in which it was made, too."""
    batch: str = ""
    skipped: int = 0
    """Documents that others are reading or deciding on, or that are to be read without marks, in
    which nothing was changed."""


class Seen(NamedTuple):
    """The reading that a reader had before their eyes when they decided."""

    version: int
    marks: str = ""
    """Of what was found, where nobody had decided yet; empty where that is not known."""


@dataclass(frozen=True)
class Reader:
    """A person at the desk, in a layer of their own or in that of the adjudication."""

    desk: Desk = field(repr=False)
    name: str
    layer: str

    def look(self, number: int) -> Reading:
        """The reading as it stands, or as it would begin: who only looks begins none. What is in
        a sample that is read without marks begins without any."""
        held = self.desk.store.readings.read(number, self.layer)
        if held is not None:
            return held
        if self.layer == ADJUDICATION:
            raise UsageError("nobody has begun to decide between the readers")
        blind = number in hidden(self.desk.store, (number,))
        state: State = {} if blind else self.desk.store.documents.found(number)
        return Reading(number, self.layer, 0, False, blind, False, state)

    def _at(self, number: int, seen: Seen, *, talking: bool = False) -> Reading:
        """The reading, if it is still what the reader has seen; it may not have begun."""
        reading = self.look(number)
        if reading.version != seen.version:
            raise Conflict(reading.version)
        if not talking and self._fixed(number):
            raise UsageError(
                "a reviewer is deciding between the readers of this document, so their marks are "
                "fixed; you can still add a comment or a flag"
            )
        # Nobody had decided yet, and what was found may have been found anew until now.
        if reading.version == 0 and seen.marks and seen.marks != marks_seen(reading.state):
            raise Conflict(0)
        return reading

    def _fixed(self, number: int) -> bool:
        """Whether somebody decides between the readers: on readings as they stand."""
        return self.layer != ADJUDICATION and bool(
            stacks(self.desk.store.readings.steps(number, ADJUDICATION))[0]
        )

    def _check_read(self, number: int, done: bool | None) -> None:
        """Nobody decides between readers who have not read."""
        if done and self.layer == ADJUDICATION:
            _check_read(self.desk, number)

    def decide(self, number: int, seen: Seen, asked: Asked) -> Done:
        """Make a decision; in the whole corpus where its scope says so."""
        if asked.category and asked.category not in self.desk.pipeline.policy.known:
            raise UsageError("unknown category")
        if asked.action in _CHOOSING and not self.desk.may_choose:
            raise BudgetExceeded(
                "the policy has a budget, and a stand-in that a person chooses has no bound "
                "(ε = ∞); a review that was started with --choose lets people choose"
            )
        reading = self._at(number, seen, talking=asked.action in _TALKING)
        text = self.desk.store.documents.one(number).text
        made = now()
        changes = change_of(
            text, reading.state, asked, reader=self.name, made=made, version=reading.version
        )
        if asked.scope != "corpus":
            return Done(
                self.desk.store.readings.decide(reading, self.name, asked.action, changes), changes
            )
        values = values_of(text, reading.state, asked)
        others, skipped = self._elsewhere(number, asked, values, made)
        batch = secrets.token_hex(8)
        done = self.desk.store.readings.decide_together(
            [(reading, changes), *others], self.name, asked.action, batch
        )
        return Done(done[0], changes, tuple(done[1:]), batch, skipped)

    def _elsewhere(
        self, number: int, asked: Asked, values: Sequence[str], made: str
    ) -> tuple[list[tuple[Reading, Change]], int]:
        """The same decision in all other documents that this reader reads or may begin."""
        store, needed = self.desk.store, self.desk.settings.readers
        found: list[tuple[Reading, Change]] = []
        skipped = 0
        for other, document in store.documents.all():
            if other == number or not _mentions(document, values):
                continue
            reading = store.readings.read(other, self.layer)
            if reading is None and self.layer == ADJUDICATION:
                continue  # nobody decides between readers by the way
            begun = reading or self.look(other)
            full = reading is None and (begun.blind or store.documents.held(other).begun >= needed)
            if full or self._fixed(other):
                skipped += 1
                continue
            changes = on_text(
                document.text, begun.state, asked, values, made=made, version=begun.version
            )
            if changes:
                found.append((begun, changes))
            if len(found) > _MOST_ELSEWHERE:
                raise UsageError(
                    "that stands in too many documents; put it on a list of the policy"
                )
        return found, skipped

    def finish(self, number: int, seen: Seen, done: bool, *, part: bool = False) -> Done:
        """Say that the document is read, or that it is not; or that the ``part`` of it is read
        that a sample asks for."""
        reading = self._at(number, seen)
        part = done and part and self._partly(number)
        action = "finish part" if part else "finish" if done else "reopen"
        if (reading.done, reading.part) == _ENDS[action]:
            raise UsageError("that changes nothing")
        self._check_read(number, done)
        store = self.desk.store.readings
        return Done(store.decide(reading, self.name, action, {}, ended=_ENDS[action]), {})

    def _partly(self, number: int) -> bool:
        """Whether the sample asks for parts of a document alone."""
        units = units_of(self.desk.store, number)
        length = len(self.desk.store.documents.one(number).text)
        return self.layer != ADJUDICATION and bool(units) and (0, length) not in units

    def undo(self, number: int, seen: Seen) -> Done:
        """Take the last decision back."""
        reading = self._at(number, seen)
        undo, _ = stacks(self.desk.store.readings.steps(number, self.layer))
        if not undo:
            raise UsageError("there is nothing to undo")
        return self._undone(reading, undo)

    def _undone(self, reading: Reading, undo: Sequence[Step]) -> Done:
        """With what can be undone, the last of which is taken back."""
        last = self.desk.store.readings.decision(undo[-1].number)
        changes = taken_back(last)
        ended = _ended(undo[:-1]) if last.action in _ENDS else None
        self._check_read(reading.document, ended and ended.done)
        made = self.desk.store.readings.decide(
            reading, self.name, "undo", changes, target=last.number, ended=ended
        )
        return Done(made, changes)

    def redo(self, number: int, seen: Seen) -> Done:
        """Make the last decision that was taken back again."""
        reading = self._at(number, seen)
        _, redo = stacks(self.desk.store.readings.steps(number, self.layer))
        if not redo:
            raise UsageError("there is nothing to redo")
        last = self.desk.store.readings.decision(redo[-1].number)
        ended = _ENDS.get(last.action)
        self._check_read(number, ended and ended.done)
        made = self.desk.store.readings.decide(
            reading, self.name, "redo", last.changes, target=last.number, ended=ended
        )
        return Done(made, last.changes)

    def undo_batch(self, batch: str) -> list[Reading]:
        """Take a decision in many documents back, wherever it is still the last one."""
        store, undone = self.desk.store, []
        for number, layer, version in store.readings.batch(batch):
            reading = store.readings.read(number, layer)
            if layer != self.layer or reading is None or reading.version != version:
                continue
            if self._fixed(number):
                continue
            undo, _ = stacks(store.readings.steps(number, layer))
            if undo and undo[-1].batch == batch:
                undone.append(self._undone(reading, undo).reading)
        return undone

    def can(self, number: int) -> tuple[bool, bool]:
        """Whether there is something to undo, and to redo."""
        undo, redo = stacks(self.desk.store.readings.steps(number, self.layer))
        return bool(undo), bool(redo)


def _ended(steps: Sequence[Step]) -> Ended:
    """Where a reading stands after some steps."""
    return next((_ENDS[one.action] for one in reversed(steps) if one.action in _ENDS), Ended())


def _mentions(document: Document, values: Sequence[str]) -> bool:
    low = document.text.lower()
    return any(value.split()[0].lower() in low for value in values if value.split())


def adjudicate(desk: Desk, name: str, number: int, layer: str) -> Done:
    """Begin to decide between the readers of a document, with the marks of one of them."""
    store = desk.store
    chosen = store.readings.read(number, layer)
    if chosen is None or layer == ADJUDICATION:
        raise Missing("no such reading")
    _check_read(desk, number)
    if not chosen.whole:
        raise UsageError("that reader has not read the document to its end")
    reading = store.readings.begin(number, ADJUDICATION)
    wanted: State = {
        name: item
        for name, item in with_found(chosen, store.documents.found(number)).items()
        if isinstance(item, Mark) and item.status != REJECTED
    }
    ids = reading.state.keys() | wanted.keys()
    changes: Change = {
        one: (reading.state.get(one), wanted.get(one))
        for one in ids
        if reading.state.get(one) != wanted.get(one)
    }
    return Done(store.readings.decide(reading, name, "adopt", changes, ended=Ended()), changes)


def _check_read(desk: Desk, number: int) -> None:
    done, needed = desk.store.documents.held(number).done, desk.settings.readers
    if done < needed:
        raise UsageError(
            f"{done} of {needed} readers have read the document to its end: there is nothing to "
            "decide between them yet"
        )
