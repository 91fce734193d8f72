"""The vault: what was drawn for data subjects, kept from one release to the next. It is secret.

A vault makes next month's extract agree with this month's: what a subject's values became is
stored and never drawn again. It is a file of frames as an encrypted ledger has them (``Seal``), one
for each run that had something to add; frames are appended and never changed, and each holds the
digest of those before it, so that none can be exchanged or left out from the middle.

The key of the draws comes from the vault's own secret, by which new values of a known subject are
drawn in the same way as the old ones.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from understudy.core.errors import LedgerError
from understudy.core.files import private_file
from understudy.run.ledger import SALT_BYTES, Seal

__all__ = ["Vault", "open_vault"]

SCHEMA = 1
_MAGIC = b"understudy-vault-1\n"
_INFO = b"understudy vault"
_PERSON = b"understudy vault"


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
    """Bytes of the file as it was read."""
    digest: str = field(default="", repr=False)

    @property
    def key(self) -> bytes:
        """The key of the draws of every release with this vault."""
        state = blake2b(self.salt, digest_size=32, key=self.secret[:64], person=_PERSON)
        state.update(self.secret)
        return state.digest()

    @property
    def subjects(self) -> int:
        """How many data subjects are known."""
        return len({name for of_strategy in self.known.values() for name in of_strategy})

    def append(self, fresh: Mapping[str, Mapping[str, Any]]) -> None:
        """Add what a run has drawn; nothing that is there is changed."""
        if not any(fresh.values()):
            return
        lines = json.dumps({"schema": SCHEMA, "before": self.digest, "known": fresh}).encode()
        frame = Seal(self.secret, self.salt, _INFO).seal(self.frames, lines)
        with self.path.open("ab") as file:
            if file.tell() != self.size:
                raise LedgerError(f"{self.path}: another run has added to the vault; run again")
            file.write(frame)
            file.flush()
            os.fsync(file.fileno())


def open_vault(path: Path, secret: bytes) -> Vault:
    """The vault of a file, which is made where there is none yet: a run that is resumed must find
    the key of the one that was interrupted."""
    if not path.exists():
        with private_file(path) as file:
            file.write(_MAGIC + secrets.token_bytes(SALT_BYTES))
    data = path.read_bytes()
    if not data.startswith(_MAGIC):
        raise LedgerError(f"{path}: not a vault that this release reads")
    at = len(_MAGIC) + SALT_BYTES
    salt = data[len(_MAGIC) : at]
    seal = Seal(secret, salt, _INFO)
    known: dict[str, dict[str, Any]] = {}
    number, digest = 0, ""
    while at < len(data):
        size = int.from_bytes(data[at : at + 8], "big")
        frame = data[at + 8 : at + 8 + size]
        if len(frame) < size or not size:
            raise LedgerError(f"{path}: the vault is cut off")
        row = _opened(seal, number, frame, path)
        if row.get("schema") != SCHEMA or row.get("before") != digest:
            raise LedgerError(f"{path}: the vault was changed, or is of another release")
        for strategy, subjects in row["known"].items():
            of_strategy = known.setdefault(strategy, {})
            for subject, entry in subjects.items():
                of_strategy.setdefault(subject, []).append(entry)
        digest = blake2b(digest.encode() + frame, digest_size=16).hexdigest()
        at += 8 + size
        number += 1
    return Vault(path, secret, salt, known, number, len(data), digest)


def _opened(seal: Seal, number: int, frame: bytes, path: Path) -> dict[str, Any]:
    try:
        lines, _ = seal.open(number, frame)
    except LedgerError:
        raise LedgerError(f"{path}: the key does not open this vault, or it was changed") from None
    row: dict[str, Any] = json.loads(lines)
    return row
