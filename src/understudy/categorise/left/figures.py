"""What stays of figures: amounts, lengths of time, words that say no day, ages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from understudy.categorise.left.place import Place
from understudy.core.folding import flat
from understudy.identify.lengths import (
    says_age_below,
    says_amount_below,
    says_length,
    says_no_day,
)
from understudy.languages import get
from understudy.languages.public import feasts

__all__ = ["is_age", "is_amount", "is_feast", "is_length", "no_day"]

OLDEST = 90
"""HIPAA's safe harbour: ages of 90 and more are private (45 CFR 164.514(b)(2)(i)(C))."""
EVERYDAY = 1000
"""Bare figures below it count something; more of them may be a code."""
_GROUPED = re.compile(r"\d[.,' ]\d{3}(?!\d)|\d[.,]\d{1,2}(?!\d)")
_YEAR = re.compile(r"\d{3}")
_COUNT_AND_DAY = 2
_NTH = re.compile(r"(\d{1,3})\s?\.?([^\W\d_]{1,2}|[ºª])")
_LAST_DAY = 31
_COUNTED_DAY = re.compile(r"([^\W\d_]+) \d{1,3}")


def is_amount(place: Place) -> bool:
    """A sum of money or a number of things; not a long row of figures, which may be a code."""
    return place.of("AMOUNT") and (
        says_amount_below(place.value, EVERYDAY, place.words) or _counts(place)
    )


def _counts(place: Place) -> bool:
    """Whether signs part the thousands, or a unit or a word for a sum is beside the figures."""
    if _GROUPED.search(place.value) or not any(map(str.isdigit, place.value)):
        return True
    unit = any(not (sign.isalnum() or sign in " .,-") for sign in place.value)
    before = place.front[-1:]
    summed = bool(before) and before[0] in place.words.sum_words
    return unit or summed or any(map(str.isalpha, place.value))


def is_length(place: Place) -> bool:
    """A length of time, a century, or a day that is counted from something."""
    if place.of("NUMBER") and not place.of("AMOUNT"):
        units = place.words.interval_units
        return not units.isdisjoint(place.said) and says_length(place.value, "", place.words)
    if not place.of("DATE_TIME"):
        return False
    if _century(place):
        return True
    length = says_length(place.value, place.behind, place.words, place.before)
    return length or _counted_day(place)


def no_day(place: Place) -> bool:
    """Words of time that say no day: "tomorrow", "overnight", "Monday to Friday"."""
    return place.of("DATE_TIME") and (
        says_no_day(place.value, place.words, cased=place.cased) or _recurs(place) or _ranked(place)
    )


def _ranked(place: Place) -> bool:
    """An ordinal that is no day of a month, or one of a chart or a course: "the 75th", "the 9th
    centile", "6.1 kg, following the 25th", "her 3rd cycle"."""
    words, found = place.words, _NTH.fullmatch(place.name)
    if found is None or found[2] not in words.ordinal_ends:
        return False
    front, rear = _bare(place.front), _bare(place.rear[:2])
    if int(found[1]) > _LAST_DAY or not words.ranked_behind.isdisjoint(rear):
        return True
    near = [one for one in front if one not in words.small][-1:]
    if not words.ranked_before.isdisjoint(near):
        return not (words.measures | words.ranked_behind).isdisjoint(front)
    return not words.ranked_behind.isdisjoint(near)


def _bare(words: Sequence[str]) -> list[str]:
    return [word.strip(",.;:()") for word in words]


class _Weekdays(NamedTuple):
    """Words of weekdays: all of them, and those that are several."""

    names: frozenset[str]
    many: frozenset[str]
    several: frozenset[str]
    """Those of the latter that no single day has: "Mondays"."""
    links: frozenset[str]
    before: frozenset[str]
    """What says that a weekday comes again: "every", "los"."""
    to: frozenset[str]
    """Between the first and the last of several."""


def _recurs(place: Place) -> bool:
    """Weekdays that come again, or a number of them: "Mondays", "los lunes", "de lunes a viernes",
    "tres sábados"."""
    known = _weekdays(place.words.languages)
    said = [word for word in place.rest if word not in known.links]
    days = [word for word in said if word in known.names]
    if not days or len(days) < len(said):
        counted = len(said) == _COUNT_AND_DAY and said[1] in known.many
        return counted and (said[0].isdigit() or said[0] in place.words.numerals)
    front, rear = place.front, place.rear
    if len(days) > 1 or known.several.issuperset(days) or not known.before.isdisjoint(front[-1:]):
        return True
    named = not known.names.isdisjoint(front[-2:-1])
    if named and not (known.links.isdisjoint(front[-1:]) or known.before.isdisjoint(front[-3:-2])):
        return True  # "los lunes y miércoles"
    begins = rear[:1] and rear[0] in known.to and not known.names.isdisjoint(rear[1:2])
    ends = named and not known.to.isdisjoint(front[-1:])
    return bool(begins or ends)


@cache
def _weekdays(languages: tuple[str, ...]) -> _Weekdays:
    tables = [get(one).table("calendar") for one in languages]

    def words(*keys: str) -> frozenset[str]:
        return frozenset(
            flat(one) for key in keys for table in tables for one in table.get(key, ())
        )

    single, many = words("weekdays", "weekdays_short"), words("weekdays_many")
    links, to = words("weekday_links"), words("weekday_range")
    return _Weekdays(single | many, many, many - single, links | to, words("recurring"), to)


def is_feast(place: Place) -> bool:
    """A feast by itself, which says neither a year nor whose it is: "Black Friday"."""
    return place.of("DATE_TIME") and place.on(feasts(place.words.languages))


def _century(place: Place) -> bool:
    """A century, which says no day and no year: "the 20th century", "siglo XIX"."""
    said = _centuries(place.words.languages)
    return not said.isdisjoint(flat(place.value).split()) and _YEAR.search(place.value) is None


@cache
def _centuries(languages: tuple[str, ...]) -> frozenset[str]:
    tables = (get(one).table("calendar") for one in languages)
    return frozenset(flat(word) for table in tables for word in table.get("century_words", ()))


def _counted_day(place: Place) -> bool:
    """A day that is counted from something, by the words before it: "en el día 3"."""
    before = " ".join(place.front[-2:])
    units = place.words.interval_units
    counts = _COUNTED_DAY.fullmatch(flat(place.value))
    return counts is not None and counts[1] in units and before in place.words.counted_before


def is_age(place: Place) -> bool:
    """An age below that from which ages are private."""
    return place.of("AGE") and says_age_below(place.value, OLDEST, place.words)
