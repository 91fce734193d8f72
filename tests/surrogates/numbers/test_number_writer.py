"""Numbers and identifiers: one new code for all mentions, each in its form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.es import cif, nie, nif
from stdnum.us import ssn

from understudy.core.draw import Draw, seed_key
from understudy.languages.numbers import digits_of
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.writer import least, reaches, write_numbers
from understudy.surrogates.settings import Settings

SEEDS = range(12)
CATEGORIES = ["PHONE_NUMBER", "CREDIT_CARD", "IBAN_CODE", "ES_NIF", "ID", "NUMBER", "PASSWORD"]
CATEGORIES += ["IP_ADDRESS", "MAC_ADDRESS", "US_SSN", "AMOUNT", "LICENSE_PLATE"]


def stream(seed: int) -> Iterator[int]:
    return Draw(seed_key(seed), "a", "").stream("NUMBER", "", "figures")


def written(
    seed: int, category: str, *texts: str, language: str = "en", reserved: bool = True
) -> list[str]:
    settings = Settings(language=language, reserved=reserved)
    found = write_numbers([Mention(text, category) for text in texts], stream(seed), settings).texts
    assert None not in found
    return [text for text in found if text is not None]


def said(text: str, language: str = "en") -> str:
    digits = digits_of(text, language)
    assert digits is not None
    return digits


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("category", "language", "text", "form"),
    [
        ("PHONE_NUMBER", "en", "(973) 448-0216", r"\([2-9]\d\d\) 555-01\d\d"),
        ("PHONE_NUMBER", "en", "+1 973 448 0216", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("PHONE_NUMBER", "en", "448-0216", r"555-01\d\d"),
        ("PHONE_NUMBER", "en", "973-448-0216 ext 55", r"[2-9]\d\d-555-01\d\d ext \d\d"),
        ("PHONE_NUMBER", "en", "+44 20 7123 4567", r"\+44 20 7946 0\d{3}"),
        ("PHONE_NUMBER", "en", "07911 123456", r"07700 900\d{3}"),
        ("PHONE_NUMBER", "es", "600 12 34 56", r"[234]\d\d \d\d \d\d \d\d"),
        ("PHONE_NUMBER", "es", "+34 600123456", r"\+34 [234]\d{8}"),
        ("PHONE_NUMBER", "es", "0034 91 123 45 67", r"0034 [234]\d \d{3} \d\d \d\d"),
        ("PHONE_NUMBER", "es", "+49 30 1234567", r"\+49 00 \d{7}"),
        ("CREDIT_CARD", "en", "4929-1234-5678-9012", r"4000-00\d\d-\d{4}-\d{4}"),
        ("CREDIT_CARD", "en", "3714 496353 98431", r"3782 82\d{4} \d{5}"),
        ("IBAN_CODE", "es", "ES91 2100 0418 4502 0005 1332", r"ES\d\d 0000( \d{4}){4}"),
        ("IBAN_CODE", "en", "GB82 WEST 1234 5698 7654 32", r"GB\d\d XXXX( \d{4}){3} \d\d"),
        ("US_SSN", "en", "123-45-6789", r"9\d\d-[0-4]\d-\d{4}"),
        ("ES_NIF", "es", "12.345.678-z", r"99\.\d{3}\.\d{3}-[a-z]"),
        ("ES_NIE", "es", "X1234567L", r"Z99\d{5}[A-Z]"),
        ("ES_CIF", "es", "B-12345674", r"B-00\d{6}"),
        ("LICENSE_PLATE", "es", "1234 BCD", r"\d{4} [AEIOU][B-Z]{2}"),
        ("IP_ADDRESS", "en", "10.1.2.3:80", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+:80"),
        ("IP_ADDRESS", "en", "fe80::1ff:fe23", r"2001:db8::[0-9a-f]{1,4}"),
        ("IP_ADDRESS", "en", "FE80:0:0:0:1:2:3:4", r"2001:DB8(:[0-9A-F]{1,4}){6}"),
        ("MAC_ADDRESS", "en", "00:1b:44:11:3a:b7", r"[0-9a-f][26ae](:[0-9a-f]{2}){5}"),
        ("MAC_ADDRESS", "en", "001B.4411.3AB7", r"[0-9A-F][26AE][0-9A-F]{2}(\.[0-9A-F]{4}){2}"),
        ("MEMBER_ID", "en", "AB-123456x", r"[A-Z]{2}-\d{6}[a-z]"),
        ("AMOUNT", "en", "$1,234.50", r"\$[1-9],\d{3}\.\d\d"),
        ("POSTAL_CODE", "es", "28013", r"(0[1-9]|[1-4]\d|5[0-2])\d{3}"),
        ("NUMBER", "en", "21st", r"[1-9]\d(st|nd|rd|th)"),
        ("NUMBER", "en", "XIV", r"[IVX]+"),
    ],
)
def test_figures_keep_their_form(
    seed: int, category: str, language: str, text: str, form: str
) -> None:
    new = written(seed, category, text, language=language)[0]
    assert re.fullmatch(form, new), new


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reserved", [True, False])
def test_check_digits_are_valid(seed: int, reserved: bool) -> None:
    def one(category: str, text: str) -> str:
        return written(seed, category, text, language="es", reserved=reserved)[0]

    assert luhn.is_valid(one("CREDIT_CARD", "4929123456789012"))
    assert iban.is_valid(one("IBAN_CODE", "ES9121000418450200051332"))
    assert iban.is_valid(one("IBAN_CODE", "GB82WEST12345698765432"))
    assert nif.is_valid(one("ES_NIF", "12345678Z"))
    assert nie.is_valid(one("ES_NIE", "X1234567L"))
    assert cif.is_valid(one("ES_CIF", "B12345674"))
    assert ssn.is_valid(one("US_SSN", "123-45-6789")) != reserved


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("category", "language", "texts"),
    [
        ("NUMBER", "es", ("4242", "cuatro dos cuatro dos", "cuarenta y dos cuarenta y dos")),
        ("ID", "en", ("20199", "two oh one double nine", "2 0 1 9 9")),
        ("PHONE_NUMBER", "en", ("973-448-0216", "nine seven three four four eight oh two one six")),
        ("CREDIT_CARD", "en", ("4242 4242 4242 4242", "forty two forty two " * 4)),
        ("QUANTITY", "es", ("123.000", "ciento veintitrés mil")),
        ("AMOUNT", "en", ("1984", "one thousand nine hundred and eighty-four")),
    ],
)
def test_written_and_spoken_agree(
    seed: int, category: str, language: str, texts: tuple[str, ...]
) -> None:
    new = written(seed, category, *texts, language=language)
    assert len({said(text, language) for text in new}) == 1, new


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_show_the_same_part(seed: int) -> None:
    whole, last, spoken = written(
        seed, "CREDIT_CARD", "4242 4242 4242 1881", "ends in 1881", "eighteen eighty one"
    )
    assert last == f"ends in {whole[-4:]}"
    assert said(spoken) == whole[-4:]
    abroad, home = written(seed, "PHONE_NUMBER", "+44 20 7123 4567", "020 7123 4567")
    assert home[1:] == abroad[4:]


@pytest.mark.parametrize("seed", SEEDS)
def test_spelt_codes(seed: int) -> None:
    code, spoken = written(seed, "MEMBER_ID", "AB-12", "A B dash one two")
    letters = spoken.split()
    assert "".join(letters[:2]) == code[:2]
    assert said(" ".join(letters[3:])) == code[3:]
    spelt = "uno dos tres cuatro cinco seis siete ocho letra zeta"
    number, words = written(seed, "ES_NIF", "12345678Z", spelt, language="es")
    assert said(words.partition(" letra ")[0], "es") == number[:-1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("before", "text", "after", "allowed"),
    [
        ("tengo treinta y ", "cinco", " años", r"uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"),
        ("", "tres", " euros", r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve"),
        ("", "ciento", " veinte", r"ciento|.*cientos|quinientos"),
        ("", "doscientas", " personas", r"cien|.*cientas|quinientas"),
        ("", "treinta", " y dos", r"[a-z]+nta"),
        ("", "un euro", "", r"un euro|[a-z]+ euros"),
        ("", "veintiuna", " horas", r"(?!veintiuno)\S+"),
        ("", "MIL", "", r"MIL|[A-Z]+ MIL"),
    ],
)
def test_numbers_fit_their_neighbours(
    seed: int, before: str, text: str, after: str, allowed: str
) -> None:
    mention = Mention(text, "NUMBER", before, after)
    new = write_numbers([mention], stream(seed), Settings(language="es")).texts[0]
    assert new is not None
    assert re.fullmatch(allowed, new), new


@pytest.mark.parametrize("text", ["", "...", "euros"])
def test_what_holds_no_number(text: str) -> None:
    assert write_numbers([Mention(text, "NUMBER")], stream(1), Settings()).texts == (None,)


def test_least_and_reaches() -> None:
    def both(category: str, *texts: str, reserved: bool = True) -> tuple[float, bool]:
        settings = Settings(reserved=reserved)
        mentions = [Mention(text, category) for text in texts]
        return least(mentions, settings), reaches(mentions, settings)

    assert both("ID", "12", "one two") == (pytest.approx(0.01), True)
    assert both("NUMBER", "twenty five") == (pytest.approx(1 / 72), True)
    assert both("US_SSN", "123-45-6789") == (pytest.approx(1 / 49e6), False)
    assert both("US_SSN", "912-45-6789") == (pytest.approx(1 / 49e6), True)
    assert both("CREDIT_CARD", "4000000000000003") == (pytest.approx(1e-9), False)
    assert both("CREDIT_CARD", "4000000000000002") == (pytest.approx(1e-9), True)
    assert both("IP_ADDRESS", "192.0.2.1") == (pytest.approx(1 / 768), True)
    assert both("IP_ADDRESS", "192.0.3.1") == (pytest.approx(1 / 768), False)
    assert both("NUMBER", "IV") == (pytest.approx(1 / 20), True)
    assert both("NUMBER", "euros")[1] is False


def test_the_draw_does_not_look_at_the_value() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1500):
        one = written(seed, "NUMBER", "seven")[0]
        assert one == written(seed, "NUMBER", "two")[0]
        counts[one] += 1
    assert len(counts) == 10
    assert 100 < min(counts.values()) <= max(counts.values()) < 210


@given(
    st.lists(st.text(max_size=20), max_size=3),
    st.sampled_from(CATEGORIES),
    st.sampled_from(["en", "es"]),
    st.booleans(),
)
def test_any_text_is_taken(texts: list[str], category: str, language: str, reserved: bool) -> None:
    settings = Settings(language=language, reserved=reserved)
    mentions = [Mention(text, category, text, text) for text in texts]
    new = write_numbers(mentions, stream(1), settings)
    assert len(new.texts) == len(mentions)
    assert new == write_numbers(mentions, stream(1), settings)
    assert 0.0 <= least(mentions, settings) <= 1.0
    if reaches(mentions, settings):
        assert None not in new.texts
