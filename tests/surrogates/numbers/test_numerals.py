"""Numbers in words: what is written is read back, and stays a number of the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from understudy.surrogates.numbers.numerals import (
    Style,
    cardinal,
    counted,
    from_roman,
    number_in_words,
    ordinal,
    roman,
    suffix,
)
from understudy.surrogates.numbers.words import read_numeral, read_ordinal, tokens_of

NUMBERS = st.integers(0, 999_999)
LANGUAGES = st.sampled_from(["en", "es"])


def read(text: str, language: str) -> tuple[str, Style] | None:
    tokens = tokens_of(text)
    found = read_numeral(text, tokens, 0, language)
    if found is None or found.end < len(tokens):
        return None
    return str(found.value), found.style


@given(NUMBERS, LANGUAGES)
def test_cardinals_are_those_of_num2words(number: int, language: str) -> None:
    # num2words leaves Spanish ones whole before thousands, where the language shortens them.
    said = num2words(number, lang=language).replace(",", "").replace("uno mil", "un mil")
    said = said.replace("veintiun mil", "veintiún mil")
    assert cardinal(number, language, Style(joined=True, hyphen=True)) == said


@given(NUMBERS, LANGUAGES, st.booleans(), st.booleans())
def test_what_is_said_is_read(number: int, language: str, hyphen: bool, joined: bool) -> None:
    said = cardinal(number, language, Style(hyphen=hyphen, joined=joined))
    found = read(said, language)
    assert found is not None
    assert found[0] == str(number)
    assert cardinal(number, language, found[1]) == said


@pytest.mark.parametrize(
    ("text", "language", "digits"),
    [
        ("twenty-five", "en", "25"),
        ("one hundred and five", "en", "105"),
        ("a hundred", "en", "100"),
        ("a thousand", "en", "1000"),
        ("seventy one hundred", "en", "7100"),
        ("two thousand and ten", "en", "2010"),
        ("oh", "en", "0"),
        ("ciento veintitrés mil", "es", "123000"),
        ("veintitres", "es", "23"),
        ("doscientas una", "es", "201"),
        ("mil novecientos ochenta y cuatro", "es", "1984"),
        ("un millón doscientos mil tres", "es", "1200003"),
    ],
)
def test_reading_keeps_the_wording(text: str, language: str, digits: str) -> None:
    found = read(text, language)
    assert found is not None
    assert found[0] == digits
    assert cardinal(int(digits), language, found[1]) == text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("twenty eleven", "en"),
        ("treinta y cero", "es"),
        ("diez y cuatro", "es"),
        ("four two", "en"),
        ("two, three", "en"),
        ("hundred", "en"),
        ("a", "en"),
    ],
)
def test_what_is_no_one_number(text: str, language: str) -> None:
    assert read(text, language) is None


@pytest.mark.parametrize(
    ("number", "style", "said"),
    [
        (1, Style(short=True), "un"),
        (21, Style(short=True), "veintiún"),
        (31, Style(feminine=True), "treinta y una"),
        (21_000, Style(), "veintiún mil"),
        (500, Style(feminine=True), "quinientas"),
        (1_000_000, Style(), "un millón"),
        (2_000_000, Style(feminine=True), "dos millones"),
        (16, Style(accents=False), "dieciseis"),
    ],
)
def test_spanish_agreement(number: int, style: Style, said: str) -> None:
    assert cardinal(number, "es", style) == said


def test_groups_with_zeros_in_front() -> None:
    assert number_in_words("05", "en", Style(zero="oh")) == "oh five"
    assert number_in_words("045", "es") == "cero cuarenta y cinco"
    assert number_in_words("00", "en") == "zero zero"


@pytest.mark.parametrize("number", range(1, 100))
def test_ordinals_of_english_are_read(number: int) -> None:
    said = ordinal(number, "en")
    assert said is not None
    found = read_ordinal(said, tokens_of(said), 0, "en")
    assert found is not None
    assert found[0] == number
    assert f"{number}{suffix(number, 'en')}" == num2words(number, to="ordinal_num")


def test_ordinals_of_spanish() -> None:
    assert ordinal(3, "es", Style(short=True)) == "tercer"
    assert ordinal(7, "es", Style(feminine=True)) == "séptima"
    assert ordinal(11, "es") is None


@given(st.integers(1, 3999))
def test_roman_numerals(number: int) -> None:
    assert from_roman(roman(number)) == number


@pytest.mark.parametrize("text", ["", "IIII", "VX", "ABC", "xiv"])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert not from_roman(text)


def test_nouns_follow_the_number() -> None:
    assert counted("euros", 1, "es") == "euro"
    assert counted("month", 3, "en") == "months"
    assert counted("cats", 3, "en") is None
