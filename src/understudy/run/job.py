"""One task of a run: turns blocks into released bytes, ledger lines and a summary.

A job is immutable and picklable; its methods depend on nothing but the job and the task.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from understudy.categorise.repeats import lingering
from understudy.categorise.subjects import SubjectValue
from understudy.core.draw import Draw
from understudy.core.text import called
from understudy.core.types import Document, Edit, Entity, Tally
from understudy.corpus import find
from understudy.corpus.base import (
    Beside,
    Block,
    Format,
    Marks,
    Options,
    Parts,
    Patch,
    Record,
    Renders,
    Unread,
    Unreads,
    Written,
    patched,
)
from understudy.corpus.beside import as_text
from understudy.corpus.mixed import with_claimed
from understudy.corpus.subjects import Subjects
from understudy.pipeline import Pipeline
from understudy.policy.scopes import document_number, scope_of
from understudy.report.measured import fitting, undecided_dates
from understudy.report.summary import Summary
from understudy.run.ledger import Seal, entry, withheld_entry
from understudy.run.shortcut import FixedMarks, note_marked, shortcut

__all__ = ["Counted", "Job", "Produced", "Task", "fingerprint"]


_MEASURED = 200
"""Mentions whose sketches are measured for the report: the first ones of the first task, half as
many of the second, a third of the third and so on, so that the measure stays a sample."""
_OF_ONE = 1_000
"""Mentions of one document whose things are measured at most: to read all of a long document again
would take more time and memory than its release."""


class Task(NamedTuple):
    """Blocks to be worked on together; each with the number of its unit."""

    number: int
    blocks: tuple[tuple[int, Block], ...]

    def loaded(self) -> Task:
        """The task with the bytes of its blocks, wherever it was sent."""
        return Task(self.number, tuple([(unit, block.loaded()) for unit, block in self.blocks]))


class _Noted(NamedTuple):
    """What is noted of the documents of a task."""

    summary: Summary
    ledger: list[bytes]
    measured: float
    """So many mentions have their sketches measured, and those of the document that reaches it."""


class Counted(NamedTuple):
    """What the counting pass found in one task."""

    tally: Mapping[str, Tally]
    corpus: int
    """The sum of the documents' digests."""
    subject_values: Mapping[str, frozenset[SubjectValue]] = {}
    """data subject → what is private in its documents."""

    def __repr__(self) -> str:
        return f"Counted({', '.join(self.tally)})"


class Produced(NamedTuple):
    """What one task came to."""

    released: tuple[tuple[int, Parts], ...]
    ledger: bytes
    summary: Summary
    ids: NDArray[np.uint64]
    """Fingerprints of the document ids, to find duplicates across tasks."""

    def __repr__(self) -> str:
        return f"Produced({len(self.ids)} documents)"


@dataclass(frozen=True)
class Job:
    """What workers need to carry out tasks: the pipeline, the format and the keys."""

    pipeline: Pipeline
    format_name: str
    options: Options
    key: bytes = field(repr=False)
    mode: str = "release"
    """``release`` or ``identify``."""
    naming: Subjects = field(default_factory=Subjects)
    """Whose a document is."""
    subjects: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    claimed: Mapping[str, str] = field(default_factory=dict, repr=False)
    """unit → its format, of a corpus of several kinds, where its suffix means another."""
    names_kept: bool = False
    """Whether the files of the release are called as those of the input."""
    from_vault: bool = False
    """Whether the key is that of a vault."""
    collecting: bool = False
    """Whether a counting pass asks for nothing but what is private in the documents of each data
    subject."""
    ledger: bool = False
    secret: bytes | None = field(default=None, repr=False)
    salt: bytes = b""

    @cached_property
    def format(self) -> Format:
        """The format of the corpus; looked up by each worker, since it need not be picklable."""
        return with_claimed(find(self.format_name), self.claimed)

    @cached_property
    def _renders(self) -> Renders | None:
        """The format, where it can write without patches and nobody needs them."""
        found = self.format
        return found if isinstance(found, Renders) and not self.ledger else None

    @cached_property
    def _beside(self) -> Beside | None:
        """The format, where it tells what stands beside the text."""
        found = self.format
        return found if isinstance(found, Beside) else None

    @cached_property
    def _unreads(self) -> Unreads | None:
        """The format, where a record may have parts that it does not read."""
        found = self.format
        return found if isinstance(found, Unreads) else None

    @cached_property
    def _has_columns(self) -> bool:
        """Whether several columns are read, which are counted one by one; of a single one the
        totals say it all."""
        several = len(self.options.text) > 1 or bool(self.options.cells)
        return several and self.format.traits.fields

    @cached_property
    def _shortcut(self) -> FixedMarks | None:
        """Where the policy allows it, and neither leak check nor ledger asks for more."""
        if self.mode != "release" or self.ledger or self.pipeline.policy.leak_check:
            return None
        return shortcut(self.pipeline)

    def _records(self, block: Block) -> Iterator[Record | Written]:
        way, format = self._shortcut, self.format
        if way is not None and isinstance(format, Marks):
            return format.mark(block, self.options, way)
        return format.read(block, self.options)

    def survey(self, task: Task) -> Mapping[str, int]:
        """data subject → the sum of the digests of its documents in this task."""
        subjects: dict[str, int] = {}
        for document in self._documents(task):
            if document.subject is not None:
                number = document_number(document)
                subjects[document.subject] = subjects.get(document.subject, 0) + number
        return subjects

    def count(self, task: Task) -> Counted:
        """The counting pass over one task."""
        pipeline = self.pipeline
        documents = list(self._documents(task))
        found = pipeline.identify(documents)
        if self.collecting:
            return Counted({}, 0, pipeline.collect_subject_values(documents, found))
        tallies = [
            pipeline.tally(document, entities, self._draw(document))
            for document, entities in zip(documents, found, strict=True)
            if entities
        ]
        return Counted(pipeline.strategies.add_up(tallies), sum(map(document_number, documents)))

    def _draw(self, document: Document) -> Draw:
        policy = self.pipeline.policy
        return scope_of(document, self.key, policy, self.subjects, from_vault=self.from_vault)

    def _documents(self, task: Task) -> Iterator[Document]:
        for _, block in task.loaded().blocks:
            for record in self.format.read(block, self.options):
                if record.document is not None:
                    yield self.naming.of(record.document, block.unit)

    def _named(self, record: Record, block: Block) -> Record:
        """The record with the data subject of its document."""
        if record.document is None or self.naming.plain:
            return record
        return record._replace(document=self.naming.of(record.document, block.unit))

    def carry_out(self, task: Task) -> Produced:
        """Identify and, unless that was all, replace."""
        noted = _Noted(Summary(), [], _MEASURED / (task.number + 1))
        summary, ledger = noted.summary, noted.ledger
        names: list[str] = []
        released: list[tuple[int, Parts]] = []
        for unit, block in task.blocks:
            parts: list[Parts | None] = []
            left: list[tuple[int, Record, Document]] = []
            written: list[Written] = []
            for at, told in enumerate(self._records(block)):
                if isinstance(told, Written):
                    written.append(told)
                    names.append(told.id)
                    parts.append(told.parts)
                    continue
                record = self._named(told, block)
                document = record.document
                if document is None:
                    parts.append(record.parts if self._keeps_rest else None)
                    continue
                names.append(document.id)
                if self.pipeline.policy.fallback is not None:
                    summary.note_language(document)
                if (language := self.pipeline.untrained(document)) is not None:
                    summary.untrained[language] += 1
                left.append((at, record, document))
                parts.append(None)
            if self._shortcut is not None:
                note_marked(summary, written, self._shortcut)
            found = self.pipeline.identify([document for _, _, document in left])
            for (at, record, document), entities in zip(left, found, strict=True):
                if self.mode == "identify":
                    parts[at] = self._annotated(record, document, entities)
                    summary.documents += 1
                    continue
                place = (unit, block.index + at)
                parts[at] = self._released(record, entities, place, noted, block.unit)
            released.append((unit, self._joined(block, parts)))
        lines = b"".join(ledger)
        if self.ledger and self.secret is not None:
            lines = Seal(self.secret, self.salt).seal(task.number + 1, lines)
        ids = [] if self.format.traits.numbered_ids else list(map(fingerprint, names))
        return Produced(tuple(released), lines, summary.settle(), np.array(ids, dtype=np.uint64))

    @property
    def _keeps_rest(self) -> bool:
        return self.mode == "release" or self.format.traits.writes_annotations

    def _joined(self, block: Block, parts: Sequence[Parts | None]) -> Parts:
        if self._keeps_rest:
            return self.format.join(block, parts, self.options)
        return (b"".join(one[0] for one in parts if one is not None),)

    def _released(
        self,
        record: Record,
        entities: Sequence[Entity],
        place: tuple[int, int],
        noted: _Noted,
        file: str,
    ) -> Parts | None:
        """The released bytes of a record, or None where it is withheld."""
        document, (summary, ledger, measured) = record.document, noted
        if document is None:
            raise AssertionError("only records with a document are released here")
        policy = self.pipeline.policy
        edits: tuple[Edit, ...] = ()
        if entities:
            draw = self._draw(document)
            edits = self.pipeline.replace(document, entities, draw)
        owed = self.pipeline.bill(edits)
        if self.pipeline.withholds(owed):
            summary.withheld.append(self._called(document, edits, place))
            if self.ledger:
                ledger.append(withheld_entry(*place, document.id, record.parts))
            return None
        name = partial(self._called, document, edits, place)
        after, undo = self._written(record, edits, self._unread(record, name, summary))
        summary.note(document, edits, owed, table=self._has_columns, name=name)
        if policy.allow or policy.deny:
            summary.entries.update(self.pipeline.exemptions.entries(document, entities, edits))
        if edits:
            if dates := undecided_dates(self.pipeline, document, entities):
                summary.undecided.update(dates=dates, documents=1)
            if self.pipeline.strategies.sketches and sum(summary.fits.values()) < measured:
                summary.fits += fitting(self.pipeline, document, edits, _OF_ONE)
            if document.subject is not None:
                summary.note_subject(document, edits, draw, shared=policy.scope == "subject")
            elif policy.scope == "subject":
                summary.unowned += 1
            if policy.leak_check:
                summary.note_leaks(name, self._leaks(record, edits, after, file))
        if self.ledger:
            ledger.append(entry(*place, document.id, record.parts, after, undo, edits))
        return after

    def _called(self, document: Document, edits: Sequence[Edit], place: tuple[int, int]) -> str:
        """How reports call a document; by its place in the input where its id, which is often the
        name of a file or of a sheet, holds what was replaced in it."""
        if not any(lingering(edits, _of_name(document.id, document.id), document.language)):
            return called(document.id)
        unit, at = place
        file = f"file {unit + 1} of the input"
        return f"{file}, record {at + 1}" if at else file

    def _leaks(
        self, record: Record, edits: Sequence[Edit], after: Parts, file: str
    ) -> list[tuple[str, int]]:
        """Where a document still holds a replaced value beside its text: place and character.

        Beside the text of a row stand its other fields or columns, of paired files the
        annotations, of markup all of it; of a text alone (txt, lines) nothing. Where the release
        has the names of the input's files, they stand beside all of it.
        """
        if record.document is None:
            return []
        strings: Iterable[tuple[str, str]] = ()
        if self._beside is not None:
            strings = self._beside.beside(record, after, self.options)
        elif not self.format.traits.text_alone:
            strings = (("the file", as_text(after[0])),)
        if self.names_kept:
            strings = (*strings, *_of_name("the name of the file", file))
        found: dict[str, int] = {}
        for name, offset in lingering(edits, strings, record.document.language):
            found[name] = min(offset + 1, found.get(name, offset + 1))
        return list(found.items())

    def _unread(
        self, record: Record, name: Callable[[], str], summary: Summary
    ) -> tuple[Unread, ...]:
        """What was not read and is not kept, and so goes; all of it is listed."""
        if self._unreads is None:
            return ()
        out: list[Unread] = []
        kept = {name.casefold() for name in self.options.kept}
        for part in self._unreads.unread(record, self.options):
            if part.kind.casefold() in kept:
                summary.passed.append(f"{name()} ({part.what})")
            else:
                summary.dropped.append(f"{name()} ({part.what})")
                summary.unread[part.kind] += 1
                out.append(part)
        return tuple(out)

    def _written(
        self, record: Record, edits: Sequence[Edit], out: tuple[Unread, ...]
    ) -> tuple[Parts, tuple[Patch, ...]]:
        """The new bytes, and how to undo them where a ledger asks for that."""
        if out and self._unreads is not None:
            return patched(record.parts, self._unreads.clean(record, edits, self.options, out))
        if not edits:
            return record.parts, ()
        if self._renders is not None:
            return self._renders.render(record, edits, self.options), ()
        return patched(record.parts, self.format.write(record, edits, self.options))

    def _annotated(self, record: Record, document: Document, entities: Sequence[Entity]) -> Parts:
        if self.format.traits.writes_annotations:
            patches = self.format.annotate(record, entities, self.options)
            return patched(record.parts, patches)[0]
        row: dict[str, Any] = {"id": document.id, "text": document.text}
        if document.language is not None:
            row["language"] = document.language
        if document.subject is not None:
            row["subject"] = document.subject
        row["entities"] = [_described(entity) for entity in entities]
        return (json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n",)


def _of_name(what: str, name: str) -> Iterator[tuple[str, str]]:
    """The name of a file, of a sheet or a document as words, and as numbers: in "MRN448221" letters
    stand before a number, which are no part of it. Every character stays at its place."""
    yield what, name.translate(_BORDERS)
    yield what, _LETTERS.sub(" ", name)


_BORDERS = str.maketrans({"_": " ", "/": "|", "#": "|"})
_LETTERS = re.compile(r"[^\W\d]")


def _described(entity: Entity) -> dict[str, Any]:
    span = entity.span
    return {
        "start": span.start,
        "end": span.end,
        "category": entity.category,
        "key": entity.key,
        "score": span.score,
        "source": span.source,
    }


def fingerprint(name: str) -> int:
    """A number for an id: repeated ids are found by it, in little memory."""
    data = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
