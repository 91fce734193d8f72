"""Years and days within numbers: "345/2019" of a case that was heard in May 2019, the CURP and
the RFC of somebody who was born on 12 July 1985.

Which number bears the year or the day of which date, how many years lie between them, and which
number begins as another does, is public, as is the linking of mentions. All are drawn alone; the
number then follows the date, or the other number, which is post-processing of both draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.core.types import REPLACED, Edit, Entity
from understudy.replace.relations import day_of
from understudy.replace.surrogate.joining import Found, Reader
from understudy.replace.surrogate.kinds import DATED, NUMBERS
from understudy.surrogates.numbers.checks import curp

__all__ = ["BEARERS", "FARTHEST", "Dated", "dated_numbers", "year_edits"]

FARTHEST = 10
"""Years that a number's may lie from a date's; what is farther follows none."""
_DATED = frozenset(
    (
        *("CASE_NUMBER", "ID", "ORDER_NUMBER", "TICKET_NUMBER", "MEMBER_ID", "MEDICAL_RECORD"),
        "PRESCRIPTION_ID",
    )
)
"""The categories of numbers that bear the year in which they were given."""
_DATES = frozenset(("DATE", "DATE_TIME"))
_RUN = re.compile(r"\d+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SHORT_DATE = re.compile(r"(?<!\d)\d\d?([/.-])\d\d?\1(\d\d)(?!\d)")
_SHORT = re.compile(r"\d{1,7}/(\d\d)")
"""A serial and a year of two figures: "19124/02"."""
_CENTURY = 100
_PIVOT = 35
"""Two figures up to here are a year of this century."""


_PERSONAL = re.compile(
    r"(?P<opening>[A-ZÑ&]{3,4}(?P<day>\d{6}))(?P<rest>[A-Z0-9]{3}|[A-Z]{6}[A-Z0-9]\d)"
)
"""An RFC, and the CURP that begins alike: initials, a date of birth, and the rest."""
_NATIONAL = frozenset(("NATIONAL_ID", "ID"))
BEARERS = _DATED | _NATIONAL
"""The categories of numbers that can have the year or the day of a date in them."""
_CURP = 18
YEAR = "year"
DAY = "day"
OPENING = "opening"


class Dated(NamedTuple):
    """A number with a year or a day in it, or an opening, and what has it, too."""

    number: Entity
    other: Entity
    distance: int = 0
    shows: str = YEAR

    def __repr__(self) -> str:
        return f"Dated({self.shows!r}, {self.distance})"


def dated_numbers(found: Found, reader: Reader) -> list[Dated]:
    """The numbers that bear a year, each with the date of the text whose year is the nearest."""
    pairs = list(_personal(found, reader))
    dates = sorted(
        (year, one)
        for (kind, _), own in found.items()
        if kind == DATED
        for one in own
        if reader.category(one) in _DATES and (year := _of_date(reader.of(one))) is not None
    )
    if not dates:
        return pairs
    for (kind, _), own in found.items():
        for one in own if kind == NUMBERS else ():
            place = _place(reader.of(one)) if reader.category(one) in _DATED else None
            if place is None:
                continue
            year = _full(_RUN.findall(reader.of(one))[place])
            nearest = min(dates, key=lambda date: (abs(date[0] - year), date[1].span.start))
            if abs(nearest[0] - year) <= FARTHEST:
                pairs.append(Dated(one, nearest[1], year - nearest[0]))
    return pairs


def _personal(found: Found, reader: Reader) -> Iterator[Dated]:
    """The numbers that hold a date of birth which the text tells, and those that begin alike."""
    numbers = [
        (match, one)
        for (kind, _), own in found.items()
        if kind == NUMBERS
        for one in own
        if reader.category(one) in _NATIONAL
        and (match := _PERSONAL.fullmatch(reader.of(one))) is not None
    ]
    if not numbers:
        return
    days = {
        f"{day:%y%m%d}": one
        for (kind, _), own in found.items()
        if kind == DATED
        for one in sorted(own, key=lambda one: -one.span.start)
        if (day := day_of(reader.of(one), reader.language)) is not None
    }
    first: dict[str, Entity] = {}
    for match, one in sorted(numbers, key=lambda number: number[1].span.start):
        known = first.setdefault(match["opening"], one)
        if known is not one:
            yield Dated(one, known, shows=OPENING)
        elif match["day"] in days:
            yield Dated(one, days[match["day"]], shows=DAY)


def _of_date(text: str) -> int | None:
    """The year that a date tells, where it tells one."""
    years = _YEAR.findall(text)
    if len(years) == 1:
        return int(years[0])
    short = None if years else _SHORT_DATE.search(text)
    return _full(short[2]) if short else None


def _place(text: str) -> int | None:
    """Which of the runs of figures in a number is a year; None where none or several are."""
    runs = _RUN.findall(text)
    years = [at for at, run in enumerate(runs) if _YEAR.fullmatch(run)]
    if len(years) == 1 < len(runs):
        return years[0]
    return 1 if not years and _SHORT.fullmatch(text) else None


def _full(year: str) -> int:
    """A year in four figures."""
    number = int(year)
    if number >= _CENTURY:
        return number
    return number + (2000 if number <= _PIVOT else 1900)


def year_edits(edits: Sequence[Edit], dated: Sequence[Dated], language: str) -> list[Edit]:
    """The edits with the year of each number as far from that of its date as it was, and with its
    day, or its opening, that of what it follows."""
    made = {edit.entity: edit for edit in edits}
    for number, followed, distance, shows in dated:
        own, other = made.get(number), made.get(followed)
        if own is None or other is None or not (_certain(own) and _certain(other)):
            continue
        if shows == YEAR:
            shown = _of_year(own, other, distance)
        else:
            shown = _of_birth(own, other, shows, language)
        if shown is not None:
            draws = tuple(dict.fromkeys((*own.draws, *other.draws)))
            made[number] = own._replace(surrogate=shown, draws=draws)
    return list(made.values())


def _of_year(own: Edit, other: Edit, distance: int) -> str | None:
    """A number with the year that lies so far from that of the date."""
    place, year = _place(own.original), _of_date(other.surrogate)
    return None if place is None or year is None else _with_year(own, place, year + distance)


def _of_birth(own: Edit, other: Edit, shows: str, language: str) -> str | None:
    """A number with the day of a date, or with what another begins with."""
    match = _PERSONAL.fullmatch(own.surrogate)
    if match is None:
        return None
    if shows == OPENING:
        known = _PERSONAL.fullmatch(other.surrogate)
        opening = "" if known is None else known["opening"]
        fits = len(opening) == len(match["opening"])
    else:
        day = day_of(other.surrogate, language)
        fits = day is not None
        opening = match["opening"][:-6] + (f"{day:%y%m%d}" if day else "")
    if not fits:
        return None
    whole = opening + match["rest"]
    return curp(whole) if len(whole) == _CURP else whole


def _certain(edit: Edit) -> bool:
    """Whether a mention is replaced, and no coin could have kept it: a year that follows or does
    not would tell how the coin fell."""
    return edit.counted == REPLACED and edit.event.p == 1.0


def _with_year(edit: Edit, place: int, year: int) -> str | None:
    """A stand-in with another year in its place; None where it has none there."""
    runs = list(_RUN.finditer(edit.surrogate))
    if len(runs) != len(_RUN.findall(edit.original)):
        return None
    run = runs[place]
    if not (_YEAR.fullmatch(run[0]) or _SHORT.fullmatch(edit.surrogate)):
        return None
    digits = str(year)[-len(run[0]) :]
    return edit.surrogate[: run.start()] + digits + edit.surrogate[run.end() :]
