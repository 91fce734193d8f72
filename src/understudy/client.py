"""A client of the service, for programs.

    with Client("http://127.0.0.1:8080") as client:
        client.deidentify("Call Ann Lee at 555-0199.")["text"]

``AsyncClient`` has the same calls, to be awaited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from understudy.core.errors import MissingExtra, UnderstudyError

try:
    import httpx
except ImportError:  # pragma: no cover - tests have it
    raise MissingExtra("understudy.client", "service") from None

__all__ = ["AsyncClient", "Client", "ServiceError"]

_PATIENCE = 120.0


class ServiceError(UnderstudyError):
    """What the service refused: ``status`` and ``code`` say why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def _asked(text: str | Sequence[str], **given: Any) -> dict[str, Any]:
    body = {key: value for key, value in given.items() if value is not None}
    return body | {"text": text if isinstance(text, str) else list(text)}


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

    def __init__(self, url: str, key: str | None = None, *, timeout: float = _PATIENCE) -> None:
        """``key`` is an API key, where the service wants one."""
        self._http = httpx.Client(base_url=url, headers=_headers(key), timeout=timeout)

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

    def _ask(self, path: str, body: Mapping[str, Any]) -> Any:
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
        given = {"language": language, "policy": policy}
        body = {key: value for key, value in given.items() if value is not None}
        return self._ask("/v1/deidentify", body | {"messages": list(messages)})

    def identify(
        self, text: str | Sequence[str], *, language: str | None = None, policy: str | None = None
    ) -> Any:
        """What is private, and where."""
        return self._ask("/v1/identify", _asked(text, language=language, policy=policy))

    def restore(self, text: str, token: str) -> str:
        """The original of a text that was released with ``restorable``."""
        return str(self._ask("/v1/restore", {"text": text, "token": token})["text"])


class AsyncClient:
    """Asks a service, many calls at once."""

    def __init__(self, url: str, key: str | None = None, *, timeout: float = _PATIENCE) -> None:
        """``key`` is an API key, where the service wants one."""
        self._http = httpx.AsyncClient(base_url=url, headers=_headers(key), timeout=timeout)

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

    async def _ask(self, path: str, body: Mapping[str, Any]) -> Any:
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

    async def identify(
        self, text: str | Sequence[str], *, language: str | None = None, policy: str | None = None
    ) -> Any:
        """What is private, and where."""
        return await self._ask("/v1/identify", _asked(text, language=language, policy=policy))

    async def restore(self, text: str, token: str) -> str:
        """The original of a text that was released with ``restorable``."""
        return str((await self._ask("/v1/restore", {"text": text, "token": token}))["text"])
