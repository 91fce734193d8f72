"""Ages: the one number of a mention, its unit, and how it is written when it moves."""

from __future__ import annotations

from datetime import date

import pytest
from marked_mentions import stream

from understudy.surrogates.dates.ages import (
    age_choices,
    drawn_ages,
    read_age,
    tells,
    write_age,
)
from understudy.surrogates.mention import Mention

ENGLISH = [
    ("45 years old", "", 45, "year", "46 years old"),
    ("45", " years old", 45, "year", "46"),
    ("forty five", "", 45, "year", "forty six"),
    ("Forty-Five", "", 45, "year", "Forty-Six"),
    ("six months old", "", 6, "month", "seven months old"),
    ("6", " months old", 6, "month", "7"),
    ("3 weeks", "", 3, "week", "4 weeks"),
    ("10 days old", "", 10, "day", "11 days old"),
    ("5 yo", "", 5, "year", "6 yo"),
    ("79 y/o", "", 79, "year", "80 y/o"),
    ("11 years and 10 months", "", 11, "year", "12 years and 10 months"),
    ("cuarenta años", "", 40, "year", "cuarenta y un años"),
]
SPANISH = [
    ("45 años", "", 45, "year", "46 años"),
    ("cuarenta y cinco", "", 45, "year", "cuarenta y seis"),
    ("veinte años", "", 20, "year", "veintiún años"),
    ("veinte", "", 20, "year", "veintiuno"),
    ("tres", " añitos", 3, "year", "cuatro"),
    ("seis meses", "", 6, "month", "siete meses"),
    ("3 semanas", "", 3, "week", "4 semanas"),
    ("10 días", "", 10, "day", "11 días"),
    ("11 años y 10 meses", "", 11, "year", "12 años y 10 meses"),
    ("sixty years", "", 60, "year", "sixty one years"),
]


def check(language: str, text: str, after: str, value: int, unit: str, older: str) -> None:
    age = read_age(Mention(text, "AGE", after=after), language)
    assert age is not None
    assert (age.value, age.unit) == (value, unit)
    assert write_age(age, text, 0) == text
    assert write_age(age, text, 1) == older


@pytest.mark.parametrize(("text", "after", "value", "unit", "older"), ENGLISH)
def test_english(text: str, after: str, value: int, unit: str, older: str) -> None:
    check("en", text, after, value, unit, older)


@pytest.mark.parametrize(("text", "after", "value", "unit", "older"), SPANISH)
def test_spanish(text: str, after: str, value: int, unit: str, older: str) -> None:
    check("es", text, after, value, unit, older)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("old", "en"),
        ("two to three", "en"),
        ("150", "en"),
        ("30 or 40", "en"),
        ("mayor", "es"),
        ("dos o tres", "es"),
        ("treinta o cuarenta años", "es"),
        ("200 años", "es"),
    ],
)
def test_no_number_several_and_one_that_nobody_reaches(text: str, language: str) -> None:
    assert read_age(Mention(text, "AGE"), language) is None


@pytest.mark.parametrize(
    ("texts", "choices"),
    [
        (["45 years"], 20),
        (["30 years"], 15),
        (["1 year"], 4),
        (["44 years", "46 years"], 300),
        (["30 years", "44 years"], 225),
        (["30 years", "40 years"], 5),
        (["45 years", "6 months"], 200),
        (["120 years"], 10),
    ],
)
def test_ages_stay_in_their_stage_of_life(texts: list[str], choices: int) -> None:
    ages = [age for text in texts if (age := read_age(Mention(text, "AGE"), "en"))]
    assert age_choices(ages) == choices
    for seed in range(20):
        moves = drawn_ages(ages, stream(seed))
        for age in ages:
            assert (age.value + moves[age] >= 18) is (age.value >= 18)


@pytest.mark.parametrize(
    ("born", "days", "years", "age", "expected"),
    [
        (date(1980, 5, 1), [date(2020, 1, 1)], [], 39, True),
        (date(1980, 5, 1), [date(2020, 1, 1)], [], 60, False),
        (date(1990, 1, 1), [], [2000], 10, True),
        (date(1990, 1, 1), [], [], 10, False),
    ],
)
def test_ages_that_a_date_of_birth_tells(
    born: date, days: list[date], years: list[int], age: int, expected: bool
) -> None:
    assert tells(born, days, years, age) is expected
