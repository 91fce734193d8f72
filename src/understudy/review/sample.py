"""A simple random sample of documents or turns: its plan, fixed before anybody reads, and what
people found in it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from understudy.core.errors import UsageError
from understudy.core.types import Document, Entity
from understudy.review import tables
from understudy.review.desk import Desk
from understudy.review.records import entities_of
from understudy.review.store import ADJUDICATION, Store, now

__all__ = ["UNITS", "Plan", "Unit", "current", "draw_sample", "outcome", "told", "void"]

UNITS = ("documents", "turns")


@dataclass(frozen=True)
class Plan:
    """What was decided before anybody read."""

    units: str
    size: int
    population: int
    seed: int
    blind: bool
    """Whether the marks are hidden from the reader."""
    confidence: float
    corpus: str
    """A digest of all texts."""
    policy: str
    marks: str
    """A digest of what was found."""


@dataclass(frozen=True)
class Unit:
    """One document or turn of the sample, and what its reader found there."""

    document: int
    start: int
    end: int
    read: bool
    blind: bool = False
    entities: dict[str, int] = field(default_factory=dict)
    """category → what is private there."""
    missed: dict[str, int] = field(default_factory=dict)
    """category → what of that was not found, or not all of it."""


def _turns(document: Document) -> list[tuple[int, int]]:
    """The turns of a document, or its lines where it has none."""
    if document.segments:
        return [(one.start, one.end) for one in document.segments if one.end > one.start]
    found, start = [], 0
    for line in document.text.splitlines(keepends=True):
        if line.strip():
            found.append((start, start + len(line.rstrip())))
        start += len(line)
    return found


def _all_units(desk: Desk, units: str) -> Iterator[tuple[int, int, int]]:
    for number, document in desk.store.documents():
        if units == "documents":
            yield number, 0, len(document.text)
        else:
            for start, end in _turns(document):
                yield number, start, end


def draw_sample(
    desk: Desk,
    reader: str,
    *,
    units: str,
    size: int,
    seed: int,
    blind: bool,
    confidence: float = 0.95,
) -> int:
    """Fix a plan and draw its sample; the number of the sample."""
    if units not in UNITS:
        raise UsageError(f"a sample is of {' or '.join(UNITS)}")
    every = list(_all_units(desk, units))
    if not 0 < size <= len(every):
        raise UsageError(f"a sample has from 1 to {len(every):,} {units}")
    chosen = random.Random(seed).sample(range(len(every)), size)
    digests = [digest for _, _, digest in desk.store.names()]
    plan = Plan(
        units,
        size,
        len(every),
        seed,
        blind,
        confidence,
        _digest(digests),
        desk.pipeline.policy.fingerprint,
        marks_digest(desk.store),
    )
    with desk.store.writing() as connection:
        made = connection.execute(
            sa.insert(tables.samples).values(
                plan=json.dumps(asdict(plan)), reader=reader, made=now(), void=""
            )
        )
        number = int((made.inserted_primary_key or (0,))[0])
        rows = [
            dict(
                zip(
                    ("sample", "place", "document", "start", "end"),
                    (number, place, *every[at]),
                    strict=True,
                )
            )
            for place, at in enumerate(chosen)
        ]
        connection.execute(sa.insert(tables.sampled), rows)
    return number


def _digest(pieces: Iterable[str]) -> str:
    state = blake2b(digest_size=16)
    for piece in pieces:
        state.update(f"{len(piece)}:{piece}".encode())
    return state.hexdigest()


def marks_digest(store: Store) -> str:
    """A digest of what was found in all documents."""
    query = sa.select(tables.documents.c.number).order_by(tables.documents.c.number)
    with store.reading() as connection:
        numbers = list(connection.execute(query).scalars())
    return _digest(
        repr([tuple(one.span[:3]) for one in entities_of(store.found(n))]) for n in numbers
    )


def current(store: Store) -> tuple[int, Plan, str] | None:
    """The last sample: its number, its plan, and why it is void, empty where it holds."""
    query = sa.select(tables.samples).order_by(tables.samples.c.number.desc()).limit(1)
    with store.reading() as connection:
        row = connection.execute(query).mappings().first()
    return None if row is None else (row["number"], Plan(**json.loads(row["plan"])), row["void"])


def void(store: Store, reason: str) -> None:
    """What the samples say no longer holds."""
    with store.writing() as connection:
        query = sa.update(tables.samples).where(tables.samples.c.void == "")
        connection.execute(query.values(void=reason))


def outcome(desk: Desk, number: int) -> list[Unit]:
    """What people found in each unit of a sample, in its order."""
    drawn = tables.sampled.c
    query = sa.select(drawn.document, drawn.start, drawn.end).where(drawn.sample == number)
    with desk.store.reading() as connection:
        rows = list(connection.execute(query.order_by(drawn.place)))
    return [_unit(desk.store, *row) for row in rows]


def _unit(store: Store, number: int, start: int, end: int) -> Unit:
    done = [one for one in store.layers(number) if one.done]
    final = next((one for one in done if one.layer == ADJUDICATION), None) or next(iter(done), None)
    if final is None:
        return Unit(number, start, end, False)
    readers = [one for one in done if one.layer != ADJUDICATION]
    blind = bool(readers) and all(one.blind for one in readers)
    truth = [one for one in entities_of(final.state) if start <= one.span.start < end]
    found = entities_of(store.found(number))
    missed = [one for one in truth if not _covered(one, found)]
    return Unit(number, start, end, True, blind, _counted(truth), _counted(missed))


def _counted(entities: Iterable[Entity]) -> dict[str, int]:
    return dict(Counter(one.category for one in entities))


def _covered(entity: Entity, found: Sequence[Entity]) -> bool:
    """Whether all of a mention was found, whatever it was called."""
    at = entity.span.start
    for one in found:
        if one.span.start <= at < one.span.end:
            at = one.span.end
    return at >= entity.span.end


def told(desk: Desk) -> dict[str, Any] | None:
    """The sample as the application answers it."""
    held = current(desk.store)
    if held is None:
        return None
    number, plan, why = held
    units = outcome(desk, number)
    read = [unit for unit in units if unit.read]
    entities: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for unit in read:
        entities.update(unit.entities)
        missed.update(unit.missed)
    return {
        "number": number,
        "plan": asdict(plan),
        "void": why,
        "read": len(read),
        "leaking": sum(bool(unit.missed) for unit in read),
        "categories": {
            name: {"entities": count, "missed": missed[name]}
            for name, count in sorted(entities.items())
        },
        "units": [asdict(unit) for unit in units],
    }
