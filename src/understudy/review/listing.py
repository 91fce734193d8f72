"""The routes of the whole corpus: the queue, search, progress."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from understudy.review import queue
from understudy.review.accounts import ANNOTATOR, Session
from understudy.review.guard import wants
from understudy.review.messages import Plain, held_told
from understudy.review.queue import DONE
from understudy.review.room import Room
from understudy.review.sample import hidden, present
from understudy.review.search import search

__all__ = ["router"]

Who = Annotated[Session, Depends(wants(ANNOTATOR))]


def router(room: Room) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/api")

    def sample() -> int:
        held = present(room.desk.store)
        return 0 if held is None or held.void else held.number

    @routes.get("/queue")
    def queued(
        who: Who,
        order: str = "risk",
        shown: str = "open",
        first: Annotated[int, Query(ge=0)] = 0,
        size: Annotated[int, Query(ge=1, le=queue.MOST)] = 100,
    ) -> Plain:
        """A part of the queue."""
        found = queue.page(
            room.desk.store,
            who.reader,
            order=order,
            shown=shown,
            readers=room.desk.settings.readers,
            sample=sample(),
            first=first,
            size=size,
        )
        unread = [held.number for held, mine, _ in found.rows if mine != DONE]
        blind = hidden(room.desk.store, unread)
        rows = [
            {**held_told(held, hidden=held.number in blind), "mine": mine, "units": units}
            for held, mine, units in found.rows
        ]
        return Plain({"total": found.total, "first": first, "rows": rows})

    @routes.get("/next")
    def following(who: Who, order: str = "risk", after: int | None = None) -> Plain:
        """The document to look at next."""
        number = queue.next_after(
            room.desk.store,
            who.reader,
            after,
            order=order,
            readers=room.desk.settings.readers,
            sample=sample(),
            without=room.looked_at(who.reader) if order != "sample" else (),
        )
        return Plain({"number": number})

    @routes.get("/search")
    def found(who: Who, q: str, regex: bool = False, case: bool = False) -> Plain:
        """The places of a text in all documents."""
        hits = search(room.desk.store, q, regex=regex, case=case)
        return Plain({"hits": [hit._asdict() for hit in hits.hits], "whole": hits.whole})

    @routes.get("/progress")
    def progress(who: Who) -> Plain:
        """How far the review is."""
        return Plain(room.progress())

    return routes
