"""Files as the house writes them: whole or not at all, and readable by nobody without a reason.

private_file      a new file that only its owner can read
whole_file        a file that appears under its name when it is whole
write_whole       the same for bytes or text that are at hand
read_small        the bytes of a file that somebody else may have written, up to a limit
read_text         its text
read_beside       the text of a file that a policy or a grammar names
is_same           whether two paths are one file, now or when it is there
narrow            who may read what a run writes: nobody who could not read its source
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO
from uuid import uuid4

__all__ = [
    "is_same",
    "narrow",
    "narrow_folders",
    "private_file",
    "read_beside",
    "read_small",
    "read_text",
    "whole_file",
    "write_whole",
]

_MOST = 1 << 26
"""Bytes that no list, policy or description of a model has."""


def private_file(path: Path) -> BinaryIO:
    """A new file that only its owner can read."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


@contextmanager
def whole_file(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """A file to write to; it gets its name, in place of an older one, when all is written.

    Whoever writes has a name of its own: a process of a killed run may still be at work, and two
    machines of a cluster may have processes of one number.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.{uuid4().hex[:8]}.part")
    try:
        with private_file(part) if private else part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes | str, *, private: bool = True) -> None:
    """The file under its name, whole."""
    with whole_file(path, private=private) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def read_small(path: Path, most: int = _MOST, *, pipe: bool = False) -> bytes:
    """The bytes of a file; one with more than so many is refused with an OSError, before it is in
    memory, and so is one that grows while it is read, and a pipe, into which nobody may ever
    write, unless somebody named it by hand."""
    if not pipe and path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is no file")
    with path.open("rb") as file:
        data = file.read(most + 1) if os.fstat(file.fileno()).st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return data


def read_text(path: Path, encoding: str = "utf-8", *, pipe: bool = True) -> str:
    """The text of such a file, its lines ended by line feeds."""
    with TextIOWrapper(BytesIO(read_small(path, pipe=pipe)), encoding=encoding) as text:
        return text.read()


def read_beside(folder: Path | None, name: str, encoding: str = "utf-8") -> str:
    """The text of a file that a file in this folder names; without a folder, one that the caller
    names by hand.

    Who sends a policy could else have any file of ours read, and its lines drawn into a release:
    what leaves the folder, by its path or through a link, is refused with an OSError, and so is
    what is no file, and what no list is as long as.
    """
    path = (folder or Path()) / name
    if "\0" in name:
        raise OSError(errno.EINVAL, "no file has such a name")
    if folder is not None and not path.resolve().is_relative_to(folder.resolve()):
        raise OSError(errno.EACCES, "it lies outside the folder of the file that names it")
    return read_text(path, encoding, pipe=False)


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths are one file, or would be if it were there."""
    if one.resolve() == other.resolve():
        return True
    try:
        return one.samefile(other)
    except OSError:
        return False


def narrow(made: Path, sources: Iterable[Path]) -> None:
    """Take from a file or folder what group and others may not do with each of its sources.

    The owner's own bits stay: who ran the command has read the sources, and must be able to
    replace what it made. Another group than the source's counts as others: a file of mode 640 and
    the group "patients" becomes 600 where the output belongs to the group "staff".
    """
    is_now = made.stat()
    allowed = 0o777
    for source in sources:
        was = source.stat()
        others = was.st_mode & 0o007
        group = was.st_mode & 0o070 if was.st_gid == is_now.st_gid else others << 3
        allowed &= 0o700 | group | others
    mode = S_IMODE(is_now.st_mode)
    if mode & ~allowed & 0o777:
        made.chmod(mode & (allowed | ~0o777))


def narrow_folders(made: Path, source: Path, top: Path) -> None:
    """The folders of a file, up to ``top``, each beside the folder of its source.

    A file that all may read in a folder that one person may enter is read by that person only.
    """
    while made != top:
        made, source = made.parent, source.parent
        narrow(made, [source])
