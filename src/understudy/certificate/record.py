"""The certificate: what people found in the units of a plan, and what follows for the corpus.

A ``Reading`` is what one person says of one unit: everything in it that is private. It comes from
a row of the sheet that somebody filled in (``read_sheet``), or from an application in which people
decide (any code that makes readings). ``certify`` turns the readings of all units into a
certificate. No unit of the plan may be left out, since their number was fixed beforehand.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from understudy.certificate.pins import Pins, changes
from understudy.certificate.plan import SHEET, Drawn, Mark, Plan, counts, encoded
from understudy.core.errors import CorpusError, StateError, UsageError
from understudy.core.files import write_whole
from understudy.core.folding import fold
from understudy.core.types import Entity, Span
from understudy.core.version import VERSION
from understudy.privacy.detection import covered, found_entities
from understudy.privacy.sampling import Counts, ReadSample, bounds, chapman

__all__ = [
    "CERTIFICATE",
    "Certificate",
    "Reading",
    "certify",
    "check",
    "load_certificate",
    "read_sheet",
    "sheet_texts",
    "write_certificate",
]

CERTIFICATE = "certificate.json"
_SCHEMA = 1
_SHOWN = 5


class Reading(NamedTuple):
    """What one person says is private in one unit."""

    unit: int
    """The number of the unit in the plan."""
    reader: str
    private: tuple[Mark, ...]
    """Everything that is private in the unit, found by the machine or not; offsets into its
    text."""
    saw_marks: bool = True
    """Whether the reader was shown what the machine had marked."""
    edited: int = 0
    """Stand-ins of this unit that the reader edited or had drawn again."""


@dataclass(frozen=True)
class Certificate:
    """What a sample says, and for what it says it. It holds no text and no names."""

    schema: int
    version: str
    sample: ReadSample
    pins: Pins
    plan: str
    """A digest of the plan, which was there before anybody read."""


def certify(plan: Plan, readings: Iterable[Reading], texts: Sequence[str]) -> Certificate:
    """The certificate of a plan whose units have all been read; ``texts`` are those of its units.

    Where several people read a unit, an entity is missed as soon as one of them says so, and is
    found only if all of them call it private.
    """
    by_unit: defaultdict[int, dict[str, Reading]] = defaultdict(dict)
    for reading in readings:
        if not 0 <= reading.unit < plan.size:
            raise UsageError(f"the plan has no unit {reading.unit}")
        if reading.reader in by_unit[reading.unit]:
            raise UsageError(
                f"unit {reading.unit} was read twice by {reading.reader}; which of both holds? "
                "Where two people did, say so in reader"
            )
        by_unit[reading.unit][reading.reader] = reading
    unread = [number for number in range(plan.size) if number not in by_unit]
    if unread:
        shown = ", ".join(map(str, unread[:_SHOWN])) + (", …" if len(unread) > _SHOWN else "")
        raise UsageError(
            f"{len(unread):,} of {plan.size:,} units have not been read (unit {shown}): the size "
            "of the sample was fixed beforehand, and all of it counts"
        )
    counted: list[Mapping[str, Counts]] = []
    misses: list[dict[str, set[tuple[str, str]]]] = []
    for unit, text in zip(plan.units, texts, strict=True):
        told = {name: _told(unit, text, reading) for name, reading in by_unit[unit.number].items()}
        counted.append(_counts(list(told.values())))
        misses.append(
            {
                name: {entity for entity, hit in found.items() if not hit}
                for name, found in told.items()
            }
        )
    held = [reading for of_unit in by_unit.values() for reading in of_unit.values()]
    saw = {reading.saw_marks for reading in held}
    sample = ReadSample(
        unit=plan.unit,
        marks="both" if len(saw) > 1 else "shown" if True in saw else "hidden",
        readers=len({reading.reader for reading in held}),
        edited=sum(reading.edited for reading in held),
        overlooked=_overlooked(misses),
        seed=plan.seed,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        bounds=bounds(
            counted,
            plan.population,
            categories=plan.categories,
            alpha=plan.alpha,
            stretch=plan.stretch,
        ),
        draws=plan.draws,
        chosen_seed=plan.chosen_seed,
        marked=len(seen := _marked_again(plan, held)),
        marked_by_readers=sum(seen),
    )
    return Certificate(_SCHEMA, VERSION, sample, plan.pins, _digest(plan))


def _marked_again(plan: Plan, readings: Iterable[Reading]) -> list[bool]:
    """Whether those who did not see the marks of the machine marked the same places."""
    return [
        any(mark.start < one.end and one.start < mark.end for one in reading.private)
        for reading in readings
        if not reading.saw_marks
        for mark in plan.units[reading.unit].marks
        if counts(mark)
    ]


def _told(unit: Drawn, text: str, reading: Reading) -> dict[tuple[str, str], bool]:
    """Each entity that the reader calls private: whether all of it was found, and not left."""
    for mark in reading.private:
        if not 0 <= mark.start < mark.end <= len(text):
            raise UsageError(f"unit {unit.number}: a mark lies outside its text")
    typed = [mark for mark in unit.marks if mark.typed]
    return found_entities(
        [
            _entity(mark, text)
            for mark in reading.private
            if not any(cell.start <= mark.start and mark.end <= cell.end for cell in typed)
        ],
        [_entity(mark, text) for mark in unit.marks if counts(mark)],
    )


def _entity(mark: Mark, text: str) -> Entity:
    key = fold(text[mark.start : mark.end])
    return Entity(Span(mark.start, mark.end, mark.category), mark.category, key)


def _counts(told: Sequence[Mapping[tuple[str, str], bool]]) -> dict[str, Counts]:
    """By category: the entities of a unit, and those that were missed."""
    missed = {entity for found in told for entity, hit in found.items() if not hit}
    everybody = set.intersection(*(set(found) for found in told))
    found: dict[str, Counts] = {}
    for entity in missed | everybody:
        entities, lost = found.get(entity[0], Counts(0, 0))
        found[entity[0]] = Counts(entities + 1, lost + (entity in missed))
    return found


def _overlooked(misses: Sequence[Mapping[str, set[tuple[str, str]]]]) -> float | None:
    """What neither of two people found, by Chapman's estimate, if the same two read all units."""
    readers = {frozenset(of_unit) for of_unit in misses}
    if len(readers) != 1 or len(pair := sorted(next(iter(readers)))) != 2:
        return None
    first, second = (sum(len(of_unit[name]) for of_unit in misses) for name in pair)
    both = sum(len(of_unit[pair[0]] & of_unit[pair[1]]) for of_unit in misses)
    return max(0.0, chapman(first, second, both) - (first + second - both))


def _digest(plan: Plan) -> str:
    return blake2b(encoded(plan), digest_size=16).hexdigest()


class _Told(msgspec.Struct):
    """Something private, by its place or by its text."""

    category: str
    start: int | None = None
    end: int | None = None
    text: str | None = None


class _Row(msgspec.Struct):
    """What is read of a row that somebody filled in."""

    unit: int
    reader: str = ""
    missed: list[_Told] | None = None
    wrong: list[int] = []
    entities: list[_Told] | None = None
    edited: int = 0


def sheet_texts(folder: Path, plan: Plan) -> tuple[str, ...]:
    """The texts of the units of a plan, from its sheet."""

    class Text(msgspec.Struct):
        unit: int
        text: str

    path = folder / SHEET
    try:
        rows = [
            msgspec.convert(json.loads(line), Text)
            for line in path.read_bytes().splitlines()
            if line
        ]
    except (OSError, ValueError):
        raise StateError(f"{path}: is not the sheet of the plan") from None
    sizes = [(one.number, one.end - one.start) for one in plan.units]
    if [(row.unit, len(row.text)) for row in rows] != sizes:
        raise StateError(f"{path}: is not the sheet of the plan; it must not be changed")
    return tuple(row.text for row in rows)


def read_sheet(path: Path, plan: Plan, texts: Sequence[str]) -> list[Reading]:
    """The readings of a sheet that somebody filled in; rows that were not filled in are left out.

    Each row has ``missed`` (what the marks do not cover) and ``wrong`` (the numbers of marks that
    are not private), or, where the marks were hidden, ``entities`` (all that is private). What is
    private has a ``category`` and either ``start`` and ``end``, or its ``text``. The reader is the
    row's ``reader``, else the name of the file.
    """
    found: list[Reading] = []
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = msgspec.convert(json.loads(line), _Row)
        except ValueError:
            raise CorpusError("is not a row of the sheet", file=str(path), line=number) from None
        try:
            reading = _reading(row, plan, texts, row.reader or path.stem)
        except ValueError as error:
            raise CorpusError(str(error), file=str(path), line=number) from None
        if reading is not None:
            found.append(reading)
    return found


def _reading(row: _Row, plan: Plan, texts: Sequence[str], reader: str) -> Reading | None:
    if not 0 <= row.unit < plan.size:
        raise ValueError(f"the plan has no unit {row.unit}")
    unit, text = plan.units[row.unit], texts[row.unit]
    if row.edited < 0:
        raise ValueError("edited counts stand-ins: 0 or more")
    if plan.blind:
        if row.entities is None:
            return None
        private = tuple(mark for told in row.entities for mark in _places(told, text, plan, ()))
        return Reading(row.unit, reader, private, saw_marks=False, edited=row.edited)
    if row.missed is None:
        return None
    if any(not 0 <= at < len(unit.marks) for at in row.wrong):
        raise ValueError(f"wrong: the unit has marks 0 to {len(unit.marks) - 1}")
    marks = [mark for mark in unit.marks if not mark.left]
    missed = [mark for told in row.missed for mark in _places(told, text, plan, marks)]
    right = [
        mark
        for at, mark in enumerate(unit.marks)
        if at not in row.wrong
        and counts(mark)
        and not any(mark.start < one.end and one.start < mark.end for one in missed)
    ]
    return Reading(row.unit, reader, (*right, *missed), edited=row.edited)


def _places(told: _Told, text: str, plan: Plan, marks: Sequence[Mark]) -> Iterator[Mark]:
    """Where something stands. A text stands wherever it occurs and no mark covers it."""
    if told.category not in plan.known:
        raise ValueError(f"the policy has no category {told.category!r}")
    if told.start is not None and told.end is not None:
        if not 0 <= told.start < told.end <= len(text):
            raise ValueError(f"{told.start} to {told.end} lies outside the unit")
        yield Mark(told.start, told.end, told.category)
        return
    if not told.text or told.text not in text:
        raise ValueError(f"what is told as {told.category} does not stand in the unit")
    union = sorted((mark.start, mark.end) for mark in marks)
    at, places = text.find(told.text), []
    while at >= 0:
        places.append(Mark(at, at + len(told.text), told.category))
        at = text.find(told.text, at + len(told.text))
    yield from [one for one in places if not covered(one.start, one.end, union)] or places


def write_certificate(certificate: Certificate, folder: Path) -> None:
    """Beside the plan."""
    data = msgspec.json.format(msgspec.json.encode(certificate), indent=1)
    write_whole(folder / CERTIFICATE, data)


def load_certificate(folder: Path) -> Certificate:
    """The certificate of a folder."""
    path = folder / CERTIFICATE
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Certificate)
    except OSError:
        raise UsageError(
            f"{path}: there is no certificate; make one with: understudy certificate make"
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise StateError(f"{path}: is not a certificate") from None
    if found.schema != _SCHEMA:
        raise StateError(f"{path}: schema {found.schema}, this version reads {_SCHEMA}")
    return found


def check(certificate: Certificate, now: Pins, where: str) -> ReadSample:
    """What the certificate says, where it holds for what is there now; else a refusal, with why."""
    changed = changes(certificate.pins, now)
    if changed:
        raise UsageError(
            f"{where}: the certificate is void here: {'; '.join(changed)}. What was found then may "
            "not be what is found now: draw and read a new sample, or run without it"
        )
    return certificate.sample
