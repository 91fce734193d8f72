"""What was done to each column of a table, or field of a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from understudy.categorise.known import column_of
from understudy.core.types import BY_POLICY, KEPT, MAY_STAY, REPLACED, Document, Edit
from understudy.corpus.columns import KINDS, UNREAD
from understudy.report.words import escaped, plural

__all__ = ["ColumnOutcome", "Counts", "columns", "columns_line", "counted", "totals"]

CELLS, MISSING = "cells", "missing"
WHOLE = ""
"""In the place of a column: what is in no named field, such as the turns of a chat."""
REST = "all else"
"""What is read and lies in no column that somebody named: the headers of a mail, other files."""
_SHOWN = 20

Counts = Counter[tuple[str, str]]
"""(column, cells, missing or an outcome) → how many."""


@dataclass(frozen=True, slots=True)
class ColumnOutcome:
    """What was done to one column."""

    name: str
    kind: str
    """A category, of which each cell is one entity, or TEXT, CHAT, KEEP, ID, SUBJECT, LANGUAGE."""
    read: bool
    """Whether anything could be replaced in it; a column that was not read is as it was."""
    cells: int = 0
    """Those that say something."""
    missing: int = 0
    mentions: int = 0
    """Of a text all that was found, of another column one in each cell."""
    replaced: int = 0
    kept: int = 0
    left: int = 0
    subjects: int | None = None
    """Distinct data subjects, of the column that names them."""


def counted(rows: Sequence[tuple[Document, Sequence[Edit]]]) -> Counts:
    """The cells of some documents and what became of the mentions in them."""
    found: list[tuple[str, str]] = []  # counted at once, which is much faster than one by one
    for document, edits in rows:
        text, last = document.text, 0
        fields = [one for one in document.segments if one.kind == "field" or one.column]
        columns = [column_of(one.column or one.name) for one in fields]
        for one, column in zip(fields, columns, strict=True):
            said = text[one.start : one.end].strip()
            found.append((column, CELLS if said else MISSING))
        if len(fields) < len(document.segments):
            found.append((WHOLE, CELLS if text.strip() else MISSING))
        for edit in edits:
            start = edit.entity.span.start
            while last < len(fields) and fields[last].end <= start:
                last += 1
            inside = last < len(fields) and fields[last].start <= start
            found.append((columns[last] if inside else WHOLE, edit.counted))
    return Counter(found)


def totals(documents: int, outcomes: Mapping[str, int]) -> Counts:
    """The counts of a run in which one column was read."""
    return Counter(
        {(WHOLE, CELLS): documents, **{(WHOLE, what): n for what, n in outcomes.items()}}
    )


def columns(
    counts: Counts, decided: Mapping[str, str], subject: str, subjects: int
) -> tuple[ColumnOutcome, ...]:
    """One row for each column that somebody decided on and that was there, in their order;
    ``subject`` is the column that names the data subjects, where one does."""
    inside = {name for name, _ in counts}
    texts = [name for name, kind in decided.items() if kind in ("TEXT", "CHAT")]
    whole = [name for name in texts if name not in inside]
    found: list[ColumnOutcome] = []
    for name, kind in decided.items():
        told = subjects if subject and name == subject else None
        if kind in UNREAD:
            found.append(ColumnOutcome(name, kind, read=False, subjects=told))
        elif name in inside or (whole == [name] and WHOLE in inside):
            own = name if name in inside else WHOLE
            of_column = {what: count for (of, what), count in counts.items() if of == own}
            found.append(_read(name, kind, of_column, told))
    shown = {*decided, *([WHOLE] if len(whole) == 1 else [])}
    rest: dict[str, int] = {}
    for (of, what), count in counts.items():
        if of not in shown:
            rest[what] = rest.get(what, 0) + count
    if found and rest:
        found.append(_read(REST, "TEXT", rest, None))
    return tuple(found) if len(found) > 1 else ()  # of one the totals say it all


def _read(name: str, kind: str, counts: Mapping[str, int], subjects: int | None) -> ColumnOutcome:
    left = counts.get(BY_POLICY, 0) + counts.get(MAY_STAY, 0)
    replaced, kept = counts.get(REPLACED, 0), counts.get(KEPT, 0)
    return ColumnOutcome(
        name,
        kind,
        read=True,
        cells=counts.get(CELLS, 0),
        missing=counts.get(MISSING, 0),
        mentions=replaced + kept + left,
        replaced=replaced,
        kept=kept,
        left=left,
        subjects=subjects,
    )


def columns_line(found: Sequence[ColumnOutcome]) -> str:
    """All columns in one line for a terminal; what is left is said of each."""
    shown = [
        f"{escaped(one.name) or 'without a name'} ({', '.join(_said(one))})"
        for one in found[:_SHOWN]
    ]
    if len(found) > _SHOWN:
        shown.append(f"{len(found) - _SHOWN} more")
    return f"Columns: {'; '.join(shown)}."


def _said(one: ColumnOutcome) -> Iterator[str]:
    if not one.read:
        yield f"{one.kind}, as it was"
    else:
        of = plural(one.mentions, "mention") if one.kind in KINDS else plural(one.cells, "cell")
        many = f"{one.replaced:,} of {of}"
        yield f"{one.kind}, {many} replaced"
        if one.left:
            yield f"{one.left:,} left"
        if one.kept:
            yield f"{one.kept:,} kept by the coin"
        if one.missing:
            yield f"{one.missing:,} empty"
    if one.subjects is not None:
        yield plural(one.subjects, "data subject")
