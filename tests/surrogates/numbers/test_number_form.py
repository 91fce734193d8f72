"""Numbers and identifiers as they are written or said, read piece by piece and written again."""

from __future__ import annotations

import pytest

from understudy.surrogates.numbers.form import code_of, read_figure, write_figure

ENGLISH = [
    ("973 448 0216", "PHONE_NUMBER", "9734480216", "1234567890", "123 456 7890"),
    ("9 7 3 area code 1 2 3", "PHONE_NUMBER", "973123", "456789", "4 5 6 area code 7 8 9"),
    ("ext 12", "PHONE_NUMBER", "12", "34", "ext 34"),
    ("five double two", "ID", "522", "344", "three double four"),
    ("five double two", "ID", "522", "347", "three four seven"),
    ("five o two", "ID", "502", "134", "one three four"),
    ("AB-123456", "ID", "AB123456", "CD654321", "CD-654321"),
    ("ab-12", "ID", "AB12", "CD34", "cd-34"),
    ("M as in Mike 4", "ID", "M4", "Z7", "Z as in Zulu 7"),
    ("21st", "NUMBER", "21", "32", "32nd"),
    ("third", "NUMBER", "3", "2", "second"),
    ("Three", "NUMBER", "3", "1", "One"),
    ("71 hundred", "NUMBER", "7100", "4200", "42 hundred"),
    ("one hundred and five dollars", "AMOUNT", "105", "210", "two hundred and ten dollars"),
    ("1,250 dollars", "AMOUNT", "1250", "4321", "4,321 dollars"),
]
SPANISH = [
    ("612 345 678", "PHONE_NUMBER", "612345678", "111222333", "111 222 333"),
    ("seis uno dos", "PHONE_NUMBER", "612", "345", "tres cuatro cinco"),
    ("más 34 612", "PHONE_NUMBER", "34612", "35123", "más 35 123"),
    ("doble cero siete", "ID", "007", "118", "doble uno ocho"),
    ("12345678Z", "ES_NIF", "12345678Z", "87654321X", "87654321X"),
    ("T de Toledo 4", "ID", "T4", "S5", "S de Sevilla 5"),
    ("te de Toledo 4", "ID", "T4", "S5", "ese de Sevilla 5"),
    ("uve doble 5", "ID", "W5", "A6", "a 6"),
    ("guion 4", "ID", "4", "5", "guion 5"),
    ("tercero", "NUMBER", "3", "2", "segundo"),
    ("veintiuno", "NUMBER", "21", "32", "treinta y dos"),
    ("2 mil", "NUMBER", "2000", "5000", "5 mil"),
    ("ciento veintitrés mil euros", "AMOUNT", "123000", "201000", "doscientos un mil euros"),
    ("1.250 euros", "AMOUNT", "1250", "4321", "4.321 euros"),
]


def check(language: str, text: str, category: str, code: str, other: str, written: str) -> None:
    pieces = read_figure(text, category, language)
    assert pieces is not None
    assert "".join(piece.text for piece in pieces) == text
    assert code_of(pieces) == code
    assert write_figure(pieces, other, language) == written
    assert write_figure(pieces, code, language) == text


@pytest.mark.parametrize(("text", "category", "code", "other", "written"), ENGLISH)
def test_english(text: str, category: str, code: str, other: str, written: str) -> None:
    check("en", text, category, code, other, written)


@pytest.mark.parametrize(("text", "category", "code", "other", "written"), SPANISH)
def test_spanish(text: str, category: str, code: str, other: str, written: str) -> None:
    check("es", text, category, code, other, written)


def test_a_letter_whose_name_has_two_words() -> None:
    pieces = read_figure("double u 5", "ID", "en")
    assert pieces is not None
    assert code_of(pieces) == "W5"
    assert write_figure(pieces, "A6", "en") == "A 6"


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


@pytest.mark.parametrize(
    ("text", "category", "language", "first"),
    [
        ("105 dollars", "AMOUNT", "en", "123456789"),
        ("05", "NUMBER", "en", "0123456789"),
        ("5", "NUMBER", "en", "0123456789"),
        ("105", "ID", "en", "0123456789"),
        ("1.250 euros", "AMOUNT", "es", "123456789"),
        ("1250", "PHONE_NUMBER", "es", "0123456789"),
    ],
)
def test_what_counts_does_not_begin_with_a_zero(
    text: str, category: str, language: str, first: str
) -> None:
    pieces = read_figure(text, category, language)
    assert pieces is not None
    assert "".join(pieces[0].cells[0]) == first
