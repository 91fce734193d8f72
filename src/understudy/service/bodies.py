"""The bodies of requests, at the one door where all of them come in: read whole within a time, and
refused where they hold what no answer could be written with."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

from starlette.types import Message, Receive

from understudy.service.failures import Refused

__all__ = ["check_body", "read_json", "read_whole", "replayed", "within"]

_DEEPEST = 100
"""Lists and objects in one another; what reads them goes down with every one."""
_CODE = "invalid_json"


def read_json(data: bytes | str) -> Any:
    """The value of a JSON text that can be read and written again. One that is no JSON is a
    ValueError; one that is, and is not served, is refused, without what it says."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(400, _CODE, "the body is not UTF-8") from None
    try:
        value = json.loads(text)
    except RecursionError:
        raise _too_deep() from None
    _check(value)
    return value


def check_body(data: bytes) -> None:
    """Refuses a body that is JSON and is not served; each route says itself what is no JSON."""
    try:
        read_json(data)
    except ValueError:
        return


def _check(value: Any) -> None:
    # Level by level, not by recursion, which is what it protects from.
    level = [value]
    for _ in range(_DEEPEST + 1):
        below: list[Any] = []
        for one in level:
            if isinstance(one, str):
                _check_text(one)
            elif isinstance(one, dict):
                for name in one:
                    _check_text(name)
                below += one.values()
            elif isinstance(one, list):
                below += one
            elif isinstance(one, float) and not math.isfinite(one):
                raise Refused(400, _CODE, "a number is too large, or none")
        if not below:
            return
        level = below
    raise _too_deep()


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # Half a pair: no text in UTF-8, whatever JSON lets one escape.
        raise Refused(400, _CODE, "a text has half of a surrogate pair, no character") from None


def _too_deep() -> Refused:
    return Refused(400, _CODE, f"values lie deeper than {_DEEPEST} lists or objects")


async def read_whole(receive: Receive, seconds: float) -> bytes:
    """The body of a request, which has so long to arrive."""
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise ConnectionError
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        raise _too_slow(seconds) from None


def replayed(data: bytes, receive: Receive) -> Receive:
    """A body that was read, to be read again; behind it comes what else is received."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": data, "more_body": False}

    return again


def within(receive: Receive, seconds: float) -> Receive:
    """A body that arrives in pieces, each of which has so long."""

    async def piece() -> Message:
        try:
            async with asyncio.timeout(seconds):
                return await receive()
        except TimeoutError:
            raise _too_slow(seconds) from None

    return piece


def _too_slow(seconds: float) -> Refused:
    message = f"the body did not arrive within {seconds:g} seconds"
    return Refused(408, "slow_request", message, closes=True)
