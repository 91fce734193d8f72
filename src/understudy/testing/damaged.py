"""Damaged files: a format refuses one with an error of ours, or gives every byte of it back."""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import REPLACED, Document, Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Format, Options, Parts, Unit, patched
from understudy.corpus.files import released_format
from understudy.testing.holding import holds

__all__ = ["check_damaged", "damaged"]

_EVENT = PrivacyEvent("contract", "entity", 1.0, 0.0, 0.0, paper_epsilon=0.0)
_MARK = "<X>"
_SIZES = (1 << 20, 64)
"""Bytes of a block: a damage may fall between two blocks, or within one."""

_PIECES = (
    b"\0",
    b"\n",
    b"\r",
    b"\t",
    b'"',
    b"'",
    b",",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b"<",
    b">",
    b"&",
    b"&#0;",
    b"&#1114112;",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\\udc00",
    "\u2028\u0085\u200b".encode(),
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"null",
    b"9" * 5_000,
    b"9" * 20,
    b"\xd9\xa3",
    b"[" * 3_000,
    b'{"a":' * 3_000,
    b"<a>" * 3_000,
    b"undefined",
    b"utf-16",
    b"utf-7",
    b"idna",
    b"rot13",
    b"B-",
    b"I-PERSON",
    b"T1\t",
    b"#",
)
"""What readers stumble over, as bytes to be put anywhere."""

_INSIDE = 0.8
"""The share of changes in an archive that fall into a member of it."""
_Change = Callable[[bytes, random.Random], bytes]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _dropped(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 2, 4, 20, 100)) :]


def _flipped(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _inserted(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_PIECES) + data[at:]


def _overwritten(data: bytes, chance: random.Random) -> bytes:
    at, piece = chance.randrange(len(data) + 1), chance.choice(_PIECES)
    return data[:at] + piece + data[at + len(piece) :]


def _doubled(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    end = at + chance.choice((1, 4, 20, 100, len(data)))
    return data[:end] + data[at:]


def _numbers(data: bytes, chance: random.Random) -> bytes:
    """A digit becomes another number."""
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return data
    at = chance.choice(places)
    number = chance.choice((b"0", b"-1", b"99", b"9" * 5_000, b"1e9", b"\xd9\xa3", b"0x1", b""))
    return data[:at] + number + data[at + 1 :]


_CHANGES: tuple[_Change, ...] = (
    _cut,
    _dropped,
    _flipped,
    _flipped,
    _inserted,
    _inserted,
    _overwritten,
    _doubled,
    _numbers,
)


def damaged(files: Mapping[str, bytes], seed: int) -> dict[str, bytes]:
    """The files with one to four changes, which follow from the seed alone."""
    chance = random.Random(seed)
    result = dict(files)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        name = chance.choice(list(result))
        change = chance.choice(_CHANGES)
        members = _members(result[name])
        if members and chance.random() < _INSIDE:
            result[name] = _inside(members, change, chance)
        else:
            result[name] = change(result[name], chance)
    return result


def _members(data: bytes) -> dict[str, bytes]:
    """What is in an archive; nothing where it is none, or damaged already."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as source:
            return {name: source.read(name) for name in source.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, zlib.error):
        return {}


def _inside(members: Mapping[str, bytes], change: _Change, chance: random.Random) -> bytes:
    """The change in a member of an archive, which itself stays whole: checksums hide the members
    from changes of its bytes."""
    sink, chosen = io.BytesIO(), chance.choice(list(members))
    with zipfile.ZipFile(sink, "w") as target:
        for name, data in members.items():
            target.writestr(zipfile.ZipInfo(name), change(data, chance) if name == chosen else data)
    return sink.getvalue()


def check_damaged(
    format: Format, files: Mapping[str, bytes], options: Options | None = None
) -> bool:
    """Whether the files are read. What is read comes out whole, and with marks in its text it is
    as many records; else a CorpusError says what is wrong, and any other error is a fault.
    """
    settings = options or Options()
    with TemporaryDirectory() as folder:
        paths = tuple(Path(folder) / name for name in files)
        for path, data in zip(paths, files.values(), strict=True):
            path.write_bytes(data)
        unit = Unit(next(iter(files)), paths)
        counts = set()
        for size in _SIZES:
            try:
                before, same = _released(format, unit, settings, size, edit=False)
                _, other = _released(format, unit, settings, size, edit=True)
            except (CorpusError, UsageError):
                counts.add(-1)
                continue
            counts.add(before)
            if not format.traits.rewrites:
                whole = same == list(files.values())
                holds(whole, "without edits the output must equal the input, byte for byte")
            for made in (same, other):
                holds(_count(format, unit, settings, made) == before, "records were lost")
        holds(len(counts) == 1, "blocks of another size give another number of records")
    return counts != {-1}


def _released(
    format: Format, unit: Unit, options: Options, size: int, *, edit: bool
) -> tuple[int, list[bytes]]:
    """How many records were read, and the files that were written."""
    count = 0

    def joined() -> Iterator[Parts]:
        nonlocal count
        for cut in format.split(unit, options, size=size):
            block = cut.loaded()
            parts: list[Parts | None] = []
            for record in format.read(block, options):
                changed = record.parts
                count += 1
                if record.document is not None:
                    edits = _edits(record.document) if edit else ()
                    changed, undo = patched(record.parts, format.write(record, edits, options))
                    holds(patched(changed, undo)[0] == record.parts, "an edit cannot be undone")
                parts.append(changed)
            yield format.join(block, parts, options)

    with TemporaryDirectory() as folder:
        targets = tuple(Path(folder) / path.name for path in unit.paths)
        format.assemble(joined(), unit, targets, options)
        return count, [path.read_bytes() if path.exists() else b"" for path in targets]


def _count(format: Format, unit: Unit, options: Options, made: list[bytes]) -> int:
    with TemporaryDirectory() as folder:
        paths = tuple(Path(folder) / path.name for path in unit.paths)
        for path, data in zip(paths, made, strict=True):
            path.write_bytes(data)
        written = released_format(format)
        blocks = written.split(Unit(unit.name, paths), options, size=1 << 20)
        return sum(1 for block in blocks for _ in written.read(block.loaded(), options))


def _edits(document: Document) -> tuple[Edit, ...]:
    """What the file marks, or the first word: each gives way to a mark."""
    spans = [span for span in document.annotations if span.start < span.end]
    if not spans:
        word = len(document.text) - len(document.text.lstrip())
        end = word + len((document.text[word:].split(maxsplit=1) or [""])[0])
        spans = [Span(word, end, "PERSON")] if end > word else []
    edits: list[Edit] = []
    cursor = 0
    for span in sorted(spans):
        if span.start >= cursor:
            cursor = span.end
            entity = Entity(span, "PERSON", f"x{len(edits)}")
            original = document.text[span.start : span.end]
            edits.append(Edit(entity, original, _MARK, REPLACED, "contract", _EVENT))
    return tuple(edits)
