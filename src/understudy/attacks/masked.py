"""Masked-token inference: a language model reads the context of a value and says what belongs
there.

The model's expectation takes the place of the prior in the Bayes attack: a value that the release
may have left in the clear is believed with probability 1 − p, and the context decides the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.finding import Finding, Place, per_document, share_interval
from understudy.attacks.pairs import Mark, Pair, redacted
from understudy.core.folding import fold
from understudy.encoder.grid import on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.pieces import Pieces

__all__ = ["ATTACK", "Candidates", "attack", "fits"]

Floats = npt.NDArray[np.float64]

ATTACKER = (
    "Has a masked language model, and a list of the values that occur in the corpus. Hides what "
    "the release shows in a place and ranks the list by how well each value fits there; a shown "
    "value is believed as far as the strategy's p allows."
)
_AROUND = 160
"""Characters on either side that the model reads."""
_LONGEST = 4
"""Pieces of a candidate that are scored; longer ones by their first pieces."""


class Candidates(NamedTuple):
    """The values of a category, as the model's pieces."""

    values: tuple[str, ...]
    pieces: tuple[tuple[int, ...], ...]


def attack(
    pairs: Sequence[Pair], *, seed: int = 0, model: MaskedModel, most: int = 300
) -> tuple[Finding, ...]:
    """How often a language model guesses the original value of a mark from its context, on at most
    ``most`` marks."""
    places = [(at, mark) for at, pair in enumerate(pairs) for mark in pair.marks]
    if not places:
        return ()
    random = np.random.default_rng(seed)
    chosen = sorted(random.permutation(len(places))[:most])
    asked = [places[at] for at in chosen]
    lists = _lists(pairs, model)
    certain = _certainty(pairs)
    bars = redacted(pairs)
    floor = _right(bars, [_same(bars[at], mark) for at, mark in asked], asked, lists, {}, model)
    found = _right(pairs, [mark for _, mark in asked], asked, lists, certain, model)
    modal = _modal(pairs)
    names = [pairs[at].id for at, _ in asked]
    return (
        Finding(
            attack="masked tokens",
            risk="inference",
            attacker=ATTACKER,
            measure="share of the values that are named",
            success=float(np.mean(found)),
            interval=share_interval(per_document(names, found), seed=seed),
            floor=float(np.mean(floor)),
            floor_is="the same attack with every value under a bar: what the context tells",
            ceiling=1.0,
            ceiling_is="untouched text is read as it stands",
            n=len(asked),
            unit="mentions",
            details={
                "blind": float(
                    np.mean([fold(mark.original) == modal[mark.category] for _, mark in asked])
                )
            },
            hits=tuple(
                Place(name, mark.start, mark.end)
                for name, (_, mark), right in zip(names, asked, found, strict=True)
                if right
            ),
        ),
    )


def _same(pair: Pair, mark: Mark) -> Mark:
    """The mark of another version of the document."""
    return next(one for one in pair.marks if one.was == mark.was)


def _lists(pairs: Sequence[Pair], model: MaskedModel) -> dict[str, Candidates]:
    values: dict[str, dict[str, str]] = defaultdict(dict)
    for pair in pairs:
        for mark in pair.marks:
            values[mark.category].setdefault(fold(mark.original), mark.original)
    found = {}
    for category, of_category in values.items():
        read = model.pieces([f" {value}" for value in of_category.values()])
        ids = tuple(tuple(int(one) for one in pieces.ids[:_LONGEST]) for pieces in read)
        found[category] = Candidates(tuple(of_category), ids)
    return found


def _certainty(pairs: Sequence[Pair]) -> dict[str, float]:
    """category → the share in the clear: what one who knows p and the recall believes."""
    clear, total = Counter[str](), Counter[str]()
    for pair in pairs:
        for mark in pair.marks:
            clear[mark.category] += mark.clear
            total[mark.category] += 1
    return {category: clear[category] / count for category, count in total.items()}


def _modal(pairs: Sequence[Pair]) -> dict[str, str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        for mark in pair.marks:
            counts[mark.category][fold(mark.original)] += 1
    return {
        category: max(of.items(), key=lambda item: (item[1], item[0]))[0]
        for category, of in counts.items()
    }


def _right(
    pairs: Sequence[Pair],
    marks: Sequence[Mark],
    asked: Sequence[tuple[int, Mark]],
    lists: Mapping[str, Candidates],
    certain: Mapping[str, float],
    model: MaskedModel,
) -> list[bool]:
    scored = fits(
        [(pairs[at], mark) for (at, _), mark in zip(asked, marks, strict=True)], lists, model
    )
    found = []
    for mark, logs in zip(marks, scored, strict=True):
        known = lists[mark.category]
        likely = np.exp(logs - logs.max())
        likely /= likely.sum()
        shown = fold(mark.shown)
        if shown in known.values:
            at = known.values.index(shown)
            kept = certain.get(mark.category, 0.0)
            drawn = (1.0 - kept) / len(known.values)
            # The context's weight of each value times the probability of what is shown.
            likely *= drawn
            likely[at] += likely[at] / drawn * kept if drawn else 1.0
        found.append(known.values[int(np.argmax(likely))] == fold(mark.original))
    return found


def fits(
    places: Sequence[tuple[Pair, Mark]], lists: Mapping[str, Candidates], model: MaskedModel
) -> list[Floats]:
    """For each place the mean log-probability of the pieces of every candidate of its category,
    on the grid of scores.

    A place is hidden under as many masks as a candidate has pieces.
    """
    contexts = []
    for pair, mark in places:
        before = pair.after[max(0, mark.start - _AROUND) : mark.start]
        after = pair.after[mark.end : mark.end + _AROUND]
        contexts += [before, after]
    read = model.pieces(contexts)
    questions: list[Question] = []
    plan: list[tuple[int, int]] = []
    for at, (_, mark) in enumerate(places):
        left, right = read[2 * at], read[2 * at + 1]
        for length in sorted({len(ids) for ids in lists[mark.category].pieces if ids}):
            questions.append(_hidden(left, right, length, model.mask))
            plan.append((at, length))
    answers = _answered(questions, model)
    found = [np.full(len(lists[mark.category].values), -np.inf) for _, mark in places]
    for (at, length), logs in zip(plan, answers, strict=True):
        candidates = lists[places[at][1].category].pieces
        for number, ids in enumerate(candidates):
            if len(ids) == length:
                found[at][number] = float(np.mean([logs[k, one] for k, one in enumerate(ids)]))
    return [on_grid(scores) for scores in found]


def _hidden(before: Pieces, after: Pieces, length: int, mask: int) -> Question:
    ids = np.concatenate([before.ids, np.full(length, mask, np.int32), after.ids])
    cases = np.concatenate([before.cases, np.zeros(length, np.int8), after.cases])
    places = np.arange(len(ids), dtype=np.int32)
    pieces = Pieces(ids, cases, places, places + 1, np.ones(len(ids), np.bool_))
    first = len(before.ids)
    return Question(pieces, tuple(range(first, first + length)))


def _answered(questions: Sequence[Question], model: MaskedModel) -> list[Floats]:
    counts = [len(question.hidden) for question in questions]
    firsts = np.cumsum([0, *counts])
    owner = np.repeat(np.arange(len(questions)), counts)
    found: list[list[Floats]] = [[np.zeros(0)] * count for count in counts]
    for places, logs in model.expected(questions):
        for place, row in zip(places, logs, strict=True):
            question = int(owner[place])
            found[question][int(place - firsts[question])] = row.copy()
    return [np.stack(rows) for rows in found]


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    return attack(settings.some(pairs), seed=settings.seed, model=settings.encoder)


ATTACK = Attack(_attempt, "the release has no private values")
