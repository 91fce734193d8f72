"""Dates written again: each field in the form that it had."""

from __future__ import annotations

from understudy.languages import facts
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.words import Field
from understudy.surrogates.numbers.numerals import cardinal, ordinal, said_like, suffix
from understudy.surrogates.numbers.wording import like

__all__ = ["write_field"]


def write_field(field: Field, value: int, language: str) -> str:
    """The field with another value: the year, or the month, day, weekday or season from one."""
    if field.kind == "year":
        return _year(field, value, language)
    if field.kind == "decade":
        return _decade(field, value, language)
    if field.form in ("full", "short", "many"):
        return like(_name(field, value, language), field.text)
    return _figures(field, value) or like(_number(field, value, language), field.text)


def _name(field: Field, value: int, language: str) -> str:
    more = calendar_facts(language)
    if field.form == "many":
        name = str(facts(language)["weekdays"][value - 1]).lower()
        return name if name.endswith("s") else f"{name}s"
    names = {
        ("month", "full"): facts(language)["months"],
        ("weekday", "full"): facts(language)["weekdays"],
        ("season", "full"): more["seasons"],
        ("month", "short"): more["months_short"],
        ("weekday", "short"): more["weekdays_short"],
    }
    return str(names[field.kind, field.form][value - 1]).lower()


def _figures(field: Field, value: int) -> str:
    """A day or a month in figures; nothing where it is said in words."""
    match field.form:
        case "one":
            return str(value)
        case "two":
            return f"{value:02}"
        case "nth":
            return str(value) + like(suffix(value), field.text[-2:])
        case "ring":
            # Spanish has an ordinal for the first of the month alone.
            return str(value) + (field.text.lstrip("0123456789") if value == 1 else "")
    return ""


def _number(field: Field, value: int, language: str) -> str:
    if field.form == "ordinal" and (language == "en" or value == 1):
        return ordinal(value, language, field.style) or cardinal(value, language, field.style)
    return cardinal(value, language, field.style)


def _year(field: Field, value: int, language: str) -> str:
    if field.form == "Y":
        return f"{value:04}"
    if field.form == "y":
        return f"{value % 100:02}"
    if field.form == "two words":
        return like(said_like(f"{value % 100:02}", language, field.style), field.text)
    if field.form == "pair" or (language == "en" and value < 2000):
        return like(_pair(field, value, language), field.text)
    return like(cardinal(value, language, field.style), field.text)


def _pair(field: Field, value: int, language: str) -> str:
    """ "nineteen eighty four", "nineteen oh five", "two thousand five"."""
    century, rest = divmod(value, 100)
    if century % 10 == 0 and rest < 10 and not (rest and field.style.zero):
        return cardinal(value, language, field.style)
    first = cardinal(century, language)
    if not rest:
        return f"{first} hundred"
    zero = field.style._replace(zero=field.style.zero or "oh")
    return f"{first} {said_like(f'{rest:02}', language, zero)}"


def _decade(field: Field, value: int, language: str) -> str:
    decade = value // 10 * 10
    if field.form == "Y":
        return f"{decade:04}"
    if field.form == "words":
        names = calendar_facts(language)["decades"]
        at = decade % 100 // 10 - 2
        if at >= 0:
            return like(str(names[at]), field.text)
        return f"{decade:04}" + ("s" if language == "en" else "")
    return f"{decade % 100:02}"
