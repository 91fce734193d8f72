"""Dates of an answer, in whatever form: which day is meant, and the original's in the same form.

A day that was shown becomes the one that it stood for. Where all dates were moved by one number of
days, a day near one that was shown was reckoned from it, and moves back by as many. Other dates are
the author's own and stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import installed
from understudy.languages.numbers.words import number_table, words_of
from understudy.surrogates.dates.facts import calendar_facts, names_of
from understudy.surrogates.dates.forms import write_part
from understudy.surrogates.dates.rows import case_of
from understudy.surrogates.dates.sketch import Part
from understudy.surrogates.dates.words import EITHER, Field, full_year, read_date
from understudy.surrogates.echo.forms import Pair

__all__ = ["Days", "ReadDay", "day_words", "number_words"]

_NEAR = 60
"""Days from a date that was shown within which another was reckoned from it."""
_FIGURES = 4
"""Of a year that is nothing else."""
_SAID = ("day", "month", "year")
Said = tuple[tuple[str, int], ...]
"""What of a date is said: its day, month and year, as far as they are."""


def day_words(languages: Iterable[str]) -> frozenset[str]:
    """The names of months and weekdays, flat."""
    found: set[str] = set()
    for one in languages:
        names = names_of(one)
        for table in (names.months, names.months_short, names.weekdays, names.weekdays_short):
            found |= table.keys()
    return frozenset(found)


@cache
def number_words(languages: tuple[str, ...]) -> frozenset[str]:
    """Words that days and years are said with, flat."""
    found: set[str] = set()
    for one in languages:
        words, table = words_of(one), number_table(one)["ordinals"]
        for known in (words.digits, words.teens, words.tens, words.hundreds, words.hundred):
            found |= known.keys()
        found |= words.scales.keys()
        ordinals = (*table["units"], *table["tens"], *table["short"].values())
        found |= {flat(word) for word in ordinals}
    return frozenset(found)


class ReadDay(NamedTuple):
    """What a date of an answer is in the original."""

    made: str | None
    """The original in the same form; None for a date that stays."""
    unsure: bool = False
    """Whether it stays since nobody can be sure."""
    lacking: frozenset[str] = frozenset()
    """What the date that was shown has, and this mention does not say."""

    def __repr__(self) -> str:
        return hidden_repr(self)


class Days(NamedTuple):
    """What is known of the dates that were shown."""

    languages: tuple[str, ...]
    known: Mapping[Said, Mapping[str, int] | None]
    """What is said of a date → the original's day, month, year and weekday; None where dates that
    were shown do not agree."""
    days: frozenset[date]
    """The days that were shown."""
    moved: int | None
    """The days that all dates were moved by, where it is one number."""
    parts: frozenset[Said]
    """The months and the years of days that were shown: alone they tell no day."""
    month_form: str
    """How a month is written whose name in full is its short one, as May is."""

    def __repr__(self) -> str:
        return hidden_repr(self)

    @classmethod
    def of(cls, pairs: Sequence[Pair], language: str) -> Days:
        """From the dates that were shown."""
        languages = (language, *(one for one in installed() if one != language))
        known: dict[Said, Mapping[str, int] | None] = {}
        days: set[date] = set()
        shifts: set[int] = set()
        derived: list[tuple[Said, Mapping[str, int]]] = []
        for pair in pairs:
            new, old = (_values(text, language) for text in (pair.stand_in, pair.original))
            if new is None or old is None or new.keys() != old.keys():
                continue
            said = _said(new)
            if said:
                _learn(known, said, old)
            first, second = _date(new), _date(old)
            if first and second:
                days.add(first)
                shifts.add((second - first).days)
                for kinds in (("day", "month"), ("month", "year")):
                    whole = {**old, "weekday": second.isoweekday()}
                    derived.append((_said({one: new[one] for one in kinds}), whole))
        said_so = frozenset(known)
        for said, value in derived:
            if said not in said_so:
                _learn(known, said, value)
        moved = shifts.pop() if len(shifts) == 1 else None
        parts = {(("month", day.month),) for day in days} | {(("year", day.year),) for day in days}
        form = _month_form(pairs, language)
        return cls(languages, known, frozenset(days), moved, frozenset(parts), form)

    def read(self, text: str) -> ReadDay | None:
        """A date as the original has it; None where it is no date."""
        own = None
        for language in self.languages:
            fields = read_date(text, language)
            new = None if fields is None else _unique(fields)
            if fields is None or new is None:
                continue
            for reading in (fields, _turned(fields)):
                old = None if reading is None else self._original(reading)
                made = None if old is None else self._written(reading or (), old, language)
                if old is not None and made is not None:
                    said = frozenset(_unique(reading or ()) or ())
                    return ReadDay(made, lacking=frozenset(_SAID) & old.keys() - said)
            said_so = _said(new)
            unsure = said_so in self.known or (
                said_so in self.parts and self._is_told(fields, language)
            )
            own = ReadDay(None, unsure or (own is not None and own.unsure))
        return own

    def _is_told(self, fields: Sequence[Field], language: str) -> bool:
        """Whether a lone field is a month or a year for sure: "may" is mostly no month, and 60
        mostly no year."""
        for field in fields:
            if field.kind == "month":
                usual: str = calendar_facts(language)["months"][field.value - 1]
                small = usual.islower() and field.form != "short"
                return field.text[:1].isupper() or (small and field.text.islower())
            if field.kind == "year":
                return len(field.text) == _FIGURES
        return False

    def _original(self, fields: Sequence[Field]) -> Mapping[str, int] | None:
        new = _unique(fields)
        if new is None:
            return None
        day = _date(new)
        if day is not None and "weekday" in new and new["weekday"] != day.isoweekday():
            return None
        said = _said(new)
        return self.known[said] if said in self.known else self._reckoned(day)

    def _written(
        self, fields: Sequence[Field], old: Mapping[str, int], language: str
    ) -> str | None:
        out = []
        whole = _date(old)
        for field in fields:
            if field.kind == "text":
                out.append(field.text)
                continue
            value = old.get(field.kind)
            if field.kind == "weekday" and whole is not None:
                value = whole.isoweekday()
            if value is None:
                return None
            form = self.month_form if field.form == EITHER else field.form
            part = Part(field.kind, form, case_of(field.text))
            out.append(write_part(part, value, language, hyphens="-" in field.text))
        return "".join(out)

    def _reckoned(self, day: date | None) -> Mapping[str, int] | None:
        """A day near one that was shown, moved back as all of those were."""
        if day is None or self.moved is None:
            return None
        if min((abs((one - day).days) for one in self.days), default=_NEAR + 1) > _NEAR:
            return None
        try:
            moved = day + timedelta(days=self.moved)
        except OverflowError:
            return None
        return {"day": moved.day, "month": moved.month, "year": moved.year}


def _learn(known: dict[Said, Mapping[str, int] | None], said: Said, old: Mapping[str, int]) -> None:
    told = known.get(said, old)
    if said in known and (told is None or _said(told) != _said(old)):
        # What is said names two originals, as far as the form that says it shows them.
        kinds = {kind for kind, _ in said}
        if told is None or any(told.get(kind) != old.get(kind) for kind in kinds):
            known[said] = None
        return
    known[said] = old


def _values(text: str, language: str) -> dict[str, int] | None:
    fields = read_date(text, language)
    return None if fields is None else _unique(fields)


def _unique(fields: Sequence[Field]) -> dict[str, int] | None:
    """The values of a single date; None for several, and for what is no day, month or year."""
    found: dict[str, int] = {}
    for field in fields:
        if field.kind == "text":
            continue
        if field.kind in found or field.kind not in (*_SAID, "weekday"):
            return None
        found[field.kind] = full_year(field.value) if field.kind == "year" else field.value
    return found or None


def _said(values: Mapping[str, int]) -> Said:
    return tuple((kind, values[kind]) for kind in _SAID if kind in values)


def _date(values: Mapping[str, int]) -> date | None:
    try:
        return date(values["year"], values["month"], values["day"])
    except (KeyError, ValueError):
        return None


def _turned(fields: Sequence[Field]) -> list[Field] | None:
    """Day and month the other way round, where both are figures and may be either."""
    at = {one.kind: place for place, one in enumerate(fields) if one.kind in ("day", "month")}
    if len(at) < 2:
        return None
    day, month = fields[at["day"]], fields[at["month"]]
    if not (day.text.isdecimal() and month.text.isdecimal()) or day.value > 12:
        return None
    turned = list(fields)
    turned[at["day"]] = day._replace(kind="month")
    turned[at["month"]] = month._replace(kind="day")
    return turned


def _month_form(pairs: Sequence[Pair], language: str) -> str:
    """Short where all months that were shown are, else in full."""
    shown = [read_date(pair.stand_in, language) or () for pair in pairs]
    forms = {one.form for fields in shown for one in fields if one.kind == "month"}
    return "short" if "short" in forms and "full" not in forms else "full"
