"""Errors as answers: a code and a message, never source text."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from understudy.core.errors import BudgetExceeded, PolicyError, UnderstudyError, UsageError

__all__ = ["Refused", "answer_errors"]


_FIELDS = frozenset(
    (
        *("text", "messages", "language", "policy", "restorable", "token"),
        *("entities", "start", "end", "category"),
    )
)
"""The fields of requests."""


class Refused(Exception):
    """A request that is not served: status, code and message."""

    def __init__(self, status: int, code: str, message: str, retry: int | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry = status, code, message, retry

    def response(self) -> JSONResponse:
        """As it is answered."""
        headers = None if self.retry is None else {"Retry-After": str(self.retry)}
        return _json(self.status, self.code, self.message, headers)


def answer_errors(app: FastAPI, fields: frozenset[str] = _FIELDS) -> None:
    """Every error becomes ``{"error": {"code", "message"}}``; ``fields`` are those of requests,
    which errors may name."""

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        return error.response()

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent stands in the error, and the name of an unknown field is sent, too: known
        # names, numbers of places and the rule are told alone.
        places = [
            ".".join(str(part) for part in one["loc"] if isinstance(part, int) or part in fields)
            + f": {one['type']}"
            for one in error.errors()[:5]
        ]
        return _json(422, "invalid_request", "; ".join(place.lstrip(": ") for place in places))

    @app.exception_handler(UnderstudyError)
    async def ours(_: Request, error: UnderstudyError) -> JSONResponse:
        status = 403 if isinstance(error, BudgetExceeded) else 400
        code = {UsageError: "usage", PolicyError: "policy"}.get(type(error), "refused")
        return _json(status, code, str(error))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http")
        return _json(error.status_code, code, str(error.detail))


def _json(
    status: int, code: str, message: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message}}, status, headers)
