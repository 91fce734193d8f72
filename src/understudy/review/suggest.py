"""What decisions say to the policy: what readers always reject may stay, what they always add is
private. Each suggestion is a line of an allow or a deny list; a person decides on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from understudy.core.folding import fold
from understudy.review.layers import ADJUDICATION
from understudy.review.records import ADDED, REJECTED, Mark
from understudy.review.store import Store

__all__ = ["suggestions"]

_FEWEST = 3
"""Decisions that a suggestion rests on."""
_MOST = 50


def suggestions(store: Store, fewest: int = _FEWEST) -> list[dict[str, Any]]:
    """Values on which all decisions so far agree, with how often; the most frequent first."""
    rejected: Counter[tuple[str, str]] = Counter()
    added: Counter[tuple[str, str]] = Counter()
    kept: Counter[str] = Counter()
    written: dict[str, Counter[str]] = defaultdict(Counter)
    documents: dict[str, set[int]] = defaultdict(set)
    for number, document in store.documents.all(store.documents.begun()):
        for reading in store.readings.layers(number):
            if reading.layer == ADJUDICATION and not reading.done:
                continue
            for item in reading.state.values():
                if not isinstance(item, Mark):
                    continue
                text = document.text[item.start : item.end]
                value = fold(text)
                if item.status == REJECTED:
                    rejected[value, item.category] += 1
                elif item.status == ADDED:
                    added[value, item.category] += 1
                    kept[value] += 1
                else:
                    kept[value] += 1
                    continue
                written[value][text] += 1
                documents[value].add(number)
    gone = Counter[str]()
    for (value, _), count in rejected.items():
        gone[value] += count
    found = [
        _told("allow", value, category, count, written, documents)
        for (value, category), count in rejected.items()
        if count >= fewest and not kept[value]
    ]
    found += [
        _told("deny", value, category, count, written, documents)
        for (value, category), count in added.items()
        if count >= fewest and not gone[value]
    ]
    found.sort(key=lambda one: -one["count"])
    return found[:_MOST]


def _told(
    purpose: str,
    value: str,
    category: str,
    count: int,
    written: dict[str, Counter[str]],
    documents: dict[str, set[int]],
) -> dict[str, Any]:
    text = written[value].most_common(1)[0][0]
    return {
        "list": purpose,
        "text": text,
        "category": category,
        "count": count,
        "documents": len(documents[value]),
        "entry": f"{category}={text}",
    }
