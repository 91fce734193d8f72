"""Source text at rest: sealed with ChaCha20-Poly1305 (RFC 8439) where there is a secret.

The key comes from a key file by HKDF-SHA256 (RFC 5869), from a passphrase by Argon2id (RFC 9106)
before that. Each value has a fresh nonce and is bound to its place, so that none can be moved to
another row.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from understudy.core.errors import StateError, UsageError

__all__ = [
    "PLAIN",
    "SALT_BYTES",
    "Sealed",
    "Sealing",
    "check_passphrase",
    "from_file",
    "from_passphrase",
]

SALT_BYTES = 16
_NONCE = 12
_SHORTEST = 12
"""Characters of a passphrase."""


class Sealing(Protocol):
    """How private values are written down."""

    def seal(self, data: bytes, place: str) -> bytes:
        """The value as it is stored at a place."""
        ...

    def open(self, data: bytes, place: str) -> bytes:
        """The value that was stored at a place."""
        ...


@dataclass(frozen=True)
class _Plain:
    def seal(self, data: bytes, place: str) -> bytes:
        return data

    def open(self, data: bytes, place: str) -> bytes:
        return data


PLAIN: Sealing = _Plain()
"""Values as they are; the folder is readable by its owner alone."""


class Sealed:
    """Values that only the secret opens."""

    def __init__(self, secret: bytes, salt: bytes) -> None:
        derive = HKDF(SHA256(), length=32, salt=salt, info=b"understudy review")
        self._cipher: Any = ChaCha20Poly1305(derive.derive(secret))

    def __repr__(self) -> str:
        return "Sealed()"

    def seal(self, data: bytes, place: str) -> bytes:
        nonce = secrets.token_bytes(_NONCE)
        return nonce + bytes(self._cipher.encrypt(nonce, data, place.encode()))

    def open(self, data: bytes, place: str) -> bytes:
        try:
            return bytes(self._cipher.decrypt(data[:_NONCE], data[_NONCE:], place.encode()))
        except InvalidTag:
            raise StateError(
                "the key does not open this review, or its store was changed"
            ) from None


def check_passphrase(passphrase: str) -> None:
    """Refuses one that is too short to begin with; what was sealed with it can still be opened."""
    if len(passphrase) < _SHORTEST:
        raise UsageError(f"the passphrase is too short: use at least {_SHORTEST} characters")


def from_file(secret: bytes, salt: bytes) -> Sealed:
    """The sealing of a key file."""
    return Sealed(secret.strip(), salt)


def from_passphrase(passphrase: str, salt: bytes) -> Sealed:
    """The sealing of a passphrase, which is made expensive to guess."""
    from argon2.low_level import Type, hash_secret_raw  # noqa: PLC0415 - of the extra

    secret = hash_secret_raw(
        passphrase.encode(),
        salt,
        time_cost=3,
        memory_cost=1 << 16,
        parallelism=4,
        hash_len=32,
        type=Type.ID,
    )
    return Sealed(secret, salt)
