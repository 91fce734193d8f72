"""The detection certificate: what a labelled sample says of entities that were missed.

Nothing protects what was not found. δ_det = 1 − r_L, with r_L a lower confidence bound of the
recall of entities, bounds the probability that *a random entity of the population that was
sampled* is missed. It is no worst case over neighbours, and therefore it is reported beside
(ε, δ) and never added to δ.

r_L is the Clopper–Pearson bound, one-sided at level α in each row; it takes the entities of the
sample as independent. The interval resamples documents, since misses of one document are not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.core.types import Entity
from understudy.privacy.accounting import effective_epsilon
from understudy.privacy.intervals import bootstrap, lower_bound

__all__ = ["CategoryRecall", "Certificate", "certify", "covered", "found_entities"]


@dataclass(frozen=True, slots=True)
class CategoryRecall:
    """What the sample says of one category, or of all together."""

    category: str
    documents: int
    """Documents of the sample with at least one such entity."""
    entities: int
    found: int
    recall: float | None
    """None where the sample has no such entity: recall is unknown, and its lower bound is 0."""
    recall_low: float
    """The one-sided lower bound of recall at the certificate's α."""
    delta_det: float
    """1 − recall_low: about a random entity of the sampled population; never added to δ."""
    interval: tuple[float, float]
    """The two-sided interval of recall at α, resampling documents."""

    def effective_epsilon(self, p: float, pi_min: float) -> float | None:
        """ε at p_eff = r·p, a reading that assumes misses independent of the value.

        See ``accounting.effective_probability``; at the recall measured, not at its bound.
        """
        return None if self.recall is None else effective_epsilon(p, pi_min, self.recall)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Entity recall on a labelled sample, by category."""

    rows: tuple[CategoryRecall, ...]
    """Sorted by category; a category without a row has unknown recall."""
    overall: CategoryRecall
    alpha: float
    documents: int

    def row(self, category: str) -> CategoryRecall | None:
        """The row of the category; None where the sample has none of it."""
        return next((row for row in self.rows if row.category == category), None)


def covered(start: int, end: int, union: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the sorted, disjoint, non-touching intervals holds the whole span."""
    at = bisect_right(union, start, key=lambda interval: interval[0]) - 1
    return start == end or (at >= 0 and end <= union[at][1])


def _union(entities: Iterable[Entity]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted((entity.span.start, entity.span.end) for entity in entities):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def found_entities(
    gold: Iterable[Entity], predicted: Iterable[Entity]
) -> dict[tuple[str, str], bool]:
    """For each gold entity of one document, by category and key, whether it was found.

    Found means that every character of all its mentions lies in predicted spans of any
    category: what is covered is replaced, whatever its label.
    """
    union = _union(predicted)
    found: dict[tuple[str, str], bool] = {}
    for mention in gold:
        entity = (mention.category, mention.key)
        hit = covered(mention.span.start, mention.span.end, union)
        found[entity] = found.get(entity, True) and hit
    return found


def _counts(found: Mapping[tuple[str, str], bool]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for (category, _), hit in found.items():
        hits, total = counts.get(category, (0, 0))
        counts[category] = (hits + hit, total + 1)
    return counts


def _category_recall(
    category: str, documents: Sequence[tuple[int, int]], alpha: float, seed: int
) -> CategoryRecall:
    found = sum(pair[0] for pair in documents)
    entities = sum(pair[1] for pair in documents)
    recall_low = lower_bound(found, entities, alpha)
    return CategoryRecall(
        category=category,
        documents=sum(1 for pair in documents if pair[1]),
        entities=entities,
        found=found,
        recall=found / entities if entities else None,
        recall_low=recall_low,
        delta_det=1.0 - recall_low,
        interval=bootstrap(documents, alpha, seed),
    )


def certify(
    pairs: Iterable[tuple[Sequence[Entity], Sequence[Entity]]],
    alpha: float = 0.05,
    seed: int = 0,
) -> Certificate:
    """The certificate of a sample: for each document its gold and its predicted entities.

    An entity is a gold key of one category within a document, and counts as found only if all
    its mentions are covered. δ_det speaks of a random entity of the sampled population, not of
    the worst case: it is never added to δ. α holds for each row by itself; the seed serves the
    resampling alone.
    """
    by_category: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    overall: list[tuple[int, int]] = []
    for gold, predicted in pairs:
        counts = _counts(found_entities(gold, predicted))
        for category, pair in counts.items():
            by_category[category].append(pair)
        overall.append(
            (sum(pair[0] for pair in counts.values()), sum(pair[1] for pair in counts.values()))
        )
    rows = tuple(
        _category_recall(name, by_category[name], alpha, seed) for name in sorted(by_category)
    )
    return Certificate(rows, _category_recall("*", overall, alpha, seed), alpha, len(overall))
