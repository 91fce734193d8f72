"""A client of the service, for programs.

    with Client("http://127.0.0.1:8080") as client:
        client.deidentify("Call Ann Lee at 555-0199.")["text"]

``AsyncClient`` has the same calls, to be awaited.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from understudy.core.errors import MissingExtra, UnderstudyError, UsageError

try:
    import httpx
except ImportError:  # pragma: no cover - tests have it
    raise MissingExtra("understudy.client", "service") from None

__all__ = ["AsyncClient", "Client", "ServiceError", "UnreachableError"]

_PATIENCE = 120.0
Verified = ssl.SSLContext | str | bool
"""How the certificate of the service is verified: against the usual authorities (True) or those of
a PEM file or a context; False verifies nothing."""


class ServiceError(UnderstudyError):
    """What the service refused: ``status`` and ``code`` say why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


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
