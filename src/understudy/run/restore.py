"""The original back, from a release and its ledger."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from understudy.core.errors import CorpusError, LedgerError, UsageError
from understudy.corpus.base import Format, Options, Parts, Unit, options_of, patched
from understudy.corpus.files import open_read, resolve, sibling, targets
from understudy.run.ledger import checksum, open_ledger, patches_of, withheld_parts
from understudy.run.release import TASK_BYTES

__all__ = ["by_name", "by_unit", "restore", "settings"]

Row = dict[str, Any]


def restore(release: str, ledger: Path, output: str, secret: bytes | None = None) -> int:
    """Write the original to ``output``; how many records were restored."""
    if "-" in (release, output):
        raise UsageError("the release and the original are files or directories: name them")
    head, entries = open_ledger(ledger, secret)
    name, options, names = settings(head, ledger)
    format, units = resolve((release,), name)
    named = by_name(units, names, head)
    present = [unit or _absent(format, name) for unit, name in zip(named, names, strict=True)]
    target = Path(output)
    places = targets((release,), format, present, target)
    taken = next((path for path in (target, *chain(*places)) if path.exists()), None)
    if taken is not None:
        raise UsageError(f"{taken}: exists already; choose another name")
    count = 0

    def counted() -> Iterator[Row]:
        nonlocal count
        for row in entries:
            count += 1
            yield row

    # The original is private, and it gets its name when it is whole.
    part = target.with_name(target.name + ".restoring")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700, parents=True)
    try:
        for rows, unit, paths in zip(by_unit(counted(), names), present, places, strict=True):
            blocks = _told(_restored(format, unit, options, rows), unit)
            inside = _inside(paths, target, part)
            format.assemble(blocks, unit, inside, options)
            for path in inside:
                if path.exists():
                    path.chmod(0o600)
        for folder in part.rglob("*"):  # their names may be private, too
            if folder.is_dir():
                folder.chmod(0o700)
        _rename(places, target, part)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return count


def _told(blocks: Iterator[Parts], unit: Unit) -> Iterator[Parts]:
    """The blocks; a file that the ledger's format cannot read is not what the ledger is of."""
    try:
        yield from blocks
    except CorpusError as error:
        raise LedgerError(
            f"{unit.name}: was edited, or the ledger belongs to another run: it is of a release in "
            f"another form ({error})"
        ) from None


def settings(head: Row, ledger: Path) -> tuple[str, Options, list[str]]:
    """Format, options and names of units from the first line of a ledger."""
    try:
        options = options_of(head["options"])
        return head["format"], options, list(head["units"])
    except (KeyError, TypeError):
        raise LedgerError(f"{ledger}: the ledger is damaged") from None


def _absent(format: Format, name: str) -> Unit:
    """A unit of which nothing was released."""
    path = Path(name)
    if len(format.parts) == 1:
        return Unit(name, (path,))
    return Unit(name, tuple(sibling(path, ending) for ending in format.parts))


def by_unit(entries: Iterator[Row], names: Sequence[str]) -> Iterator[Iterator[Row]]:
    """The entries of each unit, read as they are asked for."""
    groups = groupby(entries, key=lambda row: row["unit"])
    held = next(groups, None)
    for number in range(len(names)):
        if held is None or held[0] != number:
            yield iter(())
        else:
            yield held[1]
            held = next(groups, None)
    if held is not None:
        raise LedgerError("the ledger has entries of files that it does not name")


def _inside(paths: tuple[Path, ...], target: Path, part: Path) -> tuple[Path, ...]:
    return tuple(
        part / "all" / path.relative_to(target) if target in path.parents else part / path.name
        for path in paths
    )


def _rename(places: Sequence[tuple[Path, ...]], target: Path, part: Path) -> None:
    whole = part / "all"
    if whole.exists():
        whole.replace(target)
        return
    for path in chain(*places):
        (part / path.name).replace(path)


def by_name(units: list[Unit], names: list[str], head: Row) -> list[Unit | None]:
    """The units of the release in the order of the ledger, with the encodings that it names; a
    single file may have a new name."""
    encodings = dict(zip(names, head.get("encodings") or [""] * len(names), strict=True))
    if len(names) == 1 and len(units) == 1:
        return [replace(units[0], encoding=encodings[names[0]])]
    units = [replace(unit, encoding=encodings.get(unit.name, "")) for unit in units]
    found = {unit.name: unit for unit in units}
    unknown = set(found) - set(names)
    if unknown:
        raise LedgerError(f"the release has files that its ledger does not know: {min(unknown)}")
    return [found.get(name) for name in names]


def _restored(format: Format, unit: Unit, options: Options, rows: Iterator[Row]) -> Iterator[Parts]:
    """The original blocks of a unit."""
    row = next(rows, None)
    if _nothing_in(unit):
        while row is not None:
            yield _withheld(row, unit, format)
            row = next(rows, None)
        return
    position = 0
    for block in format.split(unit, options, size=TASK_BYTES):
        out: list[Parts | None] = []
        for record in format.read(block, options):
            while row is not None and "withheld" in row and row["record"] == position:
                out.append(_withheld(row, unit, format))
                position, row = position + 1, next(rows, None)
            if record.document is not None:
                if row is None or row["record"] != position or "withheld" in row:
                    raise LedgerError(f"{unit.name}: the ledger is not the one of this release")
                out.append(_undone(record.parts, row, unit))
                row = next(rows, None)
            else:
                out.append(record.parts)
            position += 1
        if block.last:
            while row is not None and "withheld" in row:
                out.append(_withheld(row, unit, format))
                row = next(rows, None)
        yield format.join(block, out, options)
    if row is not None:
        raise LedgerError(f"{unit.name}: the release has fewer records than its ledger")


def _nothing_in(unit: Unit) -> bool:
    """Whether all of the unit was withheld: it has no file, or an empty one."""
    if not unit.paths[0].exists():
        return True
    with open_read(unit.paths[0]) as file:
        return not file.read(1)


def _withheld(row: Row, unit: Unit, format: Format) -> Parts:
    if "withheld" not in row:
        raise LedgerError(f"{unit.name}: is not in the release, but its ledger has it")
    if not format.traits.restores_withheld:
        raise LedgerError(
            f"{unit.name}: document {row['id']!r} was withheld, and a ledger holds no whole rows "
            f"of {format.name} files: the original cannot be put together"
        )
    try:
        return _checked(withheld_parts(row), row)
    except (ValueError, TypeError, LookupError):
        raise _damaged(row) from None


def _undone(parts: Parts, row: Row, unit: Unit) -> Parts:
    if checksum(parts) != row["is"]:
        raise LedgerError(
            f"{unit.name}: document {row['id']!r} is not as it was released, or the ledger is "
            "that of another release"
        )
    try:
        return _checked(patched(parts, patches_of(row))[0], row)
    except (ValueError, TypeError, LookupError):
        raise _damaged(row) from None


def _checked(parts: Parts, row: Row) -> Parts:
    if checksum(parts) != row["was"]:
        raise _damaged(row)
    return parts


def _damaged(row: Row) -> LedgerError:
    return LedgerError(f"document {row['id']!r} cannot be restored: the ledger is damaged")
