"""What is public of the dates, times and ages of one scope: all that their writer sees.

A scope has dates, times and ages, each told by its distance from another one, never by itself; and
a row of parts for each mention, which says how it is written and with which public words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from understudy.languages import installed, reads
from understudy.surrogates.dates.facts import calendar_facts, feasts, public_words
from understudy.surrogates.sketches import Invariant

__all__ = [
    "CASES",
    "CLOCK",
    "DATED",
    "DATES",
    "FARTHEST",
    "GRAINS",
    "HALF_PART",
    "HALVES",
    "INVARIANTS",
    "MARKS",
    "MEAL_PART",
    "MOST_COUNTED",
    "PARTS",
    "STAGES",
    "YOUNG",
    "Age",
    "Date",
    "Part",
    "Row",
    "Sketch",
    "Time",
    "numeric_dates",
]

DATES = frozenset(("DATE_TIME", "DATE", "MONTH", "TIME", "AGE"))
"""The categories of this kind."""
GRAINS = ("day", "month", "season", "year", "decade", "weekday")
DATED = ("day", "month", "year", "weekday", "season", "decade")
"""Parts that tell a date."""
CLOCK = ("hour", "minute", "second", "half", "daypart", "hour article")
"""Parts that tell a time of day."""
_AGED = ("age", "months", "unit", "article", "life")
_PLAIN = ("word", "mark", "count", "feast")
CASES = ("lower", "title", "upper")
MARKS = (
    *("", " ", ",", ", ", ".", ". ", "-", " - ", "–", " – ", "/", " / ", ":", ": ", " : "),
    *(";", "; ", "'", " '", "' ", "(", ")", " (", ") ", "), ", '"', "+", "\n", ",\n"),
)
HALVES = ("am", "a.m.", "a. m.", "a m", "a.m", "a. m")
MOST_COUNTED = 999
"""The greatest number that is told of days, weeks and the like: "345 days"."""
_YEARS = 1000
FARTHEST = 366 * _YEARS
"""Days that two dates may lie apart; what is farther is read as lying so far."""
_OLDEST = 130
STAGES = {
    "year": ((0, 21), (22, 44), (45, 64), (65, _OLDEST)),
    "month": ((0, 23), (24, _OLDEST)),
    "week": ((0, 42), (43, _OLDEST)),
    "day": ((0, 31), (32, _OLDEST)),
}
"""Stages of life: at least twenty values are drawn of each, so that none of them is rare."""
YOUNG = {"": (0, 21), "infant": (0, 4), "child": (0, 12), "teen": (12, 19), "adult": (18, 29)}
"""What the first stage of life, in years, becomes beside words such as baby, girl or man."""
_HOUR = 60
PARTS = (
    *((0, 6 * _HOUR), (6 * _HOUR, 22 * _HOUR), (22 * _HOUR, 24 * _HOUR)),
    *((0, 6 * _HOUR), (6 * _HOUR, 12 * _HOUR), (12 * _HOUR, 20 * _HOUR), (20 * _HOUR, 24 * _HOUR)),
    *((0, 12 * _HOUR), (12 * _HOUR, 24 * _HOUR)),
    *((6 * _HOUR, 10 * _HOUR), (12 * _HOUR, 16 * _HOUR), (18 * _HOUR, 23 * _HOUR)),
)
"""Parts of the day in minutes: three where nothing is said, four where the mention says the part
or the half of the day, two where the text behind it says the half, three where the word for a meal
is beside it."""
HALF_PART, MEAL_PART = 7, 9
"""Which is the first of the two, and the first of the last three."""


class Part(NamedTuple):
    """A piece of a mention."""

    kind: str
    form: str = ""
    case: str = "lower"
    word: str = ""
    of: tuple[int, ...] = ()
    number: int = 0


class Row(NamedTuple):
    """How one mention is written; without parts where it has neither a letter nor a digit."""

    language: str
    parts: tuple[Part, ...]
    hyphens: bool = False


class Date(NamedTuple):
    """A date of the scope, by its distance from another one or from the anchor."""

    grain: str
    beside: int
    distance: int
    age: int = -1


class Time(NamedTuple):
    """A time of day of the scope, by its distance from the first one."""

    distance: int
    part: int
    dial: bool
    article: str = ""
    seconds: int = -1


class Age(NamedTuple):
    """An age of the scope, by its stage of life and its distance from another one."""

    unit: str
    stage: int
    tie: int
    distance: int
    article: str = ""
    around: str = ""


class Sketch(NamedTuple):
    """The dates, times and ages of one scope."""

    rows: tuple[Row, ...]
    dates: tuple[Date, ...] = ()
    times: tuple[Time, ...] = ()
    ages: tuple[Age, ...] = ()
    weekday: int = -1
    latest: int = -1
    minutes: int = 5
    past: int = 0


_FIGURES = ("one", "two")
"""The forms of a day or a month in figures."""


def numeric_dates(sketch: Sketch, *, months_lead: bool) -> int:
    """How many dates have day and month in figures, in this order."""
    wanted = ["month", "day"] if months_lead else ["day", "month"]
    count = 0
    for row in sketch.rows:
        said = [part for part in row.parts if part.kind != "mark"]
        for at in range(len(said) - 1):
            pair = said[at : at + 2]
            behind_year = at > 0 and said[at - 1].kind == "year"  # 2016-05-03
            figures = all(part.form in _FIGURES for part in pair)
            count += figures and not behind_year and [part.kind for part in pair] == wanted
    return count


_FORMS = frozenset(
    (
        *("", "one", "two", "nth", "ordinal", "cardinal", "full", "short", "many"),
        *("roman", "Y", "y", "words", "two words", "figures", "feminine", "plural"),
        *HALVES,
    )
)


def _one_of(*values: Any) -> Callable[[Any, str], bool]:
    return lambda value, _: value in values


def _whole(low: int, high: int) -> Callable[[Any, str], bool]:
    return lambda value, _: isinstance(value, int) and low <= value <= high


def _form(value: Any, language: str) -> bool:
    return value in _FORMS or any(value in feasts(one) for one in reads(language))


def _word(value: Any, language: str) -> bool:
    if value in MARKS:
        return True
    return any(value in public_words(one).values() for one in reads(language))


def _hour_article(value: Any, language: str) -> bool:
    return not value or any(value in calendar_facts(one)["hour_article"] for one in reads(language))


def _age_article(value: Any, language: str) -> bool:
    return not value or any(value in calendar_facts(one)["age_articles"] for one in reads(language))


_FORM = "format of the date"
_INTERVALS = "intervals between dates"
_TIMES = "intervals between times"
_PARTS = "day or night"
_STAGE = "stage of life"
_TIES = "differences between ages"
_TOGETHER = "which dates, times and ages a mention tells"

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        *("Row", "language", "language of the date"),
        "A date is written again in the language that it was written in.",
        lambda value, language: value in reads(language) or value in installed(),
    ),
    Invariant(
        *("Row", "hyphens", "hyphens in numbers"),
        "Numbers in words have hyphens where the words around or capital letters ask for them.",
        _one_of(True, False),
    ),
    Invariant(
        *("Part", "kind", _FORM),
        "What is told, in which order: day, month, year, weekday, time, age, feast; day and month "
        "in figures in the one order that the dates of the document have together, or that goes "
        "with the language, the countries that stay and the public words.",
        _one_of(*DATED, *CLOCK, *_AGED, *_PLAIN),
    ),
    Invariant(
        *("Part", "form", _FORM),
        "How each is told: in figures, in Roman ones or in words, a name in full or short (May, "
        "which is both, as the names beside it, or else in full), a year in two figures.",
        _form,
    ),
    Invariant(
        *("Part", "case", "letter case"),
        "Small letters, a capital in front, or capitals.",
        _one_of(*CASES),
    ),
    Invariant(
        *("Part", "word", "relative dates"),
        "Words such as next, ago, in the evening, and punctuation stay, where our lists have them.",
        _word,
    ),
    Invariant(
        *("Part", "of", _TOGETHER),
        "Which date, time, age or feast of the document is told; the same one is told again.",
        _whole(0, 1 << 20),
    ),
    Invariant(
        *("Part", "number", "relative dates"),
        "How many days, weeks or years a relative time or a duration tells, and minutes in words.",
        _whole(0, MOST_COUNTED),
    ),
    Invariant(
        *("Date", "grain", _FORM),
        "Whether a date tells its day, its month, its season, its year, its decade or a weekday.",
        _one_of(*GRAINS),
    ),
    Invariant(
        *("Date", "beside", _INTERVALS),
        "From which other date a date is counted.",
        _whole(-1, 1 << 20),
    ),
    Invariant(
        *("Date", "distance", _INTERVALS),
        "Dates are as far apart as they were.",
        _whole(-FARTHEST, FARTHEST),
    ),
    Invariant(
        *("Date", "age", "that a date of birth tells the age"),
        "A date of birth and another date tell the new age, where they told the old one.",
        _whole(-1, 1 << 20),
    ),
    Invariant(
        *("Time", "distance", _TIMES),
        "Times of day are as far apart as they were.",
        _whole(-24 * _HOUR, 24 * _HOUR),
    ),
    Invariant(
        *("Time", "part", _PARTS),
        "A time stays before 6, between 6 and 22 or after 22 hours; before 6, 12, 20 or 24 where "
        "its part or half of the day is said; beside the word for a meal in the hours of that "
        "meal. Where the times of a document lie too far apart for that, the first one does.",
        _whole(-1, len(PARTS) - 1),
    ),
    Invariant(
        *("Time", "dial", _FORM),
        "Whether hours run to twelve or to twenty-four.",
        _one_of(True, False),
    ),
    Invariant(
        *("Time", "article", "the words around"),
        "The article before an hour stays, and the hour agrees with it.",
        _hour_article,
    ),
    Invariant(
        *("Time", "seconds", _TIMES),
        "Whether seconds are told, and how far those of two times are apart.",
        _whole(-1, 59),
    ),
    Invariant(
        *("Age", "unit", _STAGE),
        "Whether an age counts years, months, weeks or days.",
        _one_of(*STAGES),
    ),
    Invariant(
        *("Age", "stage", _STAGE),
        "An age stays in its stage of life; 65 and more is one stage.",
        _whole(0, 3),
    ),
    Invariant(*("Age", "tie", _TIES), "Which ages keep their differences.", _whole(0, 1 << 20)),
    Invariant(
        *("Age", "distance", _TIES),
        "Ages differ by as much as they did, where that leaves enough to draw from.",
        _whole(-_OLDEST, _OLDEST),
    ),
    Invariant(
        *("Age", "article", "the words around"),
        "The article before an age stays, and the age agrees with it.",
        _age_article,
    ),
    Invariant(
        *("Age", "around", "the words around"),
        "Beside words such as baby, girl or man a young age becomes one that fits them.",
        _one_of(*YOUNG),
    ),
    Invariant(
        *("Sketch", "weekday", "weekdays"),
        "Where weekdays are named beside dates, all dates move by whole weeks.",
        _whole(-1, 6),
    ),
    Invariant(
        *("Sketch", "latest", "the latest date, to which noise is added"),
        "Shifts around the dates themselves start from the latest; they have an account.",
        _whole(-1, 3_652_059),
        "shifted",
    ),
    Invariant(
        *("Sketch", "minutes", "whole hours or minutes"),
        "Times move by whole hours where one is told without minutes or with minutes in words, by "
        "five minutes where all are multiples of five, else by minutes.",
        _one_of(1, 5, 60),
    ),
    Invariant(
        *("Sketch", "past", "whole hours or minutes"),
        "Where times move by whole hours, the minutes of the first one stay.",
        _whole(0, 59),
    ),
)
