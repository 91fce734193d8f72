"""The routes of a document: its text, a reading of it, decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends

from understudy.review.accounts import ANNOTATOR, REVIEWER, Session
from understudy.review.documents import Held
from understudy.review.guard import wants
from understudy.review.layers import ADJUDICATION, Reading
from understudy.review.messages import (
    Batch,
    DecisionRequest,
    Finish,
    Plain,
    Version,
    decision_told,
    edit_told,
    held_told,
    item_told,
    notes_told,
    reading_told,
    seen_of,
    shows,
)
from understudy.review.readings import Done, Reader
from understudy.review.room import Room
from understudy.review.sample import units_of
from understudy.service.failures import Refused

__all__ = ["router"]

Who = Annotated[Session, Depends(wants(ANNOTATOR))]
DECIDING = "adjudication"
"""What requests call the layer of decisions between readers."""


def _reader(room: Room, who: Session, layer: str) -> Reader:
    """A reader in their own layer; who may decide between readers, also in that one."""
    if layer in ("", who.reader):
        return Reader(room.desk, who.reader, who.reader)
    if layer == DECIDING:
        if not who.may(REVIEWER):
            raise Refused(403, "role", f"this is for the role {REVIEWER}")
        return Reader(room.desk, who.reader, ADJUDICATION)
    raise Refused(403, "layer", "the reading of another person is theirs")


def _others(room: Room, reader: Reader, reading: Reading, held: Held) -> list[Reading]:
    """The readings of other people, of whose marks nothing is told here: what they ask whoever
    reads next. Who is to read without marks is told of nothing, nor who reads as one of several,
    before they have read: they are not to follow each other."""
    mine = reading.version > 0 and reader.layer != ADJUDICATION
    needed = room.desk.settings.readers
    one_of_several = needed > 1 and reader.layer != ADJUDICATION and (mine or held.done < needed)
    if held.begun <= mine or ((reading.blind or one_of_several) and not reading.done):
        return []
    layers = room.desk.store.readings.layers(reading.document)
    return [one for one in layers if one.layer not in (reader.layer, ADJUDICATION)]


def _done(reader: Reader, done: Done) -> Plain:
    undo, redo = reader.can(done.reading.document)
    told = {
        "version": done.reading.version,
        "done": done.reading.done,
        "part": done.reading.part,
        "flagged": done.reading.flagged,
        "changes": {
            name: item_told(after) if shows(after) else None
            for name, (_, after) in done.changes.items()
        },
        "undo": undo,
        "redo": redo,
        "elsewhere": len(done.elsewhere),
        "skipped": done.skipped,
        "batch": done.batch,
    }
    return Plain(told)


def router(room: Room) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api")

    @routes.get("/documents/{number}")
    def document(number: int, who: Who, layer: str = "") -> Plain:
        """A document with the reader's reading of it; who only looks begins none."""
        reader = _reader(room, who, layer)
        store = room.desk.store
        text = store.documents.one(number)
        reading = reader.look(number)
        undo, redo = reader.can(number) if reading.version else (False, False)
        held = store.documents.held(number)
        others = _others(room, reader, reading, held)
        compares = who.may(REVIEWER) and (layer == DECIDING or reading.done or not reading.version)
        room.looks(number, who.reader)
        told = {
            "held": held_told(held, hidden=reading.blind and not reading.done),
            "language": text.language,
            "subject": text.subject,
            "text": text.text,
            "segments": [[one.start, one.end, one.kind, one.name] for one in text.segments],
            "reading": reading_told(reading),
            "undo": undo,
            "redo": redo,
            "units": units_of(store, number),
            "others": [notes_told(one) for one in others],
            "compares": compares
            and held.done >= room.desk.settings.readers
            and any(one.whole for one in others),
        }
        return Plain(told)

    @routes.get("/documents/{number}/release")
    def release(number: int, who: Who, layer: str = "") -> Plain:
        """The stand-ins of a reading."""
        reading = _reader(room, who, layer).look(number)
        edits = room.desk.preview(room.desk.store.documents.one(number), reading)
        told = {
            "version": reading.version,
            "marks": seen_of(reading),
            "edits": [edit_told(edit) for edit in edits],
        }
        return Plain(told)

    @routes.get("/documents/{number}/repeats")
    def repeats(number: int, who: Who, layer: str = "") -> Plain:
        """Where something private stands unmarked: start, end, category, key."""
        reading = _reader(room, who, layer).look(number)
        found = room.desk.repeats(room.desk.store.documents.one(number), reading.state)
        places = [[*one.span[:2], one.category, one.key] for one in found]
        return Plain({"version": reading.version, "repeats": places})

    @routes.get("/documents/{number}/history")
    def history(number: int, who: Who, layer: str = "") -> Plain:
        """The decisions on a reading."""
        reader = _reader(room, who, layer)
        log = room.desk.store.readings.log(number, reader.layer)
        return Plain({"decisions": [decision_told(one) for one in log]})

    def acted(asked: Version, who: Session, act: Callable[[Reader], Done]) -> Plain:
        """What a deed came to, and what follows from it: after the end of a reading, readers may
        agree or differ, and the learner may learn."""
        reader = _reader(room, who, asked.layer)
        done = act(reader)
        ends = not isinstance(asked, DecisionRequest)  # no decision opens a reading again
        touched = (done.reading, *done.elsewhere)
        room.finished([one for one in touched if one.done or ends], who.reader)
        return _done(reader, done)

    @routes.post("/documents/{number}/decisions")
    def decide(number: int, asked: DecisionRequest, who: Who) -> Plain:
        """Make a decision."""
        return acted(asked, who, lambda one: one.decide(number, asked.seen(), asked.asked()))

    @routes.post("/documents/{number}/undo")
    def undo(number: int, asked: Version, who: Who) -> Plain:
        """Take the last decision back."""
        return acted(asked, who, lambda one: one.undo(number, asked.seen()))

    @routes.post("/documents/{number}/redo")
    def redo(number: int, asked: Version, who: Who) -> Plain:
        """Make what was taken back again."""
        return acted(asked, who, lambda one: one.redo(number, asked.seen()))

    @routes.post("/documents/{number}/finish")
    def finish(number: int, asked: Finish, who: Who) -> Plain:
        """Say that a document is read."""
        return acted(
            asked, who, lambda one: one.finish(number, asked.seen(), asked.done, part=asked.part)
        )

    @routes.post("/batches/undo")
    def undo_batch(asked: Batch, who: Who) -> Plain:
        """Take a decision in many documents back."""
        undone = _reader(room, who, asked.layer).undo_batch(asked.batch)
        room.finished(undone, who.reader)
        return Plain({"undone": len(undone)})

    return routes
