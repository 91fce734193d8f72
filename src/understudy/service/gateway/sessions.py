"""What was drawn for each conversation: kept for a while, never drawn again, never shared.

A conversation is known by the name that a header gives it, by the key of its client, or by what
was said so far. In the last case a session is a snapshot under a digest of all turns up to an
answer: the next request, which repeats them, finds it. Two conversations of one client can have
said and heard the same, word for word; then nobody can tell which of them goes on, the name is
nobody's, and both are drawn for anew.
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
_SURE = 0.9
"""How sure a mark was of which nothing is known."""
_NOBODYS = b""
"""What is kept under a name that two conversations have claimed."""


@dataclass
class State:
    """A conversation: the key of its draws, and all that came of them. It is secret."""

    key: bytes = field(default_factory=fresh_key, repr=False)
    known: dict[str, list[Any]] = field(default_factory=dict, repr=False)
    """strategy → what it must remember, turn after turn."""
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict, repr=False)
    """A value and its category → what stood in its place."""
    private: dict[tuple[str, str], float] = field(default_factory=dict, repr=False)
    """A value that was replaced, and its category → how sure its mark was. Also those that cannot
    be undone, and so are in no pair."""
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
                "private": [[*value, sure] for value, sure in self.private.items()],
                "marks": self.marks,
                "names": self.names,
                "language": self.language,
            }
        ).encode("utf-8", "surrogatepass")

    def goes_on_from(self, other: State | None) -> bool:
        """Whether both are of one conversation."""
        return other is not None and self.key == other.key

    @classmethod
    def unpacked(cls, data: bytes) -> State:
        """From bytes."""
        row = json.loads(data)
        pairs = [Pair(*one) for one in row["pairs"]]
        # A session of an earlier version knows its pairs alone.
        private = row.get("private", [[one.original, one.category, _SURE] for one in pairs])
        return cls(
            bytes.fromhex(row["key"]),
            row["known"],
            {(pair.original, pair.category): pair for pair in pairs},
            {(original, category): sure for original, category, sure in private},
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
        """Keeps a session under a name that is its own."""
        ...

    def claim(self, name: str, state: State) -> None:
        """Keeps a session under a name that follows from what was said, which another
        conversation may have, too: neither of them is found there then."""
        ...

    def close(self) -> None:
        """Ends the work with it."""
        ...


class MemoryStore:
    """Sessions in memory, the oldest forgotten first."""

    def __init__(self, expiry: float, most: int, most_bytes: int = 1 << 28) -> None:
        self._expiry, self._most, self._most_bytes = expiry, most, most_bytes
        self._held: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"MemoryStore({len(self._held)} sessions)"

    def get(self, name: str) -> State | None:
        with self._lock:
            self._forget()
            _, data = self._held.get(name, (0, _NOBODYS))
        return _opened(data)

    def put(self, name: str, state: State) -> None:
        data = state.packed()
        with self._lock:
            self._keep(name, data)

    def claim(self, name: str, state: State) -> None:
        data = state.packed()
        with self._lock:
            self._forget()
            found = self._held.get(name)
            own = found is None or state.goes_on_from(_opened(found[1]))
            self._keep(name, data if own else _NOBODYS)

    def close(self) -> None:
        with self._lock:
            self._held.clear()
            self._bytes = 0

    def _keep(self, name: str, data: bytes) -> None:
        _, before = self._held.pop(name, (0, _NOBODYS))
        self._held[name] = time.monotonic() + self._expiry, data
        self._bytes += len(data) - len(before)
        self._forget()

    def _forget(self) -> None:
        now = time.monotonic()
        while self._held:
            expires, _ = next(iter(self._held.values()))
            few = len(self._held) <= self._most and self._bytes <= self._most_bytes
            if expires > now and few:
                break
            _, (_, data) = self._held.popitem(last=False)
            self._bytes -= len(data)


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
                self._base.execute(
                    "CREATE INDEX IF NOT EXISTS sessions_expire ON sessions (expires)"
                )
            some = self._base.execute("SELECT name FROM sessions WHERE expires > 0").fetchone()
        except sqlite3.DatabaseError:
            raise UsageError(f"{path}: not a file of sessions") from None
        if some is not None:
            # Under another key no session is found, and every conversation would begin anew.
            self._data(some[0], since=0)

    def __repr__(self) -> str:
        return "FileStore()"

    def get(self, name: str) -> State | None:
        with self._lock:
            data = self._data(name)
        return None if data is None else _opened(data)

    def put(self, name: str, state: State) -> None:
        with self._lock, self._base:
            self._keep(name, state.packed())

    def claim(self, name: str, state: State) -> None:
        with self._lock, self._base:
            # Another process must not claim the name between the look and the note.
            self._base.execute("BEGIN IMMEDIATE")
            found = self._data(name)
            own = found is None or state.goes_on_from(_opened(found))
            self._keep(name, state.packed() if own else _NOBODYS)

    def _data(self, name: str, since: float | None = None) -> bytes | None:
        row = self._base.execute(
            "SELECT sealed FROM sessions WHERE name = ? AND expires > ?",
            (name, time.time() if since is None else since),
        ).fetchone()
        if row is None:
            return None
        sealed = bytes(row[0])
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], name.encode())
        except InvalidTag:
            raise UsageError("the key does not open the file of sessions") from None

    def _keep(self, name: str, data: bytes) -> None:
        nonce = fresh_key()[:_NONCE]
        sealed = nonce + self._cipher.encrypt(nonce, data, name.encode())
        now = time.time()
        self._base.execute("DELETE FROM sessions WHERE expires <= ?", (now,))
        self._base.execute(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (name, now + self._expiry, sealed)
        )

    def close(self) -> None:
        self._base.close()


def _opened(data: bytes) -> State | None:
    return None if data == _NOBODYS else State.unpacked(data)


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
