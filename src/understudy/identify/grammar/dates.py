"""Whether a text can be a date of the calendar."""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache
from itertools import permutations

from understudy.languages import get

__all__ = ["is_date"]

_NUMBER = re.compile(r"[0-9]+")
_WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def _months(language: str) -> dict[str, int]:
    """Names and short names, in lower case."""
    known = get(language).table("calendar")
    named = [*enumerate(known["months"], 1), *enumerate(known["months_short"], 1)]
    short = {word: number for word, number in known["month_alias"].items() if len(word) <= 4}
    return {name.lower(): number for number, name in named} | short


@lru_cache(maxsize=1 << 14)
def is_date(text: str, language: str) -> bool:
    """False only where the figures contradict every reading: day, month and year in any order.

    A year of two figures is one of either century; without a year, any leap year will do.
    """
    numbers = [int(one) for one in _NUMBER.findall(text) if len(one) <= 4][:3]
    names = _months(language)
    month = next((names[one] for one in map(str.lower, _WORD.findall(text)) if one in names), None)
    if month is not None:
        if not numbers:
            return True
        if len(numbers) == 1:
            return numbers[0] <= 31 or numbers[0] >= 1000 or numbers[0] < 100
        return any(_real(year, month, day) for day, year in permutations(numbers[:2]))
    if len(numbers) == 3:
        first, second, third = numbers
        readings = [(third, second, first), (third, first, second), (first, second, third)]
        return any(_real(*one) for one in readings)
    if len(numbers) == 2:
        low, high = sorted(numbers)
        return _real(2000, low, high) or _real(2000, high, low) or 1 <= low <= 12 <= high
    return True


def _real(year: int, month: int, day: int) -> bool:
    if year < 100:
        return _real(1900 + year, month, day) or _real(2000 + year, month, day)
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
