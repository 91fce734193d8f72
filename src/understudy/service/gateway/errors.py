"""Errors in the shape of the interface that was asked, so that its clients understand them."""

from __future__ import annotations

from typing import Any

__all__ = ["shaped"]

_MESSAGES = "/v1/messages"
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
    504: "timeout_error",
}
"""What both interfaces call an error of a status."""
_OURS = 500


def shaped(path: str, status: int, code: str, message: str) -> dict[str, Any]:
    """The body of an error, as Anthropic's interface or OpenAI's has it."""
    usual = _TYPES[400] if status < _OURS else "api_error"
    error: dict[str, Any] = {"type": _TYPES.get(status, usual), "message": message, "code": code}
    if path.startswith(_MESSAGES):
        return {"type": "error", "error": error}
    return {"error": {**error, "param": None}}
