"""Dates written again: each field in the form that it had."""

from __future__ import annotations

from understudy.languages.numbers.words import number_table
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
    return _figures(field, value, language) or like(_number(field, value, language), field.text)


def _name(field: Field, value: int, language: str) -> str:
    known = calendar_facts(language)
    names = {
        ("month", "full"): known["months"],
        ("weekday", "full"): known["weekdays"],
        ("season", "full"): known["seasons"],
        ("month", "short"): known["months_short"],
        ("weekday", "short"): known["weekdays_short"],
        ("weekday", "many"): known["weekdays_many"],
    }
    return str(names[field.kind, field.form][value - 1]).lower()


def _figures(field: Field, value: int, language: str) -> str:
    """A day or a month in figures; nothing where it is said in words."""
    match field.form:
        case "one":
            return str(value)
        case "two":
            return f"{value:02}"
        case "nth":
            return str(value) + like(suffix(value, language), field.text[-2:])
        case "ring":
            # Spanish, which has the sign, has an ordinal for the first of the month alone.
            return str(value) + (field.text.lstrip("0123456789") if value == 1 else "")
    return ""


def _number(field: Field, value: int, language: str) -> str:
    if field.form == "ordinal" and value <= calendar_facts(language)["ordinal_days"]:
        return ordinal(value, language, field.style) or cardinal(value, language, field.style)
    return cardinal(value, language, field.style)


def _year(field: Field, value: int, language: str) -> str:
    if field.form == "Y":
        return f"{value:04}"
    if field.form == "y":
        return f"{value % 100:02}"
    if field.form == "two words":
        return like(said_like(f"{value % 100:02}", language, field.style), field.text)
    paired = calendar_facts(language)["traits"]["year_pairs"]
    if field.form == "pair" or (paired and value < 2000):
        return like(_pair(field, value, language), field.text)
    return like(cardinal(value, language, field.style), field.text)


def _pair(field: Field, value: int, language: str) -> str:
    """ "nineteen eighty four", "nineteen oh five", "two thousand five"."""
    century, rest = divmod(value, 100)
    if century % 10 == 0 and rest < 10 and not (rest and field.style.zero):
        return cardinal(value, language, field.style)
    first = cardinal(century, language)
    if not rest:
        return f"{first} {number_table(language)['hundred']}"
    zero = field.style._replace(zero=field.style.zero or calendar_facts(language)["pair_zeros"][0])
    return f"{first} {said_like(f'{rest:02}', language, zero)}"


def _decade(field: Field, value: int, language: str) -> str:
    decade = value // 10 * 10
    if field.form == "Y":
        return f"{decade:04}"
    if field.form == "words":
        known = calendar_facts(language)
        at = decade % 100 // 10 - 2
        if at >= 0:
            return like(str(known["decades"][at]), field.text)
        return f"{decade:04}{known['decade_ending']}"
    return f"{decade % 100:02}"
