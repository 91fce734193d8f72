"""Active learning with people: a batch to annotate, and annotations back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from understudy.core.categories import UNKNOWN
from understudy.core.errors import UsageError
from understudy.core.types import Span
from understudy.learn.chain import Chain
from understudy.learn.cost import edits
from understudy.learn.doubt import Doubts, Ints, doubts_of, h_max, h_sum
from understudy.learn.exchange import MarkedInstance, read_answers
from understudy.learn.instances import Instance, labels_of, spans_of, tag_numbers
from understudy.learn.learner import Tagger
from understudy.learn.prepare import suggestions
from understudy.learn.rounds import STOP_SET, drawn
from understudy.learn.status import disagreements, settled
from understudy.learn.stopping import Signals, kappa
from understudy.learn.strategy import strategy
from understudy.learn.workroom import Work
from understudy.project import Answer, BatchItem, Change

__all__ = ["add", "fitted", "next_batch"]


def next_batch(
    work: Work, annotator: str, size: int | None = None, overlap: int = 0
) -> tuple[int, list[MarkedInstance], Mapping[str, Any] | None]:
    """The number of a batch, its pre-annotated instances, and the facts of the round.

    Who has an open batch gets it again: nothing is lost with a file. ``overlap`` instances are some
    that other people have answered.
    """
    with work.project.alone() as change:
        for batch in change.batches():
            if batch.annotator == annotator and batch.answered < batch.size:
                asked = change.items_of_batch(batch.number)
                return batch.number, [(work.pool[one.item], one.marks) for one in asked], None
        chosen, facts = _chosen(work, change, size or work.settings.batch)
        again = _again(change, annotator, overlap)
        if facts is not None:
            change.add_round(facts)
        number = change.add_batch(annotator, [*chosen, *again])
    return number, [(work.pool[one.item], one.marks) for one in (*chosen, *again)], facts


def _again(change: Change, annotator: str, overlap: int) -> list[BatchItem]:
    """What others have answered, and this person has not seen: the latest, without suggestions."""
    mine = {one.item for one in change.answers() if one.annotator == annotator}
    theirs = dict.fromkeys(one.item for one in reversed(change.answers()) if one.item not in mine)
    return [BatchItem(item, ()) for item in list(theirs)[:overlap]]


def _chosen(
    work: Work, change: Change, size: int
) -> tuple[list[BatchItem], Mapping[str, Any] | None]:
    taken = change.items_in_batches()
    left = np.array([at for at in range(len(work.pool)) if at not in taken], dtype=np.int64)
    if not len(left):
        raise UsageError("every instance of the project has been given out")
    marks = settled(change.answers())
    number = len(change.batches())
    draw = drawn(work.settings.seed, number)
    if not any(marks.values()):  # nothing private has turned up yet: another seed may have some
        at = strategy(work.settings.seed_method).choose(work.view(left, None), size, draw)
        return _by_source(work, left[at]), None
    rounds = change.count_rounds()
    last = work.last(rounds)
    tagger, labels = fitted(work, marks, last)
    marginals = tagger.marginals(work.sheet, left)
    doubts = doubts_of(marginals)
    lengths = work.sheet.lengths[left]
    at = strategy(work.settings.query).choose(work.view(left, doubts), size, draw)
    hardest = float(h_max(doubts, lengths)[at].mean())
    facts = _facts(work, change, marks, tagger, doubts, hardest, lengths, last)
    work.keep(tagger, rounds + 1)
    tags = np.split(marginals.argmax(axis=1), np.cumsum(lengths)[:-1])
    return [
        BatchItem(int(left[x]), spans_of(work.pool[left[x]], tags[x].tolist(), labels)) for x in at
    ], facts


def fitted(
    work: Work, marks: Mapping[int, Iterable[Span]], last: Chain | None = None
) -> tuple[Tagger, tuple[str, ...]]:
    """What the answers teach."""
    rows = sorted(marks)
    held = [work.known(marks[row]) for row in rows]
    labels = labels_of(held)
    tags = tag_numbers([work.pool[row] for row in rows], held, labels)
    return work.learner().fit(work.sheet, np.array(rows), tags, labels, last), labels


def _by_source(work: Work, rows: Ints) -> list[BatchItem]:
    """A seed, pre-annotated by the first source where its labels are the project's."""
    known = {*work.settings.labels, *([UNKNOWN] if work.settings.binary else [])}
    if not work.sources:
        return [BatchItem(int(row), ()) for row in rows]
    labels = work.sources[0].taggers["I"].labels
    tags = suggestions(work.sources, work.sheet, labels)
    found = []
    for row in rows:
        of_row = tags[work.sheet.places([row])] if tags is not None else np.zeros(0, dtype=int)
        spans = work.known(spans_of(work.pool[row], of_row.tolist(), labels))
        kept = tuple(span for span in spans if not known or span.label in known)
        found.append(BatchItem(int(row), kept))
    return found


def _facts(
    work: Work,
    change: Change,
    marks: Mapping[int, Any],
    tagger: Tagger,
    doubts: Doubts,
    hardest: float,
    lengths: Ints,
    last: Tagger | None,
) -> dict[str, Any]:
    """What the round shows, without the truth."""
    words = int(work.sheet.lengths[sorted(marks)].sum())
    done = sum(one.edits for one in change.answers())
    signals = Signals(
        len(marks),
        words,
        work.settings.rates.minutes(len(marks), float(words), done),
        *_agreement(work, tagger, last),
        float(doubts.entropy.mean()),
        hardest,
        float(np.var(np.exp(-h_sum(doubts, lengths)))),
    )
    return {**signals._asdict(), "edits": done}


def _agreement(
    work: Work, tagger: Tagger, last: Tagger | None
) -> tuple[float | None, float | None]:
    """κ with the last tagger on the stop set, and the share of instances that changed."""
    if last is None:
        return None, None
    watched = drawn(work.settings.seed, "stop").permutation(len(work.pool))[:STOP_SET]
    lengths = work.sheet.lengths[watched]
    now, before = (one.marginals(work.sheet, watched).argmax(axis=1) for one in (tagger, last))
    number = {label: at for at, label in enumerate(tagger.labels)}
    before = np.array([number.get(label, len(number)) for label in last.labels])[before]
    differs = np.add.reduceat((before != now).astype(np.int64), np.cumsum(lengths) - lengths)
    return kappa(before, now), float((differs > 0).mean())


def add(
    work: Work,
    path: Path,
    annotator: str,
    *,
    format: str | None = None,
    decide: bool = False,
    replace: bool = False,
) -> dict[str, Any]:
    """Take the annotations of a file; all of them, or none."""
    known = {instance.id: instance for instance in work.pool}
    number = {instance.id: at for at, instance in enumerate(work.pool)}
    given = [
        (number[instance.id], _allowed(work, instance, marks))
        for instance, marks in read_answers(path, format, known)
    ]
    if not given:
        raise UsageError(f"{path}: no annotations to add")
    suggested = work.project.suggestions()
    with work.project.alone() as change:
        before = {(one.item, one.annotator): one for one in change.answers()}
        fresh = [pair for pair in given if (pair[0], annotator) not in before]
        other = [
            pair
            for pair in given
            if (pair[0], annotator) in before and before[pair[0], annotator].marks != pair[1]
        ]
        if other and not (replace or decide):
            raise UsageError(
                f"{path}: {annotator} has answered {work.pool[other[0][0]].id!r} already, with "
                f"other marks ({len(other)} such in the file); nothing was added: use --replace to "
                "correct answers, or another --annotator"
            )
        taken = given if decide else [*fresh, *other]
        change.add_answers(
            Answer(
                item, annotator, marks, edits(suggested.get((item, annotator), ()), marks), decide
            )
            for item, marks in taken
        )
        open_ = [
            {"batch": one.number, "missing": one.size - one.answered}
            for one in change.batches()
            if one.annotator == annotator and one.answered < one.size
        ]
        split = len(disagreements(change.answers()))
    return {
        "added": len(fresh),
        "replaced": len(taken) - len(fresh),
        "already": len(given) - len(fresh) - len(other) if not decide else 0,
        "open": open_,
        "disagreements": split,
    }


def _allowed(work: Work, instance: Instance, marks: tuple[Span, ...]) -> tuple[Span, ...]:
    allowed = work.settings.labels
    for mark in marks:
        if allowed and not work.settings.binary and mark.label not in allowed:
            raise UsageError(
                f"{instance.id!r}: the label {mark.label!r} is none of this project's: "
                f"{', '.join(allowed)}"
            )
    return work.known(marks)
