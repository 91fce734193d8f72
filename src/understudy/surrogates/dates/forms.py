"""Parts of dates, times and ages, written with another value in the form that they have."""

from __future__ import annotations

from functools import cache

from understudy.languages.numbers.words import number_table
from understudy.languages.numbers.writing import Style, cardinal, number_in_words, ordinal, suffix
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.sketch import Part

__all__ = ["ROMAN", "cased", "write_clock", "write_count", "write_part"]


ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
"""Months in Roman numerals."""


def cased(text: str, case: str) -> str:
    """A text in small letters, with a capital in front, or in capitals."""
    if case == "upper":
        return text.upper()
    return text[:1].upper() + text[1:] if case == "title" else text


def write_part(part: Part, value: int, language: str, *, hyphens: bool, zero: str = "") -> str:
    """A day, month, year, weekday, season or decade; ``zero`` is said in a year of two pairs."""
    return cased(_part(part, value, language, _style(hyphens, zero)), part.case)


@cache
def _style(hyphens: bool, zero: str) -> Style:
    return Style(hyphen=hyphens, zero=zero)


def _part(part: Part, value: int, language: str, style: Style) -> str:
    match part.kind:
        case "year":
            return _year(part.form, value, language, style)
        case "decade":
            return _decade(part.form, value, language)
    if part.form in ("ordinal", "cardinal"):
        return _number(part.form, value, language, style)
    return _name_or_figures(part, value, language)


def _number(form: str, value: int, language: str, style: Style) -> str:
    if form == "ordinal" and value <= calendar_facts(language)["ordinal_days"]:
        return ordinal(value, language, style) or cardinal(value, language, style)
    return cardinal(value, language, style)


def _name_or_figures(part: Part, value: int, language: str) -> str:
    match part.form:
        case "full" | "short" | "many":
            return _name(part, value, language)
        case "two":
            return f"{value:02}"
        case "roman":
            return ROMAN[value - 1]
        case "nth":
            return f"{value}{suffix(value, language)}"
    return str(value)


def _name(part: Part, value: int, language: str) -> str:
    known = calendar_facts(language)
    if part.kind == "season":
        return str(known["seasons"][value - 1]).lower()
    ending = {"full": "", "short": "_short", "many": "_many"}[part.form]
    return str(known[f"{part.kind}s{ending}"][value - 1]).lower()


def _year(form: str, value: int, language: str, style: Style) -> str:
    if form == "Y":
        return f"{value:04}"
    if form == "y":
        return f"{value % 100:02}"
    if form == "two words":
        return number_in_words(f"{value % 100:02}", language, style)
    if calendar_facts(language)["traits"]["year_pairs"]:
        return _pair(value, language, style)
    return cardinal(value, language, style)


def _pair(value: int, language: str, style: Style) -> str:
    """ "nineteen eighty four", "nineteen oh five", "two thousand five"."""
    century, rest = divmod(value, 100)
    if century % 10 == 0 and rest < 10 and not (rest and style.zero):
        return cardinal(value, language, style)
    first = cardinal(century, language)
    if not rest:
        return f"{first} {number_table(language)['hundred']}"
    zero = style._replace(zero=style.zero or calendar_facts(language)["pair_zeros"][0])
    return f"{first} {number_in_words(f'{rest:02}', language, zero)}"


def _decade(form: str, value: int, language: str) -> str:
    decade = value // 10 * 10
    if form == "Y":
        return f"{decade:04}"
    if form == "words":
        known = calendar_facts(language)
        at = decade % 100 // 10 - 2
        if at >= 0:
            return str(known["decades"][at])
        return f"{decade:04}{known['decade_ending']}"
    return f"{decade % 100:02}"


def write_count(part: Part, language: str, *, hyphens: bool) -> str:
    """A number of days or years, or of minutes beside an hour."""
    if part.form == "figures":
        return str(part.number)
    style = Style(hyphen=hyphens, short=part.form == "short", feminine=part.form == "feminine")
    return cased(cardinal(part.number, language, style), part.case)


def write_clock(part: Part, minute: int, language: str, *, dial: bool) -> str:
    """The hour, the minute, the half or the part of the day of a time."""
    hour, past = divmod(minute, 60)
    shown = (hour - 1) % 12 + 1 if dial else hour
    match part.kind:
        case "minute":
            return f"{past:02}"
        case "half":
            return cased(("p" if hour >= 12 else "a") + part.form[1:], part.case)
        case "daypart":
            return cased(part_of_day(hour, language), part.case)
        case "hour article":
            one, many = calendar_facts(language)["hour_article"]
            return cased(str(one if shown == 1 else many), part.case)
    if part.form == "words":
        feminine = calendar_facts(language)["traits"]["hours_feminine"]
        return cased(cardinal(shown, language, Style(feminine=feminine)), part.case)
    return f"{shown:02}" if part.form == "two" else str(shown)


def part_of_day(hour: int, language: str) -> str:
    """What is said of an hour: "in the morning"; midnight belongs to the night before it."""
    parts = calendar_facts(language)["parts"]
    return next(
        str(part["said"])
        for part in parts
        if part["from"] <= hour < part["to"] or part["from"] <= hour + 24 < part["to"]
    )
