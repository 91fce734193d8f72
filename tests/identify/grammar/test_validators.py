"""Validators: what they accept and refuse. All numbers are made up or published as examples."""

from __future__ import annotations

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.identify.grammar.nodes import Place, Source
from understudy.identify.grammar.validators import VALIDATORS, _in_plan, validator
from understudy.languages import get, installed

PLACE = Place(Source("mine.bnf", "x := y"), 1, 1)


def valid(name: str, text: str, language: str = "en") -> bool:
    word, *arguments = name.split()
    return validator(word, tuple(arguments), language, PLACE)(text)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("luhn", "4111 1111 1111 1111", "4111 1111 1111 1112"),
        ("luhn", "four one double one " + "one " * 11 + "one", "four one"),
        ("luhn", "79927398713", "0000"),
        ("iban", "GB82 WEST 1234 5698 7654 32", "GB83 WEST 1234 5698 7654 32"),
        ("ssn", "536-90-4399", "666-90-4399"),
        ("nhs", "943 476 5870", "943 476 5871"),
        ("ip", "192.0.2.1", "192.0.2.256"),
        ("ip", "2001:db8::1", "2001:db8::1::2"),
        ("ip", "192.0.2.0/24", "192.0.2.0/33"),
        ("mac", "00:00:5e:00:53:af", "00:00:5e"),
        ("email", "a.b@example.com", "a..b@example.com"),
        ("email", "a@example.com", "a@example"),
        ("phone US", "(202) 555-0143", "1234"),
        ("phone valid GB", "020 7946 0018", "020 7946"),
        ("phone", "+44 20 7946 0018", "+44 20"),
        ("phone US", "two oh two five five five oh one four three", "two oh"),
        ("digits 3 4", "1 2 3", "12"),
        ("digits 3", "one two three", "one two"),
        ("range 0 120", "ninety", "one hundred and thirty"),
        ("calendar", "29/02/2020", "30/02/2020"),
        ("calendar", "12/31/1999", "31/31/1999"),
        ("calendar", "1999-12-31", "1999-13-32"),
        ("calendar", "February 29, 2020", "February 30, 2020"),
        ("calendar", "3 May", "45 May 2020"),
        ("routing", "111000025", "111000026"),
        ("imei", "490154203237518", "490154203237519"),
        ("dea", "BB1388568", "BB1388569"),
        ("stdnum us.rtn", "111000025", "1"),
        ("vin", "1M8GDM9AXKP042788", "1M8GDM9A1KP042788"),
        ("bitcoin", "1F8MqVFWPyVYwRBznT41nCmA7X2Jz6c3dk", "1F8MqVFWPyVYwRBznT41nCmA7X2Jz6c3dj"),
        (
            "bitcoin",
            "bc1p8dylwa6kkfa2jvmgj0u7f84aw8axsaffsulnspafyaayulj7l58qe7zd6d",
            "bc1p8dylwa6kkfa2jvmgj0u7f84aw8axsaffsulnspafyaayulj7l58qe7zd6e",
        ),
        ("random", "2f6e24d201a483d28df74342f7ca4a51", "configuration"),
        ("random", "q8Zr4mTn2Lw9", "11111111aaaa1111"),
    ],
)
def test_english(name: str, right: str, wrong: str) -> None:
    assert valid(name, right)
    assert not valid(name, wrong)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("nif", "54362315-K", "54362315-Z"),
        ("nif", "cinco cuatro tres seis dos tres uno cinco ka", "cinco cuatro tres"),
        ("nie", "X-2482300W", "X-2482300A"),
        ("cif", "J99216582", "J99216583"),
        ("ccc", "1234-1234-16 1234567890", "1234-1234-17 1234567890"),
        ("calendar", "29 de febrero de 2020", "30 de febrero de 2020"),
        ("phone", "912 34 56 78", "9123"),
    ],
)
def test_spanish(name: str, right: str, wrong: str) -> None:
    assert valid(name, right, "es")
    assert not valid(name, wrong, "es")


_ARGUMENTS = {"digits": ("3",), "range": ("1", "5"), "stdnum": ("luhn",)}


@given(st.sampled_from(sorted(VALIDATORS)), st.text(), st.sampled_from(("en", "es")))
def test_any_text_is_judged(name: str, text: str, language: str) -> None:
    assert validator(name, _ARGUMENTS.get(name, ()), language, PLACE)(text) in (True, False)


@given(
    st.from_regex(r"\A\+?(00|011|34|1|44|0)?[0-9]{4,14}\Z"),
    st.sampled_from([*(one for code in installed() for one in get(code).locales), "DE", "BR"]),
)
def test_a_short_look_at_a_number_never_changes_the_answer(written: str, region: str) -> None:
    for check in (phonenumbers.is_possible_number, phonenumbers.is_valid_number):
        try:
            wanted = check(phonenumbers.parse(written, region))
        except phonenumbers.NumberParseException:
            wanted = False
        assert _in_plan(written, region, check) is wanted
