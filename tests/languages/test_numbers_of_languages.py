"""Number words of every installed language: what is written is what num2words writes, and is read
back as the number that it was."""

from __future__ import annotations

import pytest

from understudy.languages import get, installed
from understudy.languages.numbers.reading import read_numeral, tokens_of
from understudy.languages.numbers.writing import Style, cardinal, ordinal
from understudy.testing.numbers import wrong_numbers


@pytest.mark.parametrize("language", installed())
def test_numbers_make_the_round_trip(language: str) -> None:
    assert wrong_numbers(language, exhaustive=False) == ([], ())


@pytest.mark.slow
@pytest.mark.parametrize("language", installed())
def test_all_numbers_make_the_round_trip(language: str) -> None:
    assert wrong_numbers(language, exhaustive=True) == ([], ())


def test_every_feminine_hundred_stays_feminine() -> None:
    for number in range(200, 1000, 100):
        said = cardinal(number, "es", Style(feminine=True))
        read = read_numeral(said, tokens_of(said), 0, "es")
        assert read is not None
        assert read.style.feminine, said


@pytest.mark.parametrize("language", installed())
def test_tables_of_numbers_have_the_same_keys(language: str) -> None:
    assert get(language).table("numbers").keys() == get("en").table("numbers").keys()
    assert get(language).table("calendar").keys() == get("en").table("calendar").keys()
    assert get(language).table("check").keys() == get("en").table("check").keys()


def test_ordinals_above_twenty_have_their_tens() -> None:
    assert [ordinal(number, "en") for number in (21, 99)] == ["twenty first", "ninety ninth"]
