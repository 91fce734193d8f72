"""The certificate of a review (``understudy.certificate``): what people found in the present
sample, as long as it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import sqlalchemy as sa

from understudy.certificate.pins import changes
from understudy.certificate.plan import Drawn, Mark, Plan, clipped, found_in
from understudy.certificate.record import (
    Certificate,
    Reading,
    certify,
    load_certificate,
    write_certificate,
)
from understudy.core.errors import UnderstudyError
from understudy.privacy.sampling import RecallBound
from understudy.report.words import plural
from understudy.review import tables
from understudy.review.database import MARKED_AGAIN
from understudy.review.desk import Desk
from understudy.review.layers import ADJUDICATION
from understudy.review.records import State, alive
from understudy.review.sample import (
    Present,
    certificate_folder,
    pins_now,
    plan_of,
    present,
    present_pipeline,
    withdraw,
)
from understudy.review.store import Store

__all__ = ["Holding", "certified", "told"]


class Holding(NamedTuple):
    """The certificate of the present sample, or why there is none."""

    certificate: Certificate | None = None
    drawn: bool = True
    void: str = ""
    unread: int = 0
    """Units of the sample that nobody has read to their end."""

    @property
    def why(self) -> str:
        """Why there is no certificate, in words."""
        if not self.drawn:
            return "no random sample has been drawn"
        if self.void:
            return f"the random sample is void: {self.void}"
        some = plural(
            self.unread, "unit of the random sample has", "units of the random sample have"
        )
        return f"{some} not been read"


def certified(desk: Desk, corpus: str | None = None) -> Holding:
    """The certificate, where all of the sample was read and it still holds; it is written into the
    folder of the review, too. With a ``corpus``, also whether it is what was reviewed."""
    held = present(desk.store)
    if held is None:
        return Holding(drawn=False)
    # Nothing that it rests on changes without a decision or another policy.
    state = (held, desk.store.readings.last_decision(), desk.pipeline.policy.fingerprint)
    found: Holding
    if corpus is None and desk.remembered.get("certified", (None,))[0] == state:
        found = desk.remembered["certified"][1]
        if found.certificate is not None:
            _written(desk, held.number, found.certificate)
        return found
    found = _certified(desk, held, corpus)
    if found.certificate is None:
        withdraw(desk)
    if corpus is None:
        desk.remembered["certified"] = (state, found)
    return found


def _certified(desk: Desk, held: Present, corpus: str | None) -> Holding:
    if held.void:
        return Holding(void=held.void)
    plan = plan_of(desk.store, held.number)
    readings, texts, unread = _read(desk.store, plan)
    if changed := _changed(desk, plan, corpus, whole=not unread):
        return Holding(void=changed)
    if unread:
        return Holding(unread=unread)
    return Holding(_written(desk, held.number, certify(plan, readings, texts)))


def _changed(desk: Desk, plan: Plan, corpus: str | None, *, whole: bool) -> str:
    """What is no longer as it was when the sample was drawn; empty where all is. The marks are
    looked at where the ``whole`` sample was read."""
    if plan.pins.policy != desk.pipeline.policy.fingerprint:
        return "the policy is another one"
    if corpus is not None:
        now = pins_now(desk, corpus)
        found = changes(plan.pins, replace(now, model=plan.pins.model, rules=plan.pins.rules))
        if found:
            return "; ".join(found)
    if not whole:
        return ""
    numbers = dict.fromkeys(desk.store.documents.number_of(one.document) for one in plan.units)
    documents = [desk.store.documents.one(number) for number in numbers if number is not None]
    marks = dict(
        zip(
            (one.id for one in documents),
            found_in(documents, present_pipeline(desk)),
            strict=True,
        )
    )
    same = all(
        tuple(clipped(marks.get(one.document, ()), one.start, one.end)) == one.marks
        for one in plan.units
    )
    return "" if same else "what was found in it is no longer what it was"


def _read(store: Store, plan: Plan) -> tuple[list[Reading], list[str], int]:
    """What people say of the units, the texts of these, and how many nobody has read."""
    found: list[Reading] = []
    texts: list[str] = []
    unread = 0
    for unit in plan.units:
        number = store.documents.number_of(unit.document)
        said = [] if number is None else list(_readings(store, number, unit))
        text = "" if number is None else store.documents.one(number).text
        texts.append(text[unit.start : unit.end])
        unread += not said
        found += said
    return found, texts, unread


def _readings(store: Store, number: int, unit: Drawn) -> Iterator[Reading]:
    """What people say of a unit: what was decided between them, else what each has said."""
    done = [one for one in store.readings.layers(number) if one.done]
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
    marks = (Mark(mark.start, mark.end, mark.category) for _, mark in alive(state))
    return clipped(marks, unit.start, unit.end)


def _written(desk: Desk, number: int, certificate: Certificate) -> Certificate:
    """The certificate as it lies in the folder; one that says the same stays as it was."""
    folder = certificate_folder(desk.folder, number)
    try:
        held = load_certificate(folder)
    except UnderstudyError:
        held = None
    if held is not None:
        made = replace(certificate, sample=replace(certificate.sample, made=held.sample.made))
        if made == held:
            return held
    folder.mkdir(mode=0o700, exist_ok=True)
    write_certificate(certificate, folder)
    return certificate


def told(desk: Desk) -> dict[str, Any] | None:
    """The sample as the application answers it."""
    held = present(desk.store)
    if held is None:
        return None
    plan = plan_of(desk.store, held.number)
    drawn, read = tables.sampled.c, tables.readings.c
    query = (
        sa.select(sa.func.count(sa.distinct(drawn.place)))
        .select_from(tables.sampled.join(tables.readings, drawn.document == read.document))
        .where(drawn.sample == held.number, read.done)
    )
    saw = query.where(~read.blind, read.layer != ADJUDICATION)
    with desk.store.database.reading() as connection:
        count, seen = (int(connection.execute(one).scalar_one()) for one in (query, saw))
    holding = certified(desk)
    certificate = holding.certificate
    return {
        "number": held.number,
        "unit": plan.unit,
        "size": plan.size,
        "population": plan.population,
        "seed": plan.seed,
        "draws": plan.draws,
        "blind": plan.blind,
        "confidence": 1 - plan.alpha,
        "void": holding.void,
        "read": count,
        "seen": seen,
        "unmet": _unmet(desk, certificate),
        "certificate": None
        if certificate is None
        else _bounds_told(desk, held.number, certificate),
    }


def _unmet(desk: Desk, certificate: Certificate | None) -> list[str]:
    """What the rule of the policy asks for and the certificate does not show."""
    rule = desk.pipeline.policy.sample
    return [] if rule is None or certificate is None else list(rule.unmet(certificate.sample))


def _bounds_told(desk: Desk, number: int, certificate: Certificate) -> dict[str, Any]:
    bounds = certificate.sample.bounds

    def row(one: RecallBound) -> dict[str, Any]:
        return {key: value for key, value in asdict(one).items() if key != "naive_low"}

    return {
        "folder": str(certificate_folder(desk.folder, number).relative_to(desk.folder.parent)),
        "marks": certificate.sample.marks,
        "alone": desk.store.database.setting(MARKED_AGAIN) is not None,
        "marked": certificate.sample.marked,
        "marked_by_readers": certificate.sample.marked_by_readers,
        "leaking": bounds.leaking,
        "leaking_high": bounds.leaking_high,
        "overall": row(bounds.overall),
        "rows": [row(one) for one in bounds.rows],
    }
