"""Ages: each is drawn anew within its stage of life, so that a child stays a child.

The ages of a scope keep their differences where that leaves at least five values to draw from: the
first is drawn uniformly among those for which every age stays in its stage. Else ("18 and 29", the
ends of one stage) each is drawn by itself, so that no age stays because nothing else was left. What
is rare has no stage of its own: 90 and more is drawn from 90 to 99, and 0 or 1 with the ages above.
Stages, units (years, months) and differences that are kept are public.
"""

from __future__ import annotations

import math
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

__all__ = ["Age", "age_choices", "ages_reached", "drawn_ages", "read_age", "tells", "write_age"]

_OLDEST = 130
_STAGES = {
    "year": ((0, 5), (6, 11), (12, 17), (18, 29), (30, 44), (45, 64), (65, 89), (90, _OLDEST)),
    "month": ((0, 11), (12, 36), (37, _OLDEST)),
    "week": ((0, 42), (43, 104), (105, _OLDEST)),
    "day": ((0, 31), (32, 99), (100, _OLDEST)),
}
_LEAST = 2
"""The least age that is drawn: what counts more than one goes with it."""
_MOST = {"year": 99}
"""The greatest age that is drawn, by unit."""
_FEWEST = 5
"""Ages that are tied to each other have so many outcomes, or they are drawn each by itself."""


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
    """What is drawn in the stage that holds the age."""
    low, high = next(one for one in _STAGES[age.unit] if one[0] <= age.value <= one[1])
    return max(low, _LEAST), min(high, _MOST.get(age.unit, high))


def tells(born: date, days: Collection[date], years: Collection[int], age: int) -> bool:
    """Whether the date of birth and another date tell an age, more or less."""
    named = {*years, *(day.year for day in days)}
    return any(abs(year - born.year - age) <= 1 for year in named if year > born.year)


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


def _tied(ages: Sequence[Age]) -> list[list[Age]]:
    """The ages that move together: those of a unit where that leaves enough moves, else equals."""
    found: list[list[Age]] = []
    for own in _by_unit(ages).values():
        if len(_moves(own)) >= _FEWEST:
            found.append(own)
            continue
        equal: dict[int, list[Age]] = {}
        for age in own:
            equal.setdefault(age.value, []).append(age)
        found += equal.values()
    return found


def age_choices(ages: Sequence[Age]) -> int:
    """How many outcomes the ages of a scope have, all alike."""
    return math.prod(len(_moves(own)) for own in _tied(ages))


def drawn_ages(ages: Sequence[Age], numbers: Iterator[int]) -> Mapping[Age, int]:
    """By how much each age moves."""
    moves: dict[Age, int] = {}
    for own in _tied(ages):
        possible = _moves(own)
        moves |= dict.fromkeys(own, possible[below(len(possible), numbers)])
    return moves


def ages_reached(ages: Sequence[Age]) -> bool:
    """Whether some draw leaves every age as it is: none gives 1 or 107."""
    return all(0 in _moves(own) for own in _tied(ages))


def _plural(behind: str, age: Age) -> str:
    """ "1 year" → "3 years": the noun right behind the number, where the mention holds it."""
    for language in get(age.language).reads:
        words = calendar_facts(language)["ages"][age.unit]
        for one, many in zip(words[::2], words[1::2], strict=True):
            noun = re.match(rf"(\s+)({re.escape(one)})\b", behind, re.I)
            if noun:
                return noun[1] + like(many, noun[2]) + behind[noun.end() :]
    return behind


def write_age(age: Age, text: str, move: int, months: int = 0) -> str:
    """The mention with the age moved; months go round among those that are many."""
    if age.months:
        value, start, end = age.months
        turned = value if value == 1 else (value - 2 + months) % 10 + 2
        text = f"{text[:start]}{turned}{text[end:]}"
    value = age.value + move
    old = text[age.start : age.end]
    new = str(value)
    if age.value == 1:
        text = text[: age.end] + _plural(text[age.end :], age)
    if age.style is not None:
        # "veintiún años", where "veintiuno" stands alone.
        new = like(cardinal(value, age.language, age.style._replace(short=age.short)), old)
    return text[: age.start] + new + text[age.end :]
