"""Dates, times and ages of one scope: all move together, so distances hold.

One shift is drawn for a scope (``dateshift``), and every date moves by it in the real calendar.
Months and years without a day move by as many months or years as the first date beside them, so
that "in May, and last month was April" stays true. Where a text names both weekdays and dates,
shifts are multiples of seven: weekdays are an invariant then, and agree with their dates in any
year. Times of day move by one shift in minutes; where a time is on the full hour or says its
minutes in words, by whole hours. Ages are drawn (``ages``); where a date of birth and another date
tell one, the date of birth moves by as many years more, so that it tells the new age.

Privacy. Distances between dates, between times and between ages, forms, relative words, and which
dates lie in one month or year are public; partial dates and everything else are post-processing
of the shift and of public distances. What the shift itself costs is said in ``dateshift``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from understudy.languages import reads
from understudy.privacy.noise import below
from understudy.surrogates.dates.ages import (
    Age,
    age_choices,
    ages_reached,
    drawn_ages,
    read_age,
    tells,
    write_age,
)
from understudy.surrogates.dates.clock import DAY, Clock, moved_clock
from understudy.surrogates.dates.facts import birth_before, calendar_facts
from understudy.surrogates.dates.forms import write_field
from understudy.surrogates.dates.holidays import with_feasts
from understudy.surrogates.dates.items import DATED, Item, items_of, place
from understudy.surrogates.dates.shift import (
    WEEK,
    Shift,
    choices,
    drawn_minutes,
    drawn_shift,
    in_range,
    later,
    latest_day,
    months_of,
    no_shift,
    time_choices,
)
from understudy.surrogates.dates.words import Field, read_date
from understudy.surrogates.mention import Mention, Written, unsaid
from understudy.surrogates.settings import Settings

__all__ = ["DATES", "Anchor", "anchor_of", "has_weekdays", "least", "reaches", "write_dates"]

_GROWN = 40
_YEAR = 365.2425
_MONTHS = 10
_NEVER = date.min
DATES = frozenset(("DATE_TIME", "DATE", "MONTH", "TIME", "AGE"))


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
    ages: Mapping[int, Age]
    """By the place of the mention."""
    language: str
    least_step: int = 1

    def __repr__(self) -> str:
        return unsaid(self)

    @property
    def step(self) -> int:
        """Days that the shift is a multiple of."""
        weekdays = any("weekday" in item.values for item in self.items)
        both = weekdays and any(item.grain != "weekday" for item in self.items)
        return WEEK if both else self.least_step

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

    @property
    def befores(self) -> list[str]:
        """What stands before each time, where the time begins its mention."""
        return [
            mention.before if not at else ""
            for mention, reading in zip(self.mentions, self.readings, strict=True)
            if reading
            for at, field in enumerate(reading.fields)
            if field.clock
        ]

    @property
    def born_last(self) -> int | None:
        """The latest date, where it is one of birth: the day of speaking is later, by the age of
        the document, or by that of somebody grown up."""
        dated = [item for item in self.items if item.day and {"day", "year"} <= set(item.values)]
        last = max(dated, key=lambda item: item.day or _NEVER, default=None)
        if (
            last is None
            or last.day is None
            or not birth_before(self.language).search(self.mentions[last.mention].before)
        ):
            return None
        return last.day.toordinal()

    @property
    def age(self) -> Age | None:
        """The first age in years."""
        return next((age for age in self.ages.values() if age.unit == "year"), None)

    def anchored(self, settings: Settings, ages: Mapping[Age, int] | None = None) -> Settings:
        """With the day of speaking in the place of the latest date, where there is one: after a
        birth by the new age, so that the new date of birth tells it."""
        if settings.anchor is not None or self.born_last is None:
            return settings
        years = self.age.value + (ages or {}).get(self.age, 0) if self.age else _GROWN
        return settings._replace(anchor=(self.born_last + round(years * _YEAR), self.step))

    def births(self) -> Mapping[int, Age]:
        """The mention of each date of birth that tells an age with another date → that age."""
        found: dict[int, Age] = {}
        if not self.ages:
            return found
        whole = [item for item in self.items if item.day and {"day", "year"} <= set(item.values)]
        days = {item.day for item in whole if item.day}
        years = {item.values["year"] for item in self.items if item.grain == "year"}
        born = birth_before(self.language)
        for item in whole:
            told = [
                age
                for age in self.ages.values()
                if item.day and age.unit == "year" and tells(item.day, days, years, age.value)
            ]
            if told and born.search(self.mentions[item.mention].before):
                found[item.mention] = told[0]
        return found


class _Moves(NamedTuple):
    """How far everything in a scope moves."""

    shift: Shift
    minutes: int = 0
    ages: Mapping[Age, int] = {}
    months: int = 0
    """Of the ages that are drawn."""
    births: Mapping[int, int] = {}
    """The mention of a date of birth → the days that it moves back, beside the shift."""

    def __repr__(self) -> str:
        return unsaid(self)


def write_dates(mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings) -> Written:
    """All dates, times and ages of one scope, in text order."""
    scope = _read(mentions, settings)
    ages = drawn_ages(list(scope.ages.values()), numbers)
    months = below(_MONTHS, numbers) if any(age.months for age in ages) else 0
    shift = drawn_shift(scope.items, scope.step, numbers, scope.anchored(settings, ages))
    minutes = drawn_minutes(scope.clocks, scope.befores, scope.minutes, numbers, settings.language)
    births = {at: _in_steps(ages[age], scope.step) for at, age in scope.births().items()}
    moves = _Moves(shift, minutes, ages, months, births)
    texts = with_feasts(mentions, _written(scope, moves), numbers, settings.language)
    left = {at: reason for at in range(len(mentions)) if (reason := _left(scope, at))}
    return Written(texts, _invariants(scope), left)


def _left(scope: _Scope, at: int) -> str:
    """Why a mention stays: "last week" says no date, and "Monday" stays where weeks do."""
    reading = scope.readings[at]
    if reading is None or any(field.clock for field in reading.fields):
        return ""
    dated = {field.kind for field in reading.fields} & set(DATED)
    if dated:
        return "weekday" if dated == {"weekday"} and scope.step == WEEK else ""
    said = {field.text.lower() for field in reading.fields if field.kind == "relative"}
    parts = set(calendar_facts(reading.language)["day_parts"])
    return "part of the day" if said and said <= parts else "relative time"


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """The least probability of an outcome; 0 with Laplace noise, whose shifts have no end."""
    scope = _read(mentions, settings)
    count = choices(scope.items, scope.step, scope.anchored(settings))
    times = time_choices(scope.clocks, scope.befores, scope.minutes, settings.language)
    ages = age_choices(list(scope.ages.values()))
    ages *= _MONTHS if any(age.months for age in scope.ages.values()) else 1
    return 1.0 / (count * times * ages) if count else 0.0


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives exactly these mentions."""
    scope = _read(mentions, settings)
    if not in_range(scope.items, scope.step, scope.anchored(settings)):
        return False
    if not ages_reached(list(scope.ages.values())):
        return False
    return _written(scope, _Moves(no_shift())) == tuple(mention.text for mention in mentions)


def has_weekdays(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether the scope moves by whole weeks."""
    return _read(mentions, settings).step == WEEK


Anchor = tuple[int, int]
"""The latest date of a scope, and the days that it moves by."""


def anchor_of(mentions: Sequence[Mention], settings: Settings) -> Anchor | None:
    """The anchor of one document, for a scope of several."""
    scope = _read(mentions, settings)
    latest = latest_day(scope.items)
    if scope.born_last is not None:
        latest = scope.born_last + round(_GROWN * _YEAR)
    return None if latest is None else (latest, scope.step)


def _read(mentions: Sequence[Mention], settings: Settings) -> _Scope:
    readings: list[_Reading | None] = []
    items: list[Item] = []
    ages: dict[int, Age] = {}
    for at, mention in enumerate(mentions):
        age = read_age(mention, settings.language) if mention.category == "AGE" else None
        if age:
            ages[at] = age
        reading = None if mention.category == "AGE" else _reading(mention, settings.language)
        found = items_of(at, reading.fields) if reading else []
        readings.append(reading if found is not None else None)
        items += found or []
    place(items)
    return _Scope(
        tuple(mentions),
        tuple(readings),
        tuple(items),
        ages,
        settings.language,
        settings.anchor[1] if settings.anchor else 1,
    )


def _reading(mention: Mention, language: str) -> _Reading | None:
    """In the language of the text, else in another: people switch."""
    times = (True,) if mention.category == "TIME" else (False, True)
    for one in reads(language):
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
    beside = calendar_facts(language)["traits"]["day_beside_relative"]
    return category == "TIME" or (not beside and "relative" in kinds)


def _written(scope: _Scope, moves: _Moves) -> tuple[str | None, ...]:
    by_mention: dict[int, list[Item]] = {}
    for item in scope.items:
        by_mention.setdefault(item.mention, []).append(item)
    texts: list[str | None] = []
    for at, (mention, reading) in enumerate(zip(scope.mentions, scope.readings, strict=True)):
        age = scope.ages.get(at)
        if age:
            texts.append(write_age(age, mention.text, moves.ages.get(age, 0), moves.months))
        elif reading is None:
            texts.append(None)
        else:
            back = moves.births.get(at, 0)
            shift = moves.shift._replace(days=moves.shift.days - back)
            own = moves._replace(shift=shift) if back else moves
            texts.append(_rewritten(mention.text, reading, by_mention.get(at, []), own))
    return tuple(texts)


def _in_steps(years: int, step: int) -> int:
    """So many years in days, in steps of the shift."""
    return round(years * _YEAR / step) * step


def _moved(item: Item, days: int, shift: Shift) -> dict[str, int] | None:
    """The new value of each field of a date; None where the calendar ends."""
    new: dict[str, int] = {}
    if "weekday" in item.values:
        new["weekday"] = (item.values["weekday"] - 1 + days) % WEEK + 1
    match item.grain:
        case "day":
            moved = later(item.day, days) if item.day else None
            if moved is None:
                return None
            new |= {"day": moved.day, "month": moved.month, "year": moved.year}
        case "month":
            if item.day is None:
                return None
            year, month = divmod(months_of(item.day) - 1 + shift.months, 12)
            new |= {"month": month + 1, "year": year}
        case "season":
            year = item.values.get("year", 2000)
            quarter = year * 4 + item.values["season"] - 1 + round(shift.months / 3)
            new |= {"season": quarter % 4 + 1, "year": quarter // 4}
        case "year" | "decade" as kind:
            new[kind] = item.values[kind] + shift.years
    return new if 1 <= new.get("year", 1) <= 9999 else None


def _rewritten(text: str, reading: _Reading, items: Sequence[Item], moves: _Moves) -> str | None:
    days = moves.shift.days + _carried(reading, items, moves.minutes)
    new = [_moved(item, days, moves.shift) for item in items]
    values = [one for one in new if one is not None]
    if len(values) < len(items):
        return None
    return "".join(_fields(text, reading, items, values, moves))


def _fields(
    text: str,
    reading: _Reading,
    items: Sequence[Item],
    values: Sequence[dict[str, int]],
    moves: _Moves,
) -> Iterator[str]:
    for at, field in enumerate(reading.fields):
        if field.clock:
            yield moved_clock(field.clock, text, moves.minutes, reading.language)
        elif field.kind in DATED:
            yield _field(at, reading, items, values)
        else:
            yield field.text


def _carried(reading: _Reading, items: Sequence[Item], minutes: int) -> int:
    """A time that passes midnight takes its date with it."""
    clock = next((field.clock for field in reading.fields if field.clock), None)
    if clock is None or clock.twelve or not any(item.grain == "day" for item in items):
        return 0
    return (clock.minute + minutes) // DAY


def _field(at: int, reading: _Reading, items: Sequence[Item], new: Sequence[dict[str, int]]) -> str:
    """A field of the date that it belongs to; with what two dates no longer share."""
    fields, kind = reading.fields, reading.fields[at].kind
    owners = [number for number, item in enumerate(items) if item.fields.get(kind) == at]
    first_day = min((item.fields["day"] for item in items if "day" in item.fields), default=-1)
    owner = owners[0] if at < first_day else owners[-1]
    field = fields[at]
    if field.form == "pair" and new[owner].get("day") in (20, 30):
        zeros = calendar_facts(reading.language)["pair_zeros"]
        # "nine thirty two thousand four" would be read as thirty-two thousand.
        field = field._replace(style=field.style._replace(zero=zeros[0]))
    said = write_field(field, new[owner][kind], reading.language)
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
    if scope.step == WEEK:
        named += ["weekdays"]
    if "relative" in kinds:
        named += ["relative dates"]
    if scope.clocks:
        named += ["intervals between times", "parts of the day"]
        named += [f"minutes after the last {scope.minutes}"]
    if scope.ages:
        named += ["stage of life", "differences between ages"]
        named += ["that a date of birth tells the age"] if scope.births() else []
    return tuple(named)
