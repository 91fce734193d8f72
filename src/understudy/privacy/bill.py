"""What the edits of a document cost together: from edits to a bill, from a bill to ε.

A bill counts the draws of each event. Edits that share a memoised draw share its cost; draws that
cost nothing are left out. Two documents with the same bill have the same ε, so the composition is
computed once for each bill.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.core.types import Edit, PrivacyEvent
from understudy.privacy.accounting import epsilon
from understudy.privacy.composition import Group, approximate, compose, draws

__all__ = [
    "EMPTY",
    "Bill",
    "Cost",
    "as_bill",
    "bill",
    "category_of_draw",
    "cost",
    "costs_nothing",
]

Bill = tuple[tuple[PrivacyEvent, int], ...]
EMPTY: Bill = ()
_SEVERAL = "several categories"
"""Of a draw that mentions of several categories share: no category is called so."""


class Cost(NamedTuple):
    """ε at the policy's δ, in both readings."""

    strict: float
    paper: float


def costs_nothing(event: PrivacyEvent) -> bool:
    """Whether a draw costs nothing in either reading."""
    return event.epsilon == 0.0 and event.delta == 0.0 and event.paper_epsilon == 0.0


def category_of_draw(edit: Edit) -> str:
    """What the draws of an edit are told apart by, beside their names: its category, if mentions
    of other categories cannot share them."""
    return _SEVERAL if edit.event.across else edit.entity.category


def bill(edits: Sequence[Edit]) -> Bill:
    """The bill of one scope."""
    if all(costs_nothing(event) for event in {id(one.event): one.event for one in edits}.values()):
        return EMPTY
    paid: dict[tuple[str, str], PrivacyEvent] = {}
    for edit in edits:
        event = edit.event
        if costs_nothing(event):
            continue
        category = category_of_draw(edit)
        for name in edit.draws:
            known = paid.get((category, name))
            if known is None or known.epsilon < event.epsilon:
                paid[category, name] = event
    return _sorted(Counter(paid.values())) if paid else EMPTY


def as_bill(events: Iterable[PrivacyEvent]) -> Bill:
    """The bill of separate draws."""
    return _sorted(Counter(event for event in events if not costs_nothing(event)))


def _sorted(counted: Counter[PrivacyEvent]) -> Bill:
    return tuple(sorted(counted.items()))


@lru_cache(maxsize=65536)
def cost(of: Bill, delta: float) -> Cost:
    """The composed ε of a bill."""
    if not of:
        return Cost(0.0, 0.0)
    return Cost(_strict(of, delta), _paper(of, delta))


def _strict(of: Bill, delta: float) -> float:
    added = sum(count * event.source_epsilon for event, count in of)
    if math.isinf(added):
        return math.inf
    return added + compose([_group(event, count) for event, count in of], delta)


def _group(event: PrivacyEvent, count: int) -> Group:
    """The privacy loss of equal draws: exact where the event is one we know, else its (ε, δ)."""
    if event.coin and _is_coin(event):
        return draws(event.p, 0.0, count)
    own = event.epsilon - event.source_epsilon
    lemma = epsilon(event.p, event.pi_min)
    if event.delta == 0.0 and math.isfinite(own) and math.isclose(own, lemma, rel_tol=1e-9):
        return draws(event.p, event.pi_min, count)
    return approximate(own if math.isfinite(event.epsilon) else math.inf, event.delta, count)


def _is_coin(event: PrivacyEvent) -> bool:
    """Whether the event claims what its p says; somebody may have changed it."""
    bound = 0.0 if event.p == 1.0 else math.inf
    return event.epsilon == bound and event.delta == 1.0 - event.p


def _paper(of: Bill, delta: float) -> float:
    groups: list[Group] = []
    for event, count in of:
        if math.isinf(event.paper_epsilon):
            return math.inf
        lemma = epsilon(event.p, event.pi_min)
        if math.isclose(event.paper_epsilon, lemma, rel_tol=1e-9):
            groups.append(draws(event.p, event.pi_min, count))
        else:
            groups.append(approximate(event.paper_epsilon, 0.0, count))
    return compose(groups, delta)
