"""Who may ask: API keys, of which the service knows hashes alone."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fastapi import Request

from understudy.core.errors import UsageError
from understudy.service.failures import Refused

__all__ = ["Access", "new_key", "read_keys"]

_HEX = 64


def new_key() -> tuple[str, str]:
    """A new API key and its hash. The key has 256 random bits, so that a plain hash is enough."""
    key = "us_" + secrets.token_urlsafe(32)
    return key, _hashed(key)


def read_keys(path: Path) -> tuple[tuple[str, str], ...]:
    """The file of API keys: a name and the hash of a key on each line."""
    found: list[tuple[str, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        parts = line.split("#", 1)[0].split()
        if not parts:
            continue
        if len(parts) != 2 or len(parts[1]) != _HEX or set(parts[1]) - set("0123456789abcdef"):
            raise UsageError(f"{path}:{number}: wants a name and the SHA-256 of a key, in hex")
        found.append((parts[0], parts[1]))
    if not found:
        raise UsageError(f"{path}: holds no key, and nobody could ask")
    return tuple(found)


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8")).hexdigest()


class Access:
    """Knows clients by their keys, and how many requests each has under way."""

    def __init__(
        self, keys: Sequence[tuple[str, str]], per_client: int, header: str | None = None
    ) -> None:
        """``header`` is where the key stands, if the usual places are somebody else's."""
        self._keys, self._header = tuple(keys), header
        self._per_client = per_client
        self._under_way: Counter[str] = Counter()

    def client(self, request: Request) -> str:
        """The name of the client; refused without a known key where there are keys."""
        if not self._keys:
            return request.client.host if request.client else "local"
        given = self._given(request)
        hashed = _hashed(given)
        # All are compared, so that the time does not tell which was near.
        names = [name for name, known in self._keys if hmac.compare_digest(known, hashed)]
        if not given or not names:
            raise Refused(401, "unauthorized", "a known API key is needed")
        return names[0]

    def _given(self, request: Request) -> str:
        if self._header is not None:
            return request.headers.get(self._header, "")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        given = token.strip() if scheme.lower() == "bearer" else ""
        return given or request.headers.get("x-api-key", "")

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """One more request of a client, if it has not too many under way."""
        if self._under_way[client] >= self._per_client:
            raise Refused(429, "too_many_requests", "too many requests at the same time", 1)
        self._under_way[client] += 1
        try:
            yield
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]
