"""How marks, tags and likenesses are scored, with intervals by resampling whole sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

RESAMPLES = 200
SEED = 5
_EDGES = (2.5, 97.5)

Floats = npt.NDArray[np.float64]
Places = Sequence[tuple[int, int]]
"""Where each token lies in the text, half-open and in order."""


class Mark(NamedTuple):
    """Tokens ``first`` to ``last`` (half-open) with their label."""

    first: int
    last: int
    label: str


FIELDS = ("found", "marked", "gold", "touched_gold", "touching")
"""Exact hits, marks, gold marks, gold marks with any overlap, marks that overlap gold."""


def touched(places: Places, start: int, end: int) -> tuple[int, int] | None:
    """The tokens of which a span holds any character."""
    inside = [at for at, (begin, stop) in enumerate(places) if begin < end and start < stop]
    return (inside[0], inside[-1] + 1) if inside else None


def as_marks(
    places: Places, spans: Iterable[tuple[int, int, str]], names: Mapping[str, str]
) -> set[Mark]:
    """Spans as marks on tokens; labels without a name in ``names`` are left out."""
    found = set()
    for start, end, label in spans:
        tokens = touched(places, start, end) if label in names else None
        if tokens is not None:
            found.add(Mark(*tokens, names[label]))
    return found


def gold_marks(tags: Sequence[str], names: Mapping[str, str]) -> set[Mark]:
    """Marks of tags with B- and I-; an I- after anything but its own label begins a mark."""
    found: list[Mark] = []
    before = "O"
    for at, tag in enumerate(tags):
        if tag != "O":
            if tag.startswith("I-") and before[2:] == tag[2:]:
                found[-1] = found[-1]._replace(last=at + 1)
            else:
                found.append(Mark(at, at + 1, tag[2:]))
        before = tag
    return {one._replace(label=names[one.label]) for one in found if one.label in names}


def _overlap(one: Mark, other: Mark) -> bool:
    return one.label == other.label and one.first < other.last and other.first < one.last


def counts(marked: set[Mark], gold: set[Mark], labels: Sequence[str]) -> Floats:
    """One row of ``FIELDS`` per label for one sentence."""
    table = np.zeros((len(labels), len(FIELDS)))
    for mark in marked:
        row = table[labels.index(mark.label)]
        row[0] += mark in gold
        row[1] += 1
        row[4] += any(_overlap(mark, other) for other in gold)
    for mark in gold:
        row = table[labels.index(mark.label)]
        row[2] += 1
        row[3] += any(_overlap(mark, other) for other in marked)
    return table


def ratio(above: Floats, below: Floats) -> Floats:
    """Nothing of nothing is nothing."""
    return np.divide(above, below, out=np.zeros_like(above, dtype=float), where=below > 0)


def rates(table: Floats) -> dict[str, Floats]:
    """Scores of one table of counts or of a stack of them; the last axis is ``FIELDS``."""
    found, marked, gold, touched_gold, touching = np.moveaxis(table, -1, 0)
    return {
        "precision": ratio(found, marked),
        "recall": ratio(found, gold),
        "f1": ratio(2 * found, marked + gold),
        "overlap_recall": ratio(touched_gold, gold),
        "overlap_precision": ratio(touching, marked),
    }


def resampled(per_sentence: Floats, seed: int = SEED) -> Floats:
    """Sums over sentences drawn with replacement, one per resample."""
    sentences = len(per_sentence)
    draw = np.random.default_rng(seed)
    weights = draw.multinomial(sentences, np.full(sentences, 1 / sentences), RESAMPLES)
    flat = weights @ per_sentence.reshape(sentences, -1)
    return flat.reshape(RESAMPLES, *per_sentence.shape[1:])


def interval(values: Floats) -> list[float]:
    low, high = np.percentile(values, _EDGES)
    return [round(float(low), 4), round(float(high), 4)]


def entity_scores(per_sentence: Floats, labels: Sequence[str]) -> dict[str, object]:
    """Micro scores with their intervals, and scores per label."""
    total = per_sentence.sum(0)
    drawn = rates(resampled(per_sentence).sum(1))
    micro = rates(total.sum(0))
    scores: dict[str, object] = {
        "sentences": len(per_sentence),
        "gold": int(total[:, 2].sum()),
        **{name: round(float(value), 4) for name, value in micro.items()},
        "interval": {name: interval(values) for name, values in drawn.items()},
    }
    scores["labels"] = {
        label: {
            "gold": int(total[at, 2]),
            **{name: round(float(value), 4) for name, value in rates(total[at]).items()},
        }
        for at, label in enumerate(labels)
    }
    return scores


def share(per_sentence: Floats) -> dict[str, object]:
    """Hits (first column) among all (second column), with the interval."""
    hits, count = per_sentence.sum(0)
    drawn = resampled(per_sentence)
    return {
        "n": int(count),
        "value": round(float(ratio(hits, count)), 4),
        "interval": interval(ratio(drawn[:, 0], drawn[:, 1])),
    }


def agreement(
    one: Floats, other: Floats, measure: Callable[[Floats, Floats], float]
) -> dict[str, object]:
    """A correlation over pairs, with the interval."""
    draw = np.random.default_rng(SEED)
    drawn = [
        measure(one[chosen], other[chosen])
        for chosen in (draw.integers(0, len(one), len(one)) for _ in range(RESAMPLES))
    ]
    return {
        "n": len(one),
        "value": round(float(measure(one, other)), 4),
        "interval": interval(np.array(drawn)),
    }
