"""Postal codes: their figures read from speech, and new ones in the format of the country."""

from __future__ import annotations

import re
from itertools import product

import pytest
from marked_mentions import stream

from understudy.surrogates.dice import Least, RandomDice
from understudy.surrogates.places.atlas import countries
from understudy.surrogates.places.coded import compact, read_pair, shape_of
from understudy.surrogates.places.codes import SHAPES, code_in_words, coordinates, postal_code


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
    ("text", "language", "expected"),
    [
        ("02108", "en", ("99999", "figures")),
        ("02108-1234", "en", ("99999-9999", "figures")),
        ("0 2 1 0 8", "en", ("99999", "spaced")),
        ("oh two one oh eight", "en", ("99999", "words")),
        ("SW1A 1AA", "en", ("AA9 9AA", "figures")),
        ("m1 1aa", "en", ("AA9 9AA", "figures")),
        ("EC1A1BB", "en", ("AA99AA", "figures")),
        ("K1A 0B1", "en", ("A9A 9A9", "figures")),
        ("75 419", "es", ("99 999", "figures")),
        ("3520", "es", ("9999", "figures")),
        ("12345678901234", "es", ("99999", "figures")),
        ("Z-9-Q", "en", ("99999", "figures")),
    ],
)
def test_the_form_of_a_code(text: str, language: str, expected: tuple[str, str]) -> None:
    assert shape_of(text, language) == expected
    assert expected[0] in SHAPES


@pytest.mark.parametrize(
    ("shape", "country", "region", "form"),
    [
        ("99999", "US", "Massachusetts", r"0[12]\d{3}"),
        ("99999-9999", "US", "Massachusetts", r"0[12]\d{3}-\d{4}"),
        ("99999", "ES", "Madrid", r"28\d{3}"),
        ("99999", "ES", "Sevilla", r"41\d{3}"),
        ("AA9 9AA", "GB", "Greater London", r"[A-Z]{1,2}[1-9] \d[A-Z]{2}"),
        ("AA99AA", "GB", "Greater London", r"[A-Z]{1,2}[1-9]\d[A-Z]{2}"),
        ("A9A 9A9", "CA", "Ontario", r"[K-P]\d[A-Z] \d[A-Z]\d"),
        ("9999 AA", "ES", "Madrid", r"\d{4} [A-Z]{2}"),
    ],
)
def test_a_new_code_has_the_form_and_the_prefix_of_its_region(
    shape: str, country: str, region: str, form: str
) -> None:
    home = countries()[country]
    for seed in range(5):
        new = postal_code(shape, home, home.regions[region], RandomDice(stream(seed)), "en")
        assert re.fullmatch(form, new)


@pytest.mark.parametrize("country", sorted(countries()))
def test_a_code_of_a_drawn_country_is_not_rarer_than_the_bound(country: str) -> None:
    home = countries()[country]
    for shape, region in product(SHAPES, home.regions.values()):
        dice, drawn = Least(), Least()
        postal_code(shape, home, region, dice, "en")
        postal_code(shape, home, region, drawn, "en", sure=False)
        assert 0 < drawn.chance <= dice.chance, shape


@pytest.mark.parametrize(
    ("code", "said", "language", "expected"),
    [
        ("02108", "figures", "en", "02108"),
        ("02108", "spaced", "en", "0 2 1 0 8"),
        ("28013", "words", "es", "dos ocho cero uno tres"),
        ("SW1 1AA", "words", "en", "SW1 1AA"),
    ],
)
def test_a_new_code_is_said_as_the_old_one(
    code: str, said: str, language: str, expected: str
) -> None:
    assert code_in_words(code, said, language) == expected


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
    pair = read_pair(text)
    assert (pair is None) is (form is None)
    if pair and form:
        new = coordinates(
            len(pair.north_rest), pair.mark, pair.between, country, RandomDice(stream(1))
        )
        assert re.fullmatch(form, new)
