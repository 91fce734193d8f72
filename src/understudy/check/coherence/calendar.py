"""Dates, times and ages: distances, weekdays, and what an age tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from understudy.check.coherence.reading import day_of, days_lead
from understudy.check.coherence.words import Judged, drawn
from understudy.check.released import Change, Released
from understudy.languages import get
from understudy.replace.part import part_of

__all__ = ["age_tells", "hour_has_its_article", "intervals_hold", "weekday_fits"]

_DATES = ("DATE", "DATE_TIME")
_AGE = re.compile(r"\b\d{1,3}\b")


def _days(document: Released) -> list[tuple[Change, date, date]]:
    """The dates that are told in full, before and after."""
    found = []
    changes = list(drawn(document, _DATES))
    leads = days_lead((change.original for change in changes), document.language)
    for change in changes:
        old = day_of(change.original, document.language, day_first=leads)
        new = day_of(change.surrogate, document.language, day_first=leads)
        if old and new:
            found.append((change, old, new))
    return found


def intervals_hold(document: Released) -> Iterator[Judged]:
    """Each date is as far from the first one as it was; a date of birth moves with the age that it
    tells."""
    days = [one for one in _days(document) if part_of(one[0].strategy).coherent]
    before = sorted(day for _, day, _ in days)
    if any(_followed_from_dates(change, before) for change in drawn(document, ("AGE",))):
        days = [one for one in days if one[1] != before[0]]
    for change, old, new in days[1:]:
        yield change, (new - days[0][2]) == (old - days[0][1])


@cache
def _weekdays(language: str) -> dict[str, int]:
    return {
        str(name).lower(): at for at, name in enumerate(get(language).table("check")["weekdays"], 1)
    }


def _weekday_of(text: str, language: str) -> tuple[int, str]:
    """The weekday in a text, and the text without it."""
    for name, number in _weekdays(language).items():
        match = re.match(rf"{name}[,\s]+", text, re.I)
        if match:
            return number, text[match.end() :]
    return 0, text


def weekday_fits(document: Released) -> Iterator[Judged]:
    """A weekday that fitted its date fits the new date."""
    for change in drawn(document, _DATES):
        fits = []
        for text in (change.original, change.surrogate):
            number, rest = _weekday_of(text, document.language)
            day = day_of(text, document.language) or day_of(rest, document.language)
            fits.append(None if not number or day is None else day.isoweekday() == number)
        if fits[0] and fits[1] is not None:
            yield change, fits[1]


def age_tells(document: Released) -> Iterator[Judged]:
    """An age that two dates told is told by the new dates."""
    days = _days(document)
    if len(days) < 2:
        return
    old, new = sorted(day for _, day, _ in days), sorted(day for _, _, day in days)
    for change in drawn(document, ("AGE",)):
        age = _AGE.search(change.surrogate)
        if age and _followed_from_dates(change, old):
            yield change, _tells(int(age[0]), new)


def _followed_from_dates(change: Change, old: list[date]) -> bool:
    """Whether the dates of the original told an age."""
    age = _AGE.search(change.original)
    return age is not None and len(old) > 1 and _tells(int(age[0]), old)


def _tells(age: int, days: list[date]) -> bool:
    lived = ((day - days[0]).days / 365.2425 for day in days[1:])
    return age > 1 and any(-1.0 <= years - age <= 2.0 for years in lived)


def hour_has_its_article(document: Released) -> Iterator[Judged]:
    """ "a la una", "a las dos", where hours have an article."""
    known = get(document.language).table("check")["hours"]
    if not known["articles"]:
        return
    before = re.compile(rf"\b({'|'.join(known['articles'])})\s+$", re.I)
    one = re.compile(rf"(?:{known['one']}|1|0?1[:.h]\d\d|13[:.h]\d\d)\b", re.I)
    for change in drawn(document, ("TIME",)):
        article = before.search(change.before)
        if article:
            singular = article[1].lower() == known["articles"][0]
            yield change, bool(one.match(change.surrogate)) == singular
