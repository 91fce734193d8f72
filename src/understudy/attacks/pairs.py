"""A release beside its truth: what each private value was, and what is shown in its place.

The truth comes from the ledger of the release, from the annotated original, or from both: then
the marks of the original that no edit covers are the entities that were missed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from understudy.core.errors import LedgerError, UsageError
from understudy.core.folding import fold
from understudy.core.types import Document, Edit, Span
from understudy.corpus.base import Options, options_of
from understudy.corpus.reading import documents_of
from understudy.identify.labels import relabelled
from understudy.pipeline import Result
from understudy.replace.redact import MARK
from understudy.report.words import plural
from understudy.run.ledger import open_ledger

__all__ = [
    "Mark",
    "Pair",
    "barred",
    "of_files",
    "of_results",
    "redacted",
    "sampled",
    "untouched",
]

_TOKEN = re.compile(r"\w+|[^\w\s]")


class Mark(NamedTuple):
    """One mention of a private value."""

    start: int
    """In the released text."""
    end: int
    was: tuple[int, int]
    """In the original."""
    category: str
    key: str
    original: str
    shown: str
    missed: bool = False
    """Nobody found it; it is in the clear."""

    @property
    def clear(self) -> bool:
        """Whether the release shows the value: missed, kept by a coin, or drawn by chance."""
        return fold(self.shown) == fold(self.original)

    def __repr__(self) -> str:
        return f"Mark({self.start}, {self.end}, {self.category!r})"


class Pair(NamedTuple):
    """A document before and after."""

    id: str
    before: str
    after: str
    marks: tuple[Mark, ...]
    language: str | None = None
    subject: str | None = None
    meta: Mapping[str, str] = {}

    def __repr__(self) -> str:
        return f"Pair({self.id!r}, {len(self.marks)} marks)"


def of_results(
    results: Iterable[Result], missed: Mapping[str, Sequence[Span]] | None = None
) -> list[Pair]:
    """Pairs of a run in memory; ``missed`` has spans of the originals that were not found."""
    found = []
    for document, edits, _ in results:
        listed = [_ledger_edit(edit) for edit in edits]
        left = (missed or {}).get(document.id, ())
        found.append(_pair(document, listed, left))
    return found


class _LedgerEdit(NamedTuple):
    """An edit as a ledger lists it."""

    start: int
    end: int
    category: str
    key: str
    original: str
    shown: str


def _ledger_edit(edit: Edit) -> _LedgerEdit:
    span, category, key = edit.entity[:3]
    return _LedgerEdit(span.start, span.end, category, key, edit.original, edit.surrogate)


def _pair(document: Document, edits: Sequence[_LedgerEdit], missed: Iterable[Span]) -> Pair:
    """``document`` is the original; spans that no edit touches are missed."""
    ordered = sorted(edits)
    ends = [edit.end for edit in ordered]
    everything: list[tuple[_LedgerEdit, bool]] = [(edit, False) for edit in ordered]
    keys = {(edit.category, fold(edit.original)): edit.key for edit in ordered}
    for span in missed:
        at = bisect_left(ends, span.start + 1)
        if at < len(ordered) and ordered[at].start < span.end:
            continue
        text = document.text[span.start : span.end]
        key = span.key or keys.get((span.label, fold(text)), f"{span.label}:{fold(text)}")
        everything.append((_LedgerEdit(span.start, span.end, span.label, key, text, text), True))
    everything.sort()
    marks, parts, cursor, length = [], [], 0, 0
    for edit, left in everything:
        if edit.start < cursor:
            continue  # nested in the one before
        parts += [document.text[cursor : edit.start], edit.shown]
        start = length + edit.start - cursor
        length, cursor = start + len(edit.shown), edit.end
        was = (edit.start, edit.end)
        marks.append(
            Mark(start, length, was, edit.category, edit.key, edit.original, edit.shown, left)
        )
    after = "".join([*parts, document.text[cursor:]])
    return Pair(
        document.id,
        document.text,
        after,
        tuple(marks),
        document.language,
        document.subject,
        document.meta,
    )


def untouched(pairs: Iterable[Pair]) -> list[Pair]:
    """The same documents with every value shown: the upper end of every attack."""
    return [_shown(pair, lambda mark: mark.original) for pair in pairs]


def redacted(pairs: Iterable[Pair]) -> list[Pair]:
    """The same documents with every value under a bar: the lower end."""
    return [_shown(pair, lambda mark: MARK) for pair in pairs]


def barred(pairs: Iterable[Pair], shows: Callable[[Mark], bool]) -> list[Pair]:
    """The same documents with a bar in the place of every value but those that are to show."""
    return [_shown(pair, lambda mark: mark.shown if shows(mark) else MARK) for pair in pairs]


def _shown(pair: Pair, show: Callable[[Mark], str]) -> Pair:
    listed = [
        _LedgerEdit(*mark.was, mark.category, mark.key, mark.original, show(mark))
        for mark in pair.marks
    ]
    document = Document(pair.id, pair.before, pair.language, pair.subject, meta=pair.meta)
    return _pair(document, listed, ())


def of_files(
    release: str,
    *,
    ledger: Path | None = None,
    secret: bytes | None = None,
    original: str | None = None,
    labels: Mapping[str, str] | None = None,
    format: str | None = None,
    options: Options | None = None,
) -> list[Pair]:
    """The pairs of a release, in the order of the release."""
    if ledger is None and original is None:
        raise UsageError("give the release's --ledger, its annotated --original, or both")
    given = options or Options()
    truth = None
    if original is not None:
        truth = {one.id: _mapped(one, labels) for one in documents_of(original, format, given)}
    if ledger is None:
        return [
            _aligned(_known(truth or {}, one.id, original), one)
            for one in documents_of(release, format, given)
        ]
    head, rows = open_ledger(ledger, secret)
    kept = _options(head, ledger)
    listed = {row["id"]: row for row in rows if "withheld" not in row}
    found = []
    for document in documents_of(release, head["format"], kept):
        if document.id not in listed:
            raise LedgerError(f"{ledger}: document {document.id!r} of {release} is not in it")
        found.append(_by_ledger(document, listed[document.id], truth))
    missing = len(listed) - len({one.id for one in found})
    if missing:
        raise LedgerError(
            f"{ledger}: {plural(missing, 'document')} of it {'is' if missing == 1 else 'are'} not "
            f"in {release}"
        )
    return found


def _mapped(document: Document, labels: Mapping[str, str] | None) -> Document:
    if labels is None:
        return document
    return document._replace(annotations=relabelled(document.annotations, labels))


def _known(truth: Mapping[str, Document], name: str, source: str | None) -> Document:
    if name not in truth:
        raise UsageError(f"{source}: document {name!r} of the release is not there")
    return truth[name]


def _options(head: Mapping[str, Any], ledger: Path) -> Options:
    try:
        return options_of(head["options"])
    except (KeyError, TypeError):
        raise LedgerError(f"{ledger}: the ledger is damaged") from None


def _by_ledger(
    document: Document, row: Mapping[str, Any], truth: Mapping[str, Document] | None
) -> Pair:
    listed = sorted(_LedgerEdit(*edit[:6]) for edit in row.get("edits", ()))
    before = _undone(document, listed)
    whole = document._replace(text=before, annotations=())
    spans: tuple[Span, ...] = ()
    if truth is not None:
        known = _known(truth, document.id, "--original")
        if known.text != before:
            raise UsageError(
                f"document {document.id!r}: --original is not what was released, by the ledger"
            )
        spans, whole = known.annotations, known
    return _pair(whole, listed, spans)


def _undone(document: Document, listed: Iterable[_LedgerEdit]) -> str:
    """The original text; every edit must stand where the ledger says."""
    parts, cursor, shift = [], 0, 0
    for edit in listed:
        start = edit.start + shift
        end = start + len(edit.shown)
        if start < cursor or document.text[start:end] != edit.shown:
            raise LedgerError(
                f"document {document.id!r} is not as it was released, or the ledger is that of "
                "another release"
            )
        parts += [document.text[cursor:start], edit.original]
        cursor, shift = end, shift + len(edit.shown) - (edit.end - edit.start)
    return "".join([*parts, document.text[cursor:]])


def _aligned(original: Document, released: Document) -> Pair:
    """Without a ledger: what stands between the words that both texts share."""
    if not original.annotations:
        raise UsageError(
            f"document {original.id!r}: without a ledger the original must be annotated"
        )
    ones, others = _tokens(original.text), _tokens(released.text)
    matcher = SequenceMatcher(
        None,
        [original.text[start:end] for start, end in ones],
        [released.text[start:end] for start, end in others],
        autojunk=False,
    )
    twin = {
        block.a + step: block.b + step
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    }
    starts = [start for start, _ in ones]
    listed = []
    for span in sorted(original.annotations):
        place = _counterpart(span, starts, ones, others, twin)
        text = original.text[span.start : span.end]
        shown = "" if place is None else released.text[place[0] : place[1]]
        key = span.key or f"{span.label}:{fold(text)}"
        listed.append((_LedgerEdit(span.start, span.end, span.label, key, text, shown), place))
    marks = tuple(
        Mark(*(place or (0, 0)), (one.start, one.end), one.category, one.key, *one[4:6])
        for one, place in listed
    )
    return Pair(
        original.id,
        original.text,
        released.text,
        tuple(mark for mark in marks if mark.end),
        original.language,
        original.subject,
        original.meta,
    )


def _tokens(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _TOKEN.finditer(text)]


def _counterpart(
    span: Span,
    starts: Sequence[int],
    ones: Sequence[tuple[int, int]],
    others: Sequence[tuple[int, int]],
    twin: Mapping[int, int],
) -> tuple[int, int] | None:
    first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
    before = next((twin[at] for at in range(first - 1, -1, -1) if at in twin), -1)
    after = next((twin[at] for at in range(last, len(ones)) if at in twin), len(others))
    if after - before < 2:
        return None
    return others[before + 1][0], others[after - 1][1]


def sampled(pairs: Sequence[Pair], most: int, seed: int) -> list[Pair]:
    """At most so many documents, in their order."""
    if len(pairs) <= most:
        return list(pairs)
    chosen = np.random.default_rng(seed).permutation(len(pairs))[:most]
    return [pairs[at] for at in sorted(chosen)]
