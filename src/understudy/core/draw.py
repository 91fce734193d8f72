"""Random numbers that depend on a key, a policy, a scope and what is drawn, and on nothing else.

A draw is a keyed hash of (policy, scope, content of the scope, category, entity key, purpose). So
the output does not depend on the order of documents, on the number of workers or on the engine;
two runs with one key and one policy on one corpus agree; two scopes never share a mapping; edited
text gets new coins, and so does another policy: if releases with p = .5 and p = .9 shared their
coins, each value at which they differ would be told. The hash
is BLAKE2b in its keyed mode (RFC 7693), a pseudo-random function like HMAC and three times as fast
here.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import blake2b
from struct import Struct
from typing import Protocol

__all__ = ["Draw", "digest", "file_key", "fresh_key", "seed_key"]

KEY_BYTES = 32
_WORDS = Struct("<8Q")
_PERSON = b"understudy draw"


class Hash(Protocol):
    """A hash of the standard library."""

    def update(self, data: bytes, /) -> None:
        """Hash more data."""
        ...

    def copy(self) -> Hash:
        """A hash of the same data that goes on by itself."""
        ...

    def digest(self) -> bytes:
        """The hash of the data."""
        ...


class Draw:
    """The random numbers of one scope. Costs nothing until the first one is asked for."""

    __slots__ = ("_content", "_key", "_policy", "_scope", "_state")

    def __init__(self, key: bytes, scope: str, content: bytes | str, policy: str = "") -> None:
        """``content`` is the scope's text, or a digest of it; ``policy`` a policy's fingerprint."""
        self._key, self._scope, self._content = key, scope, content
        self._policy = policy
        self._state: Hash | None = None

    def _start(self) -> Hash:
        content = self._content
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogatepass")
        state = blake2b(key=self._key, digest_size=64, person=_PERSON)
        scope = f"{self._policy} {self._scope}" if self._policy else self._scope
        state.update(_framed(scope).encode("utf-8", "surrogatepass"))
        state.update(b"%d:" % len(content))
        state.update(content)
        self._state = state
        return state

    @property
    def corpus(self) -> Draw:
        """The draws of the whole release, for what must be equal in all scopes."""
        return Draw(self._key, "corpus:", b"", self._policy)

    def again(self, number: int) -> Draw:
        """Other draws of the same scope, for whoever did not like the first ones."""
        return Draw(self._key, f"{self._scope} again {number}", self._content, self._policy)

    def words(self, category: str, entity: str, purpose: str) -> tuple[int, ...]:
        """Eight independent uniform 64-bit numbers."""
        state = (self._state or self._start()).copy()
        name = f"{len(category)}:{category}{len(entity)}:{entity}{len(purpose)}:{purpose}"
        state.update(name.encode("utf-8", "surrogatepass"))
        return _WORDS.unpack(state.digest())

    def stream(self, category: str, entity: str, purpose: str) -> Iterator[int]:
        """As many as needed; they are others than those of ``words``."""
        counter = 0
        while True:
            yield from self.words(category, entity, f"{purpose} {counter}")
            counter += 1


def _framed(name: str) -> str:
    return f"{len(name)}:{name}"


def digest(text: str) -> bytes:
    """A fingerprint of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).digest()


def fresh_key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def file_key(secret: bytes) -> bytes:
    """The key that the bytes of a key file stand for."""
    return blake2b(secret, digest_size=KEY_BYTES, person=b"understudy key").digest()


def seed_key(seed: int) -> bytes:
    """A key that anybody can guess, for experiments that must be repeatable."""
    return blake2b(b"seed %d" % seed, digest_size=KEY_BYTES, person=_PERSON).digest()
