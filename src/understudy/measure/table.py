"""The counts of all documents as a table in Tang's layout, with intervals over documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from understudy.core.categories import ancestors, categories
from understudy.measure.detection import ANY, COUNTS, Miss, Tally
from understudy.measure.semeval import scores

__all__ = ["FIGURES", "Figures", "ScoreRow", "Table", "table"]

FIGURES = (
    "exact_recall",
    "exact_precision",
    "exact_f1",
    "partial_recall",
    "partial_precision",
    "partial_f1",
    "leaked_share",
    "entity_recall",
)
Figures = Mapping[str, float | None]
Floats = NDArray[np.float64]
_AT = {name: index for index, name in enumerate(COUNTS)}
_CELLS = 1 << 22
"""Cells of one block of resampled documents, so that memory does not grow with the corpus."""


@dataclass(frozen=True)
class ScoreRow:
    """One category, or all of them."""

    name: str
    counts: Mapping[str, int]
    figures: Figures
    """None where there is nothing to take a share of."""
    intervals: Mapping[str, tuple[float, float] | None]

    def as_json(self) -> dict[str, Any]:
        """Counts and figures, with their intervals."""
        shown = {
            name: {"value": _rounded(value), "interval": _pair(self.intervals[name])}
            for name, value in self.figures.items()
        }
        return {**self.counts, **shown}


@dataclass(frozen=True)
class Table:
    """A measurement: by category, over all, and what was missed."""

    rows: tuple[ScoreRow, ...]
    """The categories, by name."""
    micro: ScoreRow
    """Tang's "overall": all spans together, with their labels."""
    macro: ScoreRow
    """The mean over the categories that the truth has."""
    unlabelled: ScoreRow
    """All spans together, whatever their labels."""
    identifiers: tuple[ScoreRow, ...]
    """Entity recall of direct and of quasi identifiers."""
    misses: tuple[Miss, ...]
    documents: int
    alpha: float
    semeval: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """scheme → counts and figures as other packages give them."""

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        return {
            "documents": self.documents,
            "confidence": 1.0 - self.alpha,
            "categories": {row.name: row.as_json() for row in self.rows},
            "micro": self.micro.as_json(),
            "macro": self.macro.as_json(),
            "unlabelled": self.unlabelled.as_json(),
            "identifiers": {
                row.name: {
                    "entities": row.counts["entities"],
                    "found": row.counts["found"],
                    "entity_recall": row.as_json()["entity_recall"],
                }
                for row in self.identifiers
            },
            "semeval": {
                scheme: {
                    name: _rounded(value) if isinstance(value, float) else value
                    for name, value in of.items()
                }
                for scheme, of in self.semeval.items()
            },
            "misses": [miss._asdict() for miss in self.misses],
        }


def table(tally: Tally, *, alpha: float = 0.05, rounds: int = 1000, seed: int = 0) -> Table:
    """Figures with percentile intervals that resample documents."""
    homes = _homes(tally)
    names = sorted(set(homes.values()))
    cells = _cells(tally.documents, homes, names)
    micro = cells[:, :-1].sum(axis=1, keepdims=True)
    # Last the two rows of all spans: with their labels, and without.
    everything = np.concatenate([cells[:, :-1], micro, cells[:, -1:]], axis=1)
    totals = everything.sum(axis=0)
    spread = _spread(everything, rounds, seed)
    with_gold = totals[: len(names), _AT["gold"]] > 0
    values = _figures(totals[None])[0]
    drawn = _figures(spread)
    made = [
        _row(name, totals[at], values[at], drawn[:, at], alpha)
        for at, name in enumerate([*names, "micro", ANY])
    ]
    macro = _macro(
        totals[len(names)], values[: len(names)], drawn[:, : len(names)], with_gold, alpha
    )
    return Table(
        rows=tuple(made[: len(names)]),
        micro=made[-2],
        macro=macro,
        unlabelled=made[-1],
        identifiers=_identifiers(tally, alpha, rounds, seed),
        misses=tuple(tally.misses),
        documents=len(tally.documents),
        alpha=alpha,
        semeval={scheme: scores(of) for scheme, of in tally.semeval.items()},
    )


def _homes(tally: Tally) -> dict[str, str]:
    """The row of each label: its own where the truth has it, else that of its nearest parent."""
    gold = {label for of in tally.documents for label, counts in of.items() if counts["gold"]} - {
        ANY
    }
    labels = {label for of in tally.documents for label in of} - {ANY}
    return {
        label: next((one for one in ancestors(label, categories()) if one in gold), label)
        for label in labels
    }


def _cells(
    documents: Sequence[Mapping[str, Mapping[str, int]]],
    homes: Mapping[str, str],
    names: Sequence[str],
) -> Floats:
    """Documents × (categories and the row of any label) × counts."""
    place = {name: index for index, name in enumerate(names)}
    cells = np.zeros((len(documents), len(names) + 1, len(COUNTS)))
    for number, of_document in enumerate(documents):
        for label, counts in of_document.items():
            row = len(names) if label == ANY else place[homes[label]]
            cells[number, row] += [counts[name] for name in COUNTS]
    return cells


def _spread(cells: Floats, rounds: int, seed: int) -> Floats:
    """The totals of corpora that are drawn anew from the documents."""
    size = len(cells)
    flat = cells.reshape(size, cells.shape[1] * cells.shape[2])
    generator = np.random.default_rng(seed)
    found = np.empty((rounds, flat.shape[1]))
    block = max(1, _CELLS // max(1, size))
    for start in range(0, rounds, block):
        stop = min(rounds, start + block)
        drawn = generator.integers(size, size=(stop - start, size)) if size else None
        for at in range(start, stop):
            times = (
                np.zeros(size) if drawn is None else np.bincount(drawn[at - start], minlength=size)
            )
            found[at] = times @ flat
    return found.reshape(rounds, *cells.shape[1:])


def _figures(totals: Floats) -> Floats:
    """Rounds × rows × figures, not-a-number where there is nothing to take a share of."""

    def of(name: str) -> Floats:
        return totals[..., _AT[name]]

    with np.errstate(invalid="ignore", divide="ignore"):
        recall, precision = of("exact") / of("gold"), of("exact") / of("predicted")
        some_recall = of("partial_gold") / of("gold")
        some_precision = of("partial_predicted") / of("predicted")
        leaked = of("leaked") / of("characters")
        whole = of("found") / of("entities")
        found = [
            *(recall, precision, _f1(recall, precision)),
            *(some_recall, some_precision, _f1(some_recall, some_precision)),
            *(leaked, whole),
        ]
    return np.stack(found, axis=-1)


def _f1(recall: Floats, precision: Floats) -> Floats:
    """Nothing found where something was is 0, not unknown."""
    either = np.isnan(recall) & np.isnan(precision)
    recall, precision = np.nan_to_num(recall), np.nan_to_num(precision)
    total = recall + precision
    score = np.where(total > 0, 2 * recall * precision / np.where(total > 0, total, 1.0), 0.0)
    return np.where(either, np.nan, score)


def _row(name: str, totals: Floats, values: Floats, drawn: Floats, alpha: float) -> ScoreRow:
    counts = {key: int(totals[index]) for key, index in _AT.items()}
    return ScoreRow(name, counts, _named(values), _intervals(values, drawn, alpha))


def _named(values: Floats) -> dict[str, float | None]:
    return {
        name: None if np.isnan(value) else float(value)
        for name, value in zip(FIGURES, values, strict=True)
    }


def _intervals(
    values: Floats, drawn: Floats, alpha: float
) -> dict[str, tuple[float, float] | None]:
    found: dict[str, tuple[float, float] | None] = {}
    for at, name in enumerate(FIGURES):
        column = drawn[:, at][~np.isnan(drawn[:, at])]
        if np.isnan(values[at]) or not len(column):
            found[name] = None
            continue
        low, high = np.quantile(column, (alpha / 2, 1 - alpha / 2))
        found[name] = (float(low), float(high))
    return found


def _macro(
    totals: Floats, values: Floats, drawn: Floats, with_gold: NDArray[np.bool_], alpha: float
) -> ScoreRow:
    """A category of the truth in which nothing was found has precision 0 here."""
    if not with_gold.any():
        nothing = np.full(len(FIGURES), np.nan)
        return _row("macro", totals, nothing, nothing[None], alpha)
    mean = np.nan_to_num(values[with_gold]).mean(axis=0)
    # A drawn corpus without a category says nothing of it.
    kept = drawn[:, with_gold]
    absent = np.isnan(kept[..., :1])
    kept = np.where(absent, np.nan, np.nan_to_num(kept))
    counted = np.maximum(1, (~absent).sum(axis=1))
    return _row("macro", totals, mean, np.nansum(kept, axis=1) / counted, alpha)


def _identifiers(tally: Tally, alpha: float, rounds: int, seed: int) -> tuple[ScoreRow, ...]:
    names = sorted({name for of in tally.identifiers for name in of})
    cells = np.zeros((len(tally.identifiers), len(names), len(COUNTS)))
    for number, of_document in enumerate(tally.identifiers):
        for name, counts in of_document.items():
            for key, value in counts.items():
                cells[number, names.index(name), _AT[key]] = value
    totals = cells.sum(axis=0)
    values, drawn = _figures(totals[None])[0], _figures(_spread(cells, rounds, seed))
    return tuple(
        _row(name, totals[at], values[at], drawn[:, at], alpha) for at, name in enumerate(names)
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")


def _pair(interval: tuple[float, float] | None) -> list[float | None] | None:
    return None if interval is None else [_rounded(value) for value in interval]
