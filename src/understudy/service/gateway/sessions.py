"""What was drawn for each conversation: kept for a while, never drawn again, never shared.

A conversation is known by the name that a header gives it, by the key of its client, or by what
was said so far. In the last case a session is a snapshot under a digest of all turns up to an
answer: the next request, which repeats them, finds it, and another conversation cannot.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from understudy.core.draw import fresh_key
from understudy.core.errors import UsageError
from understudy.core.files import private_file
from understudy.surrogates.echo import Pair

__all__ = ["FileStore", "MemoryStore", "State", "Store", "digests", "named"]

_NONCE = 12
_BYTES = 32


@dataclass
class State:
    """A conversation: the key of its draws, and all that came of them. It is secret."""

    key: bytes = field(default_factory=fresh_key, repr=False)
    known: dict[str, list[Any]] = field(default_factory=dict, repr=False)
    """strategy → what it must remember, turn after turn."""
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict, repr=False)
    """A value and its category → what stood in its place."""
    marks: dict[str, int] = field(default_factory=dict, repr=False)
    """Which number each thing has among those of its category, where placeholders are numbered."""
    names: dict[str, str] = field(default_factory=dict, repr=False)
    """What those who take part are called."""
    language: str = ""

    def packed(self) -> bytes:
        """As bytes."""
        return json.dumps(
            {
                "key": self.key.hex(),
                "known": self.known,
                "pairs": [list(pair) for pair in self.pairs.values()],
                "marks": self.marks,
                "names": self.names,
                "language": self.language,
            }
        ).encode("utf-8", "surrogatepass")

    @classmethod
    def unpacked(cls, data: bytes) -> State:
        """From bytes."""
        row = json.loads(data)
        pairs = [Pair(*one) for one in row["pairs"]]
        return cls(
            bytes.fromhex(row["key"]),
            row["known"],
            {(pair.original, pair.category): pair for pair in pairs},
            row["marks"],
            row["names"],
            row["language"],
        )


class Store(Protocol):
    """Where sessions are kept; what comes out is a copy."""

    def get(self, name: str) -> State | None:
        """The session of a name, unless it has expired."""
        ...

    def put(self, name: str, state: State) -> None:
        """Keeps a session."""
        ...

    def close(self) -> None:
        """Ends the work with it."""
        ...


class MemoryStore:
    """Sessions in memory, the oldest forgotten first."""

    def __init__(self, expiry: float, most: int) -> None:
        self._expiry, self._most = expiry, most
        self._held: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def __repr__(self) -> str:
        return f"MemoryStore({len(self._held)} sessions)"

    def get(self, name: str) -> State | None:
        self._forget()
        found = self._held.get(name)
        return None if found is None else State.unpacked(found[1])

    def put(self, name: str, state: State) -> None:
        self._held.pop(name, None)
        self._held[name] = time.monotonic() + self._expiry, state.packed()
        self._forget()

    def close(self) -> None:
        self._held.clear()

    def _forget(self) -> None:
        now = time.monotonic()
        while self._held:
            expires, _ = next(iter(self._held.values()))
            if expires > now and len(self._held) <= self._most:
                break
            self._held.popitem(last=False)


class FileStore:
    """Sessions in a SQLite file, sealed with a key of the operator. Names are digests, so that
    the file says neither who nor what; processes may share it."""

    def __init__(self, path: Path, key: bytes, expiry: float) -> None:
        if len(key) < _BYTES:
            raise UsageError(f"the key of the sessions has fewer than {_BYTES} bytes")
        self._cipher = AESGCM(hashlib.sha256(b"understudy sessions" + key).digest())
        self._expiry = expiry
        self._lock = threading.Lock()
        if not path.exists():
            with private_file(path):
                pass
        self._base = sqlite3.connect(path, timeout=30, check_same_thread=False)
        try:
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA secure_delete=ON")
            with self._base:
                self._base.execute(
                    "CREATE TABLE IF NOT EXISTS sessions "
                    "(name TEXT PRIMARY KEY, expires REAL NOT NULL, sealed BLOB NOT NULL)"
                )
        except sqlite3.DatabaseError:
            raise UsageError(f"{path}: not a file of sessions") from None

    def __repr__(self) -> str:
        return "FileStore()"

    def get(self, name: str) -> State | None:
        with self._lock:
            row = self._base.execute(
                "SELECT sealed FROM sessions WHERE name = ? AND expires > ?", (name, time.time())
            ).fetchone()
        if row is None:
            return None
        sealed = bytes(row[0])
        try:
            data = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name.encode())
        except InvalidTag:
            raise UsageError("the key does not open the file of sessions") from None
        return State.unpacked(data)

    def put(self, name: str, state: State) -> None:
        nonce = fresh_key()[:_NONCE]
        sealed = nonce + self._cipher.encrypt(nonce, state.packed(), name.encode())
        now = time.time()
        with self._lock, self._base:
            self._base.execute("DELETE FROM sessions WHERE expires <= ?", (now,))
            self._base.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)",
                (name, now + self._expiry, sealed),
            )

    def close(self) -> None:
        self._base.close()


def named(*parts: str) -> str:
    """The name under which something is kept: a digest that cannot be read back."""
    state = hashlib.blake2b(digest_size=32)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big") + data)
    return state.hexdigest()


def digests(turns: Iterable[tuple[str, str]], start: str) -> Sequence[tuple[str, str]]:
    """Who spoke last, and a digest of everything up to there, after each turn."""
    found: list[tuple[str, str]] = []
    last = start
    for role, said in turns:
        last = named(last, role, said)
        found.append((role, last))
    return found
