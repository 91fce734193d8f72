"""A client of the service, for programs.

    with Client("http://127.0.0.1:8080") as client:
        client.deidentify("Call Ann Lee at 555-0199.")["text"]

``AsyncClient`` has the same calls, to be awaited.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, islice
from types import TracebackType
from typing import Any, Self

from understudy.core.errors import MissingExtra, UnderstudyError, UsageError

try:
    import httpx
except ImportError:  # pragma: no cover - tests have it
    raise MissingExtra("understudy.client", "service") from None

__all__ = ["AsyncClient", "Client", "ServiceError", "UnreachableError"]

_PATIENCE = 120.0
_STREAM = "/v1/deidentify/stream"
_TOGETHER = 32
"""Rows of one request: the service reads so many before it answers, so that neither waits for the
other to read."""
Row = str | Mapping[str, Any]
"""A text, or an object with ``text`` and, if you like, ``id`` and ``language``."""
Verified = ssl.SSLContext | str | bool
"""How the certificate of the service is verified: against the usual authorities (True) or those of
a PEM file or a context; False verifies nothing."""


class ServiceError(UnderstudyError):
    """What the service refused: ``status`` and ``code`` say why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.code, str(self))


class UnreachableError(UnderstudyError):
    """The service could not be reached, or did not answer in time."""


@contextmanager
def _reached() -> Iterator[None]:
    """What goes wrong on the way, as an error of ours; the request is in no message."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise UnreachableError("the service did not answer in time") from error
    except httpx.TransportError as error:
        raise UnreachableError(f"the service cannot be reached ({error})") from error


def _trusted(verify: Verified) -> ssl.SSLContext | bool:
    if not isinstance(verify, str):
        return verify
    try:
        return ssl.create_default_context(cafile=verify)
    except (OSError, ssl.SSLError) as error:
        raise UsageError(f"verify: {verify} is no file of certificates in PEM") from error


def _marked(entities: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(one) for one in entities]


def _asked(text: str | Sequence[str], **given: Any) -> dict[str, Any]:
    body = {key: value for key, value in given.items() if value is not None}
    return body | {"text": text if isinstance(text, str) else list(text)}


def _talk(
    messages: Sequence[Mapping[str, Any]], language: str | None, policy: str | None
) -> dict[str, Any]:
    given = {"language": language, "policy": policy}
    body = {key: value for key, value in given.items() if value is not None}
    return body | {"messages": list(messages)}


def _chosen(policy: str | None) -> dict[str, str]:
    return {} if policy is None else {"policy": policy}


def _several(rows: Iterable[Row]) -> Iterator[tuple[int, list[Row]]]:
    """The rows of one request after the other, and how many came before."""
    rest = iter(rows)
    for before in count(0, _TOGETHER):
        several = list(islice(rest, _TOGETHER))
        if not several:
            return
        yield before, several


def _lines(rows: Sequence[Row]) -> bytes:
    """Rows as the service takes them: a JSON object on each line."""
    told = ({"text": one} if isinstance(one, str) else dict(one) for one in rows)
    return "".join(json.dumps(one) + "\n" for one in told).encode()


def _answered(response: httpx.Response, before: int) -> Iterator[dict[str, Any]]:
    """The answer to each row; errors with the number of the row among all, not in its request."""
    if not response.is_success:
        _answer(response)
    for line in response.content.splitlines():
        row = json.loads(line)
        if "line" in row:
            row["line"] += before
        yield row


def _headers(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


def _answer(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json()
    try:
        error = response.json()["error"]
        code, message = error["code"], error["message"]
    except (ValueError, KeyError, TypeError):
        code, message = "http", f"status {response.status_code}"
    raise ServiceError(response.status_code, code, message)


class Client:
    """Asks a service, one call after the other."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = _PATIENCE,
        verify: Verified = True,
    ) -> None:
        """``key`` is an API key, where the service wants one. ``verify`` is the PEM file of the
        authority that signed the service's certificate, where it is one of your own."""
        self._http = httpx.Client(
            base_url=url, headers=_headers(key), timeout=timeout, verify=_trusted(verify)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give connections back."""
        self._http.close()

    def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        with _reached():
            if body is None:
                return _answer(self._http.get(path))
            return _answer(self._http.post(path, json=body))

    def deidentify(
        self,
        text: str | Sequence[str],
        *,
        language: str | None = None,
        policy: str | None = None,
        restorable: bool = False,
    ) -> Any:
        """The text with stand-ins, with counts; a list for a list."""
        body = _asked(text, language=language, policy=policy, restorable=restorable)
        return self._ask("/v1/deidentify", body)

    def conversation(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        language: str | None = None,
        policy: str | None = None,
    ) -> Any:
        """Chat messages with stand-ins that they share."""
        return self._ask("/v1/deidentify", _talk(messages, language, policy))

    def identify(
        self, text: str | Sequence[str], *, language: str | None = None, policy: str | None = None
    ) -> Any:
        """What is private, and where."""
        return self._ask("/v1/identify", _asked(text, language=language, policy=policy))

    def replace(
        self,
        text: str,
        entities: Sequence[Mapping[str, Any]],
        *,
        language: str | None = None,
        policy: str | None = None,
        restorable: bool = False,
    ) -> Any:
        """The text with stand-ins for spans that are known to be private: each has ``start``,
        ``end`` and ``category``, as ``identify`` returns them."""
        body = _asked(text, language=language, policy=policy, restorable=restorable)
        return self._ask("/v1/replace", body | {"entities": _marked(entities)})

    def restore(self, text: str, token: str) -> str:
        """The original of a text that was released with ``restorable``."""
        return str(self._ask("/v1/restore", {"text": text, "token": token})["text"])

    def policies(self) -> Any:
        """The policies that may be asked for; the first one is the default."""
        return self._ask("/v1/policies")

    def privacy(self, policy: str | None = None) -> Any:
        """What a policy guarantees for each category."""
        with _reached():
            return _answer(self._http.get("/v1/privacy", params=_chosen(policy)))

    def stream(self, rows: Iterable[Row], *, policy: str | None = None) -> Iterator[dict[str, Any]]:
        """The answers to any number of rows, in their order. So many are sent at once as the
        service handles together, and no more are held. A row that cannot be handled is answered
        with ``error`` and ``line``, its number from 1."""
        for before, several in _several(rows):
            with _reached():
                made = self._http.post(_STREAM, params=_chosen(policy), content=_lines(several))
            yield from _answered(made, before)


class AsyncClient:
    """Asks a service, many calls at once."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = _PATIENCE,
        verify: Verified = True,
    ) -> None:
        """``key`` is an API key, where the service wants one. ``verify`` is the PEM file of the
        authority that signed the service's certificate, where it is one of your own."""
        self._http = httpx.AsyncClient(
            base_url=url, headers=_headers(key), timeout=timeout, verify=_trusted(verify)
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Give connections back."""
        await self._http.aclose()

    async def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        with _reached():
            if body is None:
                return _answer(await self._http.get(path))
            return _answer(await self._http.post(path, json=body))

    async def deidentify(
        self,
        text: str | Sequence[str],
        *,
        language: str | None = None,
        policy: str | None = None,
        restorable: bool = False,
    ) -> Any:
        """The text with stand-ins, with counts; a list for a list."""
        body = _asked(text, language=language, policy=policy, restorable=restorable)
        return await self._ask("/v1/deidentify", body)

    async def conversation(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        language: str | None = None,
        policy: str | None = None,
    ) -> Any:
        """Chat messages with stand-ins that they share."""
        return await self._ask("/v1/deidentify", _talk(messages, language, policy))

    async def identify(
        self, text: str | Sequence[str], *, language: str | None = None, policy: str | None = None
    ) -> Any:
        """What is private, and where."""
        return await self._ask("/v1/identify", _asked(text, language=language, policy=policy))

    async def replace(
        self,
        text: str,
        entities: Sequence[Mapping[str, Any]],
        *,
        language: str | None = None,
        policy: str | None = None,
        restorable: bool = False,
    ) -> Any:
        """The text with stand-ins for the spans, as ``Client.replace`` has it."""
        body = _asked(text, language=language, policy=policy, restorable=restorable)
        return await self._ask("/v1/replace", body | {"entities": _marked(entities)})

    async def restore(self, text: str, token: str) -> str:
        """The original of a text that was released with ``restorable``."""
        return str((await self._ask("/v1/restore", {"text": text, "token": token}))["text"])

    async def policies(self) -> Any:
        """The policies that may be asked for; the first one is the default."""
        return await self._ask("/v1/policies")

    async def privacy(self, policy: str | None = None) -> Any:
        """What a policy guarantees for each category."""
        with _reached():
            return _answer(await self._http.get("/v1/privacy", params=_chosen(policy)))

    async def stream(
        self, rows: Iterable[Row], *, policy: str | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """The answers to any number of texts, as ``Client.stream`` has them."""
        for before, several in _several(rows):
            data = _lines(several)
            with _reached():
                made = await self._http.post(_STREAM, params=_chosen(policy), content=data)
            for row in _answered(made, before):
                yield row
