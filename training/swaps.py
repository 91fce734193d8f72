"""Copies of examples with other names in the same sentences.

What people marked by hand is little text with few names, and a model soon knows them by heart.
With the names of other corpora in their place, only the sentence tells what they are.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from speech import pieces, put_together
from tagset import Example

SWAPPED = ("PERSON", "LOCATION", "ORGANIZATION")
_LONGEST = 40
Pools = dict[tuple[str, str], list[str]]


def pools(examples: Iterable[Example]) -> Pools:
    """Per language and tag the distinct names with capitals, in the order in which they come."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for example in examples:
        for start, end, label in example.spans:
            tag = label[0] if label else ""
            name = example.text[start:end]
            plain = len(name) <= _LONGEST and name[:1].isupper() and "\n" not in name
            if tag in SWAPPED and plain and name[-1].isalnum():
                found.setdefault((example.language, tag), {})[name] = None
    return {key: list(names) for key, names in found.items()}


def swapped(example: Example, names: Pools, rng: random.Random) -> Example:
    """Most names of the example exchanged for others of their kind, in their letter case."""

    def other(name: str, tag: str) -> str:
        pool = names.get((example.language, tag))
        if not pool or rng.random() < 0.2:
            return name
        new = rng.choice(pool)
        if name.islower():
            return new.lower()
        return new.upper() if name.isupper() and len(name) > 4 else new

    return put_together(
        example,
        (
            (other(text, tags[0]) if tags and tags[0] in SWAPPED else text, tags)
            for text, tags in pieces(example)
        ),
    )
