"""Dates, times and ages of one scope, written anew from what is public of them.

One anchor is drawn for a scope, and every date lies as far from it as it did, in the real
calendar. Months and years without a day are counted from the month or year of a date beside them,
so that "in May, and last month was April" stays true. Where a text names both weekdays and dates,
the anchor keeps its weekday: weekdays agree with their dates in any year. Times of day move by one
number of minutes. Ages are drawn; where a date of birth and another date tell one, the birth lies
before the anchor by the new age. A date named by a feast is named by another feast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from understudy.languages import get
from understudy.languages.numbers.writing import Style, cardinal
from understudy.privacy.noise import discrete_laplace, rational
from understudy.surrogates.dates.choices import (
    DAY,
    WEEK,
    age_choices,
    anchor_days,
    finest,
    in_steps,
    in_weeks,
    minute_choices,
    restated_time,
    shifts,
)
from understudy.surrogates.dates.facts import calendar_facts, feasts
from understudy.surrogates.dates.forms import cased, write_clock, write_count, write_part
from understudy.surrogates.dates.sketch import CLOCK, DATED, Date, Part, Row, Sketch
from understudy.surrogates.dice import Dice
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Table

__all__ = ["write"]

_MONTHS = 10
"""Months beside the years of an age: two to eleven."""


class _Drawn(NamedTuple):
    """What one draw gives."""

    ages: Sequence[int]
    months: int
    anchor: int
    minute: int
    second: int
    feasts: Mapping[int, str]
    told: str
    life: str


def write(sketch: Sketch, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
    """All dates, times and ages of one scope, in text order."""
    kinds = {part.kind for row in sketch.rows for part in row.parts}
    drawn = _Drawn(
        ages=_ages(sketch, settings, dice) if sketch.ages else (),
        months=dice.below(_MONTHS, ("months",)) if "months" in kinds else 0,
        anchor=_anchor(sketch, settings, dice),
        minute=_minute(sketch, settings, dice),
        second=dice.below(60, ("seconds",)) if "second" in kinds else 0,
        feasts=_feasts(sketch, dice) if "feast" in kinds else {},
        told=_told(sketch, settings, dice) if "hour" in kinds else "",
        life=_life(sketch, settings, dice) if "life" in kinds else "",
    )
    calendar = _Calendar(sketch, drawn)
    return tuple([_Writer(row, sketch, drawn, calendar).text() for row in sketch.rows])


def _ages(sketch: Sketch, settings: Settings, dice: Dice) -> list[int]:
    first: dict[int, int] = {}
    for tie in dict.fromkeys(age.tie for age in sketch.ages):
        own = [age for age in sketch.ages if age.tie == tie]
        possible = age_choices(own, settings.language)
        first[tie] = possible[dice.below(len(possible), ("age", tie))]
    return [first[age.tie] + age.distance for age in sketch.ages]


def _anchor(sketch: Sketch, settings: Settings, dice: Dice) -> int:
    """The new day of the anchor, as an ordinal; nothing is drawn where there is no date."""
    grain = finest(sketch.dates)
    if not grain:
        return 1
    if settings.shift == "anchor":
        if grain == "weekday" and in_weeks(sketch):
            return 1
        days = anchor_days(grain, sketch.weekday, settings)
        return days[dice.below(len(days), ("anchor",))]
    step = WEEK if in_weeks(sketch) else 1
    if settings.shift == "laplace":
        rate = rational(settings.shift_epsilon) * step
        moved = discrete_laplace(rate.denominator, rate.numerator, dice.numbers())
    else:
        count = shifts(sketch, settings)
        moved = dice.below(count, ("anchor",)) - count // 2
    return sketch.latest + step * moved


def _minute(sketch: Sketch, settings: Settings, dice: Dice) -> int:
    if not sketch.times:
        return 0
    possible = minute_choices(sketch, settings.language)
    return possible[dice.below(len(possible), ("minutes",))]


def _feasts(sketch: Sketch, dice: Dice) -> dict[int, str]:
    """Each feast by itself, once; two are not one, where there are enough."""
    found: dict[int, str] = {}
    for row in sketch.rows:
        for part in row.parts:
            if part.kind == "feast" and part.of[0] not in found:
                table = feasts(row.language)[part.form]
                taken = frozenset(found.values()) if len(found) < table.size else frozenset()
                label = ("feast", part.of[0])
                found[part.of[0]] = dice.pick(table, label, apart=taken)
    return found


def _told(sketch: Sketch, settings: Settings, dice: Dice) -> str:
    """The minutes behind an hour that the article before it fixes."""
    if not restated_time(sketch, settings.language):
        return ""
    hour = next((row, part) for row in sketch.rows for part in row.parts if part.kind == "hour")
    phrases = calendar_facts(hour[0].language)["told"]
    if hour[1].form != "words" or not phrases:
        return ""
    return dice.pick(Table.of(phrases), ("told",))


def _life(sketch: Sketch, settings: Settings, dice: Dice) -> str:
    for row in sketch.rows:
        if any(part.kind == "life" for part in row.parts):
            words = Table.of(calendar_facts(row.language)["life_drawn"])
            return dice.pick(words, ("life",))
    return ""


class _Calendar:
    """The new dates of a scope."""

    def __init__(self, sketch: Sketch, drawn: _Drawn) -> None:
        self.sketch, self.drawn = sketch, drawn
        self._known: dict[int, date] = {}

    def day(self, at: int) -> date:
        """The new day of a date; of what is coarser, a day within it."""
        if at < 0:
            return _real(self.drawn.anchor)
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._day(self.sketch.dates[at])
        return found

    def _day(self, one: Date) -> date:
        years = in_steps(self.drawn.ages[one.age], self.sketch) if one.age >= 0 else 0
        beside = self.day(one.beside)
        match one.grain:
            case "day":
                return _real(self.drawn.anchor + one.distance - years)
            case "month":
                return _month(beside.year * 12 + beside.month - 1 + one.distance)
            case "season":
                return _month(3 * ((beside.year * 12 + beside.month - 1) // 3 + one.distance) + 1)
            case "year":
                lived = self.drawn.ages[one.age] if one.age >= 0 else 0
                return date(_in_calendar(beside.year + one.distance - lived), 7, 1)
            case "decade":
                return date(_in_calendar((beside.year // 10 + one.distance) * 10 + 5), 7, 1)
        first = self.sketch.weekday if in_weeks(self.sketch) else (self.drawn.anchor - 1) % WEEK
        return date.fromordinal(1 + (first + one.distance) % WEEK)

    def moved(self, at: int, carried: int) -> date:
        """The new day, ``carried`` days later, where a time passes midnight."""
        day = self.day(at)
        if carried and self.sketch.dates[at].grain == "day":
            day = _real(day.toordinal() + carried)
        return day


def _told_by(day: date, kind: str) -> int:
    """What a part of a date tells."""
    match kind:
        case "day":
            return day.day
        case "month":
            return day.month
        case "year":
            return day.year
        case "weekday":
            return day.isoweekday()
        case "season":
            return (day.month - 1) // 3 + 1
    return day.year // 10 * 10  # the decade


def _real(ordinal: int) -> date:
    return date.fromordinal(min(max(1, ordinal), date.max.toordinal()))


def _in_calendar(year: int) -> int:
    return min(max(1, year), date.max.year)


def _month(months: int) -> date:
    year, month = divmod(months, 12)
    return date(_in_calendar(year), month + 1, 15)


@lru_cache(maxsize=1 << 10)
def _places(parts: tuple[Part, ...]) -> Mapping[int, Mapping[str, int]]:
    """Where the parts of each date stand in a mention, by what they tell."""
    found: dict[int, dict[str, int]] = {}
    for place, one in enumerate(parts):
        for at in one.of if one.kind in DATED else ():
            found.setdefault(at, {})[one.kind] = place
    return found


class _Writer:
    """Writes one mention."""

    def __init__(self, row: Row, sketch: Sketch, drawn: _Drawn, calendar: _Calendar) -> None:
        self.row, self.sketch, self.drawn = row, sketch, drawn
        self.places = _places(row.parts)
        carried = self.carried()
        self.new = {at: calendar.moved(at, carried) for at in self.places}
        days = [one["day"] for one in self.places.values() if "day" in one]
        self.first_day = min(days, default=-1)

    def text(self) -> str | None:
        if not self.row.parts:
            return None
        return "".join([self.part(at, part) for at, part in enumerate(self.row.parts)])

    def carried(self) -> int:
        """A time that passes midnight takes its date with it."""
        if not self.sketch.times or not self.places:
            return 0
        hour = next((one for one in self.row.parts if one.kind == "hour"), None)
        if hour is None or self.sketch.times[hour.of[0]].dial:
            return 0
        return (self.drawn.minute + self.sketch.times[hour.of[0]].distance) // DAY

    def part(self, at: int, part: Part) -> str:
        if part.kind in DATED:
            return self.dated(at, part)
        if part.kind in CLOCK:
            return self.clock(part)
        if part.kind == "count":
            return write_count(part, self.row.language, hyphens=self.row.hyphens)
        if part.kind in ("age", "months"):
            return self.age(part)
        return self.word(at, part)

    def word(self, at: int, part: Part) -> str:
        match part.kind:
            case "feast":
                return _recased(self.drawn.feasts[part.of[0]], part.case)
            case "life":
                return cased(self.drawn.life, part.case)
            case "article":
                return cased(self.article(at), part.case)
        return cased(part.word, part.case)

    def clock(self, part: Part) -> str:
        time = self.sketch.times[part.of[0]]
        minute = (self.drawn.minute + time.distance) % DAY
        if part.kind == "second":
            return f"{(self.drawn.second + time.seconds) % 60:02}"
        said = write_clock(part, minute, self.row.language, dial=time.dial)
        told = self.drawn.told if part.kind == "hour" else ""
        return f"{said} {cased(told, 'upper' if part.case == 'upper' else '')}" if told else said

    def age(self, part: Part) -> str:
        if part.kind == "months":
            value = (self.drawn.months + part.number) % _MONTHS + 2
        else:
            value = self.drawn.ages[part.of[0]]
        if part.form == "figures":
            return str(value)
        style = Style(hyphen=self.row.hyphens, short=part.form == "short")
        return cased(cardinal(value, self.row.language, style), part.case)

    def article(self, at: int) -> str:
        """The article that the age behind it asks for."""
        age = next(one for one in self.row.parts[at:] if one.kind == "age")
        known, value = get(self.row.language), str(self.drawn.ages[age.of[0]])
        articles: Sequence[str] = known.table("calendar")["age_articles"]
        return next((one for one in articles if known.agreement.fits(one, value)), articles[0])

    def dated(self, at: int, part: Part) -> str:
        """A part of the date that it belongs to; with what two dates no longer share."""
        owner = part.of[0] if at < self.first_day else part.of[-1]
        said = self.written(part, owner)
        if len(part.of) > 1 or len(self.places) == 1:
            return said
        return self.with_parted(said, at, owner)

    def written(self, part: Part, owner: int) -> str:
        zero = ""
        day = self.new[owner]
        if part.kind == "year" and day.day in (20, 30) and self.says_day(owner):
            # "nine thirty two thousand four" would be read as thirty-two thousand.
            zero = next(iter(calendar_facts(self.row.language)["pair_zeros"]), "")
        value, language = _told_by(day, part.kind), self.row.language
        return write_part(part, value, language, hyphens=self.row.hyphens, zero=zero)

    def says_day(self, owner: int) -> bool:
        at = self.places[owner].get("day")
        return at is not None and self.row.parts[at].form in ("cardinal", "ordinal")

    def with_parted(self, said: str, at: int, owner: int) -> str:
        """ "3-5 May" may become "30 April-2 May": the month, or the year, is said for each then."""
        order = list(self.places)
        own, first, last = (self.own(one) for one in (owner, order[0], order[-1]))
        for kind in ("month", "year"):
            shared = self.places[owner].get(kind, at)
            if shared in own or len({_told_by(one, kind) for one in self.new.values()}) == 1:
                continue
            parted = self.written(self.row.parts[shared], owner)
            if shared > last[-1] and at == own[-1] != last[-1]:
                start = (
                    self.places[order[-1]].get("month", last[-1]) if kind == "year" else last[-1]
                )
                said += self.between(start + 1, shared) + parted
            elif shared < first[0] and at == own[0] != first[0]:
                said = parted + self.between(shared + 1, first[0]) + said
        return said

    def between(self, start: int, end: int) -> str:
        plain = ("mark", "word")
        return "".join(cased(one.word, one.case) for one in self.row.parts[start:end]
                       if one.kind in plain)  # fmt: skip

    def own(self, date_at: int) -> list[int]:
        """Where the parts stand that a date of several has for itself."""
        return sorted(
            place for place in self.places[date_at].values() if len(self.row.parts[place].of) == 1
        )


def _recased(name: str, case: str) -> str:
    return {"lower": name.lower(), "upper": name.upper()}.get(case, name)
