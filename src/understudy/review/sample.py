"""The random sample of a review: its plan is fixed before anybody reads, and what people found in
it becomes a certificate (``understudy.certificate``).

What is certified is what the machine found, before people changed anything: what they add in the
documents that they read only makes the release better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from understudy.certificate.plan import Drawn, Mark, Plan, decoded, draw_sample, encoded
from understudy.certificate.record import (
    CERTIFICATE,
    Certificate,
    Reading,
    certify,
    write_certificate,
)
from understudy.core.errors import UsageError
from understudy.core.types import Document, Edit, Entity
from understudy.privacy.sampling import RecallBound
from understudy.review import tables
from understudy.review.desk import Desk
from understudy.review.records import State, alive, entities_of
from understudy.review.store import ADJUDICATION, Store, now

__all__ = ["LEARNT", "certified", "current", "draw", "told", "void"]

LEARNT = "learnt"
"""The setting that says that the learner has marked documents."""


@dataclass(frozen=True)
class _Found:
    """What was found in the documents of a review, in the place of detectors."""

    store: Store

    def entities(self, document: Document) -> tuple[Entity, ...]:
        number = self.store.number_of(document.id)
        return () if number is None else entities_of(self.store.found(number))

    def settled(
        self, document: Document, edits: Sequence[Edit], again: Callable[[int], Sequence[Edit]]
    ) -> tuple[Edit, ...]:
        return tuple(edits)


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
    sample = draw_sample(
        (desk.settings.corpus,),
        desk.pipeline.policy,
        unit=unit,
        size=size,
        format=desk.settings.format,
        options=desk.settings.corpus_options(),
        seed=seed or None,
        alpha=alpha,
        blind=blind,
        pipeline=replace(desk.pipeline, decided=_Found(desk.store)),
    )
    plan = _pinned(desk.store, sample.plan)
    numbers = [desk.store.number_of(one.document) for one in plan.units]
    with desk.store.writing() as connection:
        text = encoded(plan).decode()
        made = connection.execute(
            sa.insert(tables.samples).values(plan=text, reader=reader, made=now(), void="")
        )
        number = int((made.inserted_primary_key or (0,))[0])
        rows = [
            {"sample": number, "place": one.number, "document": at, "start": one.start}
            | {"end": one.end}
            for one, at in zip(plan.units, numbers, strict=True)
        ]
        connection.execute(sa.insert(tables.sampled), rows)
    return number


def _pinned(store: Store, plan: Plan) -> Plan:
    """Where the learner has marked documents, the certificate is for this review alone."""
    learnt = store.setting(LEARNT)
    if learnt is None:
        return plan
    model = blake2b(plan.pins.model.encode() + learnt, digest_size=16).hexdigest()
    return replace(plan, pins=replace(plan.pins, model=model))


def current(store: Store) -> tuple[int, Plan, str] | None:
    """The last sample: its number, its plan, and why it is void, empty where it holds."""
    query = sa.select(tables.samples).order_by(tables.samples.c.number.desc()).limit(1)
    with store.reading() as connection:
        row = connection.execute(query).mappings().first()
    if row is None:
        return None
    return row["number"], decoded(row["plan"]), row["void"]


def void(store: Store, reason: str) -> None:
    """What the samples say no longer holds."""
    with store.writing() as connection:
        query = sa.update(tables.samples).where(tables.samples.c.void == "")
        connection.execute(query.values(void=reason))


def _readings(store: Store, number: int, unit: Drawn) -> Iterator[Reading]:
    """What people say of a unit: what was decided between them, else what each has said."""
    done = [one for one in store.layers(number) if one.done]
    blind = all(one.blind for one in done if one.layer != ADJUDICATION)
    decided = [one for one in done if one.layer == ADJUDICATION]
    for one in decided or done:
        saw = not (blind if decided else one.blind)
        private = tuple(_inside(one.state, unit))
        edited = sum(
            mark.stand_in is not None or mark.redraws > 0
            for _, mark in alive(one.state)
            if unit.start <= mark.start < unit.end
        )
        yield Reading(unit.number, one.layer, private, saw_marks=saw, edited=edited)


def _inside(state: State, unit: Drawn) -> Iterator[Mark]:
    for _, mark in alive(state):
        start, end = max(mark.start, unit.start), min(mark.end, unit.end)
        if start < end:
            yield Mark(start - unit.start, end - unit.start, mark.category)


def certified(desk: Desk) -> Certificate | None:
    """The certificate of the last sample, where all of it was read and it still holds; it is
    written into the folder of the review, too."""
    held = current(desk.store)
    if held is None or held[2]:
        return None
    number, plan, _ = held
    found: list[Reading] = []
    texts: list[str] = []
    for unit in plan.units:
        at = desk.store.number_of(unit.document)
        if at is None:
            raise UsageError("a document of the sample is not in the review")
        texts.append(desk.store.document(at).text[unit.start : unit.end])
        said = list(_readings(desk.store, at, unit))
        if not said:
            return None
        found += said
    certificate = certify(plan, found, texts)
    folder = desk.folder / f"certificate-{number}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if not (folder / CERTIFICATE).exists():
        write_certificate(certificate, folder)
    return certificate


def told(desk: Desk) -> dict[str, Any] | None:
    """The sample as the application answers it."""
    held = current(desk.store)
    if held is None:
        return None
    number, plan, why = held
    drawn, read = tables.sampled.c, tables.readings.c
    query = (
        sa.select(sa.func.count(sa.distinct(drawn.place)))
        .select_from(tables.sampled.join(tables.readings, drawn.document == read.document))
        .where(drawn.sample == number, read.done)
    )
    with desk.store.reading() as connection:
        count = int(connection.execute(query).scalar_one())
    certificate = certified(desk) if count == plan.size else None
    return {
        "number": number,
        "unit": plan.unit,
        "size": plan.size,
        "population": plan.population,
        "seed": plan.seed,
        "blind": plan.blind,
        "confidence": 1 - plan.alpha,
        "void": why,
        "read": count,
        "certificate": None if certificate is None else _bounds_told(desk, number, certificate),
    }


def _bounds_told(desk: Desk, number: int, certificate: Certificate) -> dict[str, Any]:
    bounds = certificate.sample.bounds

    def row(one: RecallBound) -> dict[str, Any]:
        return {key: value for key, value in asdict(one).items() if key != "naive_low"}

    return {
        "folder": f"{desk.folder.name}/certificate-{number}",
        "marks": certificate.sample.marks,
        "leaking": bounds.leaking,
        "leaking_high": bounds.leaking_high,
        "overall": row(bounds.overall),
        "rows": [row(one) for one in bounds.rows],
    }
