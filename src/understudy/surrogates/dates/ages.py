"""Ages: one that two dates of the scope tell stays with their distance; others are drawn anew.

An age is drawn within its stage of life, so that a child stays a child, and the ages of a scope
keep their differences: the first is drawn uniformly among the values for which every age stays in
its stage. Stages, differences and units (years, months) are public.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from understudy.languages import get, reads
from understudy.privacy.noise import below
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.mention import Mention, unsaid
from understudy.surrogates.numbers.numerals import Style, cardinal
from understudy.surrogates.numbers.wording import like
from understudy.surrogates.numbers.words import read_numeral, tokens_of

__all__ = ["Age", "age_choices", "drawn_ages", "read_age", "told_ages", "write_age"]

_STAGES = {
    "year": ((0, 1), (2, 5), (6, 11), (12, 17), (18, 29), (30, 44), (45, 64), (65, 89), (90, 104)),
    "month": ((0, 1), (2, 11), (12, 36)),
    "week": ((0, 1), (2, 42), (43, 104)),
    "day": ((0, 1), (2, 31), (32, 99)),
}
_OLDEST = 130


class _Units(NamedTuple):
    """Patterns of what ages count, in all languages that are read in a text."""

    years_first: re.Pattern[str]
    """The word for years right behind a number."""
    year: re.Pattern[str]
    others: tuple[tuple[str, re.Pattern[str]], ...]


@cache
def _units(language: str) -> _Units:
    tables = [calendar_facts(one) for one in get(language).reads]

    def words(unit: str, *kinds: str) -> str:
        return "|".join(
            re.escape(word) for table in tables for kind in kinds for word in table[kind][unit]
        )

    return _Units(
        re.compile(rf"\s*(?:{words('year', 'ages')})\b", re.I),
        re.compile(rf"(?:{words('year', 'ages', 'ages_short')})\b", re.I),
        tuple(
            (unit, re.compile(rf"\b(?:{words(unit, 'ages', 'ages_short')})\b", re.I))
            for unit in ("month", "week", "day")
        ),
    )


@cache
def _counted(language: str) -> re.Pattern[str]:
    """What a number in its short form stands before."""
    words = "|".join(calendar_facts(language)["ages_counted"]["words"]) or "(?!)"
    return re.compile(rf"\s*(?:{words})\b", re.I)


class Age(NamedTuple):
    """An age in a text: its number, where that stands, and how it is said."""

    value: int
    unit: str
    start: int
    end: int
    language: str
    style: Style | None
    """None where the number is in figures."""
    short: bool = False
    """Whether what it counts follows."""
    months: tuple[int, int, int] | None = None
    """The months beside the years, in figures, and where they stand."""

    def __repr__(self) -> str:
        return unsaid(self)


def read_age(mention: Mention, language: str) -> Age | None:
    """The one number of an age; None where it says none, several, or one that nobody reaches."""
    for one in reads(language):
        found = list(_numbers(mention, one))
        if len(found) == 1 and found[0].value <= _OLDEST:
            return found[0]
        if len(found) == 2 and _years_and_months(mention.text, found, _units(one)):
            first, second = found
            months = (second.value, second.start, second.end)
            return first._replace(unit="year", months=months)
    return None


def _years_and_months(text: str, found: Sequence[Age], units: _Units) -> bool:
    """ "11 años y 10 meses" """
    between, behind = text[found[0].end : found[1].start], text[found[1].end :]
    figures = found[1].style is None and 1 <= found[1].value <= 11
    _, months = units.others[0]
    return figures and bool(units.years_first.match(between)) and bool(months.search(behind))


def _numbers(mention: Mention, language: str) -> Iterator[Age]:
    text = mention.text
    tokens = tokens_of(text)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        read = read_numeral(text, tokens, at, language)
        if token.text.isascii() and token.text.isdecimal() and len(token.text) <= 3:
            yield Age(
                int(token.text),
                _unit(mention, _units(language)),
                token.start,
                token.end,
                language,
                None,
            )
        elif read and len(token.text) > 1:  # "y/o" and "dos o tres" have no zero in them
            last = tokens[read.end - 1].end
            short = _counted(language).match(text[last:] + mention.after) is not None
            found = (
                int(read.digits),
                _unit(mention, _units(language)),
                token.start,
                last,
                language,
                read.style,
            )
            yield Age(*found, short)
        at = read.end if read else at + 1


def _unit(mention: Mention, units: _Units) -> str:
    said = f"{mention.text} {mention.after[:12]}"
    if units.year.search(said):
        return "year"
    return next((unit for unit, pattern in units.others if pattern.search(said)), "year")


def _stage(age: Age) -> tuple[int, int]:
    """The stage that holds the age; one year stays one, which the noun beside it says."""
    stages = _STAGES[age.unit]
    low, high = next((one for one in stages if one[0] <= age.value <= one[1]), (age.value,) * 2)
    return (age.value, age.value) if high <= 1 else (low, high)


def told_ages(days: Collection[date], years: Collection[int]) -> frozenset[int]:
    """The ages that the dates of a scope tell: years since the earliest of them, more or less."""
    named = {*years, *(day.year for day in days)}
    first = min(named, default=0)
    told = {year - first for year in named if year > first}
    return frozenset(age + near for age in told for near in (-1, 0, 1))


def _moves(ages: Sequence[Age]) -> range:
    """The moves that leave every age in its stage."""
    low = max(_stage(age)[0] - age.value for age in ages)
    high = min(_stage(age)[1] - age.value for age in ages)
    return range(low, high + 1)


def _by_unit(ages: Sequence[Age]) -> Mapping[str, list[Age]]:
    found: dict[str, list[Age]] = {}
    for age in ages:
        found.setdefault(age.unit, []).append(age)
    return found


def age_choices(ages: Sequence[Age]) -> int:
    """How many outcomes the ages of a scope have, all alike."""
    count = 1
    for own in _by_unit(ages).values():
        count *= len(_moves(own))
    return count


def drawn_ages(ages: Sequence[Age], numbers: Iterator[int]) -> Mapping[str, int]:
    """By how much the ages of each unit move."""
    moves: dict[str, int] = {}
    for unit, own in _by_unit(ages).items():
        possible = _moves(own)
        moves[unit] = possible[below(len(possible), numbers)]
    return moves


def write_age(age: Age, text: str, move: int, months: int = 0) -> str:
    """The mention with the age moved; months go round among those that are many."""
    if age.months:
        value, start, end = age.months
        turned = value if value == 1 else (value - 2 + months) % 10 + 2
        text = f"{text[:start]}{turned}{text[end:]}"
    value = age.value + move
    old = text[age.start : age.end]
    new = str(value)
    if age.style is not None:
        # "veintiún años", where "veintiuno" stands alone.
        new = like(cardinal(value, age.language, age.style._replace(short=age.short)), old)
    return text[: age.start] + new + text[age.end :]
