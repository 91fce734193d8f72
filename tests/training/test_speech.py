"""Speech and haste: words change, what is marked stays marked."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numerals
import speech
import templates
from tagset import ALL, Example


def marked(text: str, language: str = "en") -> Example:
    """An example written as `[value|TAG]`."""
    plain, spans = "", []
    for part in re.split(r"(\[[^\]]+\])", text):
        value, _, tag = part.strip("[]").partition("|")
        if tag:
            spans.append((len(plain), len(plain) + len(value), (tag,)))
        plain += value
    return Example("test", language, plain, tuple(spans), ALL)


def values(example: Example) -> list[str]:
    return [example.text[start:end] for start, end, _ in example.spans]


def copies(example: Example, count: int = 200) -> list[Example]:
    return [speech.spoken(example, random.Random(seed)) for seed in range(count)]


@cache
def sources() -> list[Example]:
    """Made where a test asks for them: every worker that only collects tests needs none."""
    return [one for language in ("en", "es") for one in templates.generate(language, 300, 11)]


EXAMPLES = st.deferred(lambda: st.sampled_from(sources()))


@given(EXAMPLES, st.integers(0, 10_000))
def test_spoken_keeps_the_spans(example: Example, seed: int) -> None:
    said = speech.spoken(example, random.Random(seed))
    assert speech.whole(said)
    assert [span[2] for span in said.spans] == [span[2] for span in example.spans]
    assert not set(':;()[]"¿¡@#') & set(said.text)


@given(EXAMPLES, st.integers(0, 10_000))
def test_noisy_keeps_the_spans(example: Example, seed: int) -> None:
    typed = speech.noisy(example, random.Random(seed))
    assert speech.whole(typed)
    assert [span[2] for span in typed.spans] == [span[2] for span in example.spans]


def test_a_spoken_value_is_the_value() -> None:
    example = marked("Hello, I'm [Ana Ruiz|PERSON], from [Leeds|LOCATION].")
    for said in copies(example):
        person, place = (value.lower().split() for value in values(said))
        assert person[-1:] != ["from"]
        assert "ruiz" in person
        assert place[-1] == "leeds"


def test_digits_are_said_one_by_one() -> None:
    said = {values(one)[0].lower() for one in copies(marked("call [555 1208|PHONE_NUMBER]"))}
    assert "five five five one two zero eight" in said
    assert "double five five one two oh eight" in said
    assert "555 1208" in said


def test_spanish_numbers_go_in_pairs() -> None:
    said = {values(one)[0].lower() for one in copies(marked("el [6123|PHONE_NUMBER]", "es"))}
    assert {"seis uno dos tres", "sesenta y uno veintitrés"} <= said


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("1985", "en", "nineteen eighty five"),
        ("2006", "en", "two thousand and six"),
        ("1905", "en", "nineteen oh five"),
        ("1900", "en", "one thousand nine hundred"),
        ("1985", "es", "mil novecientos ochenta y cinco"),
    ],
)
def test_years(text: str, language: str, said: str) -> None:
    assert numerals.year(int(text), language) == said


def test_written_dates_get_their_month() -> None:
    assert "marzo" in numerals.date("12/03/1980", "es", random.Random(0))
    assert "1980" not in numerals.date("12/03/1980", "en", random.Random(0))
    assert "February" in numerals.date("2019-02-25", "en", random.Random(0))


def test_times() -> None:
    assert numerals.time("7:45 pm", "en", random.Random(0)).split() == [
        "seven",
        "forty",
        "five",
        "p",
        "m",
    ]
    assert numerals.time("1:30", "es", random.Random(0)).split() == ["una", "y", "media"]


def test_amounts() -> None:
    said = numerals.amount("$1,200.50", "en", random.Random(1))
    assert said.startswith("one thousand two hundred dollars")
    assert said.split()[-1] == "fifty"
    assert numerals.amount("1.200 €", "es", random.Random(1)).split() == [
        "mil",
        "doscientos",
        "euros",
    ]


def test_addresses_of_the_web() -> None:
    said = numerals.web("john.smith@gmail.com", "en", random.Random(1))
    assert said.split() == ["john", "dot", "smith", "at", "gmail", "dot", "com"]
    said = numerals.web("ana_r@correo.es", "es", random.Random(1))
    assert said.split() == ["ana", "guion", "bajo", "r", "arroba", "correo", "punto", "es"]


def test_most_transcripts_are_lower_case_and_some_hesitate() -> None:
    example = marked("Then [Maria|PERSON] said that the Garden was closed for the whole of it.")
    said = copies(example)
    assert 120 <= sum(one.text == one.text.lower() for one in said) < 200
    assert any(re.search(r"\b(uh|um)\b", one.text) for one in said)
    assert any("m a r i a" in one.text.lower() for one in said)


def test_a_possessive_stays_on_its_name() -> None:
    example = marked("[Maria|PERSON]'s car")
    assert any(one.text.lower() == "maria's car" for one in copies(example))
    assert all("'" not in values(one)[0] for one in copies(example))


def test_haste_changes_case_accents_and_letters() -> None:
    example = marked("Llamó [José Pérez|PERSON], muy enfadado, anoche sin motivo.", "es")
    typed = {speech.noisy(example, random.Random(seed)).text for seed in range(300)}
    assert example.text.upper() in typed
    assert example.text.lower() in typed
    assert "Llamo Jose Perez, muy enfadado, anoche sin motivo." in typed
    assert any(len(text) == len(example.text) + 1 for text in typed)
