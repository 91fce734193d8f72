"""The dates, times and ages of one scope, read: what is public of them, and nothing else.

Distances are counted from the anchor: the latest date of the scope, or that of a larger one (a
data subject). Where the latest date is one of birth, the day of speaking takes its place, which is
later by the age that is told or by that of somebody grown up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.core.types import BIRTH
from understudy.surrogates.dates.ages import age_beside, life_beside, read_ages, tells
from understudy.surrogates.dates.choices import (
    WEEK,
    YEAR_DAYS,
    age_choices,
    anchor_days,
    finest,
    in_steps,
    joined_stage,
    minute_choices,
    restated_time,
    shifts,
)
from understudy.surrogates.dates.facts import birth_before, calendar_facts
from understudy.surrogates.dates.forms import write_count
from understudy.surrogates.dates.items import Item, place
from understudy.surrogates.dates.order import months_lead
from understudy.surrogates.dates.rows import Read, StatedTime, months_alike, read_row
from understudy.surrogates.dates.sketch import (
    CLOCK,
    DATED,
    FARTHEST,
    STAGES,
    Age,
    Date,
    Part,
    Row,
    Sketch,
    Time,
)
from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import LANGUAGE

__all__ = ["Anchor", "anchor_of", "read"]

Anchor = tuple[int, int]
"""The latest date of a scope, as an ordinal, and the days that it moves by."""
_GROWN = 40
_YOUNG = {"infant": 2, "child": 9, "teen": 15}
"""An age of each of those whom words such as "pupil" speak of."""
_FEWEST = 5
"""Ages that are tied to each other have so many outcomes, or they are drawn each by itself."""
_NEVER = date.min
_MOST_MONTHS = 11
_DRAWN = frozenset((*DATED, *CLOCK, "age", "months", "feast", "life"))


def read(mentions: Sequence[Mention], settings: Settings, anchor: Anchor | None = None) -> Reading:
    """All dates, times and ages of one scope; ``anchor`` is that of a larger one."""
    return _Scope(mentions, settings, anchor).reading()


def anchor_of(mentions: Sequence[Mention], settings: Settings) -> Anchor | None:
    """The anchor of one document, for a scope of several."""
    scope = _Scope(mentions, settings, None)
    days = [item.day.toordinal() for item in scope.items if item.grain == "day" and item.day]
    if not days:
        return None
    born = scope.born_last()
    latest = max(days) if born is None else _ordinal(scope.items[born]) + _years(_GROWN)
    return max(latest, scope.later(max(days))), WEEK if scope.weeks else 1


class _Age(NamedTuple):
    """An age of the scope."""

    value: int
    unit: str
    article: str
    around: str

    def __repr__(self) -> str:
        return hidden_repr(self)


def _spoken(mention: Mention, settings: Settings) -> str:
    """The language of the line that a date stands in, where that is not the document's."""
    return dict(mention.attributes).get(LANGUAGE, settings.language)


class _Scope:
    """What the mentions of a scope tell, together."""

    def __init__(
        self, mentions: Sequence[Mention], settings: Settings, anchor: Anchor | None
    ) -> None:
        self.mentions, self.settings, self.given = mentions, settings, anchor
        texts = [one.text for one in mentions]
        order = months_lead(texts, settings.language, settings.date_order, settings.usual_order)
        rows: list[Read] = [
            read_ages(one, _spoken(one, settings))
            if one.category == "AGE"
            else read_row(one, _spoken(one, settings), months_lead=order)
            for one in mentions
        ]
        self.rows = months_alike(rows)
        self.items: list[Item] = []
        for at, row in enumerate(self.rows):
            for item in row.items:
                item.mention = at
            self.items += row.items
        place(self.items)
        self.times: list[StatedTime] = [time for row in self.rows for time in row.times]
        self.ages = [_Age(*age) for row in self.rows for age in row.ages]
        loose = [item.grain == "weekday" for item in self.items]
        said = any("weekday" in item.values for item in self.items)
        self.weeks = (said and not all(loose)) or (anchor is not None and anchor[1] == WEEK)
        self.hints: dict[Label, str | int] = {}

    def __repr__(self) -> str:
        return hidden_repr(self)

    def reading(self) -> Reading:
        ages = self.tied()
        anchor = self.anchor()
        sketch = Sketch(self.written(), ages=ages, weekday=self.weekday(anchor))
        sketch = self.with_times(sketch)
        sketch = sketch._replace(dates=self.dates(anchor, sketch))
        if sketch.dates and self.settings.shift != "anchor":
            sketch = sketch._replace(latest=anchor.toordinal())
        sketch = self.told(sketch)
        self.hint(anchor, sketch)
        left = {at: why for at in range(len(self.rows)) if (why := self.left(at, sketch))}
        return Reading(sketch, (self.hints,), left)

    # ── ages ────────────────────────────────────────────────────────────────────────────────

    def tied(self) -> tuple[Age, ...]:
        """Ages of a unit are tied where that leaves enough to draw from, else equal ones are."""
        found: dict[int, Age] = {}
        ties = 0
        for unit in dict.fromkeys(age.unit for age in self.ages):
            own = [at for at, age in enumerate(self.ages) if age.unit == unit]
            groups = [own]
            if len(self.choices(own)) < _FEWEST:
                values = dict.fromkeys(self.ages[at].value for at in own)
                groups = [[at for at in own if self.ages[at].value == one] for one in values]
            for group in groups:
                found |= {at: self.age(at, group[0], ties) for at in group}
                ties += 1
        ages = tuple(found[at] for at in sorted(found))
        for tie in range(ties):
            own = [at for at, age in enumerate(ages) if age.tie == tie]
            possible = age_choices([ages[at] for at in own], self.settings.language)
            if self.ages[own[0]].value in possible:
                self.hints["age", tie] = possible.index(self.ages[own[0]].value)
        return ages

    def choices(self, own: Sequence[int]) -> Sequence[int]:
        return age_choices([self.age(at, own[0], 0) for at in own], self.settings.language)

    def age(self, at: int, first: int, tie: int) -> Age:
        value, unit, article, around = self.ages[at]
        stages = STAGES[unit]
        stage = next(number for number, (low, high) in enumerate(stages) if low <= value <= high)
        young = around if unit == "year" and not stage else ""
        age = Age(unit, stage, tie, value - self.ages[first].value, article, young)
        return age._replace(stage=joined_stage(age, self.settings.language)) if article else age

    # ── dates ───────────────────────────────────────────────────────────────────────────────

    def whole(self) -> list[int]:
        """Dates of a day and a year."""
        return [
            at
            for at, item in enumerate(self.items)
            if item.day and {"day", "year"} <= set(item.values)
        ]

    def is_birth(self, at: int) -> bool:
        mention = self.mentions[self.items[at].mention]
        if BIRTH[0] in mention.attributes:
            return True
        before = mention.before
        return birth_before(self.settings.language).search(before) is not None

    def born_last(self) -> int | None:
        """The latest date, where it is one of birth."""
        last = max(self.whole(), key=lambda at: self.items[at].day or _NEVER, default=None)
        return last if last is not None and self.is_birth(last) else None

    def births(self) -> Mapping[int, int]:
        """Each date of birth that tells an age, with that age."""
        years = [at for at, age in enumerate(self.ages) if age.unit == "year"]
        if not years:
            return {}
        whole = self.whole()
        days = {day for at in whole if (day := self.items[at].day)}
        single = [at for at, item in enumerate(self.items) if item.grain == "year"]
        named = {self.items[at].values["year"] for at in single}
        found: dict[int, int] = {}
        for at in (*whole, *single):
            day = self.items[at].day or _middle(self.items[at])
            told = [age for age in years if tells(day, days, named, self.ages[age].value)]
            if not told and len(self.items) == 1 and at in single:
                told = years
            if told and self.is_birth(at):
                found[at] = told[0]
        last = self.born_last()
        if last is not None and self.given is None:
            found.setdefault(last, years[0])
        return found

    def anchor(self) -> date:
        """The day that distances are counted from."""
        days = [_ordinal(item) for item in self.items if item.grain == "day"]
        if days and self.given is not None:
            return date.fromordinal(self.given[0])
        born = self.born_last() if days else None
        if born is not None:
            grown = _ordinal(self.items[born]) + _years(self.told_age(born))
            return date.fromordinal(max(grown, self.later(max(days))))
        if not days:
            return self.coarse_anchor()
        return date.fromordinal(self.later(max(days)))

    def later(self, day: int) -> int:
        """A day, as an ordinal, as many months later as the latest month or year of the text lies
        behind it: none may come to lie in the future. Which day of a month it is says nothing."""
        first = date.fromordinal(day)
        months = [
            _months(_middle(item)) - _months(first)
            if item.grain == "month"
            else 12 * (item.values["year"] - first.year)
            for item in self.items
            if item.grain != "day" and "year" in item.values
        ]
        return day + round(max((0, *months)) * YEAR_DAYS / 12)

    def told_age(self, at: int) -> int:
        """The age that goes with a date of birth."""
        age = self.births().get(at)
        return self.said_age(at) if age is None else self.ages[age].value

    def said_age(self, at: int) -> int:
        """The age that the text beside a date of birth tells in the open, else that of the young
        whom the words around speak of, else some grown-up's."""
        mention, language = self.mentions[self.items[at].mention], self.settings.language
        return age_beside(mention, language) or _YOUNG.get(life_beside(mention, language), _GROWN)

    def coarse_anchor(self) -> date:
        """The latest of the finest dates that have no day; of those that come round, the first."""
        grain = finest([Date(item.grain, -1, 0) for item in self.items])
        own = [item for item in self.items if item.grain == grain]
        match grain:
            case "":
                return date.min
            case "weekday":
                return date.fromordinal(own[0].values["weekday"])
            case "season":
                own = [item for item in own if "year" in item.values] or own[:1]
        last = max(own, key=_middle)
        grown = grain == "year" and self.is_birth(self.items.index(last))
        years = self.told_age(self.items.index(last)) if grown else 0
        return date.fromordinal(_middle(last).toordinal() + _years(years))

    def weekday(self, anchor: date) -> int:
        if not self.weeks:
            return -1
        if any(item.grain == "day" for item in self.items) or not self.items:
            return anchor.weekday()
        loose = [item.values["weekday"] for item in self.items if item.grain == "weekday"]
        return loose[0] - 1 if loose else 0

    def dates(self, anchor: date, sketch: Sketch) -> tuple[Date, ...]:
        births = self.births()
        month, year = self.beside()
        return tuple(
            self.one_date(
                at, anchor, births, {"month": month}.get(self.items[at].grain, year), sketch
            )
            for at in range(len(self.items))
        )

    def beside(self) -> tuple[int, int]:
        """The dates that months and years are counted from: one in a month (a year) that is named
        alone if there is any, else the first."""
        whole = [at for at, item in enumerate(self.items) if item.grain == "day"]
        alone = {_months(item.day) for item in self.items if item.grain == "month" and item.day}
        same = [at for at in whole if _months(_middle(self.items[at])) in alone]
        month = next(iter(same or whole), -1)
        dated = whole + [at for at, item in enumerate(self.items) if item.grain == "month"]
        years = {item.values["year"] for item in self.items if item.grain == "year"}
        named = [at for at in dated if _middle(self.items[at]).year in years]
        return month, next(iter(named or dated), -1)

    def one_date(
        self, at: int, anchor: date, births: Mapping[int, int], beside: int, sketch: Sketch
    ) -> Date:
        item = self.items[at]
        if item.grain == "day":
            age = births.get(at, -1)
            distance = _ordinal(item) - anchor.toordinal()
            if age >= 0:
                distance += in_steps(self.ages[age].value, sketch)
            return Date("day", -1, _near(distance), age)
        if item.grain == "weekday":
            first = sketch.weekday if self.weeks else anchor.weekday()
            return Date("weekday", -1, (item.values["weekday"] - 1 - first) % WEEK)
        own, other = _middle(item), anchor if beside < 0 else _middle(self.items[beside])
        distance = {
            "month": _months(own) - _months(other),
            "season": _quarter(own) - _quarter(other),
            "year": own.year - other.year,
            "decade": own.year // 10 - other.year // 10,
        }[item.grain]
        age = births.get(at, -1)
        if age >= 0:
            distance += self.ages[age].value
        return Date(item.grain, beside, _near(distance), age)

    # ── times ───────────────────────────────────────────────────────────────────────────────

    def with_times(self, sketch: Sketch) -> Sketch:
        if not self.times:
            return sketch
        first = self.times[0]
        seconds = [time.second for time in self.times if time.second >= 0]
        if seconds:
            self.hints["seconds",] = seconds[0]
        step = 5 if all(time.minute % 5 == 0 for time in self.times) else 1
        step = 60 if any(time.whole for time in self.times) else step
        times = tuple(
            Time(
                time.minute - first.minute,
                time.part,
                time.dial,
                time.article,
                (time.second - seconds[0]) % 60 if time.second >= 0 else -1,
            )
            for time in self.times
        )
        past = first.minute % 60 if step == 60 else 0
        return sketch._replace(times=times, minutes=step, past=past)

    def told(self, sketch: Sketch) -> Sketch:
        """Without the minutes in words behind an hour that the article before it fixes."""
        if not restated_time(sketch, self.settings.language):
            return sketch
        return sketch._replace(rows=tuple(self.without_minutes(row) for row in sketch.rows))

    def without_minutes(self, row: Row) -> Row:
        parts = row.parts
        hour = next((at for at, one in enumerate(parts) if one.kind == "hour"), None)
        if hour is None or parts[hour].form != "words":
            return row
        behind = range(hour + 1, len(parts))
        end = next((at for at in behind if parts[at].kind in CLOCK), len(parts))
        said = "".join(
            write_count(one, row.language, hyphens=False) if one.kind == "count" else one.word
            for one in parts[hour + 1 : end]
        ).strip()
        self.hints["told",] = said
        gap = (Part("mark", word=" "),) if end < len(parts) else ()
        return row._replace(parts=(*parts[: hour + 1], *gap, *parts[end:]))

    # ── all together ────────────────────────────────────────────────────────────────────────

    def written(self) -> tuple[Row, ...]:
        """The rows, with dates, times, ages and feasts numbered through the scope."""
        feasts = {
            name: at
            for at, name in enumerate(dict.fromkeys(row.feast for row in self.rows if row.feast))
        }
        months = [one for row in self.rows for one in row.months]
        if months and 2 <= months[0] <= _MOST_MONTHS:
            self.hints["months",] = months[0] - 2
        beside = iter([(one - months[0]) % 10 for one in months])
        rows: list[Row] = []
        dates = times = ages = 0
        for row in self.rows:
            first = dict.fromkeys(DATED, dates) | dict.fromkeys(CLOCK, times) | {"age": ages}
            first["feast"] = feasts.get(row.feast, 0)
            parts = tuple(
                part._replace(
                    of=tuple(first[part.kind] + one for one in part.of),
                    number=next(beside) if part.kind == "months" else part.number,
                )
                for part in row.parts
            )
            rows.append(Row(row.language, parts, row.hyphens))
            dates, times = dates + len(row.items), times + len(row.times)
            ages += len(row.ages)
        return tuple(rows)

    def hint(self, anchor: date, sketch: Sketch) -> None:
        """What a draw would have to choose to give the mentions back."""
        if sketch.dates:
            if self.settings.shift == "uniform":
                self.hints["anchor",] = shifts(sketch, self.settings) // 2
            else:
                days = anchor_days(finest(sketch.dates), sketch.weekday, self.settings)
                day = anchor.toordinal()
                if not any("year" in item.values for item in self.items):
                    day = next((one for one in days if _same_day(one, anchor)), day)
                if day in days:
                    self.hints["anchor",] = days.index(day)
        if sketch.times:
            possible = minute_choices(sketch, self.settings.language)
            if self.times[0].minute in possible:
                self.hints["minutes",] = possible.index(self.times[0].minute)
        for row, mention in zip(sketch.rows, self.mentions, strict=True):
            for part in row.parts:
                if part.kind == "feast":
                    self.hints["feast", part.of[0]] = mention.text
                elif part.kind == "life":
                    self.hints["life",] = mention.text

    def left(self, at: int, sketch: Sketch) -> str:
        """Why a mention stays: "last week" says no date, and "Monday" stays where weeks do."""
        parts = sketch.rows[at].parts
        drawn = [part for part in parts if part.kind in _DRAWN]
        if not parts:
            return ""
        if drawn:
            fixed = self.weeks and all(
                part.kind == "weekday" and sketch.dates[part.of[0]].grain == "weekday"
                for part in drawn
            )
            return "weekday" if fixed else ""
        if self.mentions[at].category == "AGE":
            return "stage of life"
        said = {part.word for part in parts if part.kind == "word"}
        known = set(calendar_facts(sketch.rows[at].language)["day_parts"])
        return "part of the day" if said and said <= known else "relative time"


def _years(years: int) -> int:
    return round(years * YEAR_DAYS)


def _ordinal(item: Item) -> int:
    return item.day.toordinal() if item.day else 1


def _months(day: date | None) -> int:
    return day.year * 12 + day.month if day else 0


def _quarter(day: date) -> int:
    return (day.year * 12 + day.month - 1) // 3


def _middle(item: Item) -> date:
    """A day within what a date tells."""
    if item.day is not None:
        return item.day
    values = item.values
    if "decade" in values:
        return date(max(1, values["decade"] + 5), 7, 1)
    if "season" in values:
        return date(max(1, values.get("year", 2000)), 3 * values["season"] - 1, 15)
    return date(max(1, values.get("year", 2000)), 7, 1)


def _same_day(ordinal: int, day: date) -> bool:
    """Whether a day is the same of another year."""
    other = date.fromordinal(ordinal)
    return (other.month, other.day) == (day.month, day.day)


def _near(distance: int) -> int:
    return min(max(-FARTHEST, distance), FARTHEST)
