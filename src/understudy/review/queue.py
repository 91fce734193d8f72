"""The queue: which documents a reader should look at, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from understudy.core.errors import UsageError
from understudy.review import tables
from understudy.review.documents import Held, held_of
from understudy.review.layers import ADJUDICATION
from understudy.review.store import Store

__all__ = ["DONE", "ORDERS", "Page", "batch", "next_after", "page", "progress"]

_DOCUMENT, _MINE = tables.documents.c, tables.readings.alias("mine")
ORDERS = ("risk", "corpus", "batch", "sample")
"""By risk, as the corpus has them, by what the learner asks for, as the random sample has them."""
MOST = 200
DONE = "done"


class Page(NamedTuple):
    """A part of the queue."""

    total: int
    rows: list[tuple[Held, str, int]]
    """Each with where the reader's own reading stands (empty, ``open`` or ``done``), and how many
    units of it are in the sample, where that is the order."""


def _drawn(sample: int) -> sa.Subquery:
    """The documents of a sample, each once, however many of its turns were drawn."""
    drawn = tables.sampled.c
    return (
        sa.select(
            drawn.document,
            sa.func.min(drawn.place).label("place"),
            sa.func.count().label("units"),
        )
        .where(drawn.sample == sample)
        .group_by(drawn.document)
        .subquery("drawn")
    )


def _order(order: str, drawn: sa.Subquery) -> list[Any]:
    if order == "risk":
        return [_DOCUMENT.risk.desc(), _DOCUMENT.number]
    if order == "batch":
        return [_DOCUMENT.place, _DOCUMENT.number]
    if order == "sample":
        return [drawn.c.place]
    if order == "corpus":
        return [_DOCUMENT.number]
    raise UsageError("unknown order")


def _narrowed(
    query: Any, layer: str, shown: str, order: str, readers: int, drawn: sa.Subquery
) -> Any:
    mine = _MINE.c
    joined = tables.documents.outerjoin(
        _MINE, (mine.document == _DOCUMENT.number) & (mine.layer == layer)
    )
    if order == "sample":
        joined = joined.join(drawn, drawn.c.document == _DOCUMENT.number)
    query = query.select_from(joined)
    if order == "batch":
        query = query.where(_DOCUMENT.place.is_not(None))
    if shown == "open":
        # Whoever has begun goes on; else there must be room for one more reader.
        # So does who has read the parts that a sample asked for.
        begun: Any = ~mine.done | mine.part
        unread: Any = sa.case((mine.done.is_(None), _DOCUMENT.begun < readers), else_=begun)
        if order == "sample":
            unread = sa.or_(mine.done.is_(None), ~mine.done)
        return query.where(unread)
    if shown == "mine":
        return query.where(mine.done.is_not(None))
    if shown == "done":
        return query.where(mine.done)
    if shown == "flagged":
        return query.where(_DOCUMENT.flagged)
    if shown == "disputed":
        return query.where(_DOCUMENT.done >= max(2, readers), ~_DOCUMENT.settled)
    if shown == "all":
        return query
    raise UsageError("unknown filter")


def page(
    store: Store,
    layer: str,
    *,
    order: str = "risk",
    shown: str = "open",
    readers: int = 1,
    sample: int = 0,
    first: int = 0,
    size: int = 100,
) -> Page:
    """A part of the queue of a reader."""
    drawn = _drawn(sample)
    units = drawn.c.units if order == "sample" else sa.literal(0)
    columns: list[Any] = [_DOCUMENT[name] for name in Held._fields]
    mine = _MINE.c.done if order == "sample" else _MINE.c.done & ~_MINE.c.part
    columns += [mine.label("mine"), units.label("units")]
    query = _narrowed(sa.select(*columns), layer, shown, order, readers, drawn)
    counted = _narrowed(sa.select(sa.func.count()), layer, shown, order, readers, drawn)
    query = query.order_by(*_order(order, drawn)).offset(first).limit(min(size, MOST))
    with store.database.reading() as connection:
        total = connection.execute(counted).scalar_one()
        rows = [
            (held_of(row), _word(row.mine), int(row.units)) for row in connection.execute(query)
        ]
    return Page(int(total), rows)


def _word(done: bool | None) -> str:
    return "" if done is None else DONE if done else "open"


def next_after(
    store: Store,
    layer: str,
    number: int | None,
    *,
    order: str = "risk",
    readers: int = 1,
    sample: int = 0,
    without: Sequence[int] = (),
) -> int | None:
    """The document that a reader should look at next: the first open one but this, and but those
    that others look at."""
    drawn = _drawn(sample)
    query = _narrowed(sa.select(_DOCUMENT.number), layer, "open", order, readers, drawn)
    left_out = [*without, *(() if number is None else (number,))]
    if left_out:
        query = query.where(_DOCUMENT.number.not_in(left_out))
    with store.database.reading() as connection:
        return connection.execute(query.order_by(*_order(order, drawn)).limit(1)).scalar()


def batch(store: Store) -> dict[int, int]:
    """The documents that the learner asks for, and how many have read each to its end."""
    query = sa.select(_DOCUMENT.number, _DOCUMENT.done).where(_DOCUMENT.place.is_not(None))
    with store.database.reading() as connection:
        return {row.number: row.done for row in connection.execute(query)}


def progress(store: Store, readers: int) -> dict[str, Any]:
    """How far the review is."""
    about, read = tables.documents.c, tables.readings.c
    counted = sa.select(
        sa.func.count().label("documents"),
        sa.func.sum(sa.cast(about.done >= readers, sa.Integer)).label("read"),
        sa.func.sum(sa.cast(about.begun > 0, sa.Integer)).label("begun"),
        sa.func.sum(sa.cast(about.flagged, sa.Integer)).label("flagged"),
        sa.func.sum(sa.cast(about.settled, sa.Integer)).label("settled"),
        sa.func.sum(about.marks).label("marks"),
    )
    people = (
        sa.select(
            read.layer, sa.func.count(), sa.func.sum(sa.cast(read.done & ~read.part, sa.Integer))
        )
        .where(read.layer != ADJUDICATION)
        .group_by(read.layer)
        .order_by(read.layer)
    )
    decisions = sa.select(sa.func.count(tables.decisions.c.number))
    with store.database.reading() as connection:
        row = connection.execute(counted).mappings().one()
        by_reader = [
            {"reader": name, "begun": begun, "done": int(done or 0)}
            for name, begun, done in connection.execute(people)
        ]
        made = connection.execute(decisions).scalar_one()
    return {
        **{name: int(value or 0) for name, value in row.items()},
        "readers": by_reader,
        "decisions": int(made),
    }
