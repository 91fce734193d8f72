"""What a random sample that people have read says of what was missed in a whole corpus.

Entities cannot be drawn at random before they are found, and those of one document are missed
together. So *units* are drawn (documents, turns, paragraphs): n of the N of a corpus, a simple
random sample without replacement, with n fixed before anything is read. Of each unit that was
read, the readers know how many entities it holds and how many of them were missed.

**The share of units that leak** (at least one entity missed) has an exact bound, which the
hypergeometric law gives [H]: the largest number M of leaking units in the corpus at which m or
fewer of n have a probability above α.

**Recall over entities** is a ratio of two totals. Its bound is that of a Pólya urn [GM]: the urn
holds the n units that were read, and one more that nobody has seen, the *worst* unit, which has
``worst`` entities, all of them missed. The N − n unread units are drawn from the urn one after the
other, each put back together with a copy of itself; the bound is the 1 − α quantile of the share
missed in all N. Why this one:

- where every unit holds one entity it is the hypergeometric bound above, to the last unit: with
  m + 1 bad and n − m good balls the urn gives a beta-binomial law, and P(that law ≥ M − m) is the
  probability of m or fewer leaking units among n, if M leak;
- for large N it is the bound of Gaffke for means of bounded variables [G, LT], here of
  missed − θ·entities, turned into a bound of the ratio θ. That this bound holds whatever the law
  is a conjecture; it was checked by simulation, ours is ``experiments/certificate-coverage``;
- it needs no normal approximation: it is sensible for no misses, too, where a bootstrap answers 0;
- what was read is known: where all units are read, the bound is the share itself.

What it assumes is that no unread unit has more than ``worst`` entities missed. The default is the
largest number in a unit that was read, to be scaled by whoever knows that longer units exist.

**Several categories.** The rows of the categories hold together at confidence 1 − α: each is taken
at α/C (Bonferroni), with the C categories named before reading; what the readers find besides goes
to one more row. The figures over all entities and of leaking units each hold at 1 − α.

Sources: [H] J. P. Buonaccorsi, "A note on confidence intervals for proportions in finite
populations", The American Statistician 41, 1987. [GM] M. Ghosh, G. Meeden, "Bayesian methods for
finite population sampling", 1997, chapter 2. [G] N. Gaffke, "Three test statistics for a
nonparametric one-sided hypothesis on the mean of a nonnegative variable", Mathematical Methods of
Statistics 14, 2005. [LT] E. Learned-Miller, P. S. Thomas, "A new confidence interval for the mean
of a bounded random variable", 2019. [C] D. G. Chapman, "Some properties of the hypergeometric
distribution with applications to zoological sample censuses", 1951.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from understudy.privacy.intervals import lower_bound, upper_bound

__all__ = [
    "MARKS",
    "OTHER",
    "UNITS",
    "Counts",
    "ReadSample",
    "RecallBound",
    "SampleBounds",
    "bounds",
    "chapman",
    "leaking_bound",
    "missed_bound",
    "units_needed",
]

OTHER = "other"
"""The row of entities whose category was not named before reading."""
UNITS = ("documents", "turns", "paragraphs")
"""What can be drawn: whole documents, turns of speakers, or lines that are not blank."""
MARKS = ("shown", "hidden", "both")
"""Whether the readers saw what the machine had marked; ``both`` where some did."""
_ROUNDS = 10_000
_CELLS = 1 << 21
_MOST_UNITS = 1 << 40


class Counts(NamedTuple):
    """The entities of one category in one unit, and how many of them were missed."""

    entities: int
    missed: int


@dataclass(frozen=True, slots=True)
class RecallBound:
    """What the sample says of one category, or of all entities together (``*``)."""

    category: str
    units: int
    """Units of the sample that hold such an entity."""
    entities: int
    missed: int
    recall: float | None
    """Of the sample; None where it has no such entity, and nothing is known."""
    recall_low: float
    """With the stated confidence, recall in the whole corpus is at least this."""
    naive_low: float
    """What one would state if each entity had been drawn by itself from a corpus without end
    (Clopper–Pearson, the same α): mostly too high, since the entities of a unit are missed
    together."""


@dataclass(frozen=True, slots=True)
class SampleBounds:
    """What a sample says of the corpus that it was drawn from."""

    alpha: float
    population: int
    """The units of the corpus."""
    read: int
    """The units that were drawn and read."""
    leaking: int
    """Those of them in which something was missed."""
    leaking_high: float
    """With confidence 1 − α, at most this share of all units leaks."""
    overall: RecallBound
    """At confidence 1 − α."""
    rows: tuple[RecallBound, ...]
    """By category; they hold together at confidence 1 − α."""
    categories: tuple[str, ...]
    """Those that were named before reading."""

    def row(self, category: str) -> RecallBound | None:
        """The row of a category; None where it was not named."""
        return next((one for one in self.rows if one.category == category), None)


@dataclass(frozen=True, slots=True)
class ReadSample:
    """A sample that was read: how, by how many people, and what follows for the corpus."""

    unit: str
    """One of ``UNITS``."""
    marks: str
    """One of ``MARKS``: who sees the marks finds fewer misses than one who does not."""
    readers: int
    edited: int
    """Stand-ins that people edited or drew again in the review. No mechanism made them: ε = ∞."""
    overlooked: float | None
    """Where two people read every unit: about so many entities that neither of them found
    (``chapman``). An estimate, never part of a bound."""
    seed: str
    """What the sample was drawn by, in hexadecimal."""
    made: str
    """When the readers were done."""
    bounds: SampleBounds
    draws: int = 1
    """Which sample it is, of those that were drawn of this corpus, as far as that is known."""
    chosen_seed: bool = False
    """Whether somebody gave the seed, who could have tried others."""
    marked: int = 0
    """Places that the machine had marked where readers did not see its marks."""
    marked_by_readers: int = 0
    """Those of them that the readers marked, too: who overlooks these overlooks others."""


def _checked(read: int, population: int | None, alpha: float) -> None:
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    if population is not None and population < read:
        raise ValueError(f"{read} units were read of {population}")


def leaking_bound(leaking: int, read: int, population: int | None, alpha: float) -> float:
    """The one-sided upper bound on the share of units that leak, if so many of those read do.

    Exact for a simple random sample without replacement; without a population (None) it is that
    of Clopper and Pearson, the limit for a corpus without end.
    """
    _checked(read, population, alpha)
    if not 0 <= leaking <= read:
        raise ValueError(f"{leaking} leaking units of {read}")
    if population is None:
        return upper_bound(leaking, read, alpha)
    if population == 0:
        return 0.0
    low, high = leaking, population - (read - leaking)
    while low < high:  # P(so few) falls as the number of leaking units grows
        middle = (low + high + 1) // 2
        if _so_few(leaking, read, middle, population) > alpha:
            low = middle
        else:
            high = middle - 1
    return low / population


def _so_few(seen: int, read: int, leaking: int, population: int) -> float:
    """P(at most ``seen`` of ``read`` units leak), if ``leaking`` of the population do."""
    counts = np.arange(max(0, read - (population - leaking)), min(seen, leaking) + 1)
    logs = (
        _choose(leaking, counts)
        + _choose(population - leaking, read - counts)
        - _choose(population, np.asarray(read))
    )
    return float(np.exp(logs).sum())


def _choose(of: int, take: NDArray[np.int_]) -> NDArray[np.float64]:
    """ln of the binomial coefficient."""
    # Takes a while, and few runs have a labelled sample.
    from scipy.special import betaln  # noqa: PLC0415

    found: NDArray[np.float64] = -np.log1p(of) - betaln(of - take + 1.0, take + 1.0)
    return found


def missed_bound(
    units: Sequence[tuple[int, int]],
    population: int | None,
    alpha: float,
    *,
    worst: float | None = None,
    seed: int = 0,
    rounds: int = _ROUNDS,
) -> float:
    """The one-sided upper bound on the share of entities missed, from pairs (entities, missed) of
    the units that were read; recall is at least one minus this.

    ``worst`` is how many entities an unread unit may have, all of them missed. The seed serves
    the draws from the urn alone. Where no unit has an entity, nothing is known: 1.
    """
    _checked(len(units), population, alpha)
    counted = np.array(units, dtype=np.float64).reshape(-1, 2)
    if (counted[:, 1] > counted[:, 0]).any() or (counted < 0).any():
        raise ValueError("a unit has more entities missed than it holds")
    if not counted[:, 0].any():
        return 1.0
    largest = float(counted[:, 0].max()) if worst is None else float(worst)
    kinds, copies = np.unique(counted, axis=0, return_counts=True)
    shapes = np.append(copies, 1).astype(np.float64)
    values = np.vstack((kinds, (largest, largest)))
    known = np.append(copies, 0).astype(np.float64)
    generator = np.random.default_rng(seed)
    shares = np.empty(rounds)
    block = max(1, _CELLS // len(shapes))
    for start in range(0, rounds, block):
        stop = min(rounds, start + block)
        weights = generator.standard_gamma(shapes, size=(stop - start, len(shapes)))
        weights /= weights.sum(axis=1, keepdims=True)
        if population is not None:
            weights = generator.multinomial(population - len(units), weights) + known
        totals = weights @ values
        shares[start:stop] = totals[:, 1] / totals[:, 0]
    # The order statistic that keeps the level, whatever the number of rounds.
    at = min(rounds, math.ceil((1.0 - alpha) * (rounds + 1))) - 1
    return float(np.partition(shares, at)[at])


def bounds(
    units: Sequence[Mapping[str, Counts]],
    population: int,
    *,
    categories: Sequence[str],
    alpha: float = 0.05,
    stretch: float = 1.0,
    seed: int = 0,
) -> SampleBounds:
    """The bounds of a sample: for each unit that was read, its counts by category.

    ``categories`` are those named before reading; entities of others share the row ``OTHER``.
    ``stretch`` says how much longer the longest unit of the corpus is than the longest that was
    read, so that the worst unit is not taken too small.
    """
    if stretch < 1.0:
        raise ValueError(f"stretch must be at least 1, not {stretch}")
    if len(units) > population:
        raise ValueError(f"{len(units)} units were read of {population}")
    named = tuple(dict.fromkeys(categories))
    pooled: dict[str, list[Counts]] = {name: [] for name in (*named, OTHER)}
    overall: list[Counts] = []
    for unit in units:
        own: dict[str, Counts] = dict.fromkeys(pooled, Counts(0, 0))
        for category, (entities, missed) in unit.items():
            row = category if category in named else OTHER
            own[row] = Counts(own[row].entities + entities, own[row].missed + missed)
        for row, counts in own.items():
            pooled[row].append(counts)
        overall.append(Counts(*(sum(column) for column in zip(*own.values(), strict=True))))
    leaking = sum(counts.missed > 0 for counts in overall)
    rows = [
        _row(name, counts, population, alpha / len(pooled), stretch, seed)
        for name, counts in pooled.items()
        if name != OTHER or any(one.entities for one in counts)
    ]
    return SampleBounds(
        alpha=alpha,
        population=population,
        read=len(units),
        leaking=leaking,
        leaking_high=leaking_bound(leaking, len(units), population, alpha),
        overall=_row("*", overall, population, alpha, stretch, seed),
        rows=tuple(rows),
        categories=named,
    )


def _row(
    category: str,
    counts: Sequence[Counts],
    population: int,
    alpha: float,
    stretch: float,
    seed: int,
) -> RecallBound:
    entities = sum(one.entities for one in counts)
    missed = sum(one.missed for one in counts)
    worst = math.ceil(stretch * max((one.entities for one in counts), default=0) - 1e-9)
    return RecallBound(
        category=category,
        units=sum(one.entities > 0 for one in counts),
        entities=entities,
        missed=missed,
        recall=1.0 - missed / entities if entities else None,
        recall_low=1.0 - missed_bound(counts, population, alpha, worst=worst, seed=seed),
        naive_low=lower_bound(entities - missed, entities, alpha),
    )


def units_needed(
    margin: float,
    *,
    population: int | None = None,
    leaking: int = 0,
    alpha: float = 0.05,
    spread: float | None = None,
) -> int | None:
    """How many units must be read so that the bound is ``margin`` if so many of them leak.

    Without ``spread`` the bound is that on the share of leaking units. With it, it is that on the
    share of entities missed if each leaking unit is missed as a whole, and the largest unit holds
    ``spread`` times as many entities as a unit on average. None where reading all of the
    population is not enough.
    """
    if not 0.0 < margin < 1.0:
        raise ValueError(f"margin must lie between 0 and 1, not {margin}")
    if spread is not None:
        if spread < 1.0:
            raise ValueError(f"spread must be at least 1, not {spread}")
        # A share u of units of the largest size is u·b of u·b + (1 − u)·ē entities.
        margin = margin / (spread * (1.0 - margin) + margin)
    low = max(1, leaking)
    high = _MOST_UNITS if population is None else population
    if high < low or leaking_bound(leaking, high, population, alpha) > margin:
        return None
    while low < high:  # the bound falls as more units are read with as many leaks
        middle = (low + high) // 2
        if leaking_bound(leaking, middle, population, alpha) <= margin:
            high = middle
        else:
            low = middle + 1
    return low


def chapman(first: int, second: int, both: int) -> float:
    """An estimate of how many misses there are in units that two people read independently.

    ``first`` and ``second`` are what each found, ``both`` what both found [C]. It is too low where
    both overlook the same hard cases: an estimate, never a bound.
    """
    if not 0 <= both <= min(first, second):
        raise ValueError(f"{both} were found by both, {first} and {second} by each")
    return (first + 1) * (second + 1) / (both + 1) - 1.0
