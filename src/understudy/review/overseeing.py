"""The routes of reviewers: agreement, adjudication, lists of the policy, samples, the learner."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from understudy.privacy.sampling import leaking_bound
from understudy.review.accounts import REVIEWER, Session
from understudy.review.agreement import agreement, among
from understudy.review.certifying import told
from understudy.review.final import with_found
from understudy.review.guard import wants
from understudy.review.layers import ADJUDICATION
from understudy.review.messages import (
    Adjudication,
    Entries,
    SampleRequest,
    reading_told,
)
from understudy.review.readings import adjudicate
from understudy.review.room import Room
from understudy.review.sample import draw as draw_sample
from understudy.review.suggest import suggestions
from understudy.service.failures import Refused

__all__ = ["router"]

_FEW = 2
"""Leaking units in a sample, up to which the outlook of a plan goes."""
_MOST_NAMED = 60
"""As many documents on which two readers differ are called by their ids."""
Reviewer = Annotated[Session, Depends(wants(REVIEWER))]


def router(room: Room) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api")

    @routes.get("/agreement")
    def agreed(who: Reviewer) -> dict[str, Any]:
        """How far readers agree."""
        store = room.desk.store
        told = agreement(store)
        for pair in told["pairs"]:
            shown = pair["differ"][:_MOST_NAMED]
            held = [store.documents.held(number) for number in shown]
            pair["named"] = [(one.number, one.id) for one in held]
            pair["decided"] = [one.number for one in held if one.settled]
        return told

    @routes.get("/documents/{number}/readings")
    def readings(number: int, who: Reviewer) -> dict[str, Any]:
        """All readings of a document, and where those differ that have come to its end."""
        layers = room.desk.store.readings.layers(number)
        if any(one.layer == who.reader and not one.done for one in layers):
            raise Refused(403, "layer", "read the document to its end first")
        people = [one for one in layers if one.layer != ADJUDICATION]
        found = room.desk.store.documents.found(number)
        done = [one for one in people if one.whole]
        return {
            "readings": [reading_told(one) for one in people],
            "decided": any(one.layer == ADJUDICATION and one.done for one in layers),
            "ready": len(done) >= room.desk.settings.readers,
            "begun": any(one.layer == ADJUDICATION for one in layers),
            "between": [one.layer for one in done],
            "differences": among([with_found(one, found) for one in done]),
        }

    @routes.post("/documents/{number}/adjudication")
    def decide(number: int, asked: Adjudication, who: Reviewer) -> dict[str, Any]:
        """Begin to decide between readers, with the marks of one of them."""
        done = adjudicate(room.desk, who.reader, number, asked.reader)
        return reading_told(done.reading)

    @routes.get("/suggestions")
    def suggested(who: Reviewer) -> dict[str, Any]:
        """What decisions say to the lists of the policy."""
        held = room.desk.entries._asdict()
        found = [
            one for one in suggestions(room.desk.store) if one["entry"] not in held[one["list"]]
        ]
        return {"suggestions": found, **{name: list(rows) for name, rows in held.items()}}

    @routes.post("/suggestions")
    def accept(asked: Entries, who: Reviewer) -> dict[str, Any]:
        """Take suggestions into the lists of the review's policy."""
        return room.take_entries(asked.allow, asked.deny, who.reader)

    @routes.post("/suggestions/dropped")
    def drop(asked: Entries, who: Reviewer) -> dict[str, Any]:
        """Take entries out of the lists again."""
        return room.drop_entries(asked.allow, asked.deny, who.reader)

    @routes.get("/sample")
    def sample(who: Reviewer) -> dict[str, Any]:
        """The last sample: its plan and what was found so far."""
        rule = room.desk.pipeline.policy.sample
        return {
            "sample": told(room.desk),
            "asked": None if rule is None else rule.as_json(),
            "documents": room.desk.store.documents.count(),
        }

    @routes.get("/sample/outlook")
    def outlook(
        who: Reviewer,
        size: Annotated[int, Query(ge=1, le=10_000_000)],
        unit: Annotated[str, Query(max_length=16)] = "documents",
        confidence: Annotated[float, Query(gt=0.5, lt=1)] = 0.95,
    ) -> dict[str, Any]:
        """What a sample could show at best: for few leaking units in it, the most in the corpus.
        How many turns or paragraphs the corpus has is not known before it is drawn from."""
        documents = room.desk.store.documents.count()
        population = documents if unit == "documents" else None
        read = size if population is None else min(size, population)
        alpha = round(1 - confidence, 9)
        few = range(min(_FEW, read) + 1)
        return {"leaking": [(one, leaking_bound(one, read, population, alpha)) for one in few]}

    @routes.post("/sample")
    def draw(asked: SampleRequest, who: Reviewer) -> dict[str, Any]:
        """Fix the plan of a sample and draw it."""
        draw_sample(
            room.desk,
            who.reader,
            unit=asked.unit,
            size=asked.size,
            seed=asked.seed,
            blind=asked.blind,
            alpha=round(1 - asked.confidence, 9),
        )
        return {"sample": told(room.desk)}

    @routes.get("/learner")
    def learner(who: Reviewer) -> dict[str, Any]:
        """What the learner has learnt, its curve, and its advice."""
        return room.learner_told()

    @routes.post("/learner")
    def train(who: Reviewer) -> dict[str, Any]:
        """Let the learner learn from what was read, in the background."""
        return room.train(who.reader)

    return routes
