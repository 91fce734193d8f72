"""Numbers and identifiers: one new code for all mentions, each in its form."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marked_mentions import stream
from numbers_written import least_and_reached, written

from understudy.languages.numbers import digits_of
from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.kind import KIND
from understudy.surrogates.settings import Settings

SEEDS = range(12)
CATEGORIES = ["PHONE_NUMBER", "CREDIT_CARD", "IBAN_CODE", "ES_NIF", "ID", "NUMBER", "PASSWORD"]
CATEGORIES += ["IP_ADDRESS", "MAC_ADDRESS", "US_SSN", "AMOUNT", "LICENSE_PLATE"]


def said(text: str, language: str = "en") -> str:
    digits = digits_of(text, language)
    assert digits is not None
    return digits


@pytest.mark.parametrize(
    ("category", "language", "text", "form"),
    [
        ("MEMBER_ID", "en", "AB-123456", r"[A-Z]{3}-\d{7}"),
        ("MEMBER_ID", "en", "T H P, 9 0 0, 3 3 8 1", r"[A-Z]( [A-Z]){2}, \d \d \d, \d \d \d \d"),
        ("ORDER_NUMBER", "en", "K as in Kilo, 7, W as in Whisky, 2, B", r".*[A-Z] as in [A-Z].*"),
        ("AMOUNT", "en", "$1,234.50", r"\$[1-9],\d{3}\.\d\d"),
        ("AMOUNT", "es", "1.250 euros", r"[1-9]\.\d00 euros"),
        ("AMOUNT", "en", "TRL 1,574,919,236", r"TRL [1-9],\d{3},\d{3},\d{3}"),
        ("AMOUNT", "en", "5,699.21 euros (EUR)", r"[1-9],\d{3}\.\d\d euros \(EUR\)"),
        (
            *("QUANTITY", "en", "100,000 Polish zlotys (PLN) [approx. 25,500 euros (EUR)]"),
            r"\d\d0,000 Polish zlotys \(PLN\) \[approx\. \d\d,000 euros \(EUR\)\]",
        ),
        ("QUANTITY", "en", "4.5%", r"\d+\.\d%"),
        ("QUANTITY", "en", "26 km/h", r"\d\d km/h"),
        ("QUANTITY", "en", "three zorblats", r"one unit|[a-z-]+ units"),
        ("QUANTITY", "es", "tres zorblines", r"(un|una) unidad|.+ unidades"),
        ("AMOUNT", "en", "three zorblats", r"one dollar|[a-z-]+ dollars"),
        ("NUMBER", "en", "three zorblats", r"[a-z-]+"),
        ("QUANTITY", "en", "ten plots of zorb", r"one plot|[a-z-]+ plots"),
        ("QUANTITY", "en", "life imprisonment", r"[a-z-]+"),
        ("NUMBER", "en", "21st", r"\d+(st|nd|rd|th)"),
        ("NUMBER", "en", "XIV", r"[IVXLC]+"),
        ("NUMBER", "en", "xiv", r"[ivxlc]+"),
        ("NUMBER", "en", "MCMXC", r"[IVXLCDM]+"),
    ],
)
def test_figures_keep_their_form(category: str, language: str, text: str, form: str) -> None:
    for seed in SEEDS:
        new = written(seed, category, text, language=language)[0]
        assert re.fullmatch(form, new), new


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
def test_written_and_spoken_agree(category: str, language: str, texts: tuple[str, ...]) -> None:
    for seed in SEEDS:
        new = written(seed, category, *texts, language=language)
        assert len({said(text, language) for text in new}) == 1, new


def test_parts_show_the_same_part() -> None:
    for seed in SEEDS:
        whole, last, spoken = written(
            seed, "CREDIT_CARD", "4242 4242 4242 1881", "ends in 1881", "eighteen eighty one"
        )
        assert last == f"ends in {whole[-4:]}"
        assert said(spoken) == whole[-4:]
        abroad, home = written(seed, "PHONE_NUMBER", "+44 20 7123 4567", "020 7123 4567")
        assert home[1:] == abroad[4:]


def test_the_ends_of_a_range_stay_in_order() -> None:
    for seed in SEEDS:
        low, high = map(int, re.findall(r"\d+", written(seed, "QUANTITY", "50 to 79%")[0]))
        assert low <= high


def test_spelt_codes() -> None:
    for seed in SEEDS:
        code, spoken = written(seed, "MEMBER_ID", "AB-12", "A B dash one two")
        letters, _, digits = spoken.partition(" dash ")
        assert letters.replace(" ", "") == code.partition("-")[0]
        assert said(digits) == code.partition("-")[2]
        spelt = "uno dos tres cuatro cinco seis siete ocho letra zeta"
        number, words = written(seed, "ES_NIF", "12345678Z", spelt, language="es")
        assert said(words.partition(" letra ")[0], "es") == number[:-1]


@pytest.mark.parametrize(
    ("before", "text", "after", "allowed"),
    [
        ("tengo treinta y ", "cinco", " años", r"uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"),
        ("", "tres", " euros", r"(?!uno?$|veintiuno$)\S+"),
        ("", "ciento", " veinte", r"ciento|.*cientos|quinientos"),
        ("", "doscientas", " personas", r"cien(to .*)?|(\w+cientas|quinientas)( .*)?"),
        ("", "treinta", " y dos", r"[a-z]+nta"),
        ("", "un euro", "", r"un euro|(?!uno )\w+ euros"),
        ("", "veintiuna", " horas", r"(?!veintiuno)\S+"),
        ("", "MIL", "", r"(?:[A-ZÉÍÓÚ]+ )?MIL(?: [A-ZÉÍÓÚ ]+)?"),
    ],
)
def test_numbers_fit_their_neighbours(before: str, text: str, after: str, allowed: str) -> None:
    for seed in SEEDS:
        mention = Mention(text, "NUMBER", before, after)
        settings = Settings(language="es")
        (new,) = kernel.written(KIND, KIND.read([mention], settings), settings, stream(seed)).texts
        assert new is not None
        assert re.fullmatch(allowed, new), new


@pytest.mark.parametrize(
    ("category", "text"),
    [("NUMBER", ""), ("NUMBER", "..."), ("ID", ""), ("ID", "!!"), ("PHONE_NUMBER", "call me")],
)
def test_what_holds_no_number_becomes_one(category: str, text: str) -> None:
    assert written(1, category, text)[0].strip()


@pytest.mark.parametrize(
    ("category", "texts", "reserved", "least", "reached"),
    [
        ("ID", ("12", "1 2"), True, 0.01, True),
        ("ID", ("1234", "one two three four"), True, 1e-4 / 4, True),
        ("ID", ("12345",), True, 1e-7, False),
        ("ID", ("1234567",), True, 1e-7, True),
        ("NUMBER", ("seventy-five",), True, 1 / 75, True),
        ("NUMBER", ("seventy five",), True, 1 / 75, False),
        ("US_SSN", ("123-45-6789",), True, 1 / 49e6, False),
        ("US_SSN", ("912-45-6789",), True, 1 / 49e6, True),
        ("CREDIT_CARD", ("4000000000000003",), True, 1e-9, False),
        ("CREDIT_CARD", ("4000000000000002",), True, 1e-9, True),
        ("PHONE_NUMBER", ("(973) 448-0216",), False, 1 / (8 * 99 * 8e6), True),
        ("NUMBER", ("euros",), True, 0.016, False),
    ],
)
def test_least_and_reaches(
    category: str, texts: tuple[str, ...], reserved: bool, least: float, reached: bool
) -> None:
    found, inside = least_and_reached(category, *texts, reserved=reserved)
    assert found == pytest.approx(least, rel=0.03)
    assert inside is reached


def test_the_draw_does_not_look_at_the_value() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1500):
        one = written(seed, "NUMBER", "seven")[0]
        assert one == written(seed, "NUMBER", "two")[0]
        counts[one] += 1
    assert len(counts) == 24
    assert counts["one"] > counts["eight"] > counts["twenty-four"] > 10


@given(
    st.lists(st.text(max_size=20), max_size=3),
    st.sampled_from(CATEGORIES),
    st.sampled_from(["en", "es"]),
    st.booleans(),
)
def test_any_text_is_taken(texts: list[str], category: str, language: str, reserved: bool) -> None:
    settings = Settings(language=language, reserved=reserved)
    mentions = [Mention(text, category, text, text) for text in texts]
    reading = KIND.read(mentions, settings)
    new = kernel.written(KIND, reading, settings, stream(1))
    assert None not in new.texts
    assert len(new.texts) == len(mentions)
    assert new == kernel.written(KIND, reading, settings, stream(1))
    assert 0.0 < kernel.least(KIND, reading.sketch, settings) <= 1.0
    kernel.reaches(KIND, reading, mentions, settings)
