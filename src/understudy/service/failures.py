"""Errors as answers: a code and a message, never source text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_args

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from understudy.core.errors import BudgetExceeded, PolicyError, UnderstudyError, UsageError
from understudy.languages import DEFAULT
from understudy.languages.lexicon import lexicon

__all__ = ["LIMITS", "Refused", "Shape", "answer_errors", "plain"]


_ORDINARY = re.compile(r"[a-z]{2,20}(?:_[a-z]{2,20}){0,3}")
_FIELDS = frozenset(
    (
        *("text", "messages", "language", "policy", "restorable", "token"),
        *("entities", "start", "end", "category", "score", "who"),
    )
)
"""The fields of requests."""


LIMITS: dict[int | str, dict[str, Any]] = {
    408: {"description": "The body did not arrive in time."},
    413: {"description": "The body is too large, or has too many texts."},
    429: {"description": "Too many requests of one client at the same time."},
    503: {"description": "Too many texts wait, or no answer in time; come again later."},
}
"""What every request may be answered with, for the OpenAPI document."""


Shape = Callable[[str, int, str, str], dict[str, Any]]
"""path, status, code, message → the body of an error."""


def plain(_: str, __: int, code: str, message: str) -> dict[str, Any]:
    """The body of an error of ours."""
    return {"error": {"code": code, "message": message}}


class Refused(Exception):
    """A request that is not served: status, code and message."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        retry: int | None = None,
        *,
        closes: bool = False,
    ) -> None:
        """``closes``: the connection ends with the answer, since the rest of the request is not
        waited for."""
        super().__init__(message)
        self.status, self.code, self.message, self.retry = status, code, message, retry
        self.closes = closes

    def response(self, path: str = "", shape: Shape = plain) -> JSONResponse:
        """As it is answered."""
        headers = {} if self.retry is None else {"Retry-After": str(self.retry)}
        if self.closes:
            headers["Connection"] = "close"
        return JSONResponse(shape(path, self.status, self.code, self.message), self.status, headers)


def answer_errors(app: FastAPI, fields: frozenset[str] = _FIELDS, shape: Shape = plain) -> None:
    """Every error is answered in a ``shape``; ``fields`` are those of requests, which errors may
    name."""

    def told(request: Request, status: int, code: str, message: str) -> JSONResponse:
        return Refused(status, code, message).response(request.url.path, shape)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return error.response(request.url.path, shape)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent stands in the error, and the name of an unknown field is sent, too: known
        # names, numbers of places and the rule are told, and a name of ordinary words.
        wrong = [_told(one, fields, _wanted(request, one["loc"])) for one in error.errors()[:5]]
        return told(request, 422, "invalid_request", _joined(dict.fromkeys(wrong)))

    @app.exception_handler(UnderstudyError)
    async def ours(request: Request, error: UnderstudyError) -> JSONResponse:
        status = 403 if isinstance(error, BudgetExceeded) else 400
        code = {UsageError: "usage", PolicyError: "policy"}.get(type(error), "refused")
        return told(request, status, code, str(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http")
        return told(request, error.status_code, code, str(error.detail))


_RULES = {
    "missing": "is missing",
    "string_type": "must be a string",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "greater_than": "is too small",
    "greater_than_equal": "is too small",
    "string_pattern_mismatch": "is not the code of a language",
    "model_attributes_type": "must be a JSON object, sent as application/json",
}
"""The rules of pydantic that are broken most often, in words."""


def _joined(told: Iterable[str]) -> str:
    """What is wrong, in one line: of a field that may be one thing or another, both."""
    kinds: dict[str, list[str]] = {}
    rest: list[str] = []
    for one in told:
        place, sign, kind = one.partition(" must be ")
        if sign:
            kinds.setdefault(place, []).append(kind)
        else:
            rest.append(one)
    return "; ".join([*(f"{at} must be {' or '.join(of)}" for at, of in kinds.items()), *rest])


def _told(one: Mapping[str, Any], fields: frozenset[str], wanted: Sequence[str]) -> str:
    """What is wrong with a request, without what was sent."""
    rule, places = str(one["type"]), [part for part in one["loc"] if part != "body"]
    if rule == "json_invalid":
        at = next((part for part in places if isinstance(part, int)), None)
        return "the body is not valid JSON" + ("" if at is None else f" (character {at + 1})")
    if rule == "extra_forbidden":
        known = f"; the fields are: {', '.join(wanted)}" if wanted else ""
        inside = ".".join(_known(places[:-1], fields))
        name = _shown(str(places[-1])) if places else ""
        return f"{f'{inside}: ' if inside else ''}there is a field that is not known{name}{known}"
    place = ".".join(_known(places, fields))
    said = _RULES.get(rule)
    if said:
        return f"{place or 'the body'} {said}"
    return f"{place}: {rule}" if place else rule


def _known(places: Iterable[object], fields: frozenset[str]) -> list[str]:
    return [str(part) for part in places if isinstance(part, int) or part in fields]


def _shown(name: str) -> str:
    """The name of an unknown field, where it is made of ordinary words: it is none of a person."""
    common = lexicon(DEFAULT).common
    ordinary = _ORDINARY.fullmatch(name) and all(word in common for word in name.split("_"))
    return f" ({name})" if ordinary else ""


def _wanted(request: Request, places: Sequence[object]) -> list[str]:
    """The fields of what the route takes, or of the objects in it at a place."""
    body = getattr(request.scope.get("route"), "body_field", None)
    model = getattr(getattr(body, "field_info", None), "annotation", None)
    for part in places[:-1]:
        if part != "body" and isinstance(part, str):
            held = getattr(model, "model_fields", {}).get(part)
            inside = get_args(getattr(held, "annotation", None))
            model = inside[0] if inside else None
    return list(getattr(model, "model_fields", {}))
