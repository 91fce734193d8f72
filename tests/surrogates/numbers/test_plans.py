"""Telephone numbers stay in the form of their country, and begin as nobody's do there."""

from __future__ import annotations

import random
import re

import phonenumbers
import pytest
from sketch_contract import standing_in, undeclared

from understudy.languages import world
from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.forms import FORMS as KNOWN
from understudy.surrogates.numbers.kind import KIND
from understudy.surrogates.numbers.plans import kind_of, lead_in, lead_like
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import LANDS


def _said(text: str, lands: str = "", category: str = "PHONE_NUMBER") -> list[Mention]:
    attributes = ((LANDS, lands),) if lands else ()
    return [Mention(text, category, attributes=attributes)]


FORMS = [
    ("en", "NG", "0803 555 2917", r"08[2-9]\d \d{3} \d{4}"),
    ("en", "NG", "+234 803 555 2917", r"\+234 8[2-9]\d \d{3} \d{4}"),
    ("en", "IE", "085 214 7739", r"08[04] \d{3} \d{4}"),
    ("en", "IE", "(01) 214 7739", r"\(0\d\) \d{3} \d{4}"),
    ("en", "IN", "98450 27716", r"(39|50)\d{3} \d{5}"),
    ("en", "", "98450 27716", r"(39|50)\d{3} \d{5}"),
    ("en", "IN", "098450 27716", r"0(39|50)\d{3} \d{5}"),
    ("en", "GB", "07911 123456", r"07700 900\d{3}"),
    ("en", "GB", "0113 496 2211", r"0207 946 0\d{3}"),
    ("en", "NG GB", "020 7123 4567", r"020 7946 0\d{3}"),
    ("en", "US", "312 466 0193", r"[2-9]\d\d 555 01\d\d"),
    ("en", "NG", "(312) 466-0193", r"\([2-9]\d\d\) 555-01\d\d"),
    ("en", "ZA", "082 416 7730", r"08[89] \d{3} \d{4}"),
    ("en", "KE", "0722 416 773", r"0[2-9]\d\d \d{3} \d{3}"),
    ("en", "PH", "0917 416 7730", r"09\d\d \d{3} \d{4}"),
    ("es", "ES", "954 41 67 73", r"[234]\d\d \d\d \d\d \d\d"),
    ("es", "MX", "33 3641 6773", r"\d\d \d{4} \d{4}"),
    ("es", "AR", "0341 15 603 2287", r"0[23]\d\d 15 \d{3} \d{4}"),
    ("es", "AR", "0341 15-603-2287", r"0[23]\d\d 15-\d{3}-\d{4}"),
    ("es", "AR", "011 15 6032 2287", r"01\d 15 \d{4} \d{4}"),
    ("es", "AR", "02901 15 40-1234", r"0[23]\d{3} 15 \d\d-\d{4}"),
    ("es", "AR", "15 603-2287", r"15 [01]\d\d-\d{4}"),
    ("es", "AR", "(0341) 421-6773", r"\(0\d{3}\) \d{3}-\d{4}"),
    ("es", "AR", "+54 9 341 603 2287", r"\+54 9 \d{3} \d{3} \d{4}"),
    ("es", "CL", "9 8416 6773", r"9 0\d{3} \d{4}"),
    ("es", "CO", "300 416 7730", r"3\d\d \d{3} \d{4}"),
    ("es", "CO", "57 300 416 7730", r"57 3\d\d \d{3} \d{4}"),
    ("es", "PE", "954 416 773", r"[2-8]\d\d \d{3} \d{3}"),
    ("es", "EC", "099 416 7730", r"09[0-4] \d{3} \d{4}"),
    ("es", "UY", "099 416 773", r"090 \d{3} \d{3}"),
    # What no country of the text has is read as ever.
    ("en", "NG", "448-0216", r"555-01\d\d"),
    ("en", "XX", "312 466 0193", r"[2-9]\d\d 555 01\d\d"),
]


@pytest.mark.parametrize(("language", "lands", "text", "form"), FORMS)
def test_the_form_of_a_country(language: str, lands: str, text: str, form: str) -> None:
    settings = Settings(language=language)
    assert not undeclared(KIND, _said(text, lands), settings)
    for seed in range(10):
        (new,) = standing_in(KIND, _said(text, lands), settings, seed)
        assert new is not None and re.fullmatch(form, new), new


@pytest.mark.parametrize(
    ("language", "lands", "text", "first"),
    [
        ("en", "NG", "oh eight oh three five five five two nine one seven", "(oh|zero) eight"),
        ("en", "IE", "oh eight five two one four double seven three nine", "(oh|zero) eight"),
        ("es", "EC", "cero nueve nueve cuatro uno seis siete siete tres cero", "cero nueve"),
        ("es", "CO", "tres cero cero cuatro uno seis siete siete tres cero", "tres"),
    ],
)
def test_a_number_that_is_said(language: str, lands: str, text: str, first: str) -> None:
    for seed in range(10):
        (new,) = standing_in(KIND, _said(text, lands), Settings(language=language), seed)
        assert new is not None and re.match(f"{first} ", new), new


@pytest.mark.parametrize(("language", "lands", "text", "form"), FORMS)
def test_the_country_of_the_text_can_be_given_up(
    language: str, lands: str, text: str, form: str
) -> None:
    settings = Settings(language=language, country=False)
    told, silent = (KIND.read(_said(text, one), settings).sketch for one in (lands, ""))
    assert told == silent


@pytest.mark.parametrize(
    ("language", "lands", "one", "other"),
    [
        ("en", "NG", "0803 555 2917", "0812 901 4455"),
        ("en", "IN", "98450 27716", "70123 45678"),
        ("es", "AR", "0341 15 603 2287", "0261 15 401 9920"),
        ("es", "PE", "954 416 773", "987 111 222"),
    ],
)
def test_numbers_of_one_form_share_a_sketch(
    language: str, lands: str, one: str, other: str
) -> None:
    settings = Settings(language=language)
    first, second = (KIND.read(_said(text, lands), settings).sketch for text in (one, other))
    assert first == second
    assert kernel.outcomes(KIND, first, settings) > 20


def test_no_listed_prefix_is_a_subscribers() -> None:
    chance = random.Random(5)
    for code, listed in world.table("phones").items():
        for name, prefixes in listed.items():
            count = int(name.split()[1])
            for prefix in prefixes.split():
                rest = "".join(chance.choices("0123456789", k=count - len(prefix)))
                number = phonenumbers.PhoneNumber(int(code), int(prefix + rest))
                assert not phonenumbers.is_valid_number(number), (code, prefix)


@pytest.mark.parametrize("reserved", [True, False])
@pytest.mark.parametrize("kind", ["mobile 0", "mobile 2", "mobile 3", "mobile 4", "mobile", ""])
def test_a_number_keeps_its_count(kind: str, *, reserved: bool) -> None:
    settings = Settings(reserved=reserved)
    for count in range(8, 13):
        cells = KNOWN["phone"].cells(f"54 {kind}".strip(), count, settings)
        assert sum(len(cell[0]) for cell in cells) == count
        assert all(len({len(one) for one in cell}) == 1 for cell in cells)


def test_readers_of_plans_take_anything() -> None:
    for text in ("", "0", "٠٨٠٣", "1" * 40, "0" * 12):
        assert lead_in("NG", text) is None
        assert lead_in("XX", text) is None
        kind_of("54", text)
    assert lead_like("NG", "09999999999") is not None
    assert lead_like("US", "0999999999") is None
