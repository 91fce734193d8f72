"""Two numbers of an address that belong together: houses from one to another, or two of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.languages.lists import any_of, words_read

__all__ = ["range_pattern", "ranged"]

_TWO = 2
_LONGEST = 4


@cache
def range_pattern(language: str) -> re.Pattern[str]:
    """Houses from one number to another, or two of them: "5-7", "1 y 3"."""
    words = any_of((*words_read(language, "places", "range_words"), "&"))
    return re.compile(rf"(\d+)(\s?[-–]\s?|\s(?:{words})\s)(\d+)")


def ranged(tokens: Sequence[str], language: str) -> list[str]:
    """The tokens with each range as one token, whether it rises or not: its form alone counts."""
    if sum(token[0].isdecimal() for token in tokens) < _TWO:
        return list(tokens)
    pattern = range_pattern(language)
    out: list[str] = []
    at = 0
    while at < len(tokens):
        size = next((size for size in (5, 3) if _is_range(tokens, at, size, pattern)), 1)
        out.append("".join(tokens[at : at + size]))
        at += size
    return out


def _is_range(tokens: Sequence[str], at: int, size: int, pattern: re.Pattern[str]) -> bool:
    """Whether the next tokens are a range: no code such as "08-015", nor the end of a longer run
    such as "45-98-3", and the second number as long as the first or a digit longer."""
    text = "".join(tokens[at : at + size])
    match = pattern.fullmatch(text) if tokens[at][0].isdecimal() else None
    if match is None or len(tokens) < at + size:
        return False
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + size : at + size + 1])
    low, high = match[1], match[3]
    free = "0" not in (low[0], high[0]) and not any(one in "-–/#" for one in beside)
    return free and (low + high).isascii() and len(low) <= len(high) <= min(len(low) + 1, _LONGEST)
