"""The counting pass of strategies that draw from the corpus.

Every distinct entity counts once per scope, under its language and form. Tallies are plain
counters, so that parts of a corpus can be counted anywhere and added in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import cast

from understudy.core.types import Tally

__all__ = ["Counted", "by_place", "merged"]

Counted = dict[tuple[str, str, str], Counter[str]]
"""(category, language, form) → value → count."""


def merged(tallies: Iterable[Tally]) -> Tally:
    """Tallies of several documents as one."""
    total: Counted = {}
    for tally in tallies:
        for place, values in cast(Counted, tally).items():
            total.setdefault(place, Counter()).update(values)
    return cast(Tally, total)


def by_place(tally: Tally, category: str) -> Mapping[tuple[str, str], Counter[str]]:
    """(language, form) → counts of one category."""
    return {
        (language, form): values
        for (named, language, form), values in cast(Counted, tally).items()
        if named == category
    }
