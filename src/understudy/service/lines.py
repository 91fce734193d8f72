"""A stream of texts: a JSON object on each line, answered line by line."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from understudy.core.errors import UnderstudyError
from understudy.core.text import json_text
from understudy.core.types import Document
from understudy.service.bodies import read_json
from understudy.service.engines import Engine, Made, Task
from understudy.service.failures import Refused
from understudy.service.guard import log

__all__ = ["CODE", "LINES_ASKED", "Lines", "answered"]

CODE = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
"""What the code of a language looks like: anything else is not told back."""
_LINES = 32
"""Lines of a stream that are handled together."""


LINES_ASKED: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/x-ndjson": {
                "schema": {"type": "string"},
                "example": '{"id": 1, "text": "I am Ann Lee."}\n{"id": 2, "text": "Call Bo."}\n',
            }
        },
    }
}
"""What a stream takes, for the OpenAPI document."""


class Lines(StreamingResponse):
    """Answers while the request is still read: the usual one would read the rest of the request
    itself, to see whether the client is gone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.stream_response(send)


class _Line(NamedTuple):
    """A line of a stream and its number, in which blank lines count."""

    number: int
    data: bytes | None
    """None in place of a line that is too long."""


async def answered(request: Request, engine: Engine, longest: int) -> AsyncIterator[bytes]:
    """Reads no further than it has answered, so that a slow reader slows the writer."""
    last = 0
    held: list[_Line] = []
    late: Refused | None = None
    try:
        async for line in _lines(request, longest):
            last = line.number
            held.append(line)
            if len(held) == _LINES:
                yield await _answers(held, engine)
                held = []
    except Refused as error:
        late = error
    if held:
        yield await _answers(held, engine)
    if late is not None:
        # The status is sent long since: the last line says why no more come.
        yield _packed({"error": late.message, "line": last + 1})


async def _lines(request: Request, longest: int) -> AsyncIterator[_Line]:
    """The lines of a body that are not blank."""
    number, rest, skipping = 1, b"", False
    async for chunk in request.stream():
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            if skipping:
                skipping = False
            elif len(line) > longest:
                yield _Line(number, None)
            elif line.strip():
                yield _Line(number, line)
            number += 1
        if len(rest) > longest:
            if not skipping:
                yield _Line(number, None)
            skipping, rest = True, b""
    if rest.strip() and not skipping:
        yield _Line(number, rest)


async def _answers(held: Sequence[_Line], engine: Engine) -> bytes:
    rows = [_row(line) for line in held]
    asked = [at for at, row in enumerate(rows) if "error" not in row]
    tasks = [_task(held[at].number, rows[at]) for at in asked]
    done: Sequence[Made | BaseException]
    try:
        done = await engine.outcomes(tasks)
    except Refused as error:
        done = [error] * len(tasks)
    for at, made in zip(asked, done, strict=True):
        if isinstance(made, BaseException):
            rows[at] |= {"error": _said(made), "line": held[at].number}
        else:
            rows[at] |= {"text": made.text, **made.counts()}
    return b"".join(map(_packed, rows))


def _task(number: int, row: dict[str, Any]) -> Task:
    return Task(Document(f"line {number}", row.pop("text"), row.pop("language", None)))


def _said(error: BaseException) -> str:
    """What is told of a fault: only messages of our own are known to hold no text."""
    if isinstance(error, UnderstudyError | Refused):
        return str(error)
    log("fault", kind=type(error).__name__)
    return "an internal fault"


def _packed(row: dict[str, Any]) -> bytes:
    return json_text(row).encode("utf-8") + b"\n"


def _row(line: _Line) -> dict[str, Any]:
    number = line.number
    if line.data is None:
        return {"error": "the line is too long", "line": number}
    try:
        row = read_json(line.data)
    except ValueError:
        row = None
    except Refused as error:
        return {"error": error.message.replace("the body", "the line"), "line": number}
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        return {"error": "a JSON object with a text is wanted", "line": number}
    if set(row) - {"id", "text", "language"} or not isinstance(row.get("id", ""), str | int):
        return {"error": "fields are id, text and language", "line": number}
    language = row.get("language")
    if language is not None and not (isinstance(language, str) and re.match(CODE, language)):
        return {"error": "language is not the code of one", "line": number}
    return dict(row)
