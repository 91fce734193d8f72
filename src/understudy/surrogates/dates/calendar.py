"""Forms of written dates and times, and all values of a form.

A date is read into a template: "3 de mayo de 2016" is "{d} de {B} de {Y}". The template is the
public form; the support is every day of a public range, written in it.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from understudy.core.text import recase
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.languages.numbers.writing import suffix
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.tables import Support, Table, Words

__all__ = ["Days", "date_form", "date_support", "drawn_form", "time_form", "time_support"]

FIRST_YEAR, LAST_YEAR = 1920, 2039
_FIRST, _LAST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
_NUMERIC = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})\2(\d{1,4})")
_PIECE = re.compile(r"[^\W\d_]+|\d+")
_CLOCK = re.compile(r"(\d{1,2})([:.h])(\d{2})(?:(\s?)([ap]m|[ap]\.m\.))?", re.IGNORECASE)
_HOUR = re.compile(r"(\d{1,2})(\s?)([ap]m|[ap]\.m\.)", re.IGNORECASE)


def date_form(text: str, language: str) -> str | None:
    """The template of a date, or None where the text is none that we can write again."""
    numeric = _NUMERIC.fullmatch(text)
    if numeric:
        return _numeric_form(*numeric.groups(), language=language)
    out: list[str] = []
    cursor = 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        place = _place(piece, language)
        if place is None:
            return None
        out.append(text[cursor : match.start()])
        out.append(place)
        cursor = match.end()
    template = "".join(out) + text[cursor:]
    places = re.findall(r"\{\w+\}", template)
    if not places or len(set(places)) < len(places) or re.search(r"[{}]", text):
        return None
    return template


_DAY_AND_MONTH = re.compile(r"\{[dm]{1,2}\}([/.\-])\{[dm]{1,2}\}\1(\{[Yy]\})")
_YEAR_FIRST = re.compile(r"\{Y\}([/.\-])\{m{1,2}\}\1\{d{1,2}\}")
_HALVES = ("{p}", "{P}", "{q}")


def drawn_form(form: str, language: str) -> str:
    """The form that a date or a time in figures is drawn in, without what only some values show:
    the order of day and month is that of the language, whatever the day, and there are two figures
    in a row of them and in a time of twenty-four hours, else as few as it takes."""
    numeric, first = _DAY_AND_MONTH.fullmatch(form), _YEAR_FIRST.fullmatch(form)
    if numeric:
        order = ("{mm}", "{dd}") if get(language).home.month_first else ("{dd}", "{mm}")
        return numeric[1].join((*order, numeric[2]))
    if first:
        return first[1].join(("{Y}", "{mm}", "{dd}"))
    if "{M}" in form and ":" in form and not any(half in form for half in _HALVES):
        return form.replace("{h}", "{hh}")
    return form.replace("{dd}", "{d}").replace("{hh}", "{h}")


def _place(piece: str, language: str) -> str | None:
    months, weekdays = _calendar(language)
    low = piece.lower()
    if low in months:
        return "{B}"
    if low in weekdays:
        return "{A}"
    if piece.isascii() and piece.isdigit():
        return _number_place(piece)
    if piece in _endings(language):
        return "{o}"
    return piece if low in words_read(language, "calendar", "date_links") else None


def _number_place(digits: str) -> str | None:
    """Figures by how many there are, whatever they say: a year of another century is one, too, and
    what is no day ("May '99") must not be told from what may be one ("May '16")."""
    if len(digits) == 4:
        return "{Y}"
    if len(digits) <= 2:
        return "{dd}" if digits[0] == "0" and len(digits) > 1 else "{d}"
    return None


def _numeric_form(first: str, mark: str, second: str, third: str, *, language: str) -> str | None:
    day, month = ("{dd}", "{mm}") if len(first) == len(second) == 2 else ("{d}", "{m}")
    if len(first) == 4:
        month, day = ("{mm}", "{dd}") if len(second) == len(third) == 2 else ("{m}", "{d}")
        return f"{{Y}}{mark}{month}{mark}{day}" if len(third) <= 2 else None
    if len(third) not in (2, 4) or len(first) > 2:
        return None
    year = "{Y}" if len(third) == 4 else "{y}"
    month_first = int(second) > 12 or (int(first) <= 12 and get(language).home.month_first)
    order = (month, day, year) if month_first else (day, month, year)
    return mark.join(order)


@lru_cache(maxsize=8)
def _endings(language: str) -> frozenset[str]:
    """The letters behind the figures of an ordinal."""
    return frozenset(suffix(day, language) for day in range(1, 32)) - {""}


@lru_cache(maxsize=8)
def _calendar(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = calendar_facts(language)
    return (
        tuple(name.lower() for name in known["months"]),
        tuple(name.lower() for name in known["weekdays"]),
    )


@dataclass(frozen=True)
class Days:
    """Every day of the public range, written in a form that tells all of them apart."""

    form: str
    language: str

    need = 1

    @property
    def first(self) -> date:
        """A year of two digits needs a range of a hundred years."""
        return _FIRST if "{Y}" in self.form else date(LAST_YEAR - 99, 1, 1)

    @property
    def size(self) -> int:
        return (_LAST - self.first).days + 1

    @property
    def pi_min(self) -> float:
        return 1.0 / self.size

    def value(self, words: Words) -> str:
        number = int((words[0] >> 11) * 2.0**-53 * self.size)
        return _written(self.form, self.first + timedelta(days=number), self.language)

    def contains(self, text: str, case: str) -> bool:
        day = _read(self.form, text, self.language)
        return day is not None and recase(_written(self.form, day, self.language), case) == text


@lru_cache(maxsize=1024)
def date_support(form: str, language: str) -> Support:
    """All values of a form: a rule where it names every day, a list where it names a few."""
    named = (("{Y}", "{y}"), ("{d}", "{dd}"), ("{m}", "{mm}", "{B}"))
    if all(_names(form, *places) for places in named):
        return Days(form, language)
    return Table.of([_written(form, day, language) for day in _days(form)])


def _names(form: str, *places: str) -> bool:
    return any(place in form for place in places)


def _written(form: str, day: date, language: str) -> str:
    known = calendar_facts(language)
    return form.format(
        d=day.day,
        dd=f"{day.day:02}",
        m=day.month,
        mm=f"{day.month:02}",
        B=known["months"][day.month - 1],
        A=known["weekdays"][day.weekday()],
        o=suffix(day.day, language),
        Y=day.year,
        y=f"{day.year % 100:02}",
    )


_PLACES = {
    "d": r"(?P<d>\d{1,2})",
    "dd": r"(?P<d>\d{2})",
    "m": r"(?P<m>\d{1,2})",
    "mm": r"(?P<m>\d{2})",
    "B": r"(?P<B>[^\W\d_]+)",
    "A": r"[^\W\d_]+",
    "o": r"[a-z]{2}",
    "Y": r"(?P<Y>\d{4})",
    "y": r"(?P<Y>\d{2})",
}


@lru_cache(maxsize=1024)
def _pattern(form: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", form)
    return re.compile(
        "".join(_PLACES[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)),
        re.IGNORECASE,
    )


def _read(form: str, text: str, language: str) -> date | None:
    """The day that a text in the form names; None where it names none of the range."""
    found = _pattern(form).fullmatch(text)
    if found is None:
        return None
    parts = found.groupdict()
    months, _ = _calendar(language)
    try:
        month = int(parts["m"]) if parts.get("m") else months.index(parts["B"].lower()) + 1
        year = int(parts["Y"])
        if year < 100:
            year += 1900 if year > LAST_YEAR % 100 else 2000
        day = date(year, month, int(parts["d"]))
    except ValueError:
        return None
    return day if _FIRST <= day <= _LAST else None


def _days(form: str) -> Iterator[date]:
    """Enough days to give every value that the form can take, and not many more."""
    if "{Y}" in form:
        first, last = FIRST_YEAR, LAST_YEAR
    elif "{y}" in form:
        first, last = LAST_YEAR - 99, LAST_YEAR
    elif "{A}" in form:
        first, last = 2000, 2027  # the calendar repeats after 28 years
    else:
        first = last = 2000
    by_day = _names(form, "{d}", "{dd}", "{o}", "{A}")
    months = range(1, 13) if by_day or _names(form, "{m}", "{mm}", "{B}") else (1,)
    for year in range(first, last + 1):
        for month in months:
            for day in range(1, monthrange(year, month)[1] + 1) if by_day else (1,):
                yield date(year, month, day)


def time_form(text: str) -> str | None:
    """The template of a time of day in digits."""
    clock = _CLOCK.fullmatch(text)
    if clock:
        hour, mark, _, space, half = clock.groups()
        place = "{hh}" if len(hour) == 2 and (hour[0] == "0" or not half) else "{h}"
        return f"{place}{mark}{{M}}" + (f"{space}{_half(half)}" if half else "")
    whole = _HOUR.fullmatch(text)
    if whole:
        return f"{{h}}{whole.group(2)}{_half(whole.group(3))}"
    return None


def _half(written: str) -> str:
    return {"am": "{p}", "pm": "{p}", "AM": "{P}", "PM": "{P}"}.get(written, "{q}")


@lru_cache(maxsize=64)
def time_support(form: str) -> Table:
    """Every minute of the day in the form."""
    twelve = any(half in form for half in ("{p}", "{P}", "{q}"))
    values = set()
    for minute in range(24 * 60):
        hour, past = divmod(minute, 60)
        shown = (hour - 1) % 12 + 1 if twelve else hour
        half = "pm" if hour >= 12 else "am"
        dotted = f"{half[0]}.m."
        values.add(
            form.format(h=shown, hh=f"{shown:02}", M=f"{past:02}", p=half, P=half.upper(), q=dotted)
        )
    return Table.of(values)
