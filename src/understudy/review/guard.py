"""What holds for every request: the right host, a session, a CSRF token, limits, headers."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Any

from fastapi import Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.review.accounts import Accounts, Session, same
from understudy.service.failures import Refused

__all__ = ["COOKIE", "Bucket", "Guard", "Tries", "asked_by", "wants"]

COOKIE = "understudy_review"
_LOG = logging.getLogger("understudy.review")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_MOST_BYTES = 1_000_000
_TRIES_OF_ADDRESS, _PAUSE_OF_ADDRESS = 20.0, 12.0
"""Wrong passwords at once from an address, and seconds until there is a further try."""
_TRIES_OF_ACCOUNT, _PAUSE_OF_ACCOUNT = 5.0, 60.0
"""The same for one account, from one address."""
_SAFE = ("GET", "HEAD")
_OPEN = ("/api/login", "/enter", "/api/hello")
"""What somebody without a session may ask for, beside the page itself."""


class Bucket:
    """A limit on how often something happens: so many at once, so many a second later."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()  # who asks twice at once must not find a full bucket

    def take(self, name: str) -> float:
        """0 where it may happen; else how many seconds to wait."""
        with self._lock:
            left, now = self._left(name)
            allowed = left >= 1
            self._held[name] = (left - 1 if allowed else left, now)
            while len(self._held) > 10_000:
                self._held.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate

    def give_back(self, name: str) -> None:
        """What was taken did not count."""
        with self._lock:
            left, now = self._left(name)
            self._held[name] = (min(self._burst, left + 1), now)

    def _left(self, name: str) -> tuple[float, float]:
        now = time.monotonic()
        left, since = self._held.pop(name, (self._burst, now))
        return min(self._burst, left + (now - since) * self._rate), now


class Tries:
    """A limit on wrong passwords: per address, and more slowly per account and address. No limit
    is of an account alone: a stranger elsewhere could then lock its owner out."""

    def __init__(self) -> None:
        self._addresses = Bucket(_TRIES_OF_ADDRESS, 1 / _PAUSE_OF_ADDRESS)
        self._accounts = Bucket(_TRIES_OF_ACCOUNT, 1 / _PAUSE_OF_ACCOUNT)

    def take(self, client: str, account: str) -> float:
        """Before a password is looked at, so that many at once are no way around; 0 where it may
        be, else how many seconds to wait."""
        address = _address(client)
        # The address first: names without end from one address would push others out.
        if wait := self._addresses.take(address):
            return wait
        if wait := self._accounts.take(f"{address} {account}"):
            self._addresses.give_back(address)
        return wait

    def right(self, client: str, account: str) -> None:
        """The password was right, and the try does not count."""
        address = _address(client)
        self._addresses.give_back(address)
        self._accounts.give_back(f"{address} {account}")


def _address(client: str) -> str:
    """What one sender holds: of version 6 they have a whole network of 64 bits."""
    try:
        found = ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


def asked_by(request: Request) -> Session:
    """Who asks; the guard has made sure that somebody does."""
    session: Session = request.scope["review_session"]
    return session


def wants(role: str) -> Callable[[Request], Coroutine[Any, Any, Session]]:
    """A dependency of routes that only some roles may use. It waits for nothing: a plain function
    would have every request go to a thread and back for it."""

    async def check(request: Request) -> Session:
        session = asked_by(request)
        if not session.may(role):
            raise Refused(403, "role", f"this is for the role {role}")
        return session

    return check


class Guard:
    """Plain ASGI around the application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        accounts: Accounts,
        hosts: Sequence[str],
        local: bool,
        rate: float = 100.0,
    ) -> None:
        self._app, self._accounts = app, accounts
        self._hosts = frozenset(host.lower() for host in hosts)
        self._local = local
        self._bucket = Bucket(rate * 3, rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request = Request(scope)
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if request.url.path.startswith("/static/"):
                    headers["Cache-Control"] = "no-cache"
            await send(message)

        try:
            self._check(request)
            await self._app(scope, receive, sent)
        except Refused as error:
            await error.response()(scope, receive, sent)
        except Exception as error:
            # What went wrong may have source text in its message: its kind is told alone.
            _log("fault", kind=type(error).__name__)
            if not status:
                await Refused(500, "fault", "an internal fault").response()(scope, receive, sent)
        route = getattr(scope.get("route"), "path", "-")
        _log(
            "request",
            method=request.method,
            route=route,
            status=status,
            ms=round(1000 * (time.perf_counter() - began), 1),
        )

    def _check(self, request: Request) -> None:
        if request.headers.get("host", "").lower() not in self._hosts:
            raise Refused(421, "host", "the review does not go by that name")
        path = request.url.path
        if not path.startswith("/api/") or path in _OPEN:
            client = request.client.host if request.client else "-"
            self._limit(f"client {client}")
            self._check_body(request, path in _OPEN)
            return
        token = request.cookies.get(COOKIE, "")
        session = self._accounts.of(token, local=self._local) if token else None
        if session is None:
            raise Refused(401, "session", "sign in first")
        self._limit(f"reader {session.reader}")
        if request.method not in _SAFE and not same(
            request.headers.get("x-csrf-token", ""), session.csrf
        ):
            raise Refused(403, "csrf", "the request does not come from the page")
        self._check_body(request, False)
        request.scope["review_session"] = session

    def _limit(self, name: str) -> None:
        wait = self._bucket.take(name)
        if wait:
            raise Refused(429, "too_often", "too many requests; wait a moment", int(wait) + 1)

    def _check_body(self, request: Request, login: bool) -> None:
        if request.method in _SAFE:
            return
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() not in self._hosts:
            raise Refused(403, "origin", "the request comes from another page")
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if kind != "application/json":  # a form of another page cannot send that
            raise Refused(415, "content_type", "send JSON")
        said = request.headers.get("content-length", "")
        if not said.isdecimal():
            raise Refused(411, "length_required", "send the length of the body")
        if int(said) > _MOST_BYTES:
            raise Refused(413, "too_large", f"a request has at most {_MOST_BYTES:,} bytes")


def _log(event: str, **facts: Any) -> None:
    _LOG.info(json.dumps({"event": event, **facts}))
