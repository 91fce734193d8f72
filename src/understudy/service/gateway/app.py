"""The gateway: a request is read, protected, forwarded, and its answer read back."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from prometheus_client import Counter

from understudy.core.draw import fresh_key
from understudy.languages import DEFAULT, supported
from understudy.service.access import Access
from understudy.service.failures import Refused, answer_errors
from understudy.service.gateway.answers import Answer, events, turning, whole
from understudy.service.gateway.dialects import Dialect, dialect_of, message_slots
from understudy.service.gateway.sessions import (
    FileStore,
    MemoryStore,
    State,
    Store,
    digests,
    named,
)
from understudy.service.gateway.settings import BY_KEY, GatewaySettings
from understudy.service.gateway.shield import Asked, Shield, Shown
from understudy.service.gateway.slots import Slots
from understudy.service.gateway.upstream import Upstream, credentials, returned
from understudy.service.guard import Guard, Metrics, log

__all__ = ["ROUTES", "SESSION", "create_gateway"]

ROUTES = (
    *("/v1/chat/completions", "/v1/completions", "/v1/messages", "/v1/messages/count_tokens"),
    *("/v1/responses", "/v1/embeddings"),
)
SESSION = "x-understudy-session"
_LANGUAGE = "x-understudy-language"
_KEY = "x-understudy-key"
_ASSISTANT = "assistant"
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}")
_LONGEST = 200


def create_gateway(settings: GatewaySettings, transport: Any = None) -> FastAPI:
    """The application. ``transport`` takes the place of the network in tests."""
    gateway = _Gateway(settings, transport)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await gateway.start()
        yield
        await gateway.stop()

    app = FastAPI(title="Understudy gateway", lifespan=lifespan, docs_url=None, redoc_url=None)
    answer_errors(app)
    for route in ROUTES:
        app.add_api_route(route, gateway.endpoint(route), methods=["POST"], response_model=None)
    for route in ("/v1/models", "/v1/models/{model}"):
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

    access = Access(settings.keys, settings.per_client, _KEY)
    app.add_middleware(Guard, max_bytes=settings.max_bytes, access=access, metrics=gateway.metrics)
    return app


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
        self.metrics = Metrics(lambda: sum(one.waiting for one in self._shields.values()))
        self._mentions = Counter(
            "understudy_gateway_mentions",
            "Mentions that were replaced, read back, or left since nobody could be sure.",
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
        self._store.close()

    async def passed(self, request: Request) -> Response:
        """Forwards a request that says nothing: the list of models, or the name of one."""
        if not _MODEL.fullmatch(request.path_params.get("model", "0")):
            raise Refused(404, "not_found", "no model has such a name")
        async with self._upstream.asked(request, request.url.path, None) as answer:
            data = await self._upstream.whole(answer)
            return Response(data, answer.status_code, returned(answer))

    def endpoint(self, route: str) -> Any:
        """What answers requests at a path."""

        async def forward(request: Request) -> Response:
            return await self._forward(request, route)

        return forward

    async def _forward(self, request: Request, route: str) -> Response:
        body = await _body(request)
        original = copy.deepcopy(body) if self.settings.dry_run else body
        client = self._client(request)
        slots = self._read(route, body, client)
        turns = _Turns(slots, named(client, route, self._policies[route]))
        shown = await self._shown(request, route, body, slots, turns, client)
        if self.settings.dry_run:
            body = original
        else:
            slots.fill(shown.texts)
        talk = _Talk(self, route, shown, turns, client)
        stack = AsyncExitStack()
        try:
            answer = await stack.enter_async_context(self._upstream.asked(request, route, body))
            kind = answer.headers.get("content-type", "")
            if answer.status_code < 400 and kind.startswith("text/event-stream"):
                stream = talk.streamed(answer, stack.pop_all())
                return StreamingResponse(
                    stream, answer.status_code, returned(answer), media_type="text/event-stream"
                )
            data = await self._upstream.whole(answer)
            return talk.whole(answer, data)
        finally:
            await stack.aclose()

    def _client(self, request: Request) -> str:
        """Who asks, by a digest of the keys; two clients never share a session."""
        own = request.headers.get(_KEY, "")
        data = f"{own}\0{credentials(request)}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=self._secret[:32], digest_size=32).hexdigest()

    def _read(self, route: str, body: dict[str, Any], client: str) -> Slots:
        def signed(text: str) -> bool:
            return self._store.get(named("thoughts", client, text)) is not None

        dialect = Dialect(self.settings.other_content, self._secret, signed)
        try:
            dialect_of(route)(dialect, body)
        except RecursionError:
            raise Refused(400, "invalid_request_error", "values lie too deep in it") from None
        return dialect.slots

    async def _shown(
        self,
        request: Request,
        route: str,
        body: dict[str, Any],
        slots: Slots,
        turns: _Turns,
        client: str,
    ) -> Shown:
        policy = self._policies[route]
        fixed = self._fixed(request, client, policy)
        earlier = turns.earlier()
        if isinstance(body.get("previous_response_id"), str):
            earlier = [named(client, policy, "response", body["previous_response_id"])]

        def session() -> State:
            names = [fixed] if fixed else earlier
            found = (self._store.get(name) for name in names)
            return next((state for state in found if state is not None), None) or State()

        def keep(state: State) -> None:
            if fixed and not self.settings.dry_run:
                self._store.put(fixed, state)

        asked = Asked(tuple(slots.found), session, keep, _language(request))
        return await self._shields[policy].shown(asked)

    def _fixed(self, request: Request, client: str, policy: str) -> str:
        """The name of the session, where the request says it."""
        given = request.headers.get(SESSION, "")
        if len(given) > _LONGEST:
            raise Refused(400, "invalid_request_error", f"{SESSION}: too long")
        if given:
            return named(client, policy, "session", given)
        return named(client, policy, "client") if self.settings.session == BY_KEY else ""

    def keep(self, talk: _Talk, answer: Answer) -> None:
        """Keeps a session under what the next request will repeat."""
        if self.settings.dry_run:
            return
        policy = self._policies[talk.route]
        if answer.message:
            self._store.put(talk.turns.after(message_slots(answer.message)), talk.shown.state)
        if answer.response:
            name = named(talk.client, policy, "response", answer.response)
            self._store.put(name, talk.shown.state)
        for signature in answer.signatures:
            self._store.put(named("thoughts", talk.client, signature), State())

    def account(self, talk: _Talk, answer: Answer, status: int) -> None:
        """Counts and logs; there is no text in either."""
        shown = talk.shown
        counts = {
            "replaced": sum(shown.replaced.values()),
            "restored": answer.restored,
            "unsure": answer.unsure,
        }
        for what, count in counts.items():
            self._mentions.labels(talk.route, what).inc(count)
        log(
            "gateway",
            route=talk.route,
            dry_run=self.settings.dry_run,
            status=status,
            found=shown.found,
            **counts,
            categories=dict(sorted(shown.replaced.items())),
        )


class _Turns:
    """The turns of a request, and the names of sessions that follow from them."""

    def __init__(self, slots: Slots, start: str) -> None:
        self._turns = list(slots.turns())
        self._start = start

    def __repr__(self) -> str:
        return f"_Turns({len(self._turns)})"

    def earlier(self) -> list[str]:
        """Where the session may be, after the last answer first."""
        found = digests(self._turns, self._start)
        return [name for role, name in reversed(found) if role == _ASSISTANT]

    def after(self, answer: Slots) -> str:
        """Where it is kept after an answer."""
        last = digests([*self._turns, *answer.turns()], self._start)
        return last[-1][1] if last else named(self._start)


class _Talk:
    """One request on its way back."""

    def __init__(
        self, gateway: _Gateway, route: str, shown: Shown, turns: _Turns, client: str
    ) -> None:
        self._gateway, self.route, self.shown = gateway, route, shown
        self.turns, self.client = turns, client

    def __repr__(self) -> str:
        return f"_Talk({self.route!r})"

    def whole(self, answer: httpx.Response, data: bytes) -> Response:
        """An answer that was read whole. Errors pass as they are: they know stand-ins alone."""
        found = Answer()
        headers = returned(answer)
        if answer.status_code < 400 and not self._gateway.settings.dry_run:
            try:
                body = whole(json.loads(data), self.shown.echo, found)
            except ValueError:
                raise Refused(502, "upstream", "the upstream server answered no JSON") from None
            data = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
            self._gateway.keep(self, found)
        self._gateway.account(self, found, answer.status_code)
        return Response(data, answer.status_code, headers)

    async def streamed(self, answer: httpx.Response, stack: AsyncExitStack) -> AsyncIterator[bytes]:
        """An answer that arrives as events."""
        found = Answer()
        turn = turning(self.route, self.shown.echo, found)
        async with stack:
            if self._gateway.settings.dry_run:
                async for piece in answer.aiter_bytes():
                    yield piece
            else:
                async for event in events(answer.aiter_lines()):
                    for made in turn(event):
                        yield made.packed()
                self._gateway.keep(self, found)
        self._gateway.account(self, found, answer.status_code)


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


async def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refused(400, "invalid_request_error", "a JSON object is wanted")
    return body
