"""Years within numbers: "345/2019" of a case that was heard in May 2019.

Which number bears the year of which date, and how many years lie between them, is public, as is
the linking of mentions. Both are drawn alone; the year of the number then follows that of the
date, which is post-processing of both draws.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from understudy.core.types import REPLACED, Edit, Entity
from understudy.replace.surrogate.joining import Found, Reader
from understudy.replace.surrogate.kinds import DATED, NUMBERS

__all__ = ["FARTHEST", "Dated", "dated_numbers", "year_edits"]

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


class Dated(NamedTuple):
    """A number with a year in it, and the date that this year follows."""

    number: Entity
    date: Entity
    distance: int

    def __repr__(self) -> str:
        return f"Dated({self.distance})"


def dated_numbers(found: Found, reader: Reader) -> list[Dated]:
    """The numbers that bear a year, each with the date of the text whose year is the nearest."""
    dates = sorted(
        (year, one)
        for (kind, _), own in found.items()
        if kind == DATED
        for one in own
        if reader.category(one) in _DATES and (year := _of_date(reader.of(one))) is not None
    )
    if not dates:
        return []
    pairs = []
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


def year_edits(edits: Sequence[Edit], dated: Sequence[Dated]) -> list[Edit]:
    """The edits with the year of each number as far from that of its date as it was."""
    made = {edit.entity: edit for edit in edits}
    for number, date, distance in dated:
        own, other = made.get(number), made.get(date)
        if own is None or other is None or not (_certain(own) and _certain(other)):
            continue
        place, year = _place(own.original), _of_date(other.surrogate)
        shown = None if place is None or year is None else _with_year(own, place, year + distance)
        if shown is not None:
            draws = tuple(dict.fromkeys((*own.draws, *other.draws)))
            made[number] = own._replace(surrogate=shown, draws=draws)
    return list(made.values())


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
