"""Spoken numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.languages import facts, installed
from understudy.languages.numbers import (
    alphanumerics_of,
    digits_in,
    digits_of,
    number_of,
)


@pytest.mark.parametrize(
    ("language", "text", "digits"),
    [
        ("en", "five five five oh one double two", "5550122"),
        ("en", "nine seven three", "973"),
        ("en", "9 7 3", "973"),
        ("en", "973-123", "973123"),
        ("en", "2 8 7 4 hundred", "287400"),
        ("en", "2 8 7 4 3 6 1 7 8 9 1 2 5 7 hundred", "2874361789125700"),
        ("en", "one hundred and five", "105"),
        ("en", "three hundred five", "305"),
        ("en", "twelve hundred", "1200"),
        ("en", "nineteen eighty four", "1984"),
        ("en", "one twenty three", "123"),
        ("en", "two thousand five", "2005"),
        ("en", "two thousand and five", "2005"),
        ("en", "two five thousand", "25000"),
        ("en", "one million two hundred thousand", "1200000"),
        ("en", "triple seven treble 8", "777888"),
        ("en", "twenty-three", "23"),
        ("en", "One dash Two", "12"),
        ("es", "seis ocho cero", "680"),
        ("es", "veintitrés cuarenta y cinco", "2345"),
        ("es", "VEINTITRES", "23"),
        ("es", "ciento veintitrés mil", "123000"),
        ("es", "mil novecientos ochenta y cuatro", "1984"),
        ("es", "dos mil veintitrés", "2023"),
        ("es", "doble cinco", "55"),
        ("es", "noventa y uno cero siete", "9107"),
        ("es", "dieciséis", "16"),
        ("es", "un millón doscientos mil", "1200000"),
    ],
)
def test_digits_of(language: str, text: str, digits: str) -> None:
    assert digits_of(text, language) == digits


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "hello"),
        ("en", ""),
        ("en", "five hello"),
        ("en", "double"),
        ("en", "double hello"),
        ("en", "six hundred and"),
        ("es", "sesenta y"),
        ("es", "five"),
        ("en", "…"),
    ],
)
def test_what_is_no_number(language: str, text: str) -> None:
    assert digits_of(text, language) is None


def test_digits_in_passes_over_other_words() -> None:
    assert digits_in("nine seven three area code 12", "en") == "97312"
    assert digits_in("no number", "en") is None


def test_letters() -> None:
    assert alphanumerics_of("uno dos tres zeta", "es") == "123Z"
    assert alphanumerics_of("X-123 b", "es") == "X123B"


def test_number_of() -> None:
    assert number_of("one hundred and five", "en") == 105
    assert number_of("soon", "en") is None


@given(st.text(alphabet="0123456789", min_size=1), st.sampled_from(installed()))
def test_digit_by_digit(digits: str, language: str) -> None:
    words = facts(language)["digits"]
    assert digits_of(" ".join(words[int(digit)] for digit in digits), language) == digits
    assert digits_of(" ".join(digits), language) == digits


@given(st.text(), st.sampled_from(installed()))
def test_any_text_is_read(text: str, language: str) -> None:
    for read in (digits_of, digits_in):
        found = read(text, language)
        assert found is None or (found.isascii() and found.isdigit())
