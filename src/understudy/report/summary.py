"""What a run did, in numbers: counts and bills, never text. Summaries of parts add up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.categorise.known import COLUMN
from understudy.core.categories import UNKNOWN
from understudy.core.draw import Draw
from understudy.core.text import called
from understudy.core.types import (
    BY_POLICY,
    BY_READER,
    CHOSEN,
    GIVEN,
    KEPT,
    MAY_STAY,
    REPLACED,
    Document,
    Edit,
    Outcome,
    PrivacyEvent,
    counted_as,
)
from understudy.languages import foreign
from understudy.privacy.bill import Bill, as_bill, category_of_draw, costs_nothing
from understudy.report.columns import Counts, counted

__all__ = ["Summary", "exempted_by_reason"]

_EXAMPLES = 10
_TOLD = frozenset((GIVEN, COLUMN, BY_READER))
"""Where a mention may be from, as reports tell it."""
DETECTED = "detection"
"""All other sources. Which of the detectors found a mention, or whether the leak check did, hangs
on whether a list has the name, and a report must not tell that; and what an annotation says of its
own source is free text."""
_PLACES_SHOWN = 5
"""Places beside the text of one document that are listed."""
_PLACES = re.compile(r"\[\d+\]")
"""Which place in a list: all of them are one field."""


@dataclass
class Summary:
    """The counts and costs of a run, or of a part of it; parts are added up with ``+=``."""

    documents: int = 0
    characters: int = 0
    words: int = 0
    """Of the text as it is released: those of the original would tell the lengths of values."""
    mentions: Counter[tuple[str, str, Outcome, str]] = field(default_factory=Counter)
    """(category, strategy, outcome, reason) → edits."""
    sources: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(category, what they are from) → edits."""
    events: dict[str, set[PrivacyEvent]] = field(default_factory=dict)
    """category → the events that occurred."""
    draws: Counter[str] = field(default_factory=Counter)
    """category → distinct draws."""
    longest: dict[str, int] = field(default_factory=dict)
    """category → the most draws that one entity took."""
    bills: Counter[Bill] = field(default_factory=Counter)
    """Documents by what they cost."""
    examples: dict[Bill, list[str]] = field(default_factory=dict)
    """A few ids for each bill."""
    subjects: dict[int, dict[int, PrivacyEvent]] = field(default_factory=dict)
    """data subject → its distinct draws with their events, all under keyed names."""
    fits: Counter[tuple[str, int]] = field(default_factory=Counter)
    """(kind, public values that fit the sketch) → mentions, of those that were measured."""
    chosen: Counter[str] = field(default_factory=Counter)
    """category → edits whose stand-in people wrote or had drawn again."""
    entries: Counter[tuple[str, int]] = field(default_factory=Counter)
    """(allow or deny, number of the entry of that list) → mentions."""
    unknown: Counter[str] = field(default_factory=Counter)
    """label that nobody knows → mentions."""
    columns: Counts = field(default_factory=Counter)
    """What each column or field held, and what became of it."""
    unowned: int = 0
    """Documents with edits that name no data subject, where the scope is the subject."""
    idle_subjects: int = 0
    """Rows of the table of subjects that name no file of the run."""
    torn: int = 0
    """Bytes at the end of the vault that are no whole frame, and were left out."""
    skipped: Counter[str] = field(default_factory=Counter)
    """suffix → files of the input that no format reads, and that are not in the release."""
    foreign: Counter[str] = field(default_factory=Counter)
    """language that is not installed → documents that were handled as the policy's fallback."""
    untrained: Counter[str] = field(default_factory=Counter)
    """language that the shipped language model was not trained on → documents."""
    undecided: Counter[str] = field(default_factory=Counter)
    """Dates in figures, and the documents that have them, in the order of the language, since
    nothing public told theirs."""
    encodings: Counter[str] = field(default_factory=Counter)
    """encoding that was found, where it is not UTF-8 → files."""
    rows: int = 0
    """Rows that a cluster was given, where they were counted."""
    refused: int = 0
    """Rows that could not be read, and went to the dead letters."""
    withheld: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    """Documents that still hold a replaced value beside their text: id (field, character)."""
    leaking: Counter[str] = field(default_factory=Counter)
    """field, column or other place beside the text → documents that hold one there."""
    dropped: list[str] = field(default_factory=list)
    """Parts that were not read and so were taken out: id (what it is)."""
    unread: Counter[str] = field(default_factory=Counter)
    """kind of part, as a policy can keep it → how many were taken out."""
    passed: list[str] = field(default_factory=list)
    """Parts that were not read and are released, since the policy says so: id (what it is)."""
    _pending: list[Sequence[Edit]] = field(default_factory=list, repr=False)
    """The edits of documents that are not yet settled."""
    _rows: list[tuple[Document, Sequence[Edit]]] = field(default_factory=list, repr=False)
    """Those of documents that may be rows of a table."""

    def note(
        self,
        document: Document,
        edits: Sequence[Edit],
        owed: Bill,
        *,
        table: bool = False,
        name: Callable[[], str] | None = None,
    ) -> None:
        """Add one released document and its bill; ``settle`` does the counting. ``table``: the
        document is a row, whose columns are counted one by one. ``name``: how to call it, where
        its id may be private."""
        self.documents += 1
        gone = "".join([edit.original for edit in edits])
        fresh = "".join([edit.surrogate for edit in edits])
        self.characters += len(document.text) + len(fresh) - len(gone)
        self.words += document.text.count(" ") + fresh.count(" ") - gone.count(" ") + 1
        self._pending.append(edits)
        if table:
            self._rows.append((document, edits))
        self.bills[owed] += 1
        if owed:
            ids = self.examples.setdefault(owed, [])
            if len(ids) < _EXAMPLES:
                ids.append(called(document.id) if name is None else name())

    def note_leaks(self, name: Callable[[], str], places: Sequence[tuple[str, int]]) -> None:
        """Add the places beside the text of a document that hold a replaced value."""
        if not places:
            return
        self.leaking.update({_PLACES.sub("", place) for place, _ in places})
        shown = [f"{place}, character {at}" for place, at in places[:_PLACES_SHOWN]]
        if len(places) > _PLACES_SHOWN:
            shown.append(f"{len(places) - _PLACES_SHOWN} more")
        self.leaks.append(f"{name()} ({'; '.join(shown)})")

    def note_language(self, document: Document) -> None:
        """Add a document to those in languages that are not installed, where its own is not."""
        language = foreign(document)
        if language is not None:
            self.foreign[language] += 1

    def settle(self) -> Summary:
        """Count the edits that were noted, all at once: there are millions of them."""
        pending = self._pending
        # Events are told apart by identity, since hashing one takes as long as all the rest.
        events = {id(edit.event): edit.event for edits in pending for edit in edits}
        rows = Counter(
            [
                (
                    edit.entity.category,
                    edit.entity.span.source,
                    edit.strategy,
                    edit.outcome,
                    edit.reason,
                    id(edit.event),
                    len(edit.draws),
                )
                for edits in pending
                for edit in edits
            ]
        )
        for (category, source, strategy, outcome, reason, number, draws), count in rows.items():
            self.mentions[category, strategy, counted_as(outcome, reason), reason] += count
            self.sources[category, source if source in _TOLD else DETECTED] += count
            self.events.setdefault(category, set()).add(events[number])
            if events[number].mechanism == CHOSEN:
                self.chosen[category] += count
            self.longest[category] = max(draws, self.longest.get(category, 0))
        if any(category == UNKNOWN for category, *_ in rows):
            self.unknown.update(
                edit.entity.span.label
                for edits in pending
                for edit in edits
                if edit.entity.category == UNKNOWN and edit.entity.span.label != UNKNOWN
            )
        for edits in pending:
            drawn = {
                (edit.entity.category, name)
                for edit in edits
                if edit.outcome != BY_POLICY  # for what stays nothing is drawn
                for name in edit.draws
            }
            self.draws.update([category for category, _ in drawn])
        pending.clear()
        self.columns.update(counted(self._rows))
        self._rows.clear()
        return self

    def note_subject(
        self, document: Document, edits: Iterable[Edit], draw: Draw, *, shared: bool
    ) -> None:
        """Add to the account of the document's data subject.

        ``shared``: the scope is the subject, so that draws of one name are one draw in all of
        its documents.
        """
        if document.subject is None:
            return
        name = draw.corpus.words("", document.subject, "subject")[0]
        account = self.subjects.setdefault(name, {})
        where = "" if shared else document.id
        for edit in edits:
            if costs_nothing(edit.event):
                continue
            for drawn in edit.draws:
                token = draw.words(category_of_draw(edit), drawn, f"account {where}")[0]
                known = account.get(token)
                if known is None or known.epsilon < edit.event.epsilon:
                    account[token] = edit.event

    def subject_bills(self) -> Counter[Bill]:
        """Data subjects by what they cost."""
        return Counter(as_bill(account.values()) for account in self.subjects.values())

    def __iadd__(self, other: Summary) -> Summary:
        self.documents += other.documents
        self.characters += other.characters
        self.words += other.words
        self.unowned += other.unowned
        self.rows += other.rows
        self.refused += other.refused
        self.mentions.update(other.mentions)
        self.sources.update(other.sources)
        self.fits.update(other.fits)
        self.chosen.update(other.chosen)
        self.entries.update(other.entries)
        self.columns.update(other.columns)
        self.unknown.update(other.unknown)
        self.foreign.update(other.foreign)
        self.untrained.update(other.untrained)
        self.undecided.update(other.undecided)
        self.encodings.update(other.encodings)
        self.draws.update(other.draws)
        self.bills.update(other.bills)
        for category, found in other.events.items():
            self.events.setdefault(category, set()).update(found)
        for category, most in other.longest.items():
            self.longest[category] = max(most, self.longest.get(category, 0))
        for owed, ids in other.examples.items():
            held = self.examples.setdefault(owed, [])
            held.extend(ids[: _EXAMPLES - len(held)])
        for subject, account in other.subjects.items():
            held_of = self.subjects.setdefault(subject, {})
            for token, event in account.items():
                known = held_of.get(token)
                if known is None or known.epsilon < event.epsilon:
                    held_of[token] = event
        self.withheld.extend(other.withheld)
        self.leaks.extend(other.leaks)
        self.leaking.update(other.leaking)
        self.dropped.extend(other.dropped)
        self.unread.update(other.unread)
        self.passed.extend(other.passed)
        return self

    def pack(self) -> dict[str, Any]:
        """As plain data for a JSON file."""
        table: dict[PrivacyEvent, int] = {}

        def number(event: PrivacyEvent) -> int:
            return table.setdefault(event, len(table))

        def numbered(owed: Bill) -> list[list[int]]:
            return [[number(event), count] for event, count in owed]

        packed: dict[str, Any] = {
            "documents": self.documents,
            "characters": self.characters,
            "words": self.words,
            "unowned": self.unowned,
            "rows": self.rows,
            "refused": self.refused,
            "mentions": [[*place, count] for place, count in sorted(self.mentions.items())],
            "sources": [[*place, count] for place, count in sorted(self.sources.items())],
            "entries": [[*place, count] for place, count in sorted(self.entries.items())],
            "columns": [[*place, count] for place, count in sorted(self.columns.items())],
            "chosen": dict(sorted(self.chosen.items())),
            "draws": dict(sorted(self.draws.items())),
            "longest": dict(sorted(self.longest.items())),
            "bills": [
                [numbered(owed), count, self.examples.get(owed, [])]
                for owed, count in self.bills.items()
            ],
            "category_events": {
                category: [number(event) for event in found]
                for category, found in sorted(self.events.items())
            },
            "subjects": [
                [subject, [[token, number(event)] for token, event in account.items()]]
                for subject, account in self.subjects.items()
            ],
            "fits": [[*place, count] for place, count in sorted(self.fits.items())],
            "unknown": dict(sorted(self.unknown.items())),
            "foreign": dict(sorted(self.foreign.items())),
            "untrained": dict(sorted(self.untrained.items())),
            "undecided": dict(sorted(self.undecided.items())),
            "encodings": dict(sorted(self.encodings.items())),
            "withheld": self.withheld,
            "leaks": self.leaks,
            "leaking": dict(sorted(self.leaking.items())),
            "dropped": self.dropped,
            "unread": dict(sorted(self.unread.items())),
            "passed": self.passed,
        }
        packed["events"] = [list(event) for event in table]
        return packed

    @classmethod
    def unpack(cls, packed: Mapping[str, Any]) -> Summary:
        """The summary that ``pack`` made plain values of."""
        listed = (PrivacyEvent(*values) for values in packed["events"])
        events = [event._replace(invariants=tuple(event.invariants)) for event in listed]
        summary = cls(packed["documents"], packed["characters"], packed["words"])
        summary.rows, summary.refused = packed["rows"], packed["refused"]
        summary.mentions.update({(a, b, c, d): n for a, b, c, d, n in packed["mentions"]})
        summary.sources.update({(a, b): n for a, b, n in packed["sources"]})
        summary.entries.update({(a, b): n for a, b, n in packed["entries"]})
        summary.unowned = packed["unowned"]
        summary.columns.update({(a, b): n for a, b, n in packed["columns"]})
        summary.chosen.update(packed["chosen"])
        summary.draws.update(packed["draws"])
        summary.longest.update(packed["longest"])
        for entries, count, ids in packed["bills"]:
            owed: Bill = tuple((events[at], n) for at, n in entries)
            summary.bills[owed] = count
            if ids:
                summary.examples[owed] = ids
        for category, numbers in packed["category_events"].items():
            summary.events[category] = {events[at] for at in numbers}
        for subject, account in packed["subjects"]:
            summary.subjects[subject] = {token: events[at] for token, at in account}
        summary.fits.update({(kind, size): n for kind, size, n in packed["fits"]})
        summary.unknown.update(packed["unknown"])
        summary.foreign.update(packed["foreign"])
        summary.untrained.update(packed["untrained"])
        summary.undecided.update(packed.get("undecided", {}))
        summary.encodings.update(packed["encodings"])
        summary.withheld.extend(packed["withheld"])
        summary.leaks.extend(packed["leaks"])
        summary.leaking.update(packed["leaking"])
        summary.dropped.extend(packed["dropped"])
        summary.unread.update(packed["unread"])
        summary.passed.extend(packed["passed"])
        return summary

    @property
    def edits(self) -> int:
        """Mentions that a decision was made about, whatever it was."""
        return sum(self.mentions.values())

    @property
    def replaced(self) -> int:
        """Mentions that have a stand-in now."""
        return self._of(REPLACED)

    @property
    def kept(self) -> int:
        """Mentions that the coin kept."""
        return self._of(KEPT)

    @property
    def left(self) -> Mapping[str, int]:
        """reason → mentions that were left as they are, the most first."""
        return exempted_by_reason(self.mentions)

    def _of(self, wanted: Outcome) -> int:
        return sum(n for (_, _, outcome, _), n in self.mentions.items() if outcome == wanted)


def exempted_by_reason(mentions: Mapping[tuple[str, str, Outcome, str], int]) -> dict[str, int]:
    """reason → mentions that were left as they are, the most first."""
    found: Counter[str] = Counter()
    for (_, _, outcome, reason), count in mentions.items():
        if outcome in (BY_POLICY, MAY_STAY):
            found[reason] += count
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))
