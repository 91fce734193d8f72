"""Who may read what a run writes: nobody who could not read what it was made from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from stat import S_IMODE

__all__ = ["narrow", "narrow_folders"]


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
