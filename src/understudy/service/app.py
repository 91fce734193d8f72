"""The application: routes, health and metrics."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response

from understudy.service import presidio, v1
from understudy.service.access import Access
from understudy.service.engines import Engines
from understudy.service.failures import answer_errors
from understudy.service.guard import Guard, Metrics
from understudy.service.settings import Settings
from understudy.service.tokens import Sealer

__all__ = ["create_app"]


def create_app(settings: Settings, key: bytes | None = None) -> FastAPI:
    """The service. ``key`` seals the tokens of restorable texts; a fresh one lives in memory."""
    engines = Engines(settings)
    metrics = Metrics(lambda: engines.waiting)
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
        return metrics.shown()

    if settings.presidio_root:
        app.include_router(presidio.router(engines, ""))
    app.add_middleware(
        Guard,
        max_bytes=settings.max_bytes,
        timeout=settings.timeout,
        access=access,
        metrics=metrics,
    )
    return app
