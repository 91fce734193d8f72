"""What of the kept traits links: documents found again by somebody who knows all true values, with
each category shown alone, and with each left out.

A stand-in keeps traits of its value (a kind, a form, a day of the week), each of them harmless. The
attacker is that of ``linkage``; here the release is shown to it with bars in some places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.attacks.linkage import linked
from understudy.attacks.pairs import Mark, Pair, barred, redacted

__all__ = ["CategoryCost", "TraitCosts", "trait_costs"]


@dataclass(frozen=True, slots=True)
class CategoryCost:
    """What the stand-ins of one category link."""

    category: str
    mentions: int
    alone: float
    """The share of documents found again where these stand-ins alone show."""
    without: float
    """And where all others show."""


@dataclass(frozen=True, slots=True)
class TraitCosts:
    """What a release links, and by which categories."""

    documents: int
    found: float
    """The share of documents found again."""
    floor: float
    """The same with every value under a bar."""
    rows: tuple[CategoryCost, ...]
    """Those that link most first."""

    def as_json(self) -> dict[str, Any]:
        """As the command prints it."""
        return {
            "documents": self.documents,
            "found": round(self.found, 4),
            "floor": round(self.floor, 4),
            "categories": [
                {
                    "category": row.category,
                    "mentions": row.mentions,
                    "alone": round(row.alone, 4),
                    "without": round(row.without, 4),
                }
                for row in self.rows
            ],
        }

    def lines(self) -> list[str]:
        """For a terminal."""
        count = round(self.found * self.documents)
        head = f"{'stand-ins of':<22}{'mentions':>9}{'alone':>8}{'left out':>10}"
        return [
            f"of {self.documents:,} documents {count:,} are found again by somebody who knows all "
            f"true values ({self.floor:.0%} with every value under a bar)",
            head,
            *(
                f"{row.category:<22}{row.mentions:>9,}{row.alone:>8.1%}{row.without:>10.1%}"
                for row in self.rows
            ),
        ]


def trait_costs(pairs: Sequence[Pair]) -> TraitCosts | None:
    """None where fewer than two documents have private values: there is nothing to tell apart."""
    kept = [pair for pair in pairs if pair.marks]
    if len(kept) < 2:
        return None
    counts = Counter(mark.category for pair in kept for mark in pair.marks)

    def rate(shows: Callable[[Mark], bool]) -> float:
        return linked(kept, barred(kept, shows))

    rows = [
        CategoryCost(
            name,
            count,
            rate(lambda mark, name=name: mark.category == name),  # type: ignore[misc]
            rate(lambda mark, name=name: mark.category != name),  # type: ignore[misc]
        )
        for name, count in counts.items()
    ]
    rows.sort(key=lambda row: (-row.alone, row.without, row.category))
    return TraitCosts(len(kept), linked(kept, kept), linked(kept, redacted(kept)), tuple(rows))
