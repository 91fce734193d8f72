"""What requests say and what answers look like. Offsets count code points."""

from __future__ import annotations

import json
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from understudy.core.types import Edit
from understudy.review.actions import Asked
from understudy.review.documents import Held
from understudy.review.layers import Decision, Reading
from understudy.review.readings import Seen
from understudy.review.records import COVERED, Comment, Flag, Item, Mark, marks_seen

__all__ = [
    "FIELDS",
    "Account",
    "AccountChange",
    "Adjudication",
    "Batch",
    "DecisionRequest",
    "Entries",
    "Export",
    "Finish",
    "Login",
    "NewPassword",
    "Plain",
    "SampleRequest",
    "Version",
    "decision_told",
    "edit_told",
    "held_told",
    "item_told",
    "notes_told",
    "reading_told",
    "seen_of",
    "shows",
]


class Plain(JSONResponse):
    """JSON in ASCII: a text may hold lone surrogates, which UTF-8 cannot. A route that answers
    with it saves the walk through all values by which others are made fit for JSON."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode("ascii")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", str_max_length=4_000)


class Login(_Strict):
    """Who wants to come in."""

    name: str = Field(max_length=64)
    password: str = Field(max_length=1_000)


class NewPassword(_Strict):
    """A password in the place of another one."""

    old: str = Field(max_length=1_000)
    new: str = Field(max_length=1_000)


class Version(_Strict):
    """The version of a reading that a reader has seen."""

    version: int = Field(ge=0)
    layer: str = Field("", max_length=64)
    marks: str = Field("", max_length=64)

    def seen(self) -> Seen:
        """What the reader had before their eyes."""
        return Seen(self.version, self.marks)


class Finish(Version):
    """That a document is read, or is not; or the part of it that a sample asks for."""

    done: bool = True
    part: bool = False


class DecisionRequest(Version):
    """A decision."""

    action: str = Field(max_length=32)
    ids: list[str] = Field(default_factory=list, max_length=10_000)
    scope: str = Field("mention", max_length=16)
    start: int = -1
    end: int = -1
    category: str = Field("", max_length=64)
    key: str = ""
    text: str = ""
    confirmed: bool = False

    def asked(self) -> Asked:
        """As the actions take it."""
        return Asked(
            self.action,
            tuple(self.ids),
            self.scope,
            self.start,
            self.end,
            self.category,
            self.key,
            self.text,
            self.confirmed,
        )


class Batch(_Strict):
    """A decision that was made in many documents."""

    batch: str = Field(max_length=32)
    layer: str = Field("", max_length=64)


class Adjudication(_Strict):
    """Whose marks are the beginning of a decision."""

    reader: str = Field(max_length=64)


class Entries(_Strict):
    """Entries for the lists of the policy."""

    allow: list[str] = Field(default_factory=list, max_length=200)
    deny: list[str] = Field(default_factory=list, max_length=200)


class SampleRequest(_Strict):
    """The plan of a sample."""

    unit: str = Field("documents", max_length=16)
    size: int = Field(ge=1)
    seed: str = Field("", max_length=64)
    blind: bool = True
    confidence: float = Field(0.95, gt=0.5, lt=1)


class Export(_Strict):
    """What is exported: the release, or the corpus with its annotations."""

    mode: str = Field("release", max_length=16)


class Account(_Strict):
    """A new account."""

    name: str = Field(max_length=64)
    password: str = Field(max_length=1_000)
    role: str = Field(max_length=16)


class AccountChange(_Strict):
    """What becomes of an account."""

    password: str | None = Field(None, max_length=1_000)
    role: str | None = Field(None, max_length=16)
    active: bool | None = None


FIELDS = frozenset(
    name
    for model in (
        Login,
        NewPassword,
        Finish,
        DecisionRequest,
        Batch,
        Adjudication,
        Entries,
        SampleRequest,
        Export,
        Account,
        AccountChange,
    )
    for name in model.model_fields
)
"""The fields of requests, which errors may name."""


def item_told(item: Item | None) -> dict[str, Any] | None:
    """An item of a state."""
    if isinstance(item, Mark):
        told: dict[str, Any] = {
            "kind": "mark",
            "start": item.start,
            "end": item.end,
            "category": item.category,
            "key": item.key,
            "score": round(item.score, 4),
            "source": item.source,
            "status": item.status,
        }
        if item.stand_in is not None:
            told["stand_in"] = item.stand_in
        if item.redraws:
            told["redraws"] = item.redraws
        return told
    if isinstance(item, Comment):
        return {
            "kind": "comment",
            "text": item.text,
            "reader": item.reader,
            "made": item.made,
            "start": item.start,
        }
    if isinstance(item, Flag):
        return {"kind": "flag", "reader": item.reader, "made": item.made}
    return None


def shows(item: Item | None) -> bool:
    """Whether a page shows an item: a mark that lies under another one waits."""
    return item is not None and not (isinstance(item, Mark) and item.status == COVERED)


def seen_of(reading: Reading) -> str:
    """Which marks a reading that has not begun shows; they may be found anew until it does."""
    return "" if reading.version else marks_seen(reading.state)


def reading_told(reading: Reading) -> dict[str, Any]:
    """A reading, without its document."""
    return {
        "layer": reading.layer,
        "version": reading.version,
        "done": reading.done,
        "part": reading.part,
        "blind": reading.blind,
        "flagged": reading.flagged,
        "marks": seen_of(reading),
        "items": {name: item_told(item) for name, item in reading.state.items() if shows(item)},
    }


def notes_told(reading: Reading) -> dict[str, Any]:
    """What a reader says to others: comments and a flag, and no mark."""
    comments = [item for item in reading.state.values() if isinstance(item, Comment)]
    return {
        "reader": reading.layer,
        "done": reading.done,
        "flagged": reading.flagged,
        "comments": [item_told(one) for one in comments],
    }


def held_told(held: Held, *, hidden: bool = False) -> dict[str, Any]:
    """A document in the queue; who is to read without marks is not told of them."""
    if hidden:
        held = held._replace(marks=0, unsure=0, risk=0.0, reasons={})
    return {**held._asdict(), "hidden": hidden}


def edit_told(edit: Edit) -> list[Any]:
    """What becomes of a mention: start, end, stand-in, outcome, strategy, reason."""
    span = edit.entity.span
    return [span.start, span.end, edit.surrogate, edit.outcome, edit.strategy, edit.reason]


def decision_told(one: Decision) -> dict[str, Any]:
    """An entry of the log, with what was before and after."""
    return {
        "number": one.number,
        "document": one.document,
        "layer": one.layer,
        "version": one.version,
        "reader": one.reader,
        "made": one.made,
        "action": one.action,
        "target": one.target,
        "batch": one.batch,
        "changes": {
            name: {"before": item_told(before), "after": item_told(after)}
            for name, (before, after) in one.changes.items()
        },
    }
