"""Numbers and identifiers as they are written or said, read piece by piece."""

from __future__ import annotations

import pytest

from understudy.surrogates.numbers.form import code_of, read_figure

ENGLISH = [
    ("973 448 0216", "PHONE_NUMBER", "9734480216"),
    ("9 7 3 area code 1 2 3", "PHONE_NUMBER", "973123"),
    ("ext 12", "PHONE_NUMBER", "12"),
    ("five double two", "ID", "522"),
    ("five o two", "ID", "502"),
    ("AB-123456", "ID", "AB123456"),
    ("ab-12", "ID", "AB12"),
    ("M as in Mike 4", "ID", "M4"),
    ("21st", "NUMBER", "21"),
    ("third", "NUMBER", "3"),
    ("Three", "NUMBER", "3"),
    ("71 hundred", "NUMBER", "7100"),
    ("one hundred and five dollars", "AMOUNT", "105"),
    ("1,250 dollars", "AMOUNT", "1250"),
]
SPANISH = [
    ("612 345 678", "PHONE_NUMBER", "612345678"),
    ("seis uno dos", "PHONE_NUMBER", "612"),
    ("más 34 612", "PHONE_NUMBER", "34612"),
    ("doble cero siete", "ID", "007"),
    ("12345678Z", "ES_NIF", "12345678Z"),
    ("T de Toledo 4", "ID", "T4"),
    ("te de Toledo 4", "ID", "T4"),
    ("uve doble 5", "ID", "W5"),
    ("guion 4", "ID", "4"),
    ("tercero", "NUMBER", "3"),
    ("veintiuno", "NUMBER", "21"),
    ("2 mil", "NUMBER", "2000"),
    ("ciento veintitrés mil euros", "AMOUNT", "123000"),
    ("1.250 euros", "AMOUNT", "1250"),
]


def check(language: str, text: str, category: str, code: str) -> None:
    pieces = read_figure(text, category, language)
    assert pieces is not None
    assert "".join(piece.text for piece in pieces) == text
    assert code_of(pieces) == code


@pytest.mark.parametrize(("text", "category", "code"), ENGLISH)
def test_english(text: str, category: str, code: str) -> None:
    check("en", text, category, code)


@pytest.mark.parametrize(("text", "category", "code"), SPANISH)
def test_spanish(text: str, category: str, code: str) -> None:
    check("es", text, category, code)


def test_a_letter_whose_name_has_two_words() -> None:
    pieces = read_figure("double u 5", "ID", "en")
    assert pieces is not None
    assert code_of(pieces) == "W5"


@pytest.mark.parametrize(
    ("text", "category", "language"),
    [
        ("hello", "NUMBER", "en"),
        ("call me", "PHONE_NUMBER", "en"),
        ("--", "ID", "en"),
        ("hola", "NUMBER", "es"),
        ("llámame", "PHONE_NUMBER", "es"),
        ("!!", "ID", "es"),
        ("", "ID", "es"),
    ],
)
def test_what_stands_for_no_digit_is_not_read(text: str, category: str, language: str) -> None:
    assert read_figure(text, category, language) is None
