"""The file of a vault: no key and nonce serve twice, and a torn end costs no more than itself."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from understudy.core.errors import LedgerError
from understudy.run import vault as vaults
from understudy.run.ledger import Seal
from understudy.run.vault import Vault, open_vault

SECRET = b"0123456789abcdef" * 2
INFO = b"understudy vault"
ONE: Mapping[str, Mapping[str, Any]] = {"surrogate": {"C1": ["Ann Lee", "Eva Moss"]}}
TWO: Mapping[str, Mapping[str, Any]] = {"surrogate": {"C2": ["Bo Park", "Quinn Reyes"]}}


def _made(path: Path, *known: Mapping[str, Mapping[str, Any]]) -> Vault:
    for one in known:
        open_vault(path, SECRET).append(one)
    return open_vault(path, SECRET)


def _first_form(path: Path, *known: Mapping[str, Mapping[str, Any]]) -> Path:
    salt, digest, data = bytes(range(16)), "", b""
    for number, one in enumerate(known):
        row = {"schema": 1, "before": digest, "known": one}
        frame = Seal(SECRET, salt, INFO).seal(number, json.dumps(row).encode())
        digest = blake2b(digest.encode() + frame[8:], digest_size=16).hexdigest()
        data += frame
    path.write_bytes(b"understudy-vault-1\n" + salt + data)
    return path


def test_continuations_of_one_file_share_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[tuple[bytes, int]] = []
    sealed = Seal.seal

    def seal(self: Seal, number: int, lines: bytes, *, end: bool = False) -> bytes:
        used.append((self.salt, number))
        return sealed(self, number, lines, end=end)

    monkeypatch.setattr(Seal, "seal", seal)
    _made(tmp_path / "a", ONE)
    (tmp_path / "b").write_bytes((tmp_path / "a").read_bytes())
    one, two = open_vault(tmp_path / "a", SECRET), open_vault(tmp_path / "b", SECRET)
    one.append(TWO)
    two.append({"surrogate": {"C3": ["Una Wood", "Ida Dole"]}})
    assert len(used) == 3
    assert len({salt for salt, _ in used}) == 3
    assert one.key == two.key


def test_frames_are_of_one_order(tmp_path: Path) -> None:
    path = tmp_path / "a"
    first = _made(path, ONE)
    start = len(b"understudy-vault-2\n") + 16
    second = _made(path, TWO)
    assert second.frames == 2
    assert list(second.known["surrogate"]) == ["C1", "C2"]
    data = path.read_bytes()
    head, one, two = data[:start], data[start : first.size], data[first.size :]
    for changed in (head + two + one, head + two, head + one + one, head + one + two + one):
        path.write_bytes(changed)
        with pytest.raises(LedgerError, match="changed"):
            open_vault(path, SECRET)


def test_a_torn_end_leaves_the_whole_frames(tmp_path: Path) -> None:
    path = tmp_path / "a"
    first = _made(path, ONE)
    _made(path, TWO)
    data = path.read_bytes()
    for end in range(first.size + 1, len(data)):
        path.write_bytes(data[:end])
        found = open_vault(path, SECRET)
        assert (found.frames, found.size, found.torn) == (1, first.size, end - first.size)
        assert found.known == first.known
    path.write_bytes(data[: first.size] + bytes(50))  # room that was made, and not written to
    assert open_vault(path, SECRET).torn == 50
    open_vault(path, SECRET).append(TWO)
    mended = open_vault(path, SECRET)
    assert (mended.frames, mended.torn) == (2, 0)
    assert path.read_bytes().startswith(data[: first.size])


def test_a_changed_length_is_no_torn_end(tmp_path: Path) -> None:
    path = tmp_path / "a"
    _made(path, ONE, TWO)
    data = bytearray(path.read_bytes())
    data[len(b"understudy-vault-2\n") + 16] ^= 1  # the first frame now seems to go on for ever
    path.write_bytes(data)
    with pytest.raises(LedgerError, match="changed"):
        open_vault(path, SECRET)


def test_a_write_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    made = _made(path, ONE)
    before = path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        made.append(TWO)
    assert path.read_bytes() == before


def test_a_run_that_finds_another_vault_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    one, two = _made(path, ONE), open_vault(path, SECRET)
    one.append(TWO)
    with pytest.raises(LedgerError, match="run again"):
        two.append(TWO)
    size = path.stat().st_size
    path.unlink()
    other = _made(path, ONE, TWO)  # of the same frames, with another salt
    assert abs(other.size - size) < 9
    with pytest.raises(LedgerError, match="run again"):
        one.append(TWO)


def test_a_vault_of_the_first_form_is_read_and_sealed_anew(tmp_path: Path) -> None:
    path = _first_form(tmp_path / "a", ONE, TWO)
    link = tmp_path / "link"
    link.symlink_to(path)
    old = open_vault(link, SECRET)
    assert (old.frames, old.torn, list(old.known["surrogate"])) == (2, 0, ["C1", "C2"])
    old.append({"surrogate": {"C3": ["Una Wood", "Ida Dole"]}})
    new = open_vault(link, SECRET)
    assert link.is_symlink()
    assert path.read_bytes().startswith(b"understudy-vault-2\n")
    assert (new.schema, new.frames, new.key) == (vaults.SCHEMA, 3, old.key)
    assert {**old.known["surrogate"]}.items() <= {**new.known["surrogate"]}.items()
    assert path.stat().st_mode & 0o077 == 0


def test_a_torn_vault_of_the_first_form_is_read(tmp_path: Path) -> None:
    path = _first_form(tmp_path / "a", ONE, TWO)
    path.write_bytes(path.read_bytes()[:-1])
    old = open_vault(path, SECRET)
    assert old.frames == 1 and old.torn > 0
    old.append(TWO)
    assert open_vault(path, SECRET).known["surrogate"].keys() == {"C1", "C2"}
