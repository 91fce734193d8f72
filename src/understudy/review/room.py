"""What the routes share: the desk, which a change of the policy replaces, and the learner."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from understudy.core.errors import UsageError
from understudy.review import queue, tables
from understudy.review.begin import Evidence, drop_entries, take_entries
from understudy.review.desk import Desk, Entries
from understudy.review.final import final_state
from understudy.review.layers import Reading
from understudy.review.learning import Learning, evidence_of
from understudy.review.rule import open_points
from understudy.review.sample import present, withdraw

__all__ = ["Room"]

_MOMENT = 300.0
"""Seconds for which a document that somebody looks at is given to nobody else."""
_MOST_LOOKING = 500
_PREFIXES = ("file:", "pattern:", "category:")
_Change = Callable[[Desk, Entries, str, Evidence], tuple[Desk, int]]


class Room:
    """The state of a running application."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.learning = Learning(desk)
        self._looking: dict[tuple[int, str], float] = {}
        self._learnt: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"Room({self.desk.store!r})"

    def progress(self) -> dict[str, Any]:
        """How far the review is, and whether a release may leave."""
        told = queue.progress(self.desk.store, self.desk.settings.readers)
        ways = Counter({"open": told["documents"] - told["read"], "disputed": self._disputed()})
        return {
            **told,
            "rule": self.desk.pipeline.policy.review,
            "needed": self.desk.settings.readers,
            "disputed": ways["disputed"],
            "left": open_points(self.desk, ways),
        }

    def _disputed(self) -> int:
        about = tables.documents.c
        readers = self.desk.settings.readers
        query = sa.select(sa.func.count()).where(about.done >= max(2, readers), ~about.settled)
        with self.desk.store.database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def looks(self, number: int, reader: str) -> None:
        """Somebody has a document before their eyes."""
        self._looking.pop((number, reader), None)
        self._looking[number, reader] = time.monotonic()
        while len(self._looking) > _MOST_LOOKING:
            del self._looking[next(iter(self._looking))]

    def looked_at(self, reader: str) -> list[int]:
        """The documents that as many others had before their eyes a moment ago as are to read
        each: there is no room for one more."""
        since = time.monotonic() - _MOMENT
        held = list(self._looking.items())
        others = Counter(number for (number, who), when in held if who != reader and when > since)
        needed = self.desk.settings.readers
        return [number for number, count in others.items() if count >= needed]

    def finished(self, readings: Iterable[Reading], reader: str) -> None:
        """Documents were read, or are open again: the learner may learn from them, and their
        readers may agree."""
        store, needed = self.desk.store, self.desk.settings.readers
        numbers = [one.document for one in readings]
        if not numbers:
            return
        withdraw(self.desk, numbers)
        for number in numbers:
            self.learning.answered(number, reader)
            layers = store.readings.layers(number)
            if len(layers) > 1:
                _, way = final_state(layers, store.documents.found(number), needed)
                store.documents.settle(number, way in ("decided", "agreed"))
        self._learn_from_batch(numbers, reader)

    def _learn_from_batch(self, numbers: Sequence[int], reader: str) -> None:
        """When all that the learner asked for was read, it learns again, once. A sample that holds
        would be void then, so that a reviewer has to ask for it."""
        if not self.learning.on:
            return
        batch = queue.batch(self.desk.store)
        if not batch.keys() & set(numbers) or frozenset(batch) == self._learnt:
            return
        if min(batch.values()) < self.desk.settings.readers:
            return
        held = present(self.desk.store)
        if held is None or held.void:
            self._learnt = frozenset(batch)
            self.learning.start(reader)

    def take_entries(self, allow: Sequence[str], deny: Sequence[str], by: str) -> dict[str, Any]:
        """Further entries of the policy's lists; what nobody has touched is marked again."""
        for entry in (*allow, *deny):
            if entry.partition("=")[2].startswith(_PREFIXES) or entry.startswith(_PREFIXES):
                raise UsageError("an entry of the review is a text, not a file or a pattern")
        return self._with_lists(take_entries, Entries(tuple(allow), tuple(deny)), by)

    def drop_entries(self, allow: Sequence[str], deny: Sequence[str], by: str) -> dict[str, Any]:
        """The lists without entries that were taken before."""
        return self._with_lists(drop_entries, Entries(tuple(allow), tuple(deny)), by)

    def _with_lists(self, change: _Change, entries: Entries, by: str) -> dict[str, Any]:
        with self.learning.marking:
            desk, changed = change(self.desk, entries, by, evidence_of(self.desk))
            self.desk = self.learning.desk = desk
        return {
            "marked": changed,
            **{name: list(rows) for name, rows in desk.entries._asdict().items()},
        }

    def learner_told(self) -> dict[str, Any]:
        """What the learner has learnt."""
        return self.learning.told()

    def train(self, by: str) -> dict[str, Any]:
        """Let the learner learn in the background."""
        self.learning.start(by)
        return self.learning.told()
