"""What may be drawn for the dates, times and ages of a sketch; counted from public things alone.

``anchor`` (the default): the latest date of the scope is drawn anew, uniformly over a public range
of years, and everything else keeps its distance to it. The new anchor has nothing to do with the
old one, so scopes with the same distances have the same law: ε = 0, distances being public. Where
no date has a day, the finest kind of date that there is takes its place (a month, a season, a
year, a decade, a weekday). Times of day move by one number of minutes, drawn uniformly among those
that leave each time in its part of the day; the parts and the distances are public. Ages keep
their differences where that leaves at least five values to draw from: the first is drawn uniformly
among those for which every age stays in its stage of life. Else ("18 and 29", the ends of one
stage) each is drawn by itself. What is rare has no stage of its own: 90 and more is drawn with the
ages from 65 on, and becomes one below 90; 0 or 1 is drawn with the ages above.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache

from understudy.languages import get, reads
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.sketch import GRAINS, PARTS, STAGES, YOUNG, Age, Date, Sketch, Time
from understudy.surrogates.settings import Settings

__all__ = [
    "DAY",
    "WEEK",
    "YEAR_DAYS",
    "age_choices",
    "anchor_days",
    "finest",
    "in_steps",
    "in_weeks",
    "joined_stage",
    "minute_choices",
    "restated_time",
    "shifts",
]

WEEK = 7
DAY, _DIAL = 24 * 60, 12 * 60
YEAR_DAYS = 365.2425
_FEWEST_TIMES = 4
_LEAST = 2
"""The least age that is drawn: what counts more than one goes with it."""
_MOST = {"year": 89}
"""The greatest age that is drawn, by unit."""
_FITTING = 3
"""Ages behind "an" are drawn among so many, if need be from several stages of life."""
_GROWN_OLD = 65


def in_weeks(sketch: Sketch) -> bool:
    """Whether all dates move by whole weeks."""
    return sketch.weekday >= 0


def in_steps(years: int, sketch: Sketch) -> int:
    """So many years in days, in steps of the shift."""
    step = WEEK if in_weeks(sketch) else 1
    return round(years * YEAR_DAYS / step) * step


def finest(dates: Sequence[Date]) -> str:
    """The finest kind of date that the scope has."""
    found = {one.grain for one in dates}
    return next((grain for grain in GRAINS if grain in found), "")


def anchor_days(grain: str, weekday: int, settings: Settings) -> Sequence[int]:
    """The days that the anchor may fall on, as ordinals; the middle of a month or a year."""
    first, last = settings.date_range
    if grain == "day":
        start, end = date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal()
        if weekday < 0:
            return range(start, end + 1)
        count = (end - start + 1) // WEEK
        begin = start + (weekday + 1 - start) % WEEK
        return range(begin, begin + WEEK * count, WEEK)
    if grain == "weekday":
        return range(1, WEEK + 1)
    return _middles(grain, first, last)


@lru_cache(maxsize=64)
def _middles(grain: str, first: int, last: int) -> tuple[int, ...]:
    return tuple(one.toordinal() for one in _middle_days(grain, first, last))


def _middle_days(grain: str, first: int, last: int) -> list[date]:
    years = range(first, last + 1)
    match grain:
        case "month":
            return [date(year, month, 15) for year in years for month in range(1, 13)]
        case "season":
            return [date(year, month, 15) for year in years for month in (2, 5, 8, 11)]
        case "decade":
            decades = range(max(first // 10, 0), last // 10 + 1)
            return [date(max(1, 10 * one + 5), 7, 1) for one in decades]
    return [date(year, 7, 1) for year in years]


def shifts(sketch: Sketch, settings: Settings) -> int:
    """How many uniform shifts there are around the dates themselves."""
    step = WEEK if in_weeks(sketch) else 1
    return 2 * (settings.shift_days // step) + 1


def _stage(age: Age) -> tuple[int, int]:
    """What is drawn in a stage of life."""
    low, high = YOUNG[age.around] if age.around else STAGES[age.unit][age.stage]
    return max(low, _LEAST), min(high, _MOST.get(age.unit, high))


def joined_stage(age: Age, language: str) -> int:
    """The stage of an age; the first, where the article before it leaves too little to draw."""
    if not age.article or (age.unit == "year" and _stage(age)[1] >= _GROWN_OLD):
        return age.stage
    low, high = _stage(age)
    fitting = [one for one in range(low, high + 1) if _agree([age], one - age.distance, language)]
    return age.stage if len(fitting) >= _FITTING else 0


def age_choices(ages: Sequence[Age], language: str) -> Sequence[int]:
    """What the first of some ages that are tied may become."""
    low = max(_stage(age)[0] - age.distance for age in ages)
    high = min(_stage(age)[1] - age.distance for age in ages)
    found = range(low, high + 1)
    if not any(age.article for age in ages):
        return found
    fitting = [one for one in found if _agree(ages, one, language)]
    if len(fitting) >= _FITTING or len({age.distance for age in ages}) > 1:
        return fitting
    wide = [one for one in range(_LEAST, _top(ages[0]) + 1) if _agree(ages, one, language)]
    return wide or found


def _top(age: Age) -> int:
    """The greatest age that is drawn where stages of life are joined."""
    if age.unit != "year":
        return STAGES[age.unit][0][1]
    return _GROWN_OLD if _stage(age)[1] < _GROWN_OLD else _MOST["year"]


def _agree(ages: Sequence[Age], first: int, language: str) -> bool:
    return all(
        get(one).agreement.fits(age.article, str(first + age.distance))
        for age in ages
        if age.article
        for one in reads(language)
    )


def minute_choices(sketch: Sketch, language: str) -> Sequence[int]:
    """The minutes of the day that the first time may fall on.

    Each time stays in its part of the day, and the article before it stays right. Where times are
    too far apart for that, the first alone decides.
    """
    times, step, past = sketch.times, sketch.minutes, sketch.past
    told = [time for time in times if time.part >= 0]
    found = _within(told, step, past) if told else range(past % step, _DIAL, step)
    if told and len(found) < _FEWEST_TIMES:
        found = _within(told[:1], step, past)
    articled = _articled(times, language)
    fitting = [one for one in found if _articles_fit(articled, one)]
    return fitting or found or range(past % step, DAY, step)


def _within(times: Sequence[Time], step: int, past: int) -> Sequence[int]:
    low = max(PARTS[time.part][0] - time.distance for time in times)
    high = min(PARTS[time.part][1] - time.distance for time in times)
    return range(low + (past - low) % step, high, step)


def _articled(times: Sequence[Time], language: str) -> frozenset[tuple[int, bool]]:
    """Of the times with an article the minutes behind the first, and whether it is the article of
    one o'clock: so few of any number of times, since a clock comes round."""
    of_one = _of_one(language)
    return frozenset(
        (time.distance % _DIAL, time.article in of_one) for time in times if time.article
    )


def _articles_fit(articled: frozenset[tuple[int, bool]], first: int) -> bool:
    """Whether "la" stands before one o'clock, and "las" before any other hour."""
    return all(((first + distance) // 60 % 12 == 1) == of_one for distance, of_one in articled)


@cache
def _of_one(language: str) -> frozenset[str]:
    """The articles before one o'clock."""
    return frozenset(
        pair[0] for one in reads(language) if (pair := calendar_facts(one)["hour_article"])
    )


def restated_time(sketch: Sketch, language: str) -> bool:
    """Whether the only time stands behind an article that leaves one hour; then its minutes are
    drawn, as "a la una" has no other hour."""
    return len(sketch.times) == 1 and sketch.times[0].article in _of_one(language)
