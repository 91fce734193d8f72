"""How much a document asks to be looked at: what the detectors were unsure of, rare categories,
values that still stand somewhere unmarked, broken coherence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from understudy.check.check import check
from understudy.check.released import AROUND, Change, Released
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity
from understudy.languages import DEFAULT, guess, language_of

__all__ = ["SURE", "rare_in", "reasons", "released", "risk", "unsure"]

SURE = 0.8
"""Marks of a lower score are shown as uncertain."""
_RARE = 0.01
_WEIGHTS = {"unsure": 1.0, "rare": 1.0, "unmarked": 2.0, "incoherent": 2.0}


def unsure(entities: Sequence[Entity]) -> int:
    """How many mentions the detectors were unsure of."""
    return sum(entity.span.score < SURE for entity in entities)


def released(document: Document, edits: Sequence[Edit]) -> Released:
    """A document as the checks of a release see it."""
    text = render(document.text, edits)
    changes, moved = [], 0
    for edit in edits:
        span = edit.entity.span
        start = span.start + moved
        end = start + len(edit.surrogate)
        moved += len(edit.surrogate) - (span.end - span.start)
        changes.append(
            Change(
                start,
                end,
                edit.entity.category,
                edit.entity.key,
                edit.original,
                edit.surrogate,
                edit.kept,
                edit.strategy,
                text[max(0, start - AROUND) : start],
                text[end : end + AROUND],
            )
        )
    language = language_of(document, DEFAULT, fallback=guess(document.text))
    return Released(document.id, language, text, tuple(changes))


def reasons(
    document: Document, entities: Sequence[Entity], edits: Sequence[Edit], repeats: int
) -> dict[str, int]:
    """What there is to look at in a document, counted; rare categories come later."""
    broken = {(one.start, one.end) for one in check([released(document, edits)]).violations}
    found = {"unsure": unsure(entities), "unmarked": repeats, "incoherent": len(broken)}
    return {name: count for name, count in found.items() if count}


def rare_in(counts: Counter[str]) -> frozenset[str]:
    """Categories with fewer than one in a hundred of the mentions of a corpus."""
    total = counts.total()
    return frozenset(name for name, count in counts.items() if count < _RARE * total)


def risk(found: Mapping[str, int]) -> float:
    """The reasons as one number, to sort by."""
    return sum(_WEIGHTS.get(name, 1.0) * count for name, count in found.items())
