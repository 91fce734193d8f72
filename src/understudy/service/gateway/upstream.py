"""The one server that requests are forwarded to: the operator names it, nobody else can.

Keys of the upstream server pass through and are never logged. Redirects are not followed, and
proxies of the environment are not asked.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import Request

from understudy.service.failures import Refused
from understudy.service.gateway.settings import GatewaySettings, check_upstream
from understudy.service.guard import log

__all__ = ["BROKEN", "GONE", "SILENT", "Upstream", "credentials", "passed_query", "returned"]

_PASSED = (
    *("authorization", "x-api-key", "api-key", "anthropic-version", "anthropic-beta"),
    *("openai-organization", "openai-project", "openai-beta", "accept"),
)
"""Headers of a request that are forwarded; no other is."""
_RETURNED = ("content-type", "retry-after", "request-id", "x-request-id", "openai-version")
_LIMITS = re.compile(r"(?:x-|anthropic-)ratelimit-[a-z-]{1,60}")
_PARAMETERS = frozenset(("after", "after_id", "api-version", "before_id", "beta", "limit", "order"))
_PARAMETER = re.compile(r"[a-z0-9_.-]{0,64}")
_CONNECT = 10.0
_IDLE = 2.0
"""Seconds that an idle connection is kept: fewer than servers keep theirs, or a request is sent on
a connection that is just being closed. Five are usual for those that people run themselves."""
_CONNECTIONS = 1000
GONE = ("upstream", "the upstream server cannot be reached")
BROKEN = ("upstream", "the answer of the upstream server broke off")
SILENT = ("upstream_timeout", "the upstream server did not answer in time")
"""Codes and messages of errors: before an answer has begun, and after."""


def credentials(request: Request) -> tuple[str, ...]:
    """The keys by which the upstream server knows a client."""
    return tuple(request.headers.get(name, "") for name in _PASSED[:3])


def _transport() -> httpx.AsyncHTTPTransport:
    limits = httpx.Limits(max_connections=_CONNECTIONS, keepalive_expiry=_IDLE)
    return httpx.AsyncHTTPTransport(limits=limits, retries=1, trust_env=False)


def passed_query(request: Request) -> str:
    """The query of a request; refused if it has what the interface does not know."""
    given = request.query_params.multi_items()
    if not all(name in _PARAMETERS and _PARAMETER.fullmatch(value) for name, value in given):
        raise Refused(400, "invalid_request_error", "the query has what is not passed on")
    return "&".join(f"{name}={value}" for name, value in given)


class Upstream:
    """Forwards requests."""

    def __init__(self, settings: GatewaySettings, transport: Any = None) -> None:
        """``transport`` takes the place of the network in tests."""
        self._base = check_upstream(settings.upstream)
        self._most = settings.max_answer
        self._http = httpx.AsyncClient(
            timeout=httpx.Timeout(settings.timeout, connect=_CONNECT),
            follow_redirects=False,
            trust_env=False,
            transport=transport or _transport(),
        )

    def __repr__(self) -> str:
        return "Upstream()"

    async def close(self) -> None:
        """Give connections back."""
        await self._http.aclose()

    @asynccontextmanager
    async def asked(
        self, request: Request, path: str, data: bytes | None, query: str
    ) -> AsyncIterator[httpx.Response]:
        """The answer, of which only the head has been read."""
        headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
        if data is not None:
            headers["content-type"] = "application/json"
        address = f"{self._base}{path}" + (f"?{query}" if query else "")
        begun = False
        try:
            async with self._http.stream(
                request.method, address, content=data, headers=headers
            ) as answer:
                begun = True
                yield answer
        except httpx.TimeoutException as error:
            log("upstream", kind=type(error).__name__)
            raise Refused(504, *SILENT) from None
        except httpx.HTTPError as error:
            log("upstream", kind=type(error).__name__)
            raise Refused(502, *(BROKEN if begun else GONE)) from None

    async def whole(self, answer: httpx.Response) -> bytes:
        """All of an answer, up to a limit."""
        pieces: list[bytes] = []
        size = 0
        async for piece in answer.aiter_bytes():
            size += len(piece)
            if size > self._most:
                raise Refused(502, "upstream", "the answer of the upstream server is too long")
            pieces.append(piece)
        return b"".join(pieces)


def returned(answer: httpx.Response) -> dict[str, str]:
    """Headers of an answer that are passed back."""
    return {
        name: value
        for name, value in answer.headers.items()
        if name in _RETURNED or _LIMITS.fullmatch(name)
    }
