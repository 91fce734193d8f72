"""The ledger: what was done to each record, and how to undo it. It is secret.

A ledger is a text file of JSON lines: a header, an entry for each record, an end. With a key file
it is encrypted: the lines of each task form a frame, compressed and sealed with
ChaCha20-Poly1305 (RFC 8439). The key comes from the key file by HKDF-SHA256 (RFC 5869) with a
salt of its own for each ledger; the nonce is the frame's number, and the last frame is marked, so
that frames can be neither changed, moved nor cut off.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from understudy.core.errors import LedgerError
from understudy.core.types import Edit
from understudy.corpus.base import Options, Parts, Patch

__all__ = [
    "SALT_BYTES",
    "Seal",
    "checksum",
    "entry",
    "header",
    "open_ledger",
    "patches_of",
    "withheld_entry",
    "withheld_parts",
    "write_ledger",
]

SCHEMA = 1
SALT_BYTES = 16
_MAGIC = b"understudy-ledger-sealed-1\n"
_FRAME, _END = b"frame", b"end"
_RELEASED = {"unit", "record", "id", "was", "is", "undo"}
_WITHHELD = {"unit", "record", "id", "was", "withheld"}


def checksum(parts: Iterable[bytes]) -> str:
    """A short fingerprint of a record's bytes."""
    state = blake2b(digest_size=12)
    for part in parts:
        state.update(b"%d:" % len(part))
        state.update(part)
    return state.hexdigest()


def _encoded(data: bytes) -> str | list[str]:
    """Text where it is UTF-8, base64 in a list where it is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return [base64.b64encode(data).decode("ascii")]


def _decoded(data: str | list[str]) -> bytes:
    return data.encode("utf-8") if isinstance(data, str) else base64.b64decode(data[0])


def header(
    *,
    version: str,
    release: str,
    policy: str,
    fingerprint: str,
    format: str,
    options: Options,
    units: Sequence[str],
    encodings: Sequence[str] = (),
) -> dict[str, Any]:
    """The first line of a ledger: of which release it is, and how to read it back."""
    return {
        "understudy-ledger": SCHEMA,
        "version": version,
        "release": release,
        "policy": policy,
        "fingerprint": fingerprint,
        "format": format,
        "options": asdict(options),
        "units": list(units),
        "encodings": list(encodings),
    }


def entry(
    unit: int,
    index: int,
    document: str,
    before: Parts,
    after: Parts,
    undo: Iterable[Patch],
    edits: Iterable[Edit],
) -> bytes:
    """One released record."""
    row = {
        "unit": unit,
        "record": index,
        "id": document,
        "was": checksum(before),
        "is": checksum(after),
        "undo": [[one.part, one.start, one.end, _encoded(one.data)] for one in undo],
        "edits": [
            [
                edit.entity.span.start,
                edit.entity.span.end,
                edit.entity.category,
                edit.entity.key,
                edit.original,
                edit.surrogate,
                edit.outcome,
                edit.strategy,
                edit.reason,
            ]
            for edit in edits
        ],
    }
    return _line(row)


def withheld_entry(unit: int, index: int, document: str, before: Parts) -> bytes:
    """One record that was not released: its bytes are in the ledger alone."""
    row = {
        "unit": unit,
        "record": index,
        "id": document,
        "was": checksum(before),
        "withheld": [_encoded(part) for part in before],
    }
    return _line(row)


def _line(row: dict[str, Any]) -> bytes:
    # Lone surrogates can come out of JSON escapes; ASCII carries them as they were.
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def patches_of(row: dict[str, Any]) -> tuple[Patch, ...]:
    """The patches that make the original of a released record."""
    return tuple(Patch(start, end, _decoded(data), part) for part, start, end, data in row["undo"])


def withheld_parts(row: dict[str, Any]) -> Parts:
    """The bytes of a record that was withheld."""
    return tuple(_decoded(part) for part in row["withheld"])


class Seal:
    """Seals and opens the frames of one encrypted ledger, or of a file like it."""

    def __init__(self, secret: bytes, salt: bytes, info: bytes = b"understudy ledger") -> None:
        """``info`` says what the key is for: one secret may serve two kinds of file."""
        self.secret, self.salt, self.info = secret, salt, info

    def _cipher(self) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import (  # noqa: PLC0415
            ChaCha20Poly1305,
        )
        from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

        derive = HKDF(SHA256(), length=32, salt=self.salt, info=self.info)
        return ChaCha20Poly1305(derive.derive(self.secret))

    def seal(self, number: int, lines: bytes, *, end: bool = False) -> bytes:
        """Lines as an encrypted frame; ``number`` is its place, and ``end`` marks the last one."""
        kind = _END if end else _FRAME
        sealed: bytes = self._cipher().encrypt(
            number.to_bytes(12, "big"), zlib.compress(lines, 6), kind
        )
        return len(sealed).to_bytes(8, "big") + sealed

    def open(self, number: int, frame: bytes) -> tuple[bytes, bool]:
        """The lines of a frame, and whether it is the last."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415

        for kind in (_FRAME, _END):
            try:
                lines = self._cipher().decrypt(number.to_bytes(12, "big"), frame, kind)
            except InvalidTag:
                continue
            return zlib.decompress(lines), kind == _END
        raise LedgerError("the key does not open this ledger, or the ledger was changed")


def write_ledger(
    target: BinaryIO, head: dict[str, Any], sections: Iterable[bytes], seal: Seal | None
) -> None:
    """The whole ledger; with a seal the sections are sealed frames already, numbered from 1."""
    if seal is None:
        target.write(_line(head))
        for section in sections:
            target.write(section)
        target.write(_line({"end": True}))
        return
    target.write(_MAGIC + seal.salt)
    target.write(seal.seal(0, _line(head)))
    count = 0
    for section in sections:
        target.write(section)
        count += 1
    target.write(seal.seal(count + 1, _line({"end": True}), end=True))


def open_ledger(
    path: Path, secret: bytes | None
) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The header, and the entries one by one; the end is checked when it is reached."""
    lines = _lines(path, secret)
    head = next(lines, None)
    if head is None or head.get("understudy-ledger") != SCHEMA:
        raise LedgerError(f"{path}: not a ledger that this release reads")
    return head, _entries(lines, path)


def _entries(lines: Iterator[dict[str, Any]], path: Path) -> Iterator[dict[str, Any]]:
    for row in lines:
        if row.get("end"):
            # Looked for to the last byte: an encrypted ledger checks its own end on the way.
            if next(lines, None) is not None:
                raise LedgerError(f"{path}: something follows the end of the ledger")
            return
        if not (row.keys() >= _RELEASED or row.keys() >= _WITHHELD):
            raise LedgerError(f"{path}: the ledger is damaged")
        yield row
    raise LedgerError(f"{path}: the ledger is cut off")


def _lines(path: Path, secret: bytes | None) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        start = file.read(len(_MAGIC))
        if start == _MAGIC:
            if secret is None:
                raise LedgerError(f"{path}: the ledger is encrypted; give its --ledger-key-file")
            for plain in _frames(file, secret, path):
                yield from (_parsed(line, path) for line in plain.splitlines())
            return
        if secret is not None:
            raise LedgerError(f"{path}: the ledger is not encrypted; leave out the key file")
        file.seek(0)
        yield from (_parsed(line, path) for line in file)


def _frames(file: BinaryIO, secret: bytes, path: Path) -> Iterator[bytes]:
    seal = Seal(secret, file.read(SALT_BYTES))
    number, end = 0, False
    left = path.stat().st_size - file.tell()
    while size := file.read(8):
        if end:
            raise LedgerError(f"{path}: something follows the end of the ledger")
        left -= 8 + int.from_bytes(size, "big")
        if left < 0:
            raise LedgerError(f"{path}: the ledger is cut off, or it was changed")
        frame = file.read(int.from_bytes(size, "big"))
        plain, end = seal.open(number, frame)
        yield plain
        number += 1
    if not end:
        raise LedgerError(f"{path}: the ledger is cut off")


def _parsed(line: bytes, path: Path) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise LedgerError(f"{path}: not a ledger, or a damaged one") from None
    if not isinstance(row, dict):
        raise LedgerError(f"{path}: not a ledger, or a damaged one")
    return row
