"""Postal codes: their figures read from speech, and new ones in the format of the country."""

from __future__ import annotations

import re

import pytest
from marked_mentions import stream

from understudy.surrogates.pickers import Sought, Thrown
from understudy.surrogates.places.atlas import countries
from understudy.surrogates.places.codes import code_in_style, compact, coordinates, postal_code


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("02108", "en", "02108"),
        ("02108-1234", "en", "02108-1234"),
        ("0 2 1 0 8", "en", "02108"),
        ("oh two one oh eight", "en", "02108"),
        ("zip code 0 2 1 0 8", "en", "02108"),
        ("SW1A 1AA", "en", "SW1A 1AA"),
        ("Boston 02108", "en", "Boston 02108"),
        ("28013", "es", "28013"),
        ("2 8 0 1 3", "es", "28013"),
        ("dos ocho cero uno tres", "es", "28013"),
        ("veintiocho cero trece", "es", "28013"),
        ("código postal 2 8 0 1 3", "es", "28013"),
        ("Madrid 28013", "es", "Madrid 28013"),
        ("hola", "es", "hola"),
    ],
)
def test_a_code_that_is_said_is_read(text: str, language: str, expected: str) -> None:
    assert compact(text, language) == expected


@pytest.mark.parametrize(
    ("text", "country", "region", "form"),
    [
        ("02108", "US", "Massachusetts", r"0[12]\d{3}"),
        ("02108-1234", "US", "Massachusetts", r"0[12]\d{3}-\d{4}"),
        ("28013", "ES", "Madrid", r"28\d{3}"),
        ("28013", "ES", "Sevilla", r"41\d{3}"),
        ("SW1A 1AA", "GB", "Greater London", r"[A-Z]{1,2}[1-9] \d[A-Z]{2}"),
        ("K1A 0B1", "CA", "Ontario", r"[K-P]\d[A-Z] \d[A-Z]\d"),
    ],
)
def test_a_new_code_has_the_form_and_the_prefix_of_its_region(
    text: str, country: str, region: str, form: str
) -> None:
    home = countries()[country]
    for seed in range(5):
        dice = Thrown(stream(seed))
        new = postal_code(text, home, home.regions[region], dice, "en", kept=False)
        assert re.fullmatch(form, new)


@pytest.mark.parametrize(
    ("text", "country", "region", "language", "form"),
    [
        ("0 2 1 0 8", "US", "Massachusetts", "en", r"0 [12] \d \d \d"),
        ("oh two one oh eight", "US", "Massachusetts", "en", r"(?:oh|zero)(?: [a-z]+){4}"),
        ("2 8 0 1 3", "ES", "Madrid", "es", r"2 8 \d \d \d"),
        ("dos ocho cero uno tres", "ES", "Madrid", "es", r"dos ocho(?: [a-z]+){3}"),
    ],
)
def test_a_new_code_is_said_as_the_old_one(
    text: str, country: str, region: str, language: str, form: str
) -> None:
    home = countries()[country]
    for seed in range(5):
        dice = Thrown(stream(seed))
        new = code_in_style(text, home, home.regions[region], dice, language, kept=False)
        assert re.fullmatch(form, new)


@pytest.mark.parametrize(
    ("text", "country", "region", "found"),
    [
        ("02108", "US", "Massachusetts", True),
        ("90210", "US", "Massachusetts", False),
        ("28013", "ES", "Madrid", True),
        ("28013", "ES", "Sevilla", False),
    ],
)
def test_a_code_can_be_drawn_where_it_lies(
    text: str, country: str, region: str, found: bool
) -> None:
    home, dice = countries()[country], Sought()
    postal_code(text, home, home.regions[region], dice, "en", kept=True)
    assert dice.found is found


@pytest.mark.parametrize(
    ("text", "country", "form"),
    [
        ("40.7128,-74.0060", "US", r"-?\d+\.\d{4},-?\d+\.\d{4}"),
        ("41,65 / -0,88", "ES", r"-?\d+,\d{2} / -?\d+,\d{2}"),
        ("40° N 74° W", "US", None),
        ("40.7", "US", None),
    ],
)
def test_coordinates(text: str, country: str, form: str | None) -> None:
    found = coordinates(text, country, Thrown(stream(1)))
    assert found is None if form is None else found and re.fullmatch(form, found)
