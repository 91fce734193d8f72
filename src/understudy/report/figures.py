"""The numbers of a report, computed from the summary of a run."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from understudy.categorise.wordlists import ALLOW, DENY, PATTERN, WHOLE, Entry
from understudy.core.types import CHOSEN, KEPT, REPLACED, Outcome, PrivacyEvent
from understudy.policy import Policy
from understudy.privacy.accounting import epsilon as lemma_epsilon
from understudy.privacy.bill import Bill, Cost, as_bill, cost
from understudy.report.summary import Summary, exempted_by_reason
from understudy.report.words import escaped, invariant

__all__ = [
    "Bin",
    "CategoryOutcome",
    "CostlyDocument",
    "Curve",
    "Fit",
    "Invariant",
    "ListEntry",
    "Point",
    "Quantiles",
    "Spread",
    "curves",
    "fits",
    "invariants",
    "list_entries",
    "points",
    "round_step",
    "rows",
    "spread",
    "worst",
]

MOST_CURVES = 6
MOST_WORST = 10
_BINS = 12


@dataclass(frozen=True, slots=True)
class CategoryOutcome:
    """What became of one category under one strategy, and what one draw of it costs."""

    category: str
    strategy: str
    mechanisms: tuple[str, ...]
    mentions: int
    replaced: int
    kept: int
    """Mentions that the coin of p kept."""
    left: Mapping[str, int]
    """reason → mentions that were left as they are; with the others they add up to all."""
    draws: int
    """Distinct draws of the category; mentions of one entity may share one."""
    most_draws: int
    """The most draws that one mention took: its words, under the strategy ``word``."""
    p: tuple[float, float]
    """The least and the greatest p in use."""
    pi_min: tuple[float, float] | None
    """The range of π_min over the tables in use; None where nothing is drawn from a table."""
    paper_epsilon: float
    strict_epsilon: float
    strict_delta: float
    """Beside ε = ∞: 1 − p where only a kept value gives itself away, 1 where nothing is proven."""
    mention_paper: float
    """All draws of one mention together, at the policy's δ."""
    mention_strict: float
    invariants: tuple[str, ...]
    found_by: Mapping[str, int]
    """What the mentions are from (given, columns, reader, detection) → how many."""

    chosen_alone: bool = False
    """Whether nothing is unproven but the stand-ins that people chose."""

    @property
    def touched(self) -> bool:
        """Whether anything was drawn for a mention; of what was left alone nothing is promised."""
        return self.replaced + self.kept > 0

    @property
    def betrays_kept(self) -> bool:
        """ε = ∞ for no other reason than that kept values can be told apart."""
        return math.isinf(self.strict_epsilon) and self.strict_delta < 1.0

    @property
    def unproven(self) -> bool:
        """ε = ∞ because nothing is proven about the strategy."""
        return math.isinf(self.strict_epsilon) and self.strict_delta >= 1.0


@dataclass(frozen=True, slots=True)
class Quantiles:
    """What documents or data subjects cost, in three numbers."""

    median: float
    high: float
    """95 % of all cost no more than this."""
    worst: float


@dataclass(frozen=True, slots=True)
class Bin:
    """How many lie in [low, high); the last finite bin holds its upper end too. ∞ has its own."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Composed ε over documents or data subjects."""

    number: int
    strict: Quantiles
    paper: Quantiles
    strict_bins: tuple[Bin, ...]
    paper_bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class CostlyDocument:
    """A document that costs much."""

    id: str
    draws: int
    strict: float
    paper: float


@dataclass(frozen=True, slots=True)
class Curve:
    """ε against p for tables of one π_min."""

    pi_min: float
    categories: tuple[str, ...]
    proven: bool
    """False where π was counted on the corpus, so that the curve is the paper's reading alone."""


@dataclass(frozen=True, slots=True)
class Point:
    """A setting in use: one p on one table."""

    p: float
    pi_min: float | None
    """None for p = 1, where π plays no part."""
    epsilon: float
    """The lemma's, without what a noisy histogram cost."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """Something that the release shows by design."""

    name: str
    says: tuple[str, ...]
    """In sentences: one for each field of a sketch that has the name."""
    categories: tuple[str, ...]


FEW = 20
"""A sketch that fits fewer values hides little."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How many public values fit the sketches of a kind."""

    kind: str
    mentions: int
    """Those that were measured."""
    median: int
    low: int
    """5 % of the mentions have a sketch that fits no more."""
    smallest: int
    few: float
    """The share of mentions whose sketch fits fewer than 20."""


def fits(summary: Summary) -> tuple[Fit, ...]:
    """One row for each kind that was measured."""
    return tuple(
        _fit(kind, sorted((size, n) for (of, size), n in summary.fits.items() if of == kind))
        for kind in sorted({kind for kind, _ in summary.fits})
    )


def _fit(kind: str, sizes: Sequence[tuple[int, int]]) -> Fit:
    total = sum(count for _, count in sizes)
    return Fit(
        kind=kind,
        mentions=total,
        median=int(_quantile(sizes, 0.5)),
        low=int(_quantile(sizes, 0.05)),
        smallest=sizes[0][0],
        few=sum(count for size, count in sizes if size < FEW) / total,
    )


@dataclass(frozen=True, slots=True)
class ListEntry:
    """What an entry of an allow or deny list did."""

    list: str
    entry: str
    """What it names, where that stays; of a deny list, its number or its file."""
    category: str
    mentions: int


def list_entries(policy: Policy, summary: Summary) -> tuple[ListEntry, ...]:
    """The entries in their order; those of a deny file are counted together, and of an allow file
    those that named nothing."""
    found: Counter[tuple[str, str, str]] = Counter()
    for name, entries in ((ALLOW, policy.allow), (DENY, policy.deny)):
        for at, entry in enumerate(entries):
            count = summary.entries[name, at]
            shown = _entry_words(name, at, entry, count)
            found[name, shown, entry.category] += count
    return tuple(ListEntry(*place, count) for place, count in found.items())


def _entry_words(name: str, at: int, entry: Entry, count: int) -> str:
    """What of an entry may be shown: a value that stays is in the release, one that is denied
    must not be in the report."""
    if entry.form == WHOLE:
        return f"category:{entry.category}"
    if entry.file:
        within = f": {entry.text}" if name == ALLOW and count else ""
        return escaped(f"file:{entry.file}{within}")
    if name == DENY:
        return f"entry {at + 1}"
    return escaped(f"pattern:{entry.text}" if entry.form == PATTERN else entry.text)


def rows(summary: Summary, delta: float) -> tuple[CategoryOutcome, ...]:
    """One row for each category and strategy that occurred, sorted."""
    places = sorted({(category, strategy) for category, strategy, _, _ in summary.mentions})
    return tuple(_row(summary, category, strategy, delta) for category, strategy in places)


def _row(summary: Summary, category: str, strategy: str, delta: float) -> CategoryOutcome:
    events = _events(summary, category, strategy)
    own = {place: n for place, n in summary.mentions.items() if place[:2] == (category, strategy)}
    of: Counter[Outcome] = Counter()
    for (_, _, outcome, _), count in own.items():
        of[outcome] += count
    most = summary.longest.get(category, 0)
    drawn = [event.pi_min for event in events if event.pi_min > 0.0]
    strict = max(event.epsilon for event in events)
    whole = [cost(as_bill([event] * most), delta) for event in events]
    return CategoryOutcome(
        category=category,
        strategy=strategy,
        mechanisms=tuple(sorted({event.mechanism for event in events})),
        mentions=sum(own.values()),
        replaced=of[REPLACED],
        kept=of[KEPT],
        left=exempted_by_reason(own),
        draws=summary.draws[category],
        most_draws=most,
        p=(min(event.p for event in events), max(event.p for event in events)),
        pi_min=(min(drawn), max(drawn)) if drawn else None,
        paper_epsilon=max(event.paper_epsilon for event in events),
        strict_epsilon=strict,
        strict_delta=max(_delta(event) for event in events if event.epsilon == strict),
        mention_paper=max(one.paper for one in whole),
        mention_strict=max(one.strict for one in whole),
        invariants=tuple(sorted({name for event in events for name in event.invariants})),
        found_by={
            source: count
            for (of, source), count in sorted(summary.sources.items())
            if of == category
        },
        chosen_alone=_chosen_alone(events),
    )


def _chosen_alone(events: Iterable[PrivacyEvent]) -> bool:
    open_ones = [one for one in events if math.isinf(one.epsilon) and _delta(one) >= 1.0]
    return bool(open_ones) and all(one.mechanism == CHOSEN for one in open_ones)


def _delta(event: PrivacyEvent) -> float:
    """The δ beside an event's ε; where that is ∞ for want of a replacement or of a least chance,
    the value stands as it was with the probability 1 − p."""
    return max(event.delta, 1.0 - event.p) if math.isinf(event.epsilon) else event.delta


def _events(summary: Summary, category: str, strategy: str) -> Sequence[PrivacyEvent]:
    """Events do not name their strategy, but their mechanisms begin with it.

    A strategy may use another one for what it cannot read: those events are its own, too.
    """
    others = {two for one, two, _, _ in summary.mentions if one == category} - {strategy}
    found = sorted(summary.events[category])
    own = [event for event in found if event.mechanism.split(" ")[0] not in others]
    return own or found


def spread(bills: Counter[Bill], delta: float) -> Spread | None:
    """Composed ε over the bills; None where there are none."""
    if not bills:
        return None
    costs: Counter[Cost] = Counter()
    for owed, count in bills.items():
        costs[cost(owed, delta)] += count
    strict, paper = _column(costs, 0), _column(costs, 1)
    return Spread(
        number=sum(bills.values()),
        strict=_quantiles(strict),
        paper=_quantiles(paper),
        strict_bins=_bins(strict),
        paper_bins=_bins(paper),
    )


def _column(costs: Counter[Cost], at: int) -> list[tuple[float, int]]:
    found: Counter[float] = Counter()
    for one, count in costs.items():
        found[one[at]] += count
    return sorted(found.items())


def _quantiles(values: Sequence[tuple[float, int]]) -> Quantiles:
    return Quantiles(_quantile(values, 0.5), _quantile(values, 0.95), values[-1][0])


def _quantile(values: Sequence[tuple[float | int, int]], share: float) -> float:
    """The least value that at least this share does not exceed."""
    rank = math.ceil(share * sum(count for _, count in values))
    seen = 0
    for value, count in values:
        seen += count
        if seen >= rank:
            return value
    return values[-1][0]


def round_step(span: float, parts: int) -> float:
    """The least 1, 2 or 5 times a power of ten that covers ``span`` in ``parts`` steps."""
    rough = span / parts
    power = 10.0 ** math.floor(math.log10(rough))
    return next(
        unit * power for unit in (1.0, 2.0, 5.0, 10.0) if unit * power >= rough * (1 - 1e-9)
    )


def _bins(values: Sequence[tuple[float, int]]) -> tuple[Bin, ...]:
    finite = [(value, count) for value, count in values if math.isfinite(value)]
    beyond = sum(count for value, count in values if math.isinf(value))
    top = max((value for value, _ in finite), default=0.0)
    found: list[Bin] = []
    if top > 0.0:
        step = round_step(top, _BINS)
        number = max(1, math.ceil(top / step - 1e-9))
        counts = [0] * number
        for value, count in finite:
            counts[min(int(value / step), number - 1)] += count
        found = [Bin(at * step, (at + 1) * step, count) for at, count in enumerate(counts)]
    elif finite:
        found = [Bin(0.0, 0.0, sum(count for _, count in finite))]
    if beyond:
        found.append(Bin(math.inf, math.inf, beyond))
    return tuple(found)


def worst(summary: Summary, delta: float) -> tuple[CostlyDocument, ...]:
    """The ten dearest documents; those that cost nothing are not among them."""
    dearest = sorted(
        summary.examples, key=lambda owed: (*cost(owed, delta), _drawn(owed)), reverse=True
    )
    found: list[CostlyDocument] = []
    for owed in dearest[:MOST_WORST]:
        strict, paper = cost(owed, delta)
        if strict > 0.0 or paper > 0.0:
            ids = sorted(summary.examples[owed])
            found += (CostlyDocument(escaped(id), _drawn(owed), strict, paper) for id in ids)
    return tuple(found[:MOST_WORST])


def _drawn(owed: Bill) -> int:
    return sum(count for _, count in owed)


def _drawing(events: Mapping[str, Iterable[PrivacyEvent]]) -> list[tuple[str, PrivacyEvent]]:
    return [
        (category, event)
        for category, found in sorted(events.items())
        for event in sorted(found)
        if event.pi_min > 0.0
    ]


def curves(events: Mapping[str, Iterable[PrivacyEvent]]) -> tuple[Curve, ...]:
    """At most six tables, the largest first, of those with p < 1 where there are any.

    Tables whose π_min agree to two digits share a curve.
    """
    drawing = _drawing(events)
    coined = [(category, event) for category, event in drawing if event.p < 1.0]
    groups: defaultdict[str, list[tuple[str, PrivacyEvent]]] = defaultdict(list)
    for category, event in coined or drawing:
        groups[f"{event.pi_min:.1e}"].append((category, event))
    chosen = _spaced(sorted(groups, key=float), MOST_CURVES)
    return tuple(_curve(groups[name]) for name in chosen)


def _curve(found: Sequence[tuple[str, PrivacyEvent]]) -> Curve:
    return Curve(
        pi_min=min(event.pi_min for _, event in found),
        categories=tuple(sorted({category for category, _ in found})),
        proven=all(event.delta < 1.0 for _, event in found),
    )


def _spaced(values: Sequence[str], most: int) -> list[str]:
    """At most so many, evenly among the ranks, both ends included."""
    if len(values) <= most:
        return list(values)
    return [values[round(at * (len(values) - 1) / (most - 1))] for at in range(most)]


def points(events: Mapping[str, Iterable[PrivacyEvent]]) -> tuple[Point, ...]:
    """The settings in use with p < 1, and one for all with p = 1."""
    drawing = [event for _, event in _drawing(events)]
    coined = sorted({(event.p, event.pi_min) for event in drawing if event.p < 1.0})
    found = [Point(p, pi_min, lemma_epsilon(p, pi_min)) for p, pi_min in coined]
    if any(event.p == 1.0 for event in drawing):
        found.append(Point(1.0, None, 0.0))
    return tuple(found)


def invariants(found: Iterable[CategoryOutcome]) -> tuple[Invariant, ...]:
    """The union over all rows, each with the categories that it concerns."""
    categories: defaultdict[str, set[str]] = defaultdict(set)
    mechanisms: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for row in found:
        for name in row.invariants:
            categories[name].add(row.category)
            mechanisms[name] |= dict.fromkeys(row.mechanisms)
    return tuple(
        Invariant(name, invariant(name, tuple(mechanisms[name])), tuple(sorted(of)))
        for name, of in sorted(categories.items())
    )
