"""The original back, from a release and its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from understudy.corpus.base import Format, Options, Parts, Unit, patched
from understudy.corpus.files import resolve, targets
from understudy.errors import LedgerError, UsageError
from understudy.ledger import checksum, open_ledger, patches_of, withheld_parts
from understudy.release import TASK_BYTES

__all__ = ["restore"]


def restore(release: str, ledger: Path, output: str, secret: bytes | None = None) -> int:
    """Write the original to ``output``; how many records were restored."""
    head, entries = open_ledger(ledger, secret)
    options = Options(**{**head["options"], "text": tuple(head["options"]["text"])})
    format, units = resolve((release,), head["format"])
    target = Path(output)
    if target.exists():
        raise UsageError(f"{target}: exists already; choose another name")
    named = _by_name(units, head["units"])
    present = [unit for unit in named if unit is not None]
    many = len(head["units"]) > 1 or Path(release).is_dir()
    places = dict(
        zip(
            (unit.name for unit in present),
            targets((release,), format, present, target),
            strict=True,
        )
    )
    part = target.with_name(target.name + ".part")
    by_unit = {number: list(rows) for number, rows in groupby(entries, key=lambda row: row["unit"])}
    count = 0
    for number, name in enumerate(head["units"]):
        unit = named[number]
        rows = by_unit.get(number, [])
        count += len(rows)
        if unit is None:
            blocks = iter([withheld_parts(row) for row in rows])
            made = tuple(part / f"{_stem(name)}{ending}" for ending in format.parts)
            unit = Unit(name, made)
        else:
            blocks = _restored(format, unit, options, rows)
            made = tuple(_moved(path, target, part) for path in places[unit.name])
        format.assemble(blocks, unit, made, options)
    if many:
        part.replace(target)
    else:
        for path in places[present[0].name]:
            _moved(path, target, part).replace(path)
    return count


def _stem(name: str) -> str:
    return str(Path(name).with_suffix(""))


def _moved(path: Path, target: Path, part: Path) -> Path:
    if target in path.parents:
        return part / path.relative_to(target)
    return path.with_name(path.name + ".part" + "".join(path.suffixes[-1:]))


def _by_name(units: list[Unit], names: list[str]) -> list[Unit | None]:
    """The units of the release in the order of the ledger; a single file may have a new name."""
    if len(names) == 1 and len(units) == 1:
        return [units[0]]
    found = {unit.name: unit for unit in units}
    unknown = set(found) - set(names)
    if unknown:
        raise LedgerError(f"the release has files that its ledger does not know: {min(unknown)}")
    return [found.get(name) for name in names]


def _restored(
    format: Format, unit: Unit, options: Options, rows: list[dict[str, Any]]
) -> Iterator[Parts]:
    """The original blocks of a unit."""
    waiting = iter(rows)
    row = next(waiting, None)
    position = 0
    for block in format.split(unit, options, size=TASK_BYTES):
        out: list[Parts | None] = []
        for record in format.read(block, options):
            while row is not None and "withheld" in row and row["record"] == position:
                out.append(_checked(withheld_parts(row), row))
                position, row = position + 1, next(waiting, None)
            if record.document is not None:
                if row is None or row["record"] != position or "withheld" in row:
                    raise LedgerError(f"{unit.name}: the ledger is not the one of this release")
                out.append(_undone(record.parts, row, unit))
                row = next(waiting, None)
            else:
                out.append(record.parts)
            position += 1
        if block.last:
            while row is not None and "withheld" in row:
                out.append(_checked(withheld_parts(row), row))
                row = next(waiting, None)
        yield format.join(block, out, options)
    if row is not None:
        raise LedgerError(f"{unit.name}: the release has fewer records than its ledger")


def _undone(parts: Parts, row: dict[str, Any], unit: Unit) -> Parts:
    if checksum(parts) != row["is"]:
        raise LedgerError(
            f"{unit.name}: document {row['id']!r} is not as it was released, or the ledger is "
            "that of another release"
        )
    return _checked(patched(parts, patches_of(row))[0], row)


def _checked(parts: Parts, row: dict[str, Any]) -> Parts:
    if checksum(parts) != row["was"]:
        raise LedgerError(f"document {row['id']!r} cannot be restored: the ledger is damaged")
    return parts
