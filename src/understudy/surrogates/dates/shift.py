"""How far the dates and times of a scope move, and what that costs.

``anchor`` (the default): the latest date of the scope is drawn anew, uniformly over a public range
of years, and everything else keeps its distance to it. The new anchor has nothing to do with the
old one, so scopes with the same distances have the same law: ε = 0, distances being public. Where
no date has a day, the finest kind of date that there is takes its place (a month, a season, a
year, a decade, a weekday). Times of day move by one number of minutes, drawn uniformly among those
that leave each time in its part of the day; the parts and the distances are public.

``uniform`` and ``laplace``: one shift in days around the dates themselves (SCIENCE §1, Dates).
Neighbours: all dates of the scope move together by d days. A uniform shift over −W…W has 2W + 1
values, and moving all dates by d leaves 2W + 1 − d of them in common: it is (0, δ) private with
δ = d/(2W + 1). Discrete Laplace with ε per day is (ε·d, 0) private. In multiples of seven, d is a
number of weeks and W = ⌊shift_days/7⌋ of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from understudy.core.types import PrivacyEvent
from understudy.languages import get
from understudy.privacy.noise import below, discrete_laplace, rational
from understudy.surrogates.dates.clock import Clock
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.items import Item
from understudy.surrogates.settings import Settings

__all__ = [
    "WEEK",
    "Shift",
    "choices",
    "drawn_minutes",
    "drawn_shift",
    "in_range",
    "later",
    "latest_day",
    "months_of",
    "no_shift",
    "shift_event",
    "time_choices",
]

WEEK = 7
_DAY, _DIAL = 24 * 60, 12 * 60
_PARTS = ((0, 6 * 60), (6 * 60, 22 * 60), (22 * 60, _DAY))
_SAID = ((0, 6 * 60), (6 * 60, 12 * 60), (12 * 60, 20 * 60), (20 * 60, _DAY))
"""Where the text says the part of the day."""
_FEWEST = 4
_YEAR_DAYS = 365.2425
_GRAINS = ("day", "month", "season", "year", "decade", "weekday")
_PLACED = ("day", "month")
"""The kinds of date that may have no place in the calendar."""


class Shift(NamedTuple):
    """By how many days dates move, and by how many months and years those without a day."""

    days: int
    months: int
    years: int


def months_of(day: date) -> int:
    return day.year * 12 + day.month


def later(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def no_shift() -> Shift:
    return Shift(0, 0, 0)


def drawn_shift(
    items: Sequence[Item], step: int, numbers: Iterator[int], settings: Settings
) -> Shift:
    """The shift of a scope; ``step`` is the number of days that it is a multiple of."""
    if settings.shift == "anchor":
        return _anchored(items, step, numbers, settings)
    return _by_days(items, step * _drawn_steps(step, numbers, settings))


def choices(items: Sequence[Item], step: int, settings: Settings) -> int:
    """How many shifts there are, all alike; 0 for Laplace noise, whose shifts have no end."""
    if not items:
        return 1
    if settings.shift == "anchor":
        return _targets(_grain(items), step, settings)
    return 0 if settings.shift == "laplace" else _shifts(settings, step)


def in_range(items: Sequence[Item], step: int, settings: Settings) -> bool:
    """Whether the dates as they stand are among the outcomes."""
    if not items or settings.shift != "anchor":
        return True
    grain = _grain(items)
    at = _index(items, grain, step, settings)
    return at is not None and 0 <= at < _targets(grain, step, settings)


def _grain(items: Sequence[Item]) -> str:
    """The finest kind of date that the scope has, of those that have a place in the calendar."""
    grains = {item.grain for item in items if item.day or item.grain not in _PLACED}
    return next((grain for grain in _GRAINS if grain in grains), "")


def _targets(grain: str, step: int, settings: Settings) -> int:
    """How many values the anchor may get."""
    first, last = settings.date_range
    years = last - first + 1
    counts = {
        "day": ((date(last, 12, 31) - date(first, 1, 1)).days + 1) // step,
        "month": 12 * years,
        "season": 4 * years,
        "year": years,
        "decade": last // 10 - first // 10 + 1,
        "weekday": WEEK,
    }
    return counts.get(grain, 1)


def _latest(items: Sequence[Item], grain: str) -> int:
    """The latest date of a kind, as a number of its unit; of those that come round, the first."""
    own = [item for item in items if item.grain == grain and (item.day or grain not in _PLACED)]
    match grain:
        case "day":
            return max(item.day.toordinal() for item in own if item.day)
        case "month":
            return max(months_of(item.day) for item in own if item.day)
        case "season":
            dated = [item for item in own if "year" in item.values] or own[:1]
            return max(
                item.values.get("year", 2000) * 4 + item.values["season"] - 1 for item in dated
            )
        case "weekday":
            return own[0].values["weekday"]
        case "decade":
            return max(item.values["decade"] // 10 for item in own)
    return max(item.values[grain] for item in own)


def _anchor(items: Sequence[Item], grain: str, settings: Settings) -> int:
    """The date that is drawn anew: the scope's latest, or that of the larger scope."""
    if grain == "day" and settings.anchor is not None:
        return settings.anchor[0]
    return _latest(items, grain)


def latest_day(items: Sequence[Item]) -> int | None:
    """The latest full date of a scope, as an ordinal."""
    days = [item.day.toordinal() for item in items if item.grain == "day" and item.day]
    return max(days, default=None)


def _start(grain: str, latest: int, step: int, settings: Settings) -> int:
    """The first of the targets."""
    first = settings.date_range[0]
    match grain:
        case "day":
            start = date(first, 1, 1).toordinal()
            return start + (latest - start) % step
        case "month":
            return first * 12 + 1
        case "season":
            return first * 4
        case "decade":
            return first // 10
        case "weekday":
            return 1
    return first


def _index(items: Sequence[Item], grain: str, step: int, settings: Settings) -> int | None:
    """Which of the targets the anchor is."""
    if not grain:
        return 0
    latest = _anchor(items, grain, settings)
    size = step if grain == "day" else 1
    at, left = divmod(latest - _start(grain, latest, step, settings), size)
    return None if left else at


def _anchored(
    items: Sequence[Item], step: int, numbers: Iterator[int], settings: Settings
) -> Shift:
    grain = _grain(items)
    if not grain:
        return no_shift()
    latest = _anchor(items, grain, settings)
    start = _start(grain, latest, step, settings)
    size = step if grain == "day" else 1
    moved = start + size * below(_targets(grain, step, settings), numbers) - latest
    if grain == "day":
        return _by_days(items, moved)
    if grain == "month":
        return _by_months(items, moved)
    coarse = {
        "season": Shift(0, 3 * moved, (latest + moved) // 4 - latest // 4),
        "year": Shift(0, 12 * moved, moved),
        "decade": Shift(0, 120 * moved, 10 * moved),
        "weekday": Shift(moved, 0, 0),
    }
    return coarse[grain]


def _by_days(items: Sequence[Item], days: int) -> Shift:
    """As the first full date moves, of those in a month (a year) that is named alone if any is."""
    whole = [item.day for item in items if item.grain == "day" and item.day]
    months = {months_of(item.day) for item in items if item.grain == "month" and item.day}
    anchor = next((day for day in whole if months_of(day) in months), next(iter(whole), None))
    moved = later(anchor, days) if anchor else None
    by_month = round(days * 12 / _YEAR_DAYS)
    if anchor and moved:
        by_month = months_of(moved) - months_of(anchor)
    same = _in_named_year(items)
    if same is None:
        return Shift(days, by_month, round(days / _YEAR_DAYS))
    end = later(same, days) if same in whole else None
    year = end.year if end else (months_of(same) + by_month - 1) // 12
    return Shift(days, by_month, year - same.year)


def _by_months(items: Sequence[Item], months: int) -> Shift:
    same = _in_named_year(items)
    if same is None:
        return Shift(0, months, round(months / 12))
    return Shift(0, months, (months_of(same) + months - 1) // 12 - same.year)


def _in_named_year(items: Sequence[Item]) -> date | None:
    """The first date in a year that is named alone, else the first date."""
    years = {item.values["year"] for item in items if item.grain == "year"}
    dated = [item.day for item in items if item.grain == "day" and item.day]
    dated += [item.day for item in items if item.grain == "month" and item.day]
    return next((day for day in dated if day.year in years), next(iter(dated), None))


def _shifts(settings: Settings, step: int) -> int:
    return 2 * (settings.shift_days // step) + 1


def _drawn_steps(step: int, numbers: Iterator[int], settings: Settings) -> int:
    if settings.shift == "laplace":
        rate = rational(settings.shift_epsilon) * step
        return discrete_laplace(rate.denominator, rate.numerator, numbers)
    count = _shifts(settings, step)
    return below(count, numbers) - count // 2


def _part(clock: Clock) -> tuple[int, int]:
    """The part of the day that a time stays in."""
    parts = _SAID if clock.part_at or clock.half_at else _PARTS
    return next((low, high) for low, high in parts if low <= clock.minute % _DAY < high)


def _moves(clocks: Sequence[Clock], befores: Sequence[str], step: int, language: str) -> list[int]:
    """The moves that leave each time in its part of the day, and the article before it right.

    Where times are too far apart for that, the first alone decides.
    """
    told = [clock for clock in clocks if clock.half_at or clock.part_at or not clock.twelve]
    minute = clocks[0].minute
    on_dial = [new - minute for new in range(minute % step, _DIAL, step)]
    found = _within(told, step) if told else on_dial
    if told and len(found) < _FEWEST:
        found = _within(told[:1], step)
    articles = _hour_articles(language)
    fitting = [move for move in found if _articles_fit(clocks, befores, move, articles)]
    return fitting or found


def _within(clocks: Sequence[Clock], step: int) -> list[int]:
    parts = [(clock.minute % _DAY, *_part(clock)) for clock in clocks]
    low = max(start - minute for minute, start, _ in parts)
    high = min(end - minute for minute, _, end in parts)
    return list(range(-(-low // step) * step, high, step))


_Articles = Sequence[tuple[re.Pattern[str], str]]
"""Patterns of the articles before hours, each with that of one o'clock."""


@cache
def _hour_articles(language: str) -> _Articles:
    pairs = [calendar_facts(one)["hour_article"] for one in get(language).reads]
    return [
        (re.compile(rf"\b({'|'.join(pair)})\s+$", re.IGNORECASE), pair[0]) for pair in pairs if pair
    ]


def _articles_fit(
    clocks: Sequence[Clock], befores: Sequence[str], move: int, articles: _Articles
) -> bool:
    """Whether "la" stands before one o'clock, and "las" before any other hour."""
    for clock, before in zip(clocks, befores, strict=True):
        one = (clock.minute + move) // 60 % 12 == 1
        for pattern, of_one in articles:
            article = pattern.search(before)
            if article and one != (article[1].lower() == of_one):
                return False
    return True


def time_choices(clocks: Sequence[Clock], befores: Sequence[str], step: int, language: str) -> int:
    """How many moves of the times of day there are."""
    return len(_moves(clocks, befores, step, language)) if clocks else 1


def drawn_minutes(
    clocks: Sequence[Clock],
    befores: Sequence[str],
    step: int,
    numbers: Iterator[int],
    language: str,
) -> int:
    """By how many minutes times move."""
    if not clocks:
        return 0
    possible = _moves(clocks, befores, step, language)
    return possible[below(len(possible), numbers)]


def shift_event(
    settings: Settings, *, weekdays: bool = False, unit: str = "entity"
) -> PrivacyEvent:
    """What a shift around the dates costs between scopes whose dates differ by the distance."""
    step = WEEK if weekdays else 1
    days = settings.shift_distance
    invariants: tuple[str, ...] = ("intervals between dates", "format of the date")
    invariants += ("relative dates", *(("weekdays",) if weekdays else ()))
    steps = -(-days // step)
    if settings.shift == "laplace":
        cost = settings.shift_epsilon * steps * step
        return PrivacyEvent(
            "surrogate (laplace shift)", unit, 1.0, 0.0, cost, 0.0, cost, 0.0, days, invariants
        )
    count = _shifts(settings, step)
    delta = min(1.0, steps / count)
    return PrivacyEvent(
        "surrogate (uniform shift)",
        unit,
        1.0,
        1.0 / count,
        0.0,
        delta,
        0.0,
        0.0,
        days,
        invariants,
    )
