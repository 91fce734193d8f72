"""Days that are written out in full, in whatever notation: ``2024-02-14``, ``14.02.2024``,
``20240214``, ``Feb 14, 2024``.

A date that was replaced in the text may stand in another notation beside it, as in the name of the
file; there it tells by how much all dates of the document were shifted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import reads
from understudy.surrogates.dates.facts import names_of

__all__ = ["Written", "days_in"]

_CENTURIES = (1900, 2000)
"""A year of two figures may lie in either."""
_YEAR_FIRST = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)"
    r"(?:(?P<sign>[-_./ ])(?P<one>\d\d?)(?P=sign)(?P<other>\d\d?)|(?P<three>\d\d)(?P<four>\d\d))"
    r"(?!\d)"
)
_YEAR_LAST = re.compile(
    r"(?<!\d)(?P<one>\d\d?)(?P<sign>[-_./ ])(?P<other>\d\d?)(?P=sign)"
    r"(?P<year>(?:19|20)\d\d|\d\d)(?!\d)"
)
_RUN_TOGETHER = re.compile(r"(?<!\d)(?P<one>\d\d)(?P<other>\d\d)(?P<year>(?:19|20)\d\d)(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3}")
"""What the name of every month has in it."""
_APART = r"[\s.,_/-]{0,3}"
_LINK = rf"(?:{_APART}[^\W\d_]{{2,3}}\b)?{_APART}"
"""What stands between the parts of a date in words: "3 of May", "3 de mayo de 2024"."""


class Written(NamedTuple):
    """A day that a text names."""

    start: int
    end: int
    days: frozenset[date]
    """All that it may mean: 03/05/2024 is a day in March or one in May."""


def days_in(text: str, language: str) -> Iterator[Written]:
    """The days that a text names in full, form by form."""
    for pattern in (_YEAR_FIRST, _YEAR_LAST, _RUN_TOGETHER):
        for match in pattern.finditer(text):
            found = match.groupdict()
            one = int(found["one"] or found["three"])
            other = int(found["other"] or found["four"])
            orders = ((one, other),) if pattern is _YEAR_FIRST else ((one, other), (other, one))
            yield from _written(match, orders)
    if not _WORD.search(text):
        return
    low = lower_without_accents(text)
    if len(low) != len(text):  # a letter and its accent are two signs: each keeps its place
        low = "".join([(lower_without_accents(sign) or sign)[0] for sign in text])
    for code in reads(language):
        months, patterns = _in_words(code)
        for worded in patterns:
            for match in worded.finditer(low):
                yield from _written(match, ((months[match["month"]], int(match["day"])),))


def _written(match: re.Match[str], orders: tuple[tuple[int, int], ...]) -> Iterator[Written]:
    year = int(match["year"])
    years = (year,) if year > 99 else tuple(century + year for century in _CENTURIES)
    days = {
        day
        for month, day_of_month in orders
        for one in years
        for day in _day(one, month, day_of_month)
    }
    if days:
        yield Written(match.start(), match.end(), frozenset(days))


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


@cache
def _in_words(language: str) -> tuple[dict[str, int], tuple[re.Pattern[str], ...]]:
    """The names of the months, and patterns of dates with them."""
    names = names_of(language)
    months = {**names.months_short, **names.months}
    listed = "|".join(sorted(map(re.escape, months), key=lambda one: (-len(one), one)))
    month = rf"(?<![^\W\d_])(?P<month>{listed})(?![^\W\d_])"
    day, year = r"(?<!\d)(?P<day>\d\d?)(?:[^\W\d_]{2}\b)?", r"(?P<year>(?:19|20)\d\d)(?!\d)"
    return months, (
        re.compile(rf"{day}{_LINK}{month}{_LINK}{year}"),
        re.compile(rf"{month}{_APART}{day}{_APART}{year}"),
        re.compile(rf"(?<!\d){year}{_APART}{month}{_APART}{day}(?!\d)"),
    )
