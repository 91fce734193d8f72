"""The gateway: a request is read, protected, forwarded, and its answer read back."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import httpx
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from prometheus_client import Counter

from understudy.core.draw import fresh_key
from understudy.core.errors import UnderstudyError
from understudy.core.text import json_text
from understudy.languages import DEFAULT, supported
from understudy.service.access import Access
from understudy.service.aside import aside
from understudy.service.bodies import read_json
from understudy.service.failures import Refused, answer_errors
from understudy.service.gateway.answers import Answer, turning, whole
from understudy.service.gateway.conversations import (
    KEY,
    SESSION,
    Conversation,
    Scope,
    Who,
    conversation_of,
    who_asks,
)
from understudy.service.gateway.dialects import Dialect, dialect_of
from understudy.service.gateway.errors import shaped
from understudy.service.gateway.events import Event, events
from understudy.service.gateway.sessions import FileStore, MemoryStore, State, Store, named
from understudy.service.gateway.settings import DROP, GatewaySettings
from understudy.service.gateway.shield import Asked, Shield, Shown
from understudy.service.gateway.slots import Slots
from understudy.service.gateway.upstream import BROKEN, SILENT, Upstream, passed_query, returned
from understudy.service.guard import Guard, Metrics, log
from understudy.service.names import place_of

__all__ = ["ROUTES", "SESSION", "create_gateway"]

ROUTES = (
    *("/v1/chat/completions", "/v1/completions", "/v1/messages", "/v1/messages/count_tokens"),
    *("/v1/responses", "/v1/embeddings"),
)
_LANGUAGE = "x-understudy-language"
_FAULT = ("fault", "an internal fault")
_MODEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_:@+-]|[./](?![./])){0,199}")
"""The name of a model, as in "org/model-1.5"; nothing that leads to another path."""


def create_gateway(settings: GatewaySettings, transport: Any = None) -> FastAPI:
    """The application. ``transport`` takes the place of the network in tests."""
    gateway = _Gateway(settings, transport)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await gateway.start()
        yield
        await gateway.stop()

    app = FastAPI(title="Understudy gateway", lifespan=lifespan, docs_url=None, redoc_url=None)
    answer_errors(app, shape=shaped)
    for route in ROUTES:
        app.add_api_route(route, gateway.endpoint(route), methods=["POST"], response_model=None)
    for route in ("/v1/models", "/v1/models/{model:path}"):
        app.add_api_route(route, gateway.passed, methods=["GET"], response_model=None)

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the gateway is up."""
        return {"status": "up"}

    @app.get("/ready")
    async def ready() -> JSONResponse:
        """Whether models and lists are loaded."""
        return JSONResponse({"ready": gateway.ready}, 200 if gateway.ready else 503)

    @app.get("/metrics")
    async def shown() -> Response:
        """Counts and times, for Prometheus."""
        return gateway.metrics.shown()

    access = Access(settings.keys, settings.per_client, KEY)
    app.add_middleware(
        Guard,
        max_bytes=settings.max_bytes,
        timeout=settings.timeout,
        access=access,
        metrics=gateway.metrics,
        checks=not settings.dry_run,
        shape=shaped,
    )
    return app


class _Told(NamedTuple):
    """A request that was read."""

    body: dict[str, Any]
    slots: Slots
    talk: Conversation
    asked: Asked

    def __repr__(self) -> str:
        return f"_Told({self.slots!r})"

    def filled(self, texts: Sequence[str]) -> bytes:
        """The request with other texts, as it is forwarded."""
        self.slots.fill(texts)
        return _packed(self.body)


class _Gateway:
    """All that the routes share."""

    def __init__(self, settings: GatewaySettings, transport: Any) -> None:
        self.settings = settings
        self._upstream = Upstream(settings, transport)
        self._store = _store(settings)
        self._secret = settings.session_key or fresh_key()
        by_route = dict(settings.routes)
        self._policies = {route: by_route.get(route, settings.policy) for route in ROUTES}
        self._shields = {
            name: Shield(name, settings.queue, settings.timeout)
            for name in dict.fromkeys(self._policies.values())
        }
        self.ready = False
        self._keeping: set[asyncio.Task[None]] = set()
        self.metrics = Metrics(lambda: sum(one.waiting for one in self._shields.values()))
        self._mentions = Counter(
            "understudy_gateway_mentions",
            "Mentions that were replaced, read back, or left since nobody could be sure, and those "
            "that a dry run would have replaced.",
            ["route", "what"],
            registry=self.metrics.registry,
        )

    async def start(self) -> None:
        """Load everything, then begin to serve."""
        languages = self.settings.languages or (DEFAULT,)
        for shield in self._shields.values():
            await asyncio.to_thread(shield.warm, languages)
            shield.start()
        self.ready = True

    async def stop(self) -> None:
        """End after what is under way."""
        self.ready = False
        for shield in self._shields.values():
            await shield.stop()
        await self._upstream.close()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        self._store.close()

    async def passed(self, request: Request) -> Response:
        """Forwards a request that says nothing: the list of models, or the name of one."""
        if not _MODEL.fullmatch(request.path_params.get("model", "0")):
            raise Refused(404, "not_found", "no model has such a name")
        query = passed_query(request)
        async with self._upstream.asked(request, request.url.path, None, query) as answer:
            data = await self._upstream.whole(answer)
            return Response(data, answer.status_code, returned(answer))

    def endpoint(self, route: str) -> Any:
        """What answers requests at a path."""

        async def forward(request: Request) -> Response:
            if self.settings.dry_run:
                return await self._unchanged(request, route)
            return await self._forward(request, route)

        return forward

    async def _forward(self, request: Request, route: str) -> Response:
        data = await request.body()
        query = passed_query(request)
        who = who_asks(request, self._secret)
        # What reads a request or an answer, or asks the store, is done in threads: a large one, or
        # a store that another process has locked, must not keep others waiting.
        told = await asyncio.to_thread(self._told, request, route, who, data)
        shown = await self._shields[self._policies[route]].shown(told.asked)
        data = await aside(len(data), told.filled, shown.texts)
        back = _Back(self, route, who, told.talk, shown)
        stack = AsyncExitStack()
        try:
            asked = self._upstream.asked(request, route, data, query)
            answer = await stack.enter_async_context(asked)
            kind = answer.headers.get("content-type", "")
            if answer.status_code < 400 and kind.startswith("text/event-stream"):
                stream = back.streamed(answer, stack.pop_all())
                return StreamingResponse(
                    stream, answer.status_code, returned(answer), media_type="text/event-stream"
                )
            data = await self._upstream.whole(answer)
            return await asyncio.to_thread(back.whole, answer, data)
        finally:
            await stack.aclose()

    async def _unchanged(self, request: Request, route: str) -> Response:
        """Forwards a request as it is, and logs what would have been replaced."""
        data = await request.body()
        shown = await self._counted(request, route, data)
        stack = AsyncExitStack()
        asked = self._upstream.asked(request, route, data, request.url.query)
        answer = await stack.enter_async_context(asked)

        async def pieces() -> AsyncIterator[bytes]:
            async with stack:
                async for piece in answer.aiter_bytes():
                    yield piece
            counts = {"would_replace": 0 if shown is None else sum(shown.replaced.values())}
            self._account(route, shown, counts, answer.status_code)

        return StreamingResponse(pieces(), answer.status_code, returned(answer))

    async def _counted(self, request: Request, route: str, data: bytes) -> Shown | None:
        """What would have been replaced; None for a request that would have been refused."""

        def asked() -> Asked:
            slots = self._read(route, _body(data), who_asks(request, self._secret), DROP)
            found, names = tuple(slots.found), tuple(slots.names)
            return Asked(found, names, State, lambda _: None, _language(request))

        try:
            return await self._shields[self._policies[route]].shown(await asyncio.to_thread(asked))
        except (Refused, UnderstudyError):
            return None

    def _told(self, request: Request, route: str, who: Who, data: bytes) -> _Told:
        """What a request says, and in which conversation."""
        body = _body(data)
        slots = self._read(route, body, who, self.settings.other_content)
        scope = Scope(route, self._policies[route], self.settings.session)
        talk = conversation_of(request, who, scope, body, slots)
        return _Told(body, slots, talk, self._asked(request, slots, talk, body))

    def _read(self, route: str, body: dict[str, Any], who: Who, other: str) -> Slots:
        def signed(text: str) -> bool:
            return self._store.get(named("thoughts", who.digest, text)) is not None

        dialect = Dialect(other, self._secret, signed)
        try:
            dialect_of(route)(dialect, body)
        except RecursionError:
            raise Refused(400, "invalid_request_error", "values lie too deep in it") from None
        return dialect.slots

    def _asked(
        self, request: Request, slots: Slots, talk: Conversation, body: dict[str, Any]
    ) -> Asked:
        def session() -> State:
            return talk.found(self._store)

        def keep(state: State) -> None:
            talk.asked(self._store, state)

        def place(name: str) -> str | None:
            return place_of(name, body)

        found, names = tuple(slots.found), tuple(slots.names)
        return Asked(found, names, session, keep, _language(request), place)

    async def kept(self, back: _Back, answer: Answer) -> None:
        """Keeps a session, also if nobody waits for it any more."""
        keeping = asyncio.create_task(asyncio.to_thread(self.keep, back, answer))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._done)
        await asyncio.shield(keeping)

    def _done(self, keeping: asyncio.Task[None]) -> None:
        self._keeping.discard(keeping)
        if not keeping.cancelled() and (error := keeping.exception()) is not None:
            log("fault", kind=type(error).__name__)

    def keep(self, back: _Back, answer: Answer) -> None:
        """Keeps a session under what the next request will repeat."""
        back.talk.answered(self._store, back.shown.state, answer)
        for signature in answer.signatures:
            self._store.put(named("thoughts", back.who.digest, signature), State())

    def account(self, back: _Back, answer: Answer, status: int) -> None:
        """Counts and logs; there is no text in either."""
        counts = {
            "replaced": sum(back.shown.replaced.values()),
            "restored": answer.restored,
            "unsure": answer.unsure,
        }
        self._account(back.route, back.shown, counts, status)

    def _account(
        self, route: str, shown: Shown | None, counts: Mapping[str, int], status: int
    ) -> None:
        for what, count in counts.items():
            self._mentions.labels(route, what).inc(count)
        log(
            "gateway",
            route=route,
            dry_run=self.settings.dry_run,
            status=status,
            refused=shown is None,
            found=0 if shown is None else shown.found,
            **counts,
            categories={} if shown is None else dict(sorted(shown.replaced.items())),
            left={} if shown is None else shown.left,
        )


class _Back:
    """One request on its way back."""

    def __init__(
        self, gateway: _Gateway, route: str, who: Who, talk: Conversation, shown: Shown
    ) -> None:
        self._gateway, self.route, self.who = gateway, route, who
        self.talk, self.shown = talk, shown
        self._kept = False

    def __repr__(self) -> str:
        return f"_Back({self.route!r})"

    def whole(self, answer: httpx.Response, data: bytes) -> Response:
        """An answer that was read whole. Errors pass as they are: they know stand-ins alone."""
        found = Answer()
        headers = returned(answer)
        if answer.status_code < 400:
            try:
                body = whole(json.loads(data), self.shown.echo, found)
            except (ValueError, RecursionError):
                raise Refused(502, "upstream", "the upstream server answered no JSON") from None
            data = _packed(body)
            self._gateway.keep(self, found)
        self._gateway.account(self, found, answer.status_code)
        return Response(data, answer.status_code, headers)

    async def streamed(self, answer: httpx.Response, stack: AsyncExitStack) -> AsyncIterator[bytes]:
        """An answer that arrives as events."""
        found = Answer()
        try:
            async with stack:
                async for several in self._turned(answer, found):
                    for made in several:
                        yield made.packed()
        finally:
            # Also for a client that goes away: it may know the id of the answer already.
            await self._keep(found)
            self._gateway.account(self, found, answer.status_code)

    async def _turned(self, answer: httpx.Response, found: Answer) -> AsyncIterator[list[Event]]:
        """What is sent for each event of an answer, and when no more come."""
        turner = turning(self.route, self.shown.echo, found)
        try:
            async for event in events(answer.aiter_bytes()):
                made = await aside(len(event.data) + found.held, list, turner.event(event))
                if found.noted:  # the next request may follow the event that ends an answer
                    await self._keep(found)
                yield made
            made = await aside(found.held, list, turner.end())
            await self._keep(found)
            yield made
        except httpx.HTTPError as error:
            silent = isinstance(error, httpx.TimeoutException)
            log("fault", route=self.route, kind="silent stream" if silent else "broken stream")
            yield [*turner.end(), turner.broken(*(SILENT if silent else BROKEN))]
        except Exception as error:
            log("fault", route=self.route, kind=type(error).__name__)
            yield [turner.broken(*_FAULT)]

    async def _keep(self, found: Answer) -> None:
        if not self._kept:
            self._kept = True
            await self._gateway.kept(self, found)


def _store(settings: GatewaySettings) -> Store:
    if settings.session_file is None:
        return MemoryStore(settings.expiry, settings.sessions)
    return FileStore(settings.session_file, settings.session_key or b"", settings.expiry)


def _language(request: Request) -> str | None:
    given = request.headers.get(_LANGUAGE)
    if given is None:
        return None
    found = supported(given)
    if found is None:
        raise Refused(
            400, "invalid_request_error", f"{_LANGUAGE}: a language that is not installed"
        )
    return found


def _packed(body: Any) -> bytes:
    return json_text(body).encode("utf-8")


def _body(data: bytes) -> dict[str, Any]:
    try:
        body = read_json(data)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise Refused(400, "invalid_request_error", "a JSON object is wanted")
    return body
