"""How well what was found agrees with the truth, counted document by document.

Tang et al. (2004) give two scores. *Exact*: the very span; the lower bound of what sanitisation
covers. *Partial*: any overlap; the upper bound. Both ask for the label too: equal, or one a
parent of the other. What leaks is asked without labels, since what is covered is replaced
whatever it is called: characters of the truth that nothing covers, and entities of which not
every mention is covered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from understudy.categorise.link import key_of
from understudy.core.categories import ancestors, categories
from understudy.core.types import Document, Span
from understudy.measure.semeval import counted

__all__ = ["ANY", "COUNTS", "Miss", "Tally", "compare"]

ANY = "*"
"""The row of all spans with their labels left aside."""

COUNTS = (
    "gold",
    "predicted",
    "exact",
    "partial_gold",
    "partial_predicted",
    "characters",
    "leaked",
    "entities",
    "found",
)
"""What is counted in each category: spans, hits, characters, entities."""


class Miss(NamedTuple):
    """One disagreement: where, never what."""

    document: str
    start: int
    end: int
    category: str
    kind: str
    """``missed``: nothing was found there; ``partly``: some of it was; ``label``: all of it,
    under another label; ``border``: the label is right and the span is wider; ``spurious``:
    found where there is nothing."""


Count = dict[str, int]


@dataclass
class Tally:
    """The counts of each document, by category."""

    documents: list[dict[str, Count]] = field(default_factory=list)
    identifiers: list[dict[str, Count]] = field(default_factory=list)
    """Entities and found ones, by direct and quasi identifier."""
    misses: list[Miss] = field(default_factory=list)
    semeval: dict[str, Count] = field(default_factory=dict)
    """scheme → its counts over all documents."""


def compare(
    tally: Tally, document: Document, gold: Sequence[Span], predicted: Sequence[Span]
) -> None:
    """Count one document into the tally."""
    gold, predicted = _ordered(gold), _ordered(predicted)
    counts: dict[str, Count] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    identifiers: dict[str, Count] = defaultdict(lambda: {"entities": 0, "found": 0})
    covered = _Cover(predicted)
    _match(counts, gold, predicted)
    for span in gold:
        size = span.end - span.start
        leaked = size - covered.count(span.start, span.end)
        for row in (counts[span.label], counts[ANY]):
            row["characters"] += size
            row["leaked"] += leaked
    for label, identifier, found in _entities(document.text, gold, covered):
        for row in (counts[label], counts[ANY], identifiers[identifier]):
            row["entities"] += 1
            row["found"] += found
    tally.documents.append(dict(counts))
    tally.identifiers.append(dict(identifiers))
    for scheme, of in counted(gold, predicted).items():
        total = tally.semeval.setdefault(scheme, dict.fromkeys(of, 0))
        for name, count in of.items():
            total[name] += count
    tally.misses += _misses(document.id, gold, predicted, covered)


def _ordered(spans: Iterable[Span]) -> list[Span]:
    """In the order of the text, each span and label once."""
    unique = {span[:3]: span for span in spans if span.start < span.end}
    return sorted(unique.values(), key=lambda span: span[:3])


def related(one: str, other: str) -> bool:
    """Whether a label answers for another one: equal, or one of its parents or children."""
    known = categories()
    return one == other or one in ancestors(other, known) or other in ancestors(one, known)


def _match(counts: dict[str, Count], gold: Sequence[Span], predicted: Sequence[Span]) -> None:
    homes = {one: span.label for span, one in _pairs(gold, predicted)}
    for label in homes.values():
        counts[label]["exact"] += 1
    for span, near in _near(gold, predicted):
        alike = [one for one in near if related(span.label, one.label)]
        counts[span.label]["gold"] += 1
        counts[span.label]["partial_gold"] += bool(alike)
        for one in alike:
            homes.setdefault(one, span.label)
    for span in predicted:
        # A prediction that hits something counts where it hits.
        row = counts[homes.get(span, span.label)]
        row["predicted"] += 1
        row["partial_predicted"] += span in homes
    _match_places(counts[ANY], _bare(gold), _bare(predicted))


def _pairs(gold: Sequence[Span], predicted: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
    """Spans of one place and related labels, each in one pair; equal labels come first."""
    free: dict[tuple[int, int], list[Span]] = defaultdict(list)
    for span in predicted:
        free[span[:2]].append(span)
    left: list[Span] = []
    for span in gold:
        same = next((one for one in free[span[:2]] if one.label == span.label), None)
        if same is None:
            left.append(span)
        else:
            free[span[:2]].remove(same)
            yield span, same
    for span in left:
        like = next((one for one in free[span[:2]] if related(span.label, one.label)), None)
        if like is not None:
            free[span[:2]].remove(like)
            yield span, like


def _bare(spans: Iterable[Span]) -> list[Span]:
    return _ordered(Span(span.start, span.end, "") for span in spans)


def _match_places(row: Count, gold: Sequence[Span], predicted: Sequence[Span]) -> None:
    """The same without labels."""
    row["gold"] += len(gold)
    row["predicted"] += len(predicted)
    row["exact"] += len(set(gold) & set(predicted))
    row["partial_gold"] += sum(bool(near) for _, near in _near(gold, predicted))
    row["partial_predicted"] += sum(bool(near) for _, near in _near(predicted, gold))


def _near(gold: Sequence[Span], others: Sequence[Span]) -> Iterator[tuple[Span, list[Span]]]:
    """Each span with the others that overlap it. Both are in the order of the text."""
    longest = max((span.end - span.start for span in others), default=0)
    first = 0
    for span in gold:
        while first < len(others) and others[first].start <= span.start - longest:
            first += 1
        near: list[Span] = []
        at = first
        while at < len(others) and others[at].start < span.end:
            if others[at].end > span.start:
                near.append(others[at])
            at += 1
        yield span, near


class _Cover:
    """The characters that spans cover."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.runs: list[tuple[int, int]] = []
        for span in spans:
            if self.runs and span.start <= self.runs[-1][1]:
                self.runs[-1] = (self.runs[-1][0], max(span.end, self.runs[-1][1]))
            else:
                self.runs.append((span.start, span.end))

    def count(self, start: int, end: int) -> int:
        """How many characters between the two are covered."""
        at = max(0, bisect_right(self.runs, (start, end)) - 1)
        total = 0
        while at < len(self.runs) and self.runs[at][0] < end:
            total += max(0, min(end, self.runs[at][1]) - max(start, self.runs[at][0]))
            at += 1
        return total


def _entities(text: str, gold: Sequence[Span], covered: _Cover) -> Iterator[tuple[str, str, bool]]:
    """Each distinct entity: its label, its kind of identifier, whether all of it is covered."""
    found: dict[tuple[str, str], tuple[str, bool]] = {}
    for span in gold:
        entity = (span.label, key_of(text, span))
        whole = covered.count(span.start, span.end) == span.end - span.start
        identifier, so_far = found.get(entity, (_identifier(span), True))
        # One direct mention makes the entity a direct identifier.
        kind = "direct" if "direct" in (identifier, _identifier(span)) else identifier
        found[entity] = (kind, so_far and whole)
    for (label, _), (identifier, hit) in found.items():
        yield label, identifier, hit


def _identifier(span: Span) -> str:
    """What the truth says of the span itself, else what is known of its category."""
    for name, value in span.attributes:
        if name in ("identifier", "identifier_type") and value.lower() in ("direct", "quasi"):
            return value.lower()
    known = categories().get(span.label)
    return known.identifier if known is not None else "direct"


def _misses(
    document: str, gold: Sequence[Span], predicted: Sequence[Span], covered: _Cover
) -> Iterator[Miss]:
    paired = {span for span, _ in _pairs(gold, predicted)}
    for span, near in _near(gold, predicted):
        if span in paired:
            continue
        alike = any(related(span.label, one.label) for one in near)
        seen = covered.count(span.start, span.end)
        whole = seen == span.end - span.start
        kind = "missed" if not seen else "partly" if not whole else "border" if alike else "label"
        yield Miss(document, span.start, span.end, span.label, kind)
    for span, near in _near(predicted, gold):
        if not near:
            yield Miss(document, span.start, span.end, span.label, "spurious")
