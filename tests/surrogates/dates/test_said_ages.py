"""A date of birth fits the age that the text tells in the open."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier

RANGE = (1995, 2024)
"""The years that the day of speaking is drawn from."""


@pytest.fixture(scope="module")
def preset() -> Deidentifier:
    return Deidentifier("surrogate")


@pytest.mark.parametrize(
    ("language", "text", "age"),
    [
        ("en", "DOB 03/14/1945, 79 y/o male seen today.", 79),
        ("en", "Agent: date of birth, please?\nCaller: 4 March 1981, so I'm forty-five.", 45),
        ("en", "A 67-year-old man (born 1957), who is ill, was sentenced to six years.", 67),
        ("en", "her name is agnes and shes eighty seven, born 2nd of april 1937", 87),
        ("es", "Cliente: Nací el 3 de abril de 1979, tengo cuarenta y siete años.", 47),
    ],
)
def test_a_date_of_birth_fits_the_age_beside_it(
    preset: Deidentifier, language: str, text: str, age: int
) -> None:
    for key in (bytes(32), bytes([1] * 32), bytes([2] * 32)):
        (year,) = re.findall(r"\d{4}", preset(text, language=language, key=key).text)
        assert RANGE[0] - 1 <= int(year) + age <= RANGE[1] + 1


def test_who_answers_the_question_for_a_date_of_birth_is_grown_up(preset: Deidentifier) -> None:
    text = "Agent: And your name and date of birth, please?\nCaller: Rebecca Stoltz, 11/06/1988"
    for key in (bytes(32), bytes([1] * 32), bytes([2] * 32)):
        (year,) = re.findall(r"\d{4}", preset(text, language="en", key=key).text)
        assert int(year) <= RANGE[1] - 39


def test_a_year_of_birth_is_that_of_somebody_grown_up(preset: Deidentifier) -> None:
    text = "The applicant was born in 1979 and lives in Leeds."
    for key in (bytes(32), bytes([1] * 32), bytes([2] * 32)):
        (year,) = re.findall(r"\d{4}", preset(text, language="en", key=key).text)
        assert RANGE[0] - 41 <= int(year) <= RANGE[1] - 39


def test_a_year_of_birth_goes_with_an_age_that_is_drawn(preset: Deidentifier) -> None:
    text = "My grandad turned 93 last week, he was born in 1931 and is well."
    for key in (bytes(32), bytes([1] * 32), bytes([2] * 32)):
        age, year = re.findall(r"\d+", preset(text, language="en", key=key).text)
        assert 65 <= int(age) <= 89
        assert RANGE[0] <= int(year) + int(age) <= RANGE[1]


@pytest.mark.parametrize(
    "text",
    [
        "They married on 14 June 1983 and separated in June 2019 after 36 years.",
        "He joined on 3 May 1980 and left in 2021.",
        "Born on 5 June 1978, she has lived in the same street since 2022.",
    ],
)
def test_no_date_comes_to_lie_in_the_future(preset: Deidentifier, text: str) -> None:
    for key in range(8):
        told = preset(text, language="en", key=bytes([key] * 32)).text
        assert max(map(int, re.findall(r"\b\d{4}\b", told))) <= RANGE[1]
