"""Which files are the input, which format they have, and where their release goes.

Formats are found through the registry and loaded when asked for, so that reading a text file does
not wait for what parquet needs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from os.path import commonpath, normpath
from pathlib import Path, PurePath
from typing import cast

from understudy.core.errors import UsageError
from understudy.corpus.base import Claims, Format, Unit
from understudy.corpus.compression import COMPRESSIONS, open_read, open_write, stripped
from understudy.corpus.mixed import MIXED, Mixed, kind_of, with_claimed
from understudy.registry import CLAIMS, SUFFIXES, load, names, plugins

__all__ = [
    "check_suffix",
    "find",
    "for_path",
    "formats",
    "kinds",
    "open_read",
    "open_write",
    "refuse_unread",
    "released_format",
    "released_name",
    "resolve",
    "sibling",
    "skipped_kinds",
    "targets",
]

STDIN = "-"
_SHOWN = 10
_USUAL = re.compile(r"\.[a-z0-9]{1,4}")
"""A suffix that says what a file is, and not whose."""
_BEGINNING = 1 << 16
"""Bytes by which formats with one suffix are told apart."""


def formats() -> tuple[str, ...]:
    """The names of the formats."""
    return names("formats")


def find(name: str) -> Format:
    """The format of that name."""
    if name == MIXED.name:
        return MIXED
    if name not in formats():
        raise UsageError(f"unknown format {name!r}; there are {', '.join(formats())}")
    return cast(Format, load("formats", name))


def for_path(path: PurePath) -> str | None:
    """The name of the format that the file's suffix means, if it means one."""
    suffix = stripped(path).suffix.lower()
    return SUFFIXES.get(suffix) or _added().get(suffix)


def _for_file(path: Path) -> str | None:
    """The name of the format of a file: of several with its suffix, that of how it begins."""
    for name in CLAIMS.get(stripped(path).suffix.lower(), ()):
        format = find(name)
        if isinstance(format, Claims):
            with open_read(path) as file:
                if format.claims(file.read(_BEGINNING)):
                    return name
    return for_path(path)


@cache
def _added() -> dict[str, str]:
    """Suffixes that formats of other packages declare; of two with one suffix the first has it."""
    found: dict[str, str] = {}
    for name in plugins("formats"):
        for suffix in find(name).suffixes:
            found.setdefault(suffix, name)
    return found


def resolve(inputs: Sequence[str], format: str | None) -> tuple[Format, list[Unit]]:
    """The format of the inputs and their units, in the order of their names.

    An input is a file, a directory, a glob, or ``-`` for standard input.
    """
    if STDIN in inputs:
        return _standard_input(inputs, format)
    named = None if format is None else find(format)
    found = _files(inputs, named)
    if not found:
        refuse_unread(inputs, named)
        raise UsageError(f"{', '.join(inputs)}: no files found")
    chosen = named or find(_one_format(found))
    root = _root(inputs, found)
    if len(chosen.parts) > 1:
        return chosen, _paired(found, root, chosen)
    units = [Unit(_name(path, root), (path,)) for path in found]
    if chosen.name == MIXED.name:
        claimed = {
            unit.name: name
            for unit in units
            if (name := _for_file(unit.paths[0])) and name != for_path(unit.paths[0])
        }
        return with_claimed(chosen, claimed), units
    return chosen, units


def unread_files(
    inputs: Sequence[str], format: Format | None
) -> Iterator[tuple[Path, Sequence[str]]]:
    """The directories of the inputs, each with its files that the format, or none, reads."""
    for given in inputs:
        directory = Path(given)
        if given == STDIN or not directory.is_dir():
            continue
        left = sorted(
            path.relative_to(directory).as_posix()
            for path in directory.rglob("*")
            if path.is_file()
            and not _hidden(path.relative_to(directory))
            and not _fits(path, format)
            and (format is None or for_path(path) != format.name)
        )
        if left:
            yield directory, left


def refuse_unread(inputs: Sequence[str], format: Format | None) -> None:
    """Files of a directory that the format, or none, does not read would be missing from the
    release."""
    for directory, left in unread_files(inputs, format):
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        reader = "no format reads"
        if format is not None and not isinstance(format, Mixed):
            reader = f"{format.name} does not read"
        known = {stripped(Path(name)).suffix.lower() for name in left}
        advice = "".join(f"; {one}: {_ADVICE[one]}" for one in sorted(known & {*_ADVICE}))
        raise UsageError(
            f"{directory}: {reader} {', '.join(left[:_SHOWN])}{more}{advice}; move "
            f"{'it' if len(left) == 1 else 'them'} elsewhere, or leave "
            f"{'it' if len(left) == 1 else 'them'} out of the release with --skip-unread"
        )


def skipped_kinds(inputs: Sequence[str], format: Format | None) -> Mapping[str, int]:
    """suffix → files of the directories that are left out; the names of files may be private."""
    found: Counter[str] = Counter()
    for _, left in unread_files(inputs, format):
        for name in left:
            suffix = stripped(Path(name)).suffix.lower()
            found[suffix if _USUAL.fullmatch(suffix) else ""] += 1
    return found


def check_suffix(format: Format, units: Sequence[Unit], output: Path) -> None:
    """The name of a single output file must not promise another format."""
    suffix = stripped(output).suffix.lower()
    implied = for_path(output)
    if format.traits.written_as:
        written = released_format(format)
        if suffix not in written.suffixes:
            raise UsageError(
                f"{output}: {format.traits.unwritten}; its text is released, so call it "
                f"{stripped(output).stem}{written.suffixes[0]}"
            )
        return
    same = (*format.suffixes, *format.parts, *format.traits.other_suffixes)
    before = {stripped(path).suffix.lower() for unit in units for path in unit.paths}
    if implied is not None and suffix not in same and suffix not in before:
        raise UsageError(
            f"{output}: the output is {format.name}, as the input, and {suffix} means {implied}; "
            f"call it {stripped(output).stem}{format.suffixes[0]}"
        )


def _standard_input(inputs: Sequence[str], format: str | None) -> tuple[Format, list[Unit]]:
    if len(inputs) > 1:
        raise UsageError("standard input cannot be one of several inputs")
    if format is None:
        raise UsageError(f"standard input needs a format: one of {', '.join(formats())}")
    chosen = find(format)
    if not chosen.traits.streams:
        raise UsageError(f"{format} cannot be read from standard input")
    return chosen, [Unit("stdin", ())]


def _files(inputs: Iterable[str], named: Format | None) -> list[Path]:
    """All files of the inputs, each once, sorted."""
    found: set[Path] = set()
    for given in inputs:
        path = Path(given)
        if path.is_dir():
            found.update(_below(path, named))
        elif path.exists():
            found.add(path)
        else:
            matches = _matches(given)
            if not matches:
                raise UsageError(f"{given}: no such file")
            found.update(path for path in matches if path.is_file())
    return sorted(found, key=lambda path: path.as_posix())


def _below(directory: Path, named: Format | None) -> list[Path]:
    """The files of a directory that a format knows, or this format; hidden ones are skipped."""
    return [
        path
        for path in directory.rglob("*")
        if path.is_file() and not _hidden(path.relative_to(directory)) and _fits(path, named)
    ]


def _fits(path: Path, named: Format | None) -> bool:
    if named is None or isinstance(named, Mixed):
        return for_path(path) is not None
    return stripped(path).suffix.lower() in (*named.suffixes, *named.parts)


def _hidden(path: PurePath) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _fixed(given: str) -> Path:
    """The directories of a glob before its first wildcard."""
    fixed: list[str] = []
    for part in Path(given).parts[:-1]:
        if any(mark in part for mark in "*?["):
            break
        fixed.append(part)
    return Path(*fixed)


def _matches(given: str) -> list[Path]:
    if not any(mark in given for mark in "*?["):
        return []
    base = _fixed(given)
    pattern = Path(given).relative_to(base).as_posix()
    return [path for path in base.glob(pattern) if not _hidden(path.relative_to(base))]


def _one_format(found: Sequence[Path]) -> str:
    names: set[str] = set()
    for path in found:
        name = _for_file(path)
        if name is None:
            raise UsageError(f"{path}: {_advice(path)}")
        names.add(name)
    if len(names) > 1:
        pair = _pairing(names)
        if pair is not None:
            return pair
        for name in sorted(names):
            if len(find(name).parts) > 1:
                raise UsageError(
                    f"the input has {name} files, which are pairs, beside others; name one "
                    "format with --format, or run each kind by itself"
                )
        return MIXED.name
    return names.pop()


_ADVICE = {
    ".rtf": "save it as .docx",
    ".doc": "save it as .docx",
    ".odt": "save it as .docx",
    ".pages": "save it as .docx",
    ".wpd": "save it as .docx",
    ".msg": "save the mail as .eml",
    ".pst": "export its mails as .mbox or .eml",
    ".xls": "save it as .xlsx or .csv",
    ".ods": "save it as .xlsx or .csv",
    ".zip": "unpack it and name the folder",
    ".7z": "unpack it and name the folder",
}
"""Suffixes of what is not read → what to do."""


def _advice(path: PurePath) -> str:
    """Why a file is not read, and what to do."""
    suffix = stripped(path).suffix.lower()
    if suffix in _ADVICE:
        return f"{suffix} files are not read; {_ADVICE[suffix]}"
    return f"no format has this suffix; name one of {', '.join(formats())}"


def _pairing(names: set[str]) -> str | None:
    """The format whose parts all the files are: the text of a brat document is a .txt file."""
    for name in sorted(names):
        parts = find(name).parts
        if len(parts) > 1 and names <= {name, *(for_path(PurePath(f"x{end}")) for end in parts)}:
            return name
    return None


def _root(inputs: Sequence[str], found: Sequence[Path]) -> Path:
    """The directory that the names of units are relative to."""
    if len(inputs) == 1:
        path = Path(inputs[0])
        if path.is_dir():
            return path
        return path.parent if path.exists() else _fixed(inputs[0])
    return Path(commonpath([_absolute(path).parent for path in found]))


def _absolute(path: Path) -> Path:
    return Path(normpath(path.absolute()))


def _name(path: Path, root: Path) -> str:
    return _absolute(path).relative_to(_absolute(root)).as_posix()


def _paired(found: Sequence[Path], root: Path, chosen: Format) -> list[Unit]:
    """Units of files that differ in their ending only."""
    units: dict[Path, Unit] = {}
    for path in found:
        bare = stripped(path)
        paths = tuple(sibling(path, ending) for ending in chosen.parts)
        missing = [other.name for other in paths if not other.is_file()]
        if missing:
            raise UsageError(f"{path}: {missing[0]} is not beside it, {chosen.name} needs both")
        units[Path(bare).with_suffix("")] = Unit(_name(paths[0], root), paths)
    return list(units.values())


def sibling(path: Path, ending: str) -> Path:
    """The file beside it with another ending and the same compression."""
    compression = path.suffix if path.suffix in COMPRESSIONS else ""
    return path.with_name(PurePath(stripped(path)).stem + ending + compression)


def targets(
    inputs: Sequence[str], format: Format, units: Sequence[Unit], output: Path
) -> list[tuple[Path, ...]]:
    """Where the parts of each unit go.

    A single file goes to the output path, or into it where that is a directory; a directory or
    several files go into the output directory under their own names.
    """
    single = len(units) == 1 and not any(Path(given).is_dir() for given in inputs)
    if single and not output.is_dir():
        result = [_single(format, output)]
    elif output.is_file():
        raise UsageError(f"{output}: is a file, but the input needs a directory")
    else:
        result = [_inside(kind_of(format, unit.name), unit, output) for unit in units]
    sources = {path.resolve() for unit in units for path in unit.paths}
    for path in (path for paths in result for path in paths):
        if path.resolve() in sources:
            raise UsageError(f"{path}: the output would overwrite the input")
    return result


def _single(format: Format, output: Path) -> tuple[Path, ...]:
    if len(format.parts) == 1:
        return (output,)
    if stripped(output).suffix in format.parts:
        return tuple(sibling(output, ending) for ending in format.parts)
    return tuple(output.with_name(output.name + ending) for ending in format.parts)


def _inside(format: Format, unit: Unit, output: Path) -> tuple[Path, ...]:
    if not unit.paths:
        return (output / f"{unit.name}{format.parts[0]}",)
    folder = output / PurePath(unit.name).parent
    return tuple(folder / released_name(format, path.name) for path in unit.paths)


def released_name(format: Format, name: str) -> str:
    """The name of a file in a release: a format that is not written becomes another one."""
    written = format.traits.written_as
    return f"{stripped(PurePath(name))}.{written}" if written else name


def released_format(format: Format) -> Format:
    """The format of a release."""
    return find(format.traits.written_as) if format.traits.written_as else format


def kinds(format: Format, units: Sequence[Unit]) -> list[Format]:
    """The formats of the units, each once."""
    found = {(one := kind_of(format, unit.name)).name: one for unit in units}
    return [found[name] for name in sorted(found)]
