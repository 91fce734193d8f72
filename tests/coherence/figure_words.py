"""What the words of dates.toml and figures.toml mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from stdnum import iban, luhn
from stdnum.es import cif, nie, nif

from understudy.languages.numbers import digits_in
from understudy.surrogates.dates.clock import find_clock
from understudy.surrogates.dates.words import read_date
from understudy.surrogates.numbers.words import read_numeral, tokens_of

_MONTHS = range(28, 32)


class Outcome(NamedTuple):
    """The new texts, and the old ones."""

    new: Sequence[str]
    old: Sequence[str]
    language: str


def _said(text: str, language: str) -> Mapping[str, int]:
    for one in (language, "en", "es"):
        fields = read_date(text, one)
        if fields:
            return {field.kind: field.value for field in fields if field.value}
    raise AssertionError("no date")


def _day(outcome: Outcome, at: int) -> date:
    said = _said(outcome.new[at], outcome.language)
    return date(said["year"], said["month"], said["day"])


def _field(outcome: Outcome, kind: str, at: int) -> int:
    return _said(outcome.new[at], outcome.language)[kind]


def _minute(outcome: Outcome, at: int) -> int:
    text = outcome.new[at]
    clock = find_clock(text, outcome.language, whole=True)
    assert clock is not None
    half = re.search(r"\bhalf\b|\bmedia\b", text, re.IGNORECASE)
    return clock.minute + (30 if half else 0)


def _digits(outcome: Outcome, at: int) -> str:
    digits = digits_in(outcome.new[at], outcome.language)
    assert digits is not None
    return digits


def _code(outcome: Outcome, at: int) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", outcome.new[at])


def _years(first: date, second: date) -> int:
    return second.year - first.year - ((second.month, second.day) < (first.month, first.day))


def _one_number(outcome: Outcome, at: int, template: str) -> bool:
    said = template.replace("_", " ").replace("*", outcome.new[at]).lower()
    tokens = tokens_of(said)
    found = read_numeral(said, tokens, 0, outcome.language)
    return found is not None and found.end == len(tokens)


def _days_apart(outcome: Outcome, one: int, other: int, days: int) -> bool:
    """Days of the month may lie in two months."""
    found = _field(outcome, "day", other) - _field(outcome, "day", one)
    return found == days or any(found == days - length for length in _MONTHS)


def _case(outcome: Outcome, at: int) -> bool:
    old, new = outcome.old[at], outcome.new[at]
    return (old.islower(), old.isupper()) == (new.islower(), new.isupper())


_PLACES: Mapping[str, Callable[..., bool]] = {
    "same_day": lambda out, i, j: all(
        _field(out, kind, i) == _field(out, kind, j) for kind in ("day", "month")
    ),
    "same_month": lambda out, i, j: _field(out, "month", i) == _field(out, "month", j),
    "same_year": lambda out, i, j: _field(out, "year", i) == _field(out, "year", j),
    "weekday_fits": lambda out, i: _day(out, i).isoweekday() == _field(out, "weekday", i),
    "unchanged": lambda out, i: out.new[i] == out.old[i],
    "case": _case,
    "same_number": lambda out, i, j: _digits(out, i) == _digits(out, j),
    "same_code": lambda out, i, j: _code(out, i).upper() == _code(out, j).upper(),
    "ends_with": lambda out, i, j: _digits(out, i).endswith(_digits(out, j)),
    "begins_with": lambda out, i, j: _digits(out, i).startswith(_digits(out, j)),
    "luhn": lambda out, i: luhn.is_valid(_code(out, i)),
    "iban": lambda out, i: iban.is_valid(_code(out, i)),
    "nif": lambda out, i: nif.is_valid(_code(out, i)),
    "nie": lambda out, i: nie.is_valid(_code(out, i)),
    "cif": lambda out, i: cif.is_valid(_code(out, i)),
    "age": lambda out, i, j, k: _years(_day(out, i), _day(out, j)) == int(_digits(out, k)),
}
_COUNTED: Mapping[str, Callable[[Outcome, int, int, int], bool]] = {
    "days": lambda out, i, j, n: (_day(out, j) - _day(out, i)).days == n,
    "days_apart": _days_apart,
    "months": lambda out, i, j, n: (
        (_field(out, "month", j) - _field(out, "month", i) - n) % 12 == 0
    ),
    "years": lambda out, i, j, n: _field(out, "year", j) - _field(out, "year", i) == n,
    "weekdays": lambda out, i, j, n: (
        (_field(out, "weekday", j) - _field(out, "weekday", i) - n) % 7 == 0
    ),
    "minutes": lambda out, i, j, n: (_minute(out, j) - _minute(out, i) - n) % 720 == 0,
}


def holds(relation: str, outcome: Outcome) -> bool:
    """Whether a relation holds; entities are numbered from one."""
    word, *rest = relation.split(" ")
    if word == "shape":
        at, pattern = relation.split(" ", 2)[1:]
        return re.fullmatch(pattern, outcome.new[int(at) - 1]) is not None
    if word == "one_number":
        return _one_number(outcome, int(rest[0]) - 1, rest[1])
    if word in _COUNTED:
        first, second, count = map(int, rest)
        return _COUNTED[word](outcome, first - 1, second - 1, count)
    return _PLACES[word](outcome, *(int(one) - 1 for one in rest))
