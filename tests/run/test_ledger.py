from __future__ import annotations

import io
import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import LedgerError
from understudy.core.files import private_file
from understudy.core.types import Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Options, Patch, patched
from understudy.run.ledger import (
    SALT_BYTES,
    Seal,
    checksum,
    entry,
    header,
    open_ledger,
    patches_of,
    withheld_entry,
    withheld_parts,
    write_ledger,
)

SECRET, SALT = b"a secret of some length", bytes(SALT_BYTES)
HEAD = header(
    version="1",
    release="r",
    policy="p",
    fingerprint="f",
    format="jsonl",
    options=Options(),
    units=["a.jsonl"],
)
EVENT = PrivacyEvent("test", "entity", 0.5, 0.5, 1.0)


def released(index: int, before: bytes = b"hi Ada", after: bytes = b"hi Eva") -> bytes:
    span = Span(3, 6, "PERSON")
    edit = Edit(Entity(span, "PERSON", "ada"), "Ada", "Eva", "replaced", "entity", EVENT)
    undo = [Patch(3, 6, before[3:6])]
    return entry(0, index, f"d{index}", (before,), (after,), undo, [edit])


def written(path: Path, sections: list[bytes], secret: bytes | None = None) -> Path:
    seal = None if secret is None else Seal(secret, SALT)
    if seal is not None:
        sections = [seal.seal(number, lines) for number, lines in enumerate(sections, 1)]
    with path.open("wb") as file:
        write_ledger(file, HEAD, sections, seal)
    return path


def read(path: Path, secret: bytes | None = None) -> list[dict[str, Any]]:
    head, entries = open_ledger(path, secret)
    assert head == json.loads(json.dumps(HEAD))
    return list(entries)


@pytest.mark.parametrize("secret", [None, SECRET])
def test_entries_come_back(tmp_path: Path, secret: bytes | None) -> None:
    path = written(tmp_path / "l", [released(0) + released(1), b"", released(2)], secret)
    rows = read(path, secret)
    assert [row["record"] for row in rows] == [0, 1, 2]
    assert rows[0]["edits"] == [[3, 6, "PERSON", "ada", "Ada", "Eva", "replaced", "entity", ""]]
    assert patched((b"hi Eva",), patches_of(rows[0]))[0] == (b"hi Ada",)
    assert (rows[0]["was"], rows[0]["is"]) == (checksum((b"hi Ada",)), checksum((b"hi Eva",)))


@given(st.lists(st.binary(), min_size=1), st.lists(st.tuples(st.integers(0, 9), st.binary())))
def test_any_bytes_come_back(parts: list[bytes], undone: list[tuple[int, bytes]]) -> None:
    row = json.loads(withheld_entry(3, 4, "id \ud800", tuple(parts)))
    assert withheld_parts(row) == tuple(parts)
    assert (row["unit"], row["record"], row["id"]) == (3, 4, "id \ud800")
    undo = [Patch(at, at + 1, data, 0) for at, data in undone]
    made = json.loads(entry(0, 0, "i", tuple(parts), tuple(parts), undo, []))
    assert patches_of(made) == tuple(undo)


@given(st.lists(st.binary(max_size=8), max_size=4), st.lists(st.binary(max_size=8), max_size=4))
def test_checksums_differ_where_parts_do(one: list[bytes], two: list[bytes]) -> None:
    assert (checksum(one) == checksum(two)) == (one == two)


def test_nothing_can_be_read_without_the_key(tmp_path: Path) -> None:
    path = written(tmp_path / "l", [released(0)], SECRET)
    data = path.read_bytes()
    assert b"Ada" not in data
    assert b"jsonl" not in data
    for secret in (None, b"another secret of some length"):
        with pytest.raises(LedgerError):
            read(path, secret)


def test_frames_cannot_be_moved_left_out_or_repeated(tmp_path: Path) -> None:
    path = written(tmp_path / "l", [released(0), released(1), released(2)], SECRET)
    data = path.read_bytes()
    start = data.index(SALT) + SALT_BYTES
    stream, frames = io.BytesIO(data[start:]), []
    while size := stream.read(8):
        frames.append(size + stream.read(int.from_bytes(size, "big")))
    assert len(frames) == 5
    orders = ([0, 2, 1, 3, 4], [0, 1, 2, 4], [0, 1, 1, 2, 3, 4], [1, 2, 3, 4], [0, 4], [0, 1, 2, 3])
    for order in orders:
        path.write_bytes(data[:start] + b"".join(frames[at] for at in order))
        with pytest.raises(LedgerError):
            read(path, SECRET)
    path.write_bytes(data)
    assert len(read(path, SECRET)) == 3


def test_a_length_that_was_changed_asks_for_no_memory(tmp_path: Path) -> None:
    path = written(tmp_path / "l", [released(0)], SECRET)
    data = bytearray(path.read_bytes())
    data[data.index(SALT) + SALT_BYTES] = 0x7F
    path.write_bytes(data)
    with pytest.raises(LedgerError, match="cut off, or it was changed"):
        read(path, SECRET)


def test_two_ledgers_of_one_key_are_sealed_apart() -> None:
    one, two = (Seal(SECRET, bytes([salt]) * SALT_BYTES).seal(1, b"lines") for salt in (1, 2))
    assert one != two
    with pytest.raises(LedgerError):
        Seal(SECRET, bytes([2]) * SALT_BYTES).open(1, one[8:])


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [HEAD],
        [HEAD, {"unit": 0}, {"end": True}],
        [HEAD, {"unit": 0, "record": 0, "id": "a", "was": "x"}, {"end": True}],
        [HEAD, [], {"end": True}],
        [{"understudy-ledger": 99}, {"end": True}],
        [{"end": True}],
    ],
)
def test_what_is_no_ledger(tmp_path: Path, lines: list[Any]) -> None:
    path = tmp_path / "l"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(LedgerError):
        read(path)


def test_a_private_file_replaces_what_others_could_read(tmp_path: Path) -> None:
    path = tmp_path / "l"
    path.write_text("old")
    path.chmod(0o644)
    with private_file(path) as file:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        file.write(b"new")
    assert path.read_bytes() == b"new"


def test_the_page_on_architecture_names_the_fields_of_a_ledger() -> None:
    page = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    (fields,) = re.findall(r"^\| header \| (.*) \|$", page, re.MULTILINE)
    assert re.findall(r"`([\w-]+)`", fields) == list(HEAD)
    (edits,) = re.findall(r"^\| `edits` \| `\[(.*)\]` \|$", page, re.MULTILINE)
    edit = json.loads(released(0))["edits"][0]
    names = dict(zip(edits.split(", "), edit, strict=True))
    assert names == {
        **{"start": 3, "end": 6, "category": "PERSON", "key": "ada", "original": "Ada"},
        **{"surrogate": "Eva", "outcome": "replaced", "strategy": "entity", "reason": ""},
    }
    entries = set(json.loads(released(0))) | set(json.loads(withheld_entry(0, 0, "i", (b"",))))
    named = set(
        re.findall(
            r"`(\w+)`", page[page.index("## The ledger") : page.index("With `--ledger-key-file`")]
        )
    )
    assert entries <= named
