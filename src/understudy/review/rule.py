"""When a release may leave a review: the rule of its policy."""

from __future__ import annotations

from collections import Counter

from understudy.core.errors import BudgetExceeded
from understudy.report.words import plural
from understudy.review.certifying import certified
from understudy.review.desk import Desk

__all__ = ["check_rule", "open_points"]

EVERY, TWO = "every document", "two readers"


def open_points(desk: Desk, ways: Counter[str], corpus: str | None = None) -> list[str]:
    """What the rule of the policy still asks for; empty where a release may leave. ``corpus`` is
    what is to be released."""
    rule = desk.pipeline.policy.review
    left: list[str] = []
    if ways["disputed"]:
        differ = plural(ways["disputed"], "document")
        left.append(f"readers differ on {differ}, and nobody has decided")
    if rule in (EVERY, TWO) and ways["open"]:
        read = "read by two people" if rule == TWO else "read"
        some = plural(ways["open"], "document has", "documents have")
        left.append(f"{some} not been {read}")
    if rule in (EVERY, TWO) and (flagged := desk.store.documents.flagged()):
        left.append(f"a flag asks for a second reader of {plural(flagged, 'document')}")
    if (asked := desk.pipeline.policy.sample) is not None:
        held = certified(desk, corpus)
        if held.certificate is None:
            left.append(held.why)
        else:
            left += asked.unmet(held.certificate.sample)
    if rule == TWO and desk.settings.readers < 2:
        left.append("the review asks for one reader a document; start it with --readers 2")
    return left


def check_rule(desk: Desk, ways: Counter[str], corpus: str) -> None:
    """Refuses a release that the rule of the policy does not let go."""
    left = open_points(desk, ways, corpus)
    if left:
        raise BudgetExceeded(
            f"policy {desk.pipeline.policy.name}: the review is not finished: {'; '.join(left)}"
        )
