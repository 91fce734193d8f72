"""Dates, times and ages of one scope: all move together, so distances hold.

One shift in days is drawn for a scope, without a look at its dates, and every date moves by it in
the real calendar. Months and years without a day move by as many months or years as the first
date beside them, so that "in May, and last month was April" stays true. Where a text names both
weekdays and dates, shifts are multiples of seven: weekdays are an invariant then, and agree with
their dates in any year. Times of day move by one shift in minutes; where a time is on the full
hour or says its minutes in words, by whole hours. Ages stay: a birth date and the day of writing
move by the same shift, so that what an age tells of the two is still true.

Privacy (SCIENCE §1, Dates). Neighbours: all dates of the scope move together by d days (times: by
m minutes); intervals, forms, relative words and ages are public. A uniform shift over −W…W has
2W + 1 values, and moving all dates by d leaves 2W + 1 − d of them in common: it is (0, δ) private
with δ = d/(2W + 1), and for no δ below that with any ε, since some outputs are possible on one
side only (ε = ∞, δ = 0). Discrete Laplace with ε per day is (ε·d, 0) private. In multiples of
seven, d is a number of weeks and W = ⌊shift_days/7⌋ of them. Partial dates and everything else are
post-processing of the shifted dates and of public distances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from understudy.languages import LANGUAGES
from understudy.privacy.noise import below, discrete_laplace
from understudy.surrogates.clock import DAY, Clock, moved_clock
from understudy.surrogates.dateforms import write_field
from understudy.surrogates.dateitems import DATED, Item, items_of, place
from understudy.surrogates.datewords import Field, read_date
from understudy.surrogates.mention import Mention, Settings, Written, unsaid
from understudy.surrogates.numberwords import read_numeral, tokens_of
from understudy.types import PrivacyEvent

__all__ = ["least", "reaches", "shift_event", "time_event", "write_dates"]

_WEEK = 7
_MOST_MINUTES = 120
_YEAR_DAYS = 365.2425


class _Reading(NamedTuple):
    fields: tuple[Field, ...]
    language: str

    def __repr__(self) -> str:
        return unsaid(self)


class _Scope(NamedTuple):
    """What a scope's mentions say."""

    mentions: tuple[Mention, ...]
    readings: tuple[_Reading | None, ...]
    items: tuple[Item, ...]

    def __repr__(self) -> str:
        return unsaid(self)

    @property
    def step(self) -> int:
        """Days that the shift is a multiple of."""
        weekdays = any("weekday" in item.values for item in self.items)
        return _WEEK if weekdays and any(item.grain != "weekday" for item in self.items) else 1

    @property
    def minutes(self) -> int:
        """Minutes that the shift of times is a multiple of."""
        return 60 if any(clock.whole_hours for clock in self.clocks) else 5

    @property
    def clocks(self) -> list[Clock]:
        return [
            field.clock
            for reading in self.readings
            if reading
            for field in reading.fields
            if field.clock
        ]


class _Shift(NamedTuple):
    days: int
    minutes: int


class _Steps(NamedTuple):
    """By how many months and years the dates move that have no day or no month."""

    months: int
    years: int


def write_dates(mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings) -> Written:
    """All dates, times and ages of one scope, in text order."""
    scope = _read(mentions, settings)
    days = scope.step * _drawn_steps(scope.step, numbers, settings)
    count = _MOST_MINUTES // scope.minutes
    minutes = scope.minutes * (below(2 * count + 1, numbers) - count)
    return Written(_written(scope, _Shift(days, minutes)), _invariants(scope))


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """The least probability of a shift; 0 with Laplace noise, whose shifts have no end."""
    scope = _read(mentions, settings)
    dates = times = 1.0
    if scope.items:
        dates = 0.0 if settings.shift == "laplace" else 1.0 / _shifts(settings, scope.step)
    if scope.clocks:
        times = 1.0 / (2 * (_MOST_MINUTES // scope.minutes) + 1)
    return dates * times


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether the shift by nothing, which is always possible, gives exactly these mentions."""
    kept = _written(_read(mentions, settings), _Shift(0, 0))
    return kept == tuple(mention.text for mention in mentions)


def shift_event(
    settings: Settings, days: int, *, weekdays: bool = False, unit: str = "entity"
) -> PrivacyEvent:
    """What the shift costs between scopes whose dates all differ by so many days."""
    step = _WEEK if weekdays else 1
    invariants: tuple[str, ...] = ("intervals between dates", "format of the date")
    invariants += ("relative dates", "age", *(("weekdays",) if weekdays else ()))
    steps = -(-days // step)
    if settings.shift == "laplace":
        cost = settings.shift_epsilon * steps * step
        return PrivacyEvent(
            "date shift (laplace)", unit, 1.0, 0.0, cost, 0.0, cost, 0.0, float(days), invariants
        )
    count = _shifts(settings, step)
    delta = min(1.0, steps / count)
    return PrivacyEvent(
        "date shift (uniform)",
        unit,
        1.0,
        1.0 / count,
        0.0,
        delta,
        0.0,
        0.0,
        float(days),
        invariants,
    )


def time_event(minutes: int, *, whole_hours: bool = False, unit: str = "entity") -> PrivacyEvent:
    """What the shift of times costs between scopes whose times all differ by so many minutes."""
    step = 60 if whole_hours else 5
    count = 2 * (_MOST_MINUTES // step) + 1
    delta = min(1.0, -(-minutes // step) / count)
    invariants = ("intervals between times", "parts of the day", f"minutes after the last {step}")
    return PrivacyEvent(
        "time shift (uniform)", unit, 1.0, 1.0 / count, 0.0, delta, 0.0, 0.0, minutes, invariants
    )


def _shifts(settings: Settings, step: int) -> int:
    return 2 * (settings.shift_days // step) + 1


def _drawn_steps(step: int, numbers: Iterator[int], settings: Settings) -> int:
    if settings.shift == "laplace":
        rate = Fraction(settings.shift_epsilon).limit_denominator(10**6) * step
        return discrete_laplace(rate.denominator, rate.numerator, numbers)
    count = _shifts(settings, step)
    return below(count, numbers) - count // 2


def _read(mentions: Sequence[Mention], settings: Settings) -> _Scope:
    readings: list[_Reading | None] = []
    items: list[Item] = []
    for at, mention in enumerate(mentions):
        reading = None if mention.category == "AGE" else _reading(mention, settings.language)
        found = items_of(at, reading.fields) if reading else []
        readings.append(reading if found is not None else None)
        items += found or []
    place(items)
    return _Scope(tuple(mentions), tuple(readings), tuple(items))


def _reading(mention: Mention, language: str) -> _Reading | None:
    """In the language of the text, else in another: people switch."""
    times = (True,) if mention.category == "TIME" else (False, True)
    for one in (language, *(other for other in LANGUAGES if other != language)):
        for time in times:
            fields = read_date(mention.text, one, time=time, before=mention.before)
            if fields and not _doubtful(fields, mention.category, one):
                return _Reading(tuple(fields), one)
    return None


def _doubtful(fields: Sequence[Field], category: str, language: str) -> bool:
    """A number by itself is no day in a time, nor in English beside words such as "tonight"."""
    kinds = {field.kind for field in fields}
    bare = any(field.kind == "day" and field.form in ("one", "two", "cardinal") for field in fields)
    if not bare or kinds & {"month", "weekday"}:
        return False
    return category == "TIME" or (language == "en" and "relative" in kinds)


def _written(scope: _Scope, shift: _Shift) -> tuple[str | None, ...]:
    steps = _steps(scope.items, shift.days)
    by_mention: dict[int, list[Item]] = {}
    for item in scope.items:
        by_mention.setdefault(item.mention, []).append(item)
    texts: list[str | None] = []
    for at, (mention, reading) in enumerate(zip(scope.mentions, scope.readings, strict=True)):
        if mention.category == "AGE":
            texts.append(mention.text if _is_age(mention.text) else None)
        elif reading is None:
            texts.append(None)
        else:
            items = by_mention.get(at, [])
            texts.append(_rewritten(mention.text, reading, items, shift, steps))
    return tuple(texts)


def _is_age(text: str) -> bool:
    tokens = tokens_of(text)
    return any(
        token.text.isdecimal() or read_numeral(text, tokens, at, language)
        for at, token in enumerate(tokens)
        for language in LANGUAGES
    )


def _months_of(day: date) -> int:
    return day.year * 12 + day.month


def _steps(items: Sequence[Item], days: int) -> _Steps:
    """As the first full date moves, of those in a month (a year) that is named alone if any is."""
    whole = [item.day for item in items if item.grain == "day" and item.day]
    months = {_months_of(item.day) for item in items if item.grain == "month" and item.day}
    anchor = next((day for day in whole if _months_of(day) in months), next(iter(whole), None))
    moved = _later(anchor, days) if anchor else None
    by_month = round(days * 12 / _YEAR_DAYS)
    if anchor and moved:
        by_month = _months_of(moved) - _months_of(anchor)
    years = {item.values["year"] for item in items if item.grain == "year"}
    dated = whole + [item.day for item in items if item.grain == "month" and item.day]
    same = next((day for day in dated if day.year in years), next(iter(dated), None))
    if same is None:
        return _Steps(by_month, round(days / _YEAR_DAYS))
    end = _later(same, days) if same in whole else None
    year = end.year if end else (_months_of(same) + by_month - 1) // 12
    return _Steps(by_month, year - same.year)


def _later(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _moved(item: Item, days: int, steps: _Steps) -> dict[str, int] | None:
    """The new value of each field of a date; None where the calendar ends."""
    new: dict[str, int] = {}
    if "weekday" in item.values:
        new["weekday"] = (item.values["weekday"] - 1 + days) % _WEEK + 1
    match item.grain:
        case "day":
            moved = _later(item.day, days) if item.day else None
            if moved is None:
                return None
            new |= {"day": moved.day, "month": moved.month, "year": moved.year}
        case "month":
            if item.day is None:
                return None
            year, month = divmod(_months_of(item.day) - 1 + steps.months, 12)
            new |= {"month": month + 1, "year": year}
        case "season":
            year = item.values.get("year", 2000)
            quarter = year * 4 + item.values["season"] - 1 + round(steps.months / 3)
            new |= {"season": quarter % 4 + 1, "year": quarter // 4}
        case "year" | "decade" as kind:
            new[kind] = item.values[kind] + steps.years
    return new if 1 <= new.get("year", 1) <= 9999 else None


def _rewritten(
    text: str, reading: _Reading, items: Sequence[Item], shift: _Shift, steps: _Steps
) -> str | None:
    days = shift.days + _carried(reading, items, shift)
    new = [_moved(item, days, steps) for item in items]
    values = [one for one in new if one is not None]
    if len(values) < len(items):
        return None
    out = []
    for at, field in enumerate(reading.fields):
        if field.clock:
            out.append(moved_clock(field.clock, text, shift.minutes, reading.language))
        elif field.kind in DATED:
            out.append(_field(at, reading, items, values))
        else:
            out.append(field.text)
    return "".join(out)


def _carried(reading: _Reading, items: Sequence[Item], shift: _Shift) -> int:
    """A time that passes midnight takes its date with it."""
    clock = next((field.clock for field in reading.fields if field.clock), None)
    if clock is None or clock.twelve or not any(item.grain == "day" for item in items):
        return 0
    return (clock.minute + shift.minutes) // DAY


def _field(at: int, reading: _Reading, items: Sequence[Item], new: Sequence[dict[str, int]]) -> str:
    """A field of the date that it belongs to; with what two dates no longer share."""
    fields, kind = reading.fields, reading.fields[at].kind
    owners = [number for number, item in enumerate(items) if item.fields.get(kind) == at]
    first_day = min((item.fields["day"] for item in items if "day" in item.fields), default=-1)
    owner = owners[0] if at < first_day else owners[-1]
    said = write_field(fields[at], new[owner][kind], reading.language)
    if len(owners) > 1 or len(items) == 1:
        return said
    return _with_parted(said, at, owner, reading, items, new)


def _with_parted(
    said: str,
    at: int,
    owner: int,
    reading: _Reading,
    items: Sequence[Item],
    new: Sequence[dict[str, int]],
) -> str:
    """ "3-5 May" may become "30 April-2 May": the month, or the year, is said for each then."""
    fields = reading.fields
    own, first, last = (_own(items, number) for number in (owner, 0, -1))
    for kind in ("month", "year"):
        shared = items[owner].fields.get(kind, at)
        if shared in own or len({one[kind] for one in new}) == 1:
            continue
        parted = write_field(fields[shared], new[owner][kind], reading.language)
        if shared > last[-1] and at == own[-1] != last[-1]:
            start = items[-1].fields.get("month", last[-1]) if kind == "year" else last[-1]
            said += "".join(field.text for field in fields[start + 1 : shared]) + parted
        elif shared < first[0] and at == own[0] != first[0]:
            said = parted + "".join(field.text for field in fields[shared + 1 : first[0]]) + said
    return said


def _own(items: Sequence[Item], number: int) -> list[int]:
    """Where the fields stand that a date of several has for itself."""
    at = [where for item in items for where in item.fields.values()]
    return sorted(where for where in items[number].fields.values() if at.count(where) == 1)


def _invariants(scope: _Scope) -> tuple[str, ...]:
    named = ["format of the date", "letter case"]
    kinds = {field.kind for reading in scope.readings if reading for field in reading.fields}
    if scope.items:
        named += ["intervals between dates"]
    if scope.step == _WEEK:
        named += ["weekdays"]
    if "relative" in kinds:
        named += ["relative dates"]
    if scope.clocks:
        named += ["intervals between times", "parts of the day"]
        named += ["minutes past the hour"] if scope.minutes == 60 else []
    if any(mention.category == "AGE" for mention in scope.mentions):
        named += ["age"]
    return tuple(named)
