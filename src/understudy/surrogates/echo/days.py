"""Dates of an answer, in whatever form: which day is meant, and the original's in the same form.

A day that was shown becomes the one that it stood for. A day near one that was shown was reckoned
from it, and moves back by as many days, where all dates near it do; so is the same day of another
year. Other dates are the author's own and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import get, installed
from understudy.languages.numbers.words import number_table, words_of
from understudy.surrogates.dates.facts import calendar_facts, month_first, names_of
from understudy.surrogates.dates.forms import write_part
from understudy.surrogates.dates.rows import case_of
from understudy.surrogates.dates.sketch import Part
from understudy.surrogates.dates.words import EITHER, Field, full_year, read_date
from understudy.surrogates.echo.forms import Pair

__all__ = ["Days", "ReadDay", "day_words", "number_words", "span_links"]

_NEAR = 60
"""Days from a date that was shown within which another was reckoned from it."""
_NEARER = 14
"""The same for one without a year."""
_SOME_YEAR = 2001
_YEARS, _TERM = 10, 5
"""Years between a date that was shown and the same day of another year, or its month."""
_FIRST, _LAST = 1, 3
_OF_CODE = re.compile(r"\d{4}(, ?)\d{1,2}\1\d{1,2}")
_SPAN = re.compile(
    r"(?<![\d./-])(?P<first>\d{1,2}(?:[^\W\d_]{2}\b|\.?º)?)"
    r"(?P<gap>\s?[-–—]\s?|(?:\s+[^\W\d_]+){1,2}\s+)"
    r"(?P<last>\d{1,2}(?:[^\W\d_]{2}\b|\.?º)?)(?![\d/.-]\d|\d)"
)
_FIGURES = 4
"""Of a year that is nothing else."""
_SAID = ("day", "month", "year")
_BY_WEEKDAY = frozenset(("day", "weekday"))
Said = tuple[tuple[str, int], ...]
"""What of a date is said: its day, month and year, as far as they are; "Friday the 9th" is said by
its weekday."""


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
    moved: Mapping[date, int | None]
    """The days that were shown, and by how many each was moved; None where that is not one
    number."""
    yearless: Mapping[date, int | None]
    """The same of days that were shown without a year, as if all were of one."""
    parts: frozenset[Said]
    """The months and the years of days that were shown: alone they tell no day."""
    shown: Mapping[str, str | None]
    """Mentions in figures as they were shown → as they were; None where two were shown alike."""
    month_form: str
    """How a month is written whose name in full is its short one, as May is."""
    days_lead: bool | None
    """Whether the day stands before the month in dates that were shown."""
    pairs: Mapping[Said, Sequence[tuple[date, date]]]
    """A day and month, or a month alone → the dates that have it, each with its original."""

    def __repr__(self) -> str:
        return hidden_repr(self)

    @classmethod
    def of(cls, pairs: Sequence[Pair], language: str) -> Days:
        """From the dates that were shown."""
        languages = (language, *(one for one in installed() if one != language))
        known: dict[Said, Mapping[str, int] | None] = {}
        shifts: dict[date, int | None] = {}
        yearless: dict[date, int | None] = {}
        derived: list[tuple[Said, Mapping[str, int]]] = []
        both: dict[Said, list[tuple[date, date]]] = {}
        shown: dict[str, str | None] = {}
        for pair in pairs:
            if pair.stand_in[:1].isdecimal():
                own = shown.get(pair.stand_in, pair.original)
                shown[pair.stand_in] = own if own == pair.original else None
            new, old = (_values(text, language) for text in (pair.stand_in, pair.original))
            if new is None or old is None or new.keys() != old.keys():
                continue
            said = _said(new)
            if said:
                _learn(known, said, old)
            first, second = _date(new), _date(old)
            if "day" in new and (first or "weekday" in new):
                both_ways = [
                    {**own, "weekday": day.isoweekday() if day else own.get("weekday", 0)}
                    for own, day in ((new, first), (old, second))
                ]
                said = _said({one: both_ways[0][one] for one in _BY_WEEKDAY})
                derived.append((said, both_ways[1]))
            if first and second:
                _note_shift(shifts, first, (second - first).days)
                for kinds in (("day", "month"), ("month",)):
                    said = _said({one: new[one] for one in kinds})
                    both.setdefault(said, []).append((first, second))
                for kinds in (("day", "month"), ("month", "year")):
                    whole = {**old, "weekday": second.isoweekday()}
                    derived.append((_said({one: new[one] for one in kinds}), whole))
            elif "year" not in new and {"day", "month"} <= new.keys():
                one, other = (_date({**own, "year": _SOME_YEAR}) for own in (new, old))
                if one and other:
                    _note_shift(yearless, one, (other - one).days)
        said_so = frozenset(known)
        for said, value in derived:
            if said not in said_so:
                _learn(known, said, value)
        parts = {((kind, getattr(day, kind)),) for day in shifts for kind in ("month", "year")}
        form = _month_form(pairs, language)
        lead = _days_lead(pairs, language)
        return cls(languages, known, shifts, yearless, frozenset(parts), shown, form, lead, both)

    def read(self, text: str) -> ReadDay | None:
        """A date as the original has it; None where it is no date."""
        if _OF_CODE.fullmatch(text):
            sign = text[_FIGURES : -len(text.rpartition(",")[2].lstrip())].lstrip("0123456789")
            sign = ", " if " " in sign else ","
            found = self.read(text.replace(sign, "-"))
            return found and found._replace(made=found.made and found.made.replace("-", sign))
        span = _SPAN.search(text)
        return (span and self._read_span(text, span)) or self._read_one(text)

    def _read_span(self, text: str, span: re.Match[str]) -> ReadDay | None:
        """Two days of one month: "9–13 March", "from the 9th to the 13th of March"."""
        if not _is_link(span["gap"]):
            return None
        head, tail = text[: span.start()], text[span.end() :]
        texts = [f"{head}{span[own]}{tail}" for own in (_FIRST, _LAST)]
        one, other = (self._row(own) for own in texts)
        if one is None or other is None:
            told = all(_tells_day(own, self.languages) for own in texts)
            return ReadDay(None, unsure=True) if told else None
        (first, at), (second, _) = one, other
        if first[:at] == second[:at] and first[at + 1 :] == second[at + 1 :]:
            made = f"{''.join(first[: at + 1])}{span['gap']}{''.join(second[at:])}"
        else:
            made = f"{''.join(first)}{span['gap']}{''.join(second)}"
        return ReadDay(made)

    def _row(self, text: str) -> tuple[list[str], int] | None:
        """The parts of a date in the original, and the place of its day among them."""
        for language in self.languages:
            fields = read_date(text, language)
            if fields is None or _unique(fields) is None:
                continue
            kinds = [one.kind for one in fields]
            if "day" not in kinds or "month" not in kinds:
                continue
            old = self._original(fields) or self._derived(fields)
            parts = None if old is None else self._parts(fields, old, language)
            if parts is not None:
                return parts, kinds.index("day")
        return None

    def _read_one(self, text: str) -> ReadDay | None:
        own = None
        for language in self.languages:
            fields = read_date(text, language)
            new = None if fields is None else _unique(fields)
            if fields is None or new is None or _counts(fields, language):
                continue
            readings = [one for one in (fields, _turned(fields)) if one is not None]
            ordered = sorted(readings, key=lambda one: not self._leads(one, text))
            for source, tried in ((self._original, readings), (self._derived, ordered)):
                for reading in tried:
                    old = source(reading)
                    made = None if old is None else self._written(reading, old, language)
                    if old is not None and made is not None:
                        said = frozenset(_unique(reading) or ())
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

    def _leads(self, fields: Sequence[Field], text: str) -> bool:
        """Whether a reading has day and month in the order of the conversation; with points
        between, the day leads."""
        lead = True if "." in text else self.days_lead
        kinds = [one.kind for one in fields]
        if lead is None or "day" not in kinds or "month" not in kinds:
            return False
        return (kinds.index("day") < kinds.index("month")) == lead

    def _original(self, fields: Sequence[Field]) -> Mapping[str, int] | None:
        """What was shown of a date so; None where it was not."""
        new = _unique(fields)
        if new is None:
            return None
        day = _date(new)
        if day is not None and "weekday" in new and new["weekday"] != day.isoweekday():
            return None
        return self.known.get(_said(new))

    def _derived(self, fields: Sequence[Field]) -> Mapping[str, int] | None:
        """The original of a date that was reckoned from one that was shown."""
        new = _unique(fields)
        if new is None or _said(new) in self.known:
            return None
        day, moved = _date(new), self.moved
        if day is None and "year" not in new and {"day", "month"} <= new.keys():
            day = self._nearest(new)
            if day is None and "weekday" not in new:
                day, moved = _date({**new, "year": _SOME_YEAR}), self.yearless
        if day is not None and "weekday" in new and new["weekday"] != day.isoweekday():
            return None
        near = _NEAR if "year" in new else _NEARER
        return _reckoned(day, moved, near) or self._later(new)

    def _nearest(self, new: Mapping[str, int]) -> date | None:
        """The day that is meant without its year: the one nearest to a date that was shown."""
        years = {day.year + more for day in self.moved for more in (-1, 0, 1)}
        meant = [one for year in years if (one := _date({**new, "year": year})) is not None]
        found = {min(abs((one - own).days) for own in self.moved): one for one in meant}
        nearest = min(found, default=_NEARER + 1)
        return found[nearest] if nearest <= _NEARER else None

    def _later(self, new: Mapping[str, int]) -> Mapping[str, int] | None:
        """The same day of another year, or the same month of a later one: a term, an
        anniversary."""
        if "year" not in new or "month" not in new:
            return None
        kinds = [one for one in ("day", "month") if one in new]
        least, most = (-_YEARS, _YEARS) if "day" in new else (1, _TERM)
        found: dict[int, set[date]] = {}
        for first, second in self.pairs.get(_said({one: new[one] for one in kinds}), ()):
            if least <= new["year"] - first.year <= most:
                found.setdefault(new["year"] - first.year, set()).add(second)
        nearest = found[min(found, key=abs)] if found else set()
        if len(nearest) != 1:
            return None
        (own,) = nearest
        more = min(found, key=abs)
        meant = {"day": own.day, "month": own.month, "year": own.year + more}
        day = _date(meant)
        return None if day is None else {**meant, "weekday": day.isoweekday()}

    def _written(
        self, fields: Sequence[Field], old: Mapping[str, int], language: str
    ) -> str | None:
        parts = self._parts(fields, old, language)
        return None if parts is None else "".join(parts)

    def _unshortened(self, field: Field, old: Mapping[str, int], language: str) -> bool:
        """Whether a month in short is written out in the original, as it has no shorter name."""
        if field.kind != "month" or field.form != "short" or "month" not in old:
            return False
        names = calendar_facts(language)
        at = old["month"] - 1
        return bool(names["months"][at].lower() == names["months_short"][at].lower())

    def _parts(
        self, fields: Sequence[Field], old: Mapping[str, int], language: str
    ) -> list[str] | None:
        out: list[str] = []
        last: Field | None = None
        whole = _date(old)
        for field in fields:
            if field.kind == "text":
                # "Sept. 10" is "May 30": what is no abbreviation has no point.
                whole_name = (
                    bool(out) and last is not None and self._unshortened(last, old, language)
                )
                out.append(field.text.removeprefix(".") if whole_name else field.text)
                last = None
                continue
            last = field
            value = old.get(field.kind)
            if field.kind == "weekday" and whole is not None:
                value = whole.isoweekday()
            if value is None:
                return None
            form = self.month_form if field.form == EITHER else field.form
            part = Part(field.kind, form, case_of(field.text))
            out.append(write_part(part, value, language, hyphens="-" in field.text))
        return out


def _note_shift(shifts: dict[date, int | None], day: date, moved: int) -> None:
    shifts[day] = moved if shifts.get(day, moved) == moved else None


def _reckoned(
    day: date | None, shifts: Mapping[date, int | None], most: int
) -> Mapping[str, int] | None:
    """A day near some that were shown, moved back as all of those were."""
    if day is None:
        return None
    near = {moved for one, moved in shifts.items() if abs((one - day).days) <= most}
    moved = near.pop() if len(near) == 1 else None
    if moved is None:
        return None
    try:
        own = day + timedelta(days=moved)
    except OverflowError:
        return None
    return {"day": own.day, "month": own.month, "year": own.year}


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
    kinds = (*_SAID, "weekday") if values.keys() == _BY_WEEKDAY else _SAID
    return tuple((kind, values[kind]) for kind in kinds if kind in values)


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


def _counts(fields: Sequence[Field], language: str) -> bool:
    """Whether a number in words behind a month counts what follows: "desde octubre un servicio"."""
    kinds = [one.kind for one in fields]
    if "day" not in kinds or "month" not in kinds or "year" in kinds or month_first(language):
        return False
    day = kinds.index("day")
    return day > kinds.index("month") and not fields[day].text[:1].isdecimal()


def _is_link(gap: str) -> bool:
    """Whether what stands between two days joins them: a hyphen, or a word and an article."""
    words = flat(gap).split()
    if not words or not words[0][:1].isalpha():
        return True
    links = {word for one in installed() for word in calendar_facts(one)["date_links"]}
    return words[0] in span_links() and set(words[1:]) <= links


@cache
def span_links() -> frozenset[str]:
    """Words between the first and the last day of a span."""
    return frozenset(
        flat(word) for one in installed() for word in get(one).table("echo")["span_links"]
    )


def _tells_day(text: str, languages: Sequence[str]) -> bool:
    """Whether a text is a day of a month."""
    for one in languages:
        fields = read_date(text, one)
        new = None if fields is None else _unique(fields)
        if new is not None and {"day", "month"} <= new.keys():
            return True
    return False


def _days_lead(pairs: Sequence[Pair], language: str) -> bool | None:
    """The order of day and month in the dates that were shown; None where they disagree."""
    orders = set()
    for pair in pairs:
        kinds = [one.kind for one in read_date(pair.stand_in, language) or ()]
        if "day" in kinds and "month" in kinds and kinds[0] != "year":
            orders.add(kinds.index("day") < kinds.index("month"))
    return orders.pop() if len(orders) == 1 else None


def _month_form(pairs: Sequence[Pair], language: str) -> str:
    """Short where all months that were shown are, else in full."""
    shown = [read_date(pair.stand_in, language) or () for pair in pairs]
    forms = {one.form for fields in shown for one in fields if one.kind == "month"}
    return "short" if "short" in forms and "full" not in forms else "full"
