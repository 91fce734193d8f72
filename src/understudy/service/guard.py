"""What holds for every request: who asks, how much, and what is counted and logged of it."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.service.access import Access
from understudy.service.aside import aside
from understudy.service.bodies import check_body, read_whole, replayed, within
from understudy.service.failures import Refused, Shape, plain

__all__ = ["Guard", "Metrics", "log"]

_LOG = logging.getLogger("understudy.service")
_OPEN = frozenset({"/health", "/ready"})
"""Asked by whoever watches the service; they need no key."""
_BODIES = frozenset({"POST", "PUT", "PATCH"})
"""Methods of requests with a body."""
_GONE = 499
"""What is logged where the client has gone; nobody is told."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


_SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which the workers of one service write what they count, if there are several; it
must be set before prometheus_client is imported."""


class Metrics:
    """Counts and times by route and status; nothing of what a request says. Of several workers
    the sum is shown, whichever of them is asked."""

    def __init__(self, waiting: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "understudy_requests",
            "Requests by route and status.",
            ["route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "understudy_request_seconds",
            "Seconds until a request was answered.",
            ["route"],
            registry=self.registry,
        )
        self._waiting = waiting
        self._gauge = Gauge(
            "understudy_waiting_texts",
            "Texts that wait.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )

    def counted(self, route: str, status: int, seconds: float) -> None:
        """One more request."""
        self.requests.labels(route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)
        self._gauge.set(self._waiting())

    def shown(self) -> Response:
        """As Prometheus reads them."""
        self._gauge.set(self._waiting())
        registry = self.registry
        if os.environ.get(_SHARED):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


class Guard:
    """What holds for every request: an id, a known client, limits on its size and on the time in
    which it arrives, JSON that can be written again, a line in the log. Plain ASGI: a body that is
    streamed in goes on while the answer is streamed out."""

    def __init__(
        self,
        app: ASGIApp,
        max_bytes: int,
        timeout: float,
        access: Access,
        metrics: Metrics,
        *,
        checks: bool = True,
        shape: Shape = plain,
    ) -> None:
        """``checks``: whether bodies are looked at here; not where they pass as they are;
        ``shape``: the shape of errors."""
        self._app, self._max_bytes, self._timeout = app, max_bytes, timeout
        self._checks, self._shape = checks, shape
        self._access, self._metrics = access, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request = Request(scope)
        given = request.headers.get("x-request-id", "")
        name = given if _ID.fullmatch(given) else secrets.token_hex(8)
        client, status = "-", 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = name
            await send(message)

        try:
            if request.url.path not in _OPEN:
                client = self._access.client(request)
            self._check_size(request)
            with self._access.admitted(client):
                await self._app(scope, await self._read(request, receive), sent)
        except Refused as error:
            if not status:
                await self._told(request, error)(scope, receive, sent)
        except ConnectionError:
            status = status or _GONE
        except Exception as error:
            # What went wrong may have source text in its message: its kind is told alone.
            log("fault", request_id=name, kind=type(error).__name__)
            if not status:
                fault = Refused(500, "fault", "an internal fault")
                await self._told(request, fault)(scope, receive, sent)
        seconds = time.perf_counter() - began
        route = getattr(scope.get("route"), "path", "-")
        self._metrics.counted(route, status, seconds)
        log(
            "request",
            request_id=name,
            client=client,
            method=request.method,
            route=route,
            status=status,
            ms=round(1000 * seconds, 1),
        )

    def _told(self, request: Request, error: Refused) -> Response:
        return error.response(request.url.path, self._shape)

    async def _read(self, request: Request, receive: Receive) -> Receive:
        """What the application reads the body from."""
        if _is_streamed(request):
            return within(receive, self._timeout)
        if request.method not in _BODIES:
            return receive
        data = await read_whole(receive, self._timeout)
        if self._checks:
            await aside(len(data), check_body, data)
        return replayed(data, receive)

    def _check_size(self, request: Request) -> None:
        most = self._max_bytes
        if not _is_streamed(request) and _size(request) > most:
            raise Refused(413, "too_large", f"a request has at most {most:,} bytes")


def _is_streamed(request: Request) -> bool:
    return request.url.path.endswith("/stream")


def _size(request: Request) -> int:
    """What the request says of its size; one without a length would have no limit."""
    said = request.headers.get("content-length")
    if said is not None and said.isdecimal():
        return int(said)
    if request.method in _BODIES:
        raise Refused(411, "length_required", "send the length of the body")
    return 0


def log(event: str, **facts: Any) -> None:
    """A line of the log: facts, never text."""
    _LOG.info(json.dumps({"event": event, **facts}))
