"""The vault: what was drawn for data subjects, kept from one release to the next. It is secret.

A vault makes next month's extract agree with this month's: what a subject's values became is
stored and never drawn again. It is a file of frames, one for each run that had something to add:

    head     length of the frame and a code that authenticates it
    salt     random, of this frame alone
    sealed   what was drawn, and the digest of all frames before (``Seal``)

Frames are appended and never changed. Each is sealed under a key of its own, drawn from the secret,
the salt of the file and that of the frame: where two runs go on from one file (from a copy, or a
backup that was restored), no key and nonce are used twice. The digest keeps frames from being
exchanged or left out from the middle. A last frame that is cut off is left out and reported: where
a full disk or a kill did it, its run has released nothing. The code of the head tells such a frame
from one that was changed.

The key of the draws comes from the vault's own secret, by which new values of a known subject are
drawn in the same way as the old ones. Vaults of the first form, whose frames shared a key, are
read; the first run that adds something seals all of their frames anew.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest
from io import FileIO
from pathlib import Path
from typing import Any

from understudy.core.errors import LedgerError
from understudy.core.files import whole_file, write_whole
from understudy.run.ledger import SALT_BYTES, Seal

__all__ = ["Vault", "open_vault"]

SCHEMA = 2
_FIRST = 1
"""The schema whose frames shared a key and were numbered: two continuations of one file sealed
different frames under one key and nonce."""
_MAGICS = {_FIRST: b"understudy-vault-1\n", SCHEMA: b"understudy-vault-2\n"}
_INFO = b"understudy vault"
_PERSON = b"understudy vault"
_PERSON_OF_HEAD = b"understudy frame"
_LENGTH, _CODE = 8, 16
_HEAD = _LENGTH + _CODE


@dataclass(frozen=True)
class Vault:
    """An open vault."""

    path: Path
    secret: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    known: Mapping[str, Mapping[str, Any]] = field(repr=False)
    """strategy → data subject → what is known of it."""
    frames: int = 0
    size: int = 0
    """Bytes of the file up to the end of its last whole frame."""
    digest: str = field(default="", repr=False)
    schema: int = SCHEMA
    torn: int = 0
    """Bytes behind them: of a frame that was cut off while it was written."""
    was: bytes = field(default=b"", repr=False)
    """The digest of the file as it was read."""

    @property
    def key(self) -> bytes:
        """The key of the draws of every release with this vault."""
        return _keyed(self.secret, _PERSON, 32, self.salt)

    @property
    def subjects(self) -> int:
        """How many data subjects are known."""
        return len({name for of_strategy in self.known.values() for name in of_strategy})

    def append(self, fresh: Mapping[str, Mapping[str, Any]]) -> None:
        """Add what a run has drawn; nothing that is there is changed."""
        if not any(fresh.values()):
            return
        with _locked(self.path, write=True) as file:
            data = file.readall()
            if _digest(data) != self.was or not _is_at(self.path, file):
                raise LedgerError(f"{self.path}: another run has added to the vault; run again")
            if self.schema == _FIRST:
                self._written_anew(data, fresh)
                return
            frame, _ = self._frame(self.frames, self.digest, fresh)
            try:
                file.truncate(self.size)
                file.seek(self.size)
                _write(file, frame)
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(self.size)
                raise

    def _written_anew(self, data: bytes, fresh: Mapping[str, Mapping[str, Any]]) -> None:
        """A vault of the first form in today's: it gets its name when it is whole."""
        rows = [row for row, _, _ in _frames(self.path, self.secret, data, _FIRST)]
        digest = ""
        with whole_file(self.path.resolve()) as file:
            file.write(_MAGICS[SCHEMA] + self.salt)
            for number, known in enumerate([*(row["known"] for row in rows), fresh]):
                frame, digest = self._frame(number, digest, known)
                file.write(frame)
            file.flush()
            os.fsync(file.fileno())

    def _frame(self, number: int, before: str, known: Mapping[str, Any]) -> tuple[bytes, str]:
        """A frame under a key that no other has, and the digest with it."""
        lines = json.dumps({"schema": SCHEMA, "before": before, "known": known}).encode()
        salt = secrets.token_bytes(SALT_BYTES)
        sealed = Seal(self.secret, self.salt + salt, _INFO).seal(number, lines)[_LENGTH:]
        body = salt + sealed
        length = len(body).to_bytes(_LENGTH, "big")
        head = length + _code(self.secret, self.salt, number, length)
        return head + body, _chained(before, body)


def open_vault(path: Path, secret: bytes) -> Vault:
    """The vault of a file, which is made where there is none yet: a run that is resumed must find
    the key of the one that was interrupted."""
    if not path.exists():
        write_whole(path, _MAGICS[SCHEMA] + secrets.token_bytes(SALT_BYTES))
    with _locked(path) as file:
        data = file.readall()
    schema = next((one for one, magic in _MAGICS.items() if data.startswith(magic)), None)
    if schema is None or len(data) < len(_MAGICS[schema]) + SALT_BYTES:
        raise LedgerError(f"{path}: not a vault that this release reads")
    size = len(_MAGICS[schema]) + SALT_BYTES
    salt = data[size - SALT_BYTES : size]
    known: dict[str, dict[str, Any]] = {}
    number, digest = 0, ""
    for row, frame, end in _frames(path, secret, data, schema):
        if row.get("schema") != schema or row.get("before") != digest:
            raise LedgerError(f"{path}: the vault was changed, or is of another release")
        for strategy, subjects in row["known"].items():
            of_strategy = known.setdefault(strategy, {})
            for subject, entry in subjects.items():
                of_strategy.setdefault(subject, []).append(entry)
        digest, size, number = _chained(digest, frame), end, number + 1
    torn = len(data) - size
    return Vault(path, secret, salt, known, number, size, digest, schema, torn, _digest(data))


def _frames(
    path: Path, secret: bytes, data: bytes, schema: int
) -> Iterator[tuple[dict[str, Any], bytes, int]]:
    """Each whole frame: what it says, its bytes, and where it ends. One that is cut off at the end
    of the file is left out."""
    at = len(_MAGICS[schema]) + SALT_BYTES
    salt, number = data[at - SALT_BYTES : at], 0
    head = _LENGTH if schema == _FIRST else _HEAD
    while len(data) - at >= head:
        length = data[at : at + _LENGTH]
        if not any(length) and not data[at:].strip(b"\0"):
            return  # room that a file system made, and nothing was written to
        if schema != _FIRST:
            code = data[at + _LENGTH : at + head]
            if not compare_digest(code, _code(secret, salt, number, length)):
                raise _closed(path)
        end = at + head + int.from_bytes(length, "big")
        if end > len(data):
            return
        frame = data[at + head : end]
        own, sealed = (b"", frame) if schema == _FIRST else (frame[:SALT_BYTES], frame[SALT_BYTES:])
        yield _opened(Seal(secret, salt + own, _INFO), number, sealed, path), frame, end
        at, number = end, number + 1


def _opened(seal: Seal, number: int, frame: bytes, path: Path) -> dict[str, Any]:
    try:
        lines, _ = seal.open(number, frame)
    except LedgerError:
        raise _closed(path) from None
    row: dict[str, Any] = json.loads(lines)
    return row


def _closed(path: Path) -> LedgerError:
    return LedgerError(f"{path}: the key does not open this vault, or it was changed")


def _keyed(secret: bytes, person: bytes, size: int, *parts: bytes) -> bytes:
    """The digest of parts under all of a secret, of which the hash takes 64 bytes as its key."""
    state = blake2b(parts[0], digest_size=size, key=secret[:64], person=person)
    for part in (*parts[1:], secret):
        state.update(part)
    return state.digest()


def _code(secret: bytes, salt: bytes, number: int, length: bytes) -> bytes:
    """Proves that a frame has this length: else a wrong one would pass for a frame cut off."""
    return _keyed(secret, _PERSON_OF_HEAD, _CODE, salt, number.to_bytes(8, "big"), length)


def _chained(before: str, frame: bytes) -> str:
    return blake2b(before.encode() + frame, digest_size=16).hexdigest()


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=32).digest()


@contextmanager
def _locked(path: Path, *, write: bool = False) -> Iterator[FileIO]:
    """The file, while nobody else writes to it, where the system knows how to see to that."""
    with FileIO(path, "r+" if write else "r") as file:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows
        except ImportError:
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX if write else fcntl.LOCK_SH)
        yield file


def _is_at(path: Path, file: FileIO) -> bool:
    """Whether a file still has its name: another run may have put a new one in its place."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _write(file: FileIO, data: bytes) -> None:
    """All of it, with no buffer that would be written later, when the file is closed."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]
