"""The random sample of a review: its plan is fixed before anybody reads.

What is certified (``certifying``) is what the machine found, before people changed anything: what
they add in the documents that they read only makes the release better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from understudy.certificate.pins import Pins, pins_of
from understudy.certificate.plan import Plan, decoded, encoded, sample_of
from understudy.certificate.record import CERTIFICATE
from understudy.core.errors import StateError, UsageError
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import Pipeline
from understudy.review import tables
from understudy.review.database import MARKED_AGAIN, Missing, now
from understudy.review.desk import Desk
from understudy.review.events import SAMPLE, record
from understudy.review.records import entities_of
from understudy.review.store import Store

__all__ = [
    "Present",
    "certificate_folder",
    "draw",
    "hidden",
    "pin",
    "pins_now",
    "plan_of",
    "present",
    "present_pipeline",
    "units_of",
    "withdraw",
]

PINS = "pins"
"""The setting that says what the marks were found with."""
_FEW = 500


class Present(NamedTuple):
    """The last sample."""

    number: int
    blind: bool
    void: str
    """Why it no longer holds; empty where it does."""


@dataclass(frozen=True)
class _Found:
    """What was found in the documents of a review, in the place of detectors."""

    store: Store

    def entities(self, document: Document) -> tuple[Entity, ...]:
        number = self.store.documents.number_of(document.id)
        if number is None:
            raise Missing("no such document")
        return entities_of(self.store.documents.found(number))

    def settled(
        self, document: Document, edits: Sequence[Edit], again: Callable[[int], Sequence[Edit]]
    ) -> tuple[Edit, ...]:
        return tuple(edits)


def present_pipeline(desk: Desk) -> Pipeline:
    """The policy at work on what was found, whatever people have decided since."""
    return replace(desk.pipeline, decided=_Found(desk.store))


def pins_now(desk: Desk, corpus: str | None = None) -> Pins:
    """What the corpus, the policy and the detectors are now."""
    options, policy = desk.settings.corpus_options(), desk.pipeline.policy
    return pins_of((corpus or desk.settings.corpus,), desk.settings.format, options, policy)


def pin(desk: Desk) -> None:
    """Keep what the marks of a new review were found with."""
    desk.store.database.set(PINS, msgspec.json.encode(pins_now(desk)))


def _pins(desk: Desk) -> Pins:
    """What the marks were found with; where documents were marked again, they are those of this
    review alone, since the others kept what they had."""
    kept = desk.store.database.setting(PINS)
    if kept is None:
        raise StateError("nobody knows what the marks of this review were found with")
    held = msgspec.json.decode(kept, type=Pins)
    held = replace(held, policy=desk.pipeline.policy.fingerprint)
    again = desk.store.database.setting(MARKED_AGAIN)
    if again is None:
        return held
    model = blake2b(held.model.encode() + again, digest_size=16).hexdigest()
    return replace(held, model=model)


def draw(
    desk: Desk,
    reader: str,
    *,
    unit: str,
    size: int,
    seed: str = "",
    blind: bool = True,
    alpha: float = 0.05,
) -> int:
    """Fix a plan and draw its sample; the number of the sample."""
    store = desk.store
    before = present(store)
    plan = sample_of(
        (document for _, document in store.documents.all()),
        present_pipeline(desk),
        _pins(desk),
        unit=unit,
        size=size,
        seed=seed or None,
        alpha=alpha,
        blind=blind,
        draws=1 if before is None else before.number + 1,
    ).plan
    numbers = [store.documents.number_of(one.document) for one in plan.units]
    held = store.database.sealing.seal(encoded(plan), f"plan/{plan.draws}")
    row = {"number": plan.draws, "plan": held, "blind": blind, "reader": reader}
    rows = [
        {"sample": plan.draws, "place": one.number, "document": at, "start": one.start}
        | {"end": one.end}
        for one, at in zip(plan.units, numbers, strict=True)
    ]
    made = now()
    try:
        with store.database.writing() as connection:
            connection.execute(sa.insert(tables.samples).values(**row, made=made, void=""))
            connection.execute(sa.insert(tables.sampled), rows)
            record(
                store.database,
                connection,
                reader=reader,
                made=made,
                kind=SAMPLE,
                action="draw",
                name=str(plan.draws),
                before=None if before is None else before._asdict(),
                after=_told(plan),
            )
    except sa.exc.IntegrityError:
        raise UsageError("somebody else has just drawn a sample") from None
    return plan.draws


def _told(plan: Plan) -> dict[str, Any]:
    """A plan as the audit tells it."""
    return {
        "number": plan.draws,
        "unit": plan.unit,
        "size": plan.size,
        "population": plan.population,
        "seed": plan.seed,
        "confidence": round(1 - plan.alpha, 9),
        "blind": plan.blind,
        "fingerprint": plan.pins.policy,
        "units": [
            {"unit": one.number, "id": one.document, "start": one.start, "end": one.end}
            for one in plan.units
        ],
    }


def present(store: Store) -> Present | None:
    """The last sample."""
    about = tables.samples.c
    query = sa.select(about.number, about.blind, about.void).order_by(about.number.desc()).limit(1)
    with store.database.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else Present._make(row)


def plan_of(store: Store, number: int) -> Plan:
    """The plan of a sample."""
    query = sa.select(tables.samples.c.plan).where(tables.samples.c.number == number)
    with store.database.reading() as connection:
        held = connection.execute(query).scalar_one()
    return decoded(store.database.sealing.open(held, f"plan/{number}"))


def units_of(store: Store, number: int) -> list[tuple[int, int]]:
    """The parts of a document that are in the present sample."""
    held = present(store)
    if held is None or held.void:
        return []
    drawn = tables.sampled.c
    query = sa.select(drawn.start, drawn.end).where(
        drawn.sample == held.number, drawn.document == number
    )
    with store.database.reading() as connection:
        return [(start, end) for start, end in connection.execute(query.order_by(drawn.place))]


def hidden(store: Store, numbers: Collection[int]) -> set[int]:
    """Those of the documents that are to be read without marks."""
    held = present(store)
    if held is None or held.void or not held.blind:
        return set()
    return _sampled(store, held.number, numbers)


def _sampled(store: Store, sample: int, numbers: Collection[int]) -> set[int]:
    drawn = tables.sampled.c
    query = sa.select(drawn.document).where(drawn.sample == sample)
    if len(numbers) <= _FEW:
        query = query.where(drawn.document.in_(numbers))
    with store.database.reading() as connection:
        return set(connection.execute(query).scalars()) & set(numbers)


def certificate_folder(folder: Path, number: int) -> Path:
    """Where the certificate of a sample lies."""
    return folder / f"certificate-{number}"


def withdraw(desk: Desk, numbers: Iterable[int] | None = None) -> None:
    """Take the certificate back, where it rests on one of the documents, or on any: it is made
    again from what people say now, if it still can be."""
    held = sorted(desk.folder.glob(f"certificate-*/{CERTIFICATE}"))
    if not held:
        return
    last = present(desk.store)
    if (
        numbers is not None
        and last is not None
        and not _sampled(desk.store, last.number, set(numbers))
    ):
        return
    for path in held:
        path.unlink(missing_ok=True)
