"""Coarser dates and ages: to the month, to the year, to a band of years.

Pure functions of one mention; what the coarse value keeps is public.
"""

from __future__ import annotations

from understudy.languages.numbers.reading import read_numeral, tokens_of
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.words import Field, read_date

__all__ = ["age_band", "to_month", "to_year"]

OLDEST = 90
"""Ages from here on single a person out; they share one band."""


def to_month(text: str, language: str) -> str | None:
    """The month and year of a date, or the month alone; None where it names no one month."""
    fields = read_date(text, language) or []
    month, year = _only(fields, "month"), _only(fields, "year")
    if month is None:
        return None
    known = calendar_facts(language)
    name = str(known["months"][month - 1])
    if year is None:
        return name
    return str(known["month_year"]).format(month=name, year=year)


def to_year(text: str, language: str) -> str | None:
    """The year of a date; None where it names no one year."""
    year = _only(read_date(text, language) or [], "year")
    return None if year is None else str(year)


def _only(fields: list[Field], kind: str) -> int | None:
    found = {field.value for field in fields if field.kind == kind}
    return found.pop() if len(found) == 1 else None


def age_band(text: str, language: str, width: int = 10) -> str | None:
    """The band of so many years that an age lies in; None where the text says no one number."""
    tokens = tokens_of(text)
    ages: list[int] = []
    at = 0
    while at < len(tokens):
        read = read_numeral(text, tokens, at, language)
        if tokens[at].text.isascii() and tokens[at].text.isdecimal():
            ages.append(int(tokens[at].text))
        elif read:
            ages.append(read.value)
        at = read.end if read else at + 1
    if len(ages) != 1 or width < 1 or ages[0] > 130:
        return None
    low = ages[0] // width * width
    phrase = calendar_facts(language)["age_phrase"]
    if ages[0] >= OLDEST:
        return f"{OLDEST}+ {phrase}"
    return f"{low}-{min(low + width, OLDEST) - 1} {phrase}"
