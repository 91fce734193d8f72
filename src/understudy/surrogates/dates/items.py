"""Which days the dates of a text are: the fields of a mention made into dates, and each date
placed in the calendar.

What a date leaves unsaid is taken from the dates around it: the year of the nearest that has one,
the month of the day that was named before. Where nothing says it, a fixed year does; then only the
distances between the dates are meant, and those are the same in any year that suits the weekdays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from understudy.core.text import hidden_repr
from understudy.surrogates.dates.sketch import DATED
from understudy.surrogates.dates.words import Field

__all__ = ["Item", "items_of", "place"]

_APART = {
    "decade": frozenset(("day", "month", "year", "season", "weekday")),
    "season": frozenset(("day", "month", "weekday")),
}
"""What no one date names together."""
_REFERENCE = 2020
"""A leap year, so that every day of a year exists in it."""
_FARTHEST = 40
_HALF_YEAR = 6


@dataclass
class Item:
    """One date of a mention: where its fields stand, and the day that it means."""

    mention: int
    fields: Mapping[str, int]
    values: Mapping[str, int]
    day: date | None = None
    """The day; of a month its middle, of a year or a decade none."""

    def __repr__(self) -> str:
        return hidden_repr(self)

    @property
    def grain(self) -> str:
        """What the date names, at its finest."""
        for kind in ("day", "season", "month", "year", "decade"):
            if kind in self.values:
                return kind
        return "weekday"


def items_of(mention: int, fields: Sequence[Field]) -> list[Item] | None:
    """The dates of a mention, several where it is a range; None where the fields do not match."""
    at: dict[str, list[int]] = {kind: [] for kind in DATED}
    for position, field in enumerate(fields):
        if field.kind in at:
            at[field.kind].append(position)
    count = max(len(positions) for positions in at.values())
    said = frozenset(kind for kind, positions in at.items() if positions)
    odd = any(said & others for kind, others in _APART.items() if kind in said)
    odd = odd or ({"day", "year"} <= said and "month" not in said)
    if odd or any(len(positions) not in (0, 1, count) for positions in at.values()):
        return None
    items = []
    for number in range(count):
        own = {
            kind: positions[number if len(positions) == count else 0]
            for kind, positions in at.items()
            if positions
        }
        items.append(Item(mention, own, {kind: fields[pos].value for kind, pos in own.items()}))
    return items


def place(items: Sequence[Item]) -> None:
    """Gives every date its day; one that the calendar does not have is the last of its month."""
    with_year = [at for at, item in enumerate(items) if "year" in item.values]
    before: date | None = None
    for number, item in enumerate(items):
        if "month" in item.values:
            near = _nearest(number, with_year)
            year = _near_year(item, before) if near is None else items[near].values["year"]
            before = item.day = _in_month(item, year)
    with_month = [at for at, item in enumerate(items) if "month" in item.values and item.day]
    last: date | None = None
    for number, item in enumerate(items):
        if "month" not in item.values and "day" in item.values:
            near = _nearest(number, with_month)
            item.day = _without_month(item, last, None if near is None else items[near].day)
            last = item.day or last


def _near_year(item: Item, before: date | None) -> int:
    """The year that puts a month nearest to the date before it: January follows December."""
    if before is None:
        return _REFERENCE
    apart = item.values["month"] - before.month
    return before.year + (apart < -_HALF_YEAR) - (apart > _HALF_YEAR)


def _nearest(number: int, places: Sequence[int]) -> int | None:
    """The nearest of some places in rising order; of two, the earlier."""
    cut = bisect_left(places, number)
    return min(places[max(0, cut - 1) : cut + 1], key=lambda at: abs(at - number), default=None)


def _in_month(item: Item, year: int) -> date | None:
    month, day = item.values["month"], item.values.get("day", 15)
    if "year" in item.values:
        return _last(item.values["year"], month, day)
    found = _first(((one, month) for one in _around(year)), day, item.values.get("weekday"))
    return found or _last(year, month, day)


def _without_month(item: Item, last: date | None, near: date | None) -> date | None:
    """A day of an unnamed month: of that of the day before it, of the nearest, or of any."""
    day, weekday = item.values["day"], item.values.get("weekday")
    months: list[tuple[int, int]] = []
    if last:
        months += [_month(last, step) for step in (0, 1, -1)]
    if near:
        months += [(year, near.month) for year in _around(near.year)]
    months += [(_REFERENCE + at // 12, at % 12 + 1) for at in range(12 * 28)]
    return _first(iter(months), day, weekday)


def _month(day: date, step: int) -> tuple[int, int]:
    year, month = divmod(day.year * 12 + day.month - 1 + step, 12)
    return year, month + 1


def _around(year: int) -> Iterator[int]:
    """The year, and others ever farther from it."""
    yield year
    for far in range(1, _FARTHEST):
        yield year + far
        yield year - far


def _first(months: Iterator[tuple[int, int]], day: int, weekday: int | None) -> date | None:
    """The first month that has the day, on that weekday."""
    for year, month in months:
        found = _real(year, month, day)
        if found and weekday in (None, found.isoweekday()):
            return found
    return None


def _last(year: int, month: int, day: int) -> date | None:
    """The day, or the last of its month that is before it."""
    return next((found for one in range(day, 0, -1) if (found := _real(year, month, one))), None)


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
