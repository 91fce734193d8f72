"""Rough sizes: what of the length of a code shows, one of a short list.

No exact length of a code of no known form is kept; each group has one of these sizes instead.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["SIZES", "sized"]

SIZES: Mapping[str, tuple[int, ...]] = {
    "digits": (2, 3, 4, 7, 10, 16),
    "letters": (1, 3, 6, 10),
    "mixed": (5, 8, 12, 20, 32),
    "year": (4,),
    "short year": (2,),
    "serial": (3, 5),
    "thousands": (2, 3),
}
"""The sizes that a group of a code may have, by what it is made of."""
_UP_TO: Mapping[str, tuple[int, ...]] = {
    "digits": (2, 3, 4, 8, 12),
    "letters": (1, 4, 8),
    "mixed": (5, 9, 15, 24),
    "year": (),
    "short year": (),
    "serial": (3,),
    "thousands": (2,),
}


def sized(kind: str, count: int) -> int:
    """The size of the list that stands for so many signs."""
    for limit, size in zip(_UP_TO[kind], SIZES[kind], strict=False):
        if count <= limit:
            return size
    return SIZES[kind][-1]
