"""Text files in other encodings than UTF-8.

They become UTF-8 as they are read and their own encoding as they are written, so that formats know
UTF-8 alone. What a file is written in is looked for in its first bytes; a reader that comes upon
bytes that do not fit stops.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from understudy.core.errors import CorpusError, UsageError
from understudy.corpus.base import Format, Unit
from understudy.corpus.compression import buffered, open_read
from understudy.corpus.mixed import kind_of

__all__ = ["in_utf8", "looks_like", "plain_bytes", "with_encodings"]

_LOOK = 1 << 16
_CHUNK = 1 << 18
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}")
_SIGNATURES = {
    b"PK\x03\x04": "a ZIP archive, such as a .docx or .xlsx file; give it the suffix that it has",
    b"%PDF-": "a PDF; give it the suffix .pdf",
    b"{\\rtf": "RTF; save it as .docx",
    b"\xd0\xcf\x11\xe0": "of old Office or Outlook; save it as .docx, .xlsx or .eml",
    b"PAR1": "a parquet table; give it the suffix .parquet",
    b"\x1f\x8b": "compressed; give it the suffix .gz",
    b"\xfd7zXZ": "compressed; give it the suffix .xz",
    b"\x28\xb5\x2f\xfd": "compressed; give it the suffix .zst",
    b"BZh": "compressed by bzip2; unpack it first",
    b"7z\xbc\xaf": "a 7z archive; unpack it first",
    b"Rar!": "a RAR archive; unpack it first",
    b"!BDN": "an archive of Outlook; export its mails as .eml or .mbox",
    b"SQLite format 3\0": "a SQLite database; export its tables as .csv",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"RIFF": "a picture, a recording or a film",
    b"OggS": "a recording",
    b"ID3": "a recording",
}
"""How files begin that are no text, and what to do with them."""
_SHORT = 4
_CONTROLS = re.compile(rb"[\x01-\x08\x0e-\x14\x16-\x19\x1c-\x1f]")
"""What texts have few of; the bullets of CHAT and escapes are none of them."""
_RARE = 50
_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def with_encodings(format: Format, units: Sequence[Unit], encoding: str) -> list[Unit]:
    """The units, each with its encoding where that is not UTF-8: the one that is named, or what
    its first bytes look like. Only plain text needs one: other files say it themselves.

    A file that is no text by its first bytes is refused, whatever it is called."""
    for unit in units:
        if not kind_of(format, unit.name).traits.rewrites:
            _check_is_text(unit, named=bool(encoding))
    if encoding:
        return [_named(format, unit, encoding) for unit in units]
    return [
        unit
        if not unit.paths or not kind_of(format, unit.name).traits.any_encoding
        else replace(unit, encoding=_looked_up(unit))
        for unit in units
    ]


def _check_is_text(unit: Unit, *, named: bool) -> None:
    for path in unit.paths:
        with open_read(path) as file:
            first = file.read(_LOOK)
        for start, what in _SIGNATURES.items():
            # A text may begin with "ID3", but then the rest of it is text.
            word = len(start) <= _SHORT and start.isalnum()
            if first.startswith(start) and not (word and _is_utf8(first)):
                raise CorpusError(f"no text: by its first bytes it is {what}", file=unit.name)
        sixteen = first.startswith(tuple(mark for mark, _ in _MARKS)) or _without_mark(first)
        if b"\0" in first and not sixteen and not named:
            raise CorpusError("no text: it has zero bytes, as binary files have", file=unit.name)
        if not sixteen and len(_CONTROLS.findall(first)) * _RARE > len(first):
            raise CorpusError("no text: it is full of control characters", file=unit.name)


def _named(format: Format, unit: Unit, encoding: str) -> Unit:
    kind = kind_of(format, unit.name)
    if not kind.traits.any_encoding:
        raise UsageError(
            f"--encoding {encoding}: {kind.name} files say themselves how they are written"
        )
    try:
        name = codecs.lookup(encoding).name
        b"".decode(name)
    except LookupError:
        raise UsageError(f"--encoding {encoding}: no such encoding; try cp1252 or utf-16") from None
    if name == "utf-16":  # the byte order mark tells which, and stays
        name = _looked_up(unit) if unit.paths else "utf-16-le"
    return replace(unit, encoding="" if name in ("utf-8", "utf-8-sig", "ascii") else name)


def _looked_up(unit: Unit) -> str:
    with open_read(unit.paths[0]) as file:
        return looks_like(file.read(_LOOK))


def looks_like(first: bytes) -> str:
    """The encoding of text that begins with these bytes; empty for UTF-8."""
    for mark, name in _MARKS:
        if first.startswith(mark):
            return name
    if b"\0" in first:
        return _without_mark(first)
    if _is_utf8(first):
        return ""
    if _MULTIBYTE.search(first):  # UTF-8 with an error in it, which its reader will tell
        return ""
    try:
        first.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "cp1252"


def _is_utf8(first: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(first, final=len(first) < _LOOK)
    except UnicodeDecodeError:
        return False
    return True


def _without_mark(first: bytes) -> str:
    """UTF-16 of Western text has a zero at every second place."""
    even, odd = first[::2].count(0), first[1::2].count(0)
    if max(even, odd) * 5 < len(first):
        return ""
    name = "utf-16-be" if even > odd else "utf-16-le"
    try:  # a program has as many zeros, and is no text
        text = codecs.getincrementaldecoder(name)().decode(first)
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else name


def in_utf8(file: BinaryIO, unit: Unit) -> BinaryIO:
    """The content of a file of the unit as UTF-8."""
    return buffered(file, _recoded(file, unit)) if unit.encoding else file


def _recoded(file: BinaryIO, unit: Unit) -> Iterator[bytes]:
    """Chunks as UTF-8; each must give its own bytes when it is written back."""
    decoder = codecs.getincrementaldecoder(unit.encoding)()
    encoder = codecs.getincrementalencoder(unit.encoding)()
    pending, last = b"", False
    while not last:
        chunk = file.read(_CHUNK)
        last = not chunk
        pending += chunk
        try:
            text = decoder.decode(chunk, final=last)
            back = encoder.encode(text, final=last)
        except UnicodeError:
            raise CorpusError(
                f"not {unit.encoding}, as its first bytes are or as --encoding says", file=unit.name
            ) from None
        if not pending.startswith(back):
            raise CorpusError(f"{unit.encoding} text that cannot be written back", file=unit.name)
        pending = pending[len(back) :]
        if text:
            yield text.encode()


def plain_bytes(text: str, codec: str) -> bytes:
    """The text in an encoding; what that lacks is written without its accent, or as ``?``."""
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return b"".join(_nearest(sign, codec) for sign in text)


def _nearest(sign: str, codec: str) -> bytes:
    for form in (sign, unicodedata.normalize("NFKD", sign)[:1]):
        try:
            return form.encode(codec)
        except UnicodeEncodeError:
            continue
    return "?".encode(codec)
