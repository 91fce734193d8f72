"""A release beside its ledger: what each document says now, and what it said before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from understudy.core.errors import LedgerError, UsageError
from understudy.core.types import REPLACED
from understudy.corpus.base import Format, Options, Unit
from understudy.corpus.files import resolve
from understudy.languages import DEFAULT, guess, language_of
from understudy.run.ledger import checksum, open_ledger
from understudy.run.release import TASK_BYTES
from understudy.run.restore import by_name, by_unit, settings

__all__ = ["AROUND", "Change", "Released", "read_released"]

AROUND = 60
"""Characters of the release that a change shows on each side."""


class Change(NamedTuple):
    """One edit, where it stands in the released text."""

    start: int
    end: int
    category: str
    key: str
    original: str
    surrogate: str
    kept: bool
    strategy: str
    before: str = ""
    after: str = ""

    def __repr__(self) -> str:
        return f"Change({self.start}, {self.end}, {self.category!r})"


class Released(NamedTuple):
    """A released document with its changes, in text order."""

    id: str
    language: str
    text: str
    changes: tuple[Change, ...]

    def __repr__(self) -> str:
        return f"Released({self.id!r}, {len(self.changes)} changes)"


def read_released(release: str, ledger: Path, secret: bytes | None) -> Iterator[Released]:
    """The released documents one by one; withheld ones are left out. Where one is missing that
    the ledger has, the release is not what was released, and at the end that is told."""
    if release == "-":
        raise UsageError("the release is a file or a directory: name it")
    head, rows = open_ledger(ledger, secret)
    name, options, names = settings(head, ledger)
    format, units = resolve((release,), name)
    of_units = by_unit(rows, names)
    for unit, file, of_unit in zip(by_name(units, names, head), names, of_units, strict=True):
        released = (row for row in of_unit if "withheld" not in row)
        if unit is not None:
            yield from _documents(format, unit, options, released)
        if next(released, None) is not None:
            raise LedgerError(f"{file}: the release has fewer records than its ledger")


def _documents(
    format: Format, unit: Unit, options: Options, released: Iterator[dict[str, Any]]
) -> Iterator[Released]:
    for block in format.split(unit, options, size=TASK_BYTES):
        for record in format.read(block, options):
            if record.document is None:
                continue
            row = next(released, None)
            if row is None or row["is"] != checksum(record.parts):
                raise LedgerError(f"{unit.name}: the ledger is not the one of this release")
            document = record.document
            language = language_of(document, DEFAULT, fallback=guess(document.text))
            changes = tuple(_changes(document.text, row))
            yield Released(document.id, language, document.text, changes)


def _changes(text: str, row: dict[str, Any]) -> Iterator[Change]:
    """Offsets of the original, moved by what came before."""
    moved = 0
    for start, end, category, key, original, surrogate, outcome, strategy, *_ in row["edits"]:
        kept = outcome not in (REPLACED, False)  # older ledgers say whether it was kept
        new = start + moved
        last = new + len(surrogate)
        moved += len(surrogate) - (end - start)
        if text[new:last] != surrogate:
            raise LedgerError(
                f"document {row['id']!r}: the release does not say what its ledger says"
            )
        before, after = text[max(0, new - AROUND) : new], text[last : last + AROUND]
        yield Change(new, last, category, key, original, surrogate, kept, strategy, before, after)
