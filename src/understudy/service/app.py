"""The application: routes, limits, health, metrics and logs."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.service import presidio, v1
from understudy.service.access import Access
from understudy.service.engines import Engines
from understudy.service.failures import Refused, answer_errors
from understudy.service.settings import Settings
from understudy.service.tokens import Sealer

__all__ = ["create_app"]

_LOG = logging.getLogger("understudy.service")
_OPEN = frozenset({"/health", "/ready"})
"""Asked by whoever watches the service; they need no key."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class _Metrics:
    """Counts and times by route and status; nothing of what a request says."""

    def __init__(self, engines: Engines) -> None:
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
        waiting = Gauge("understudy_waiting_texts", "Texts that wait.", registry=self.registry)
        waiting.set_function(lambda: engines.waiting)


def create_app(settings: Settings, key: bytes | None = None) -> FastAPI:
    """The service. ``key`` seals the tokens of restorable texts; a fresh one lives in memory."""
    engines = Engines(settings)
    metrics = _Metrics(engines)
    access = Access(settings.keys, settings.per_client)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await engines.start()
        yield
        await engines.stop()

    app = FastAPI(
        title="Understudy",
        description="De-identification of text.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    answer_errors(app)
    app.include_router(v1.router(engines, Sealer(key)))
    app.include_router(presidio.router(engines, "/presidio"))

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the service is up."""
        return {"status": "up"}

    @app.get("/ready")
    async def ready() -> JSONResponse:
        """Whether models and lists are loaded."""
        return JSONResponse({"ready": engines.ready}, 200 if engines.ready else 503)

    @app.get("/metrics")
    async def shown() -> Response:
        """Counts and times, for Prometheus."""
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    if settings.presidio_root:
        app.include_router(presidio.router(engines, ""))
    app.add_middleware(_Guard, settings=settings, access=access, metrics=metrics)
    return app


class _Guard:
    """What holds for every request: an id, a known client, a limit on its size, a line in the
    log. Plain ASGI: a body that is streamed in goes on while the answer is streamed out."""

    def __init__(self, app: ASGIApp, settings: Settings, access: Access, metrics: _Metrics) -> None:
        self._app, self._settings, self._access, self._metrics = app, settings, access, metrics

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
                await self._app(scope, receive, sent)
        except Refused as error:
            await error.response()(scope, receive, sent)
        except Exception as error:
            # What went wrong may have source text in its message: its kind is told alone.
            _log("fault", request_id=name, kind=type(error).__name__)
            if not status:
                await Refused(500, "fault", "an internal fault").response()(scope, receive, sent)
        seconds = time.perf_counter() - began
        route = getattr(scope.get("route"), "path", "-")
        self._metrics.requests.labels(route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        _log(
            "request",
            request_id=name,
            client=client,
            method=request.method,
            route=route,
            status=status,
            ms=round(1000 * seconds, 1),
        )

    def _check_size(self, request: Request) -> None:
        most = self._settings.max_bytes
        if not request.url.path.endswith("/stream") and _size(request) > most:
            raise Refused(413, "too_large", f"a request has at most {most:,} bytes")


def _size(request: Request) -> int:
    """What the request says of its size; one without a length would have no limit."""
    said = request.headers.get("content-length")
    if said is not None and said.isdecimal():
        return int(said)
    if request.method in ("POST", "PUT", "PATCH"):
        raise Refused(411, "length_required", "send the length of the body")
    return 0


def _log(event: str, **facts: Any) -> None:
    _LOG.info(json.dumps({"event": event, **facts}))
