"""The learner of a review: it learns from documents that were read, in the background, chooses what
to read next, and marks again what nobody has touched.

What it finds is evidence beside that of the policy's detectors: it adds marks, and takes none away.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.core.errors import MissingExtra, UnderstudyError, UsageError
from understudy.core.types import Document, Span
from understudy.project import Answer, Item, open_project
from understudy.review.begin import Evidence, mark_again, nothing_more
from understudy.review.desk import Desk
from understudy.review.records import alive
from understudy.review.sample import units_of

if TYPE_CHECKING:
    from understudy.learn.workroom import Work

__all__ = ["Learning", "evidence_of", "make_project"]

_BATCH, _ROUNDS = 50, 8
"""Instances that the learner asks for at a time; fewer where so many rounds would take them all."""
_FEWEST = 2


def make_project(folder: Path, documents: Iterator[Document]) -> bool:
    """A project of ``learn`` for the corpus; False where its extra is missing."""
    try:
        from understudy.learn.instances import instances_of  # noqa: PLC0415 - of the extra
        from understudy.learn.workroom import Settings, start  # noqa: PLC0415
    except ImportError:
        return False
    held = [one._replace(annotations=()) for one in documents]
    size = len(instances_of(held, "sentence"))
    if size < _FEWEST:
        return False
    start(folder, held, Settings(folder.name, batch=min(_BATCH, max(_FEWEST, size // _ROUNDS))), ())
    return True


def evidence_of(desk: Desk) -> Evidence:
    """What the learner of a review has learnt to see. Whoever marks documents again asks for it,
    so that what it has found stays found."""
    if not desk.settings.learns:
        return nothing_more
    project = open_project(desk.folder)
    rounds = len(project.rounds())
    if not rounds:
        return nothing_more
    try:
        from understudy.learn.workroom import Work  # noqa: PLC0415 - of the extra
    except ImportError:
        raise MissingExtra("the learner of this review", "learn") from None
    return _Evidence(Work.of(project), rounds)


class Learning:
    """The learner at work."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.marking = threading.Lock()
        """Held by whoever marks documents again: two at once would each undo what the other has
        found, by other lists."""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._failed = ""
        self._marked = 0
        self._items: Mapping[str, Sequence[Item]] | None = None

    @property
    def on(self) -> bool:
        """Whether there is a learner at all."""
        return self.desk.settings.learns

    @property
    def running(self) -> bool:
        """Whether it is learning."""
        return self._thread is not None and self._thread.is_alive()

    def _by_document(self) -> Mapping[str, Sequence[Item]]:
        if self._items is None:
            found: dict[str, list[Item]] = defaultdict(list)
            for item in open_project(self.desk.folder).items():
                found[item.document].append(item)
            self._items = found
        return self._items

    def answered(self, number: int, reader: str) -> None:
        """A reader has read a document: each of its instances is an answer."""
        if not self.on:
            return
        from understudy.learn.cost import edits  # noqa: PLC0415 - of the extra

        store = self.desk.store
        reading = store.readings.read(number, reader)
        if reading is None or not reading.done:
            return
        items = self._by_document().get(store.documents.held(number).id, ())
        if reading.part:  # where nobody has read, no mark says nothing
            read = units_of(store, number)
            items = [
                one
                for one in items
                if any(a <= one.start and one.start + len(one.text) <= b for a, b in read)
            ]
        marks = [mark for _, mark in alive(reading.state)]
        found = [mark for _, mark in alive(store.documents.found(number))]
        answers = []
        for item in items:
            said = _inside(item, ((m.start, m.end, m.category) for m in marks))
            before = _inside(item, ((m.start, m.end, m.category) for m in found))
            answers.append(Answer(item.number, reader, said, edits(before, said)))
        with open_project(self.desk.folder).alone() as change:
            change.add_answers(answers)

    def start(self, by: str) -> None:
        """Learn in the background, for who asks, if it is not learning already."""
        if not self.on:
            raise UsageError("the review has no learner")
        with self._lock:
            if self.running:
                return
            self._failed = ""
            self._thread = threading.Thread(target=self._learn, args=(by,), daemon=True)
            self._thread.start()

    def wait(self, seconds: float) -> None:
        """Until it has learnt, or so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _learn(self, by: str) -> None:
        try:
            self._marked = self._round(by)
        except UnderstudyError as error:
            self._failed = str(error)
        except Exception as error:
            # What went wrong may have source text in its message: its kind is told alone.
            self._failed = f"an internal fault ({type(error).__name__})"

    def _round(self, by: str) -> int:
        from understudy.learn.live import next_batch  # noqa: PLC0415 - of the extra
        from understudy.learn.workroom import Work  # noqa: PLC0415

        project = open_project(self.desk.folder)
        if not project.answers():
            raise UsageError("nobody has read a document yet: there is nothing to learn from")
        work = Work.of(project)
        name = f"review {len(project.batches()) + 1}"
        _, rows, facts = next_batch(work, name)
        self.desk.store.documents.place([instance.document for instance, _ in rows])
        if facts is None:
            return 0
        why = "the learner has marked documents again"
        with self.marking:
            return mark_again(self.desk, why, _Evidence(work, len(project.rounds())), by)

    def told(self) -> dict[str, Any]:
        """What it has learnt, as the application answers it."""
        if not self.on:
            why = (
                "the store is encrypted, and the learner's would not be"
                if self.desk.settings.sealed
                else "the extra [learn] was not installed when the review began"
            )
            return {"on": False, "why": why}
        from understudy.learn.status import status  # noqa: PLC0415 - of the extra

        found = status(open_project(self.desk.folder))
        return {
            "on": True,
            "running": self.running,
            "failed": self._failed,
            "marked": self._marked,
            "annotated": found["annotated"],
            "rounds": found["rounds"],
            "advice": found["advice"],
        }


class _Evidence:
    """What the learner sees in a document."""

    def __init__(self, work: Work, rounds: int) -> None:
        self._work = work
        self._tagger = work.last(rounds)
        self._rows: dict[str, list[int]] = defaultdict(list)
        for at, instance in enumerate(work.pool):
            self._rows[instance.document].append(at)

    def __call__(self, document: Document) -> list[Span]:
        from understudy.learn.instances import spans_of  # noqa: PLC0415 - of the extra

        rows = self._rows.get(document.id, [])
        if self._tagger is None or not rows:
            return []
        chances = self._tagger.marginals(self._work.sheet, np.array(rows))
        labels = self._tagger.labels
        found: list[Span] = []
        first = 0
        for row in rows:
            instance = self._work.pool[row]
            of_row = chances[first : first + len(instance.line.places)]
            first += len(of_row)
            tags = of_row.argmax(axis=1)
            best = of_row.max(axis=1)
            for span in spans_of(instance, tags.tolist(), labels):
                inside = [
                    best[at]
                    for at, (start, end) in enumerate(instance.line.places)
                    if start < span.end and span.start < end
                ]
                score = float(min(inside, default=0.0))
                start = instance.start + span.start
                end = instance.start + span.end
                found.append(span._replace(start=start, end=end, score=score))
        return found


def _inside(item: Item, marks: Iterable[tuple[int, int, str]]) -> tuple[Span, ...]:
    """The marks that lie in an instance, by its own offsets."""
    end = item.start + len(item.text)
    return tuple(
        Span(max(a, item.start) - item.start, min(b, end) - item.start, label)
        for a, b, label in marks
        if a < end and item.start < b
    )
