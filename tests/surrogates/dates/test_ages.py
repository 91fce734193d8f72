"""Ages: the one number of a mention, its unit, and how it is written when it moves."""

from __future__ import annotations

from datetime import date

import pytest
from marked_mentions import stream

from understudy.surrogates import kernel
from understudy.surrogates.dates.ages import read_ages, tells
from understudy.surrogates.dates.choices import age_choices
from understudy.surrogates.dates.kind import KIND
from understudy.surrogates.dice import TargetDice
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings

DIGITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

ENGLISH = [
    ("45 years old", "", 45, "year", "46 years old"),
    ("45", " years old", 45, "year", "46"),
    ("forty five", "", 45, "year", "forty six"),
    ("Forty-five", "", 45, "year", "Forty-six"),
    ("six months old", "", 6, "month", "seven months old"),
    ("6", " months old", 6, "month", "7"),
    ("3 weeks", "", 3, "week", "4 weeks"),
    ("10 days old", "", 10, "day", "11 days old"),
    ("4 yo", "", 4, "year", "5 yo"),
    ("79 y/o", "", 79, "year", "80 y/o"),
    ("10 years and 10 months", "", 10, "year", "11 years and 10 months"),
    ("cuarenta años", "", 40, "year", "cuarenta y un años"),
]
SPANISH = [
    ("45 años", "", 45, "year", "46 años"),
    ("cuarenta y cinco", "", 45, "year", "cuarenta y seis"),
    ("veinte años", "", 20, "year", "veintiún años"),
    ("veinte", "", 20, "year", "veintiuno"),
    ("tres", " añitos", 3, "year", "cuatro"),
    ("seis meses", "", 6, "month", "siete meses"),
    ("3 semanas", "", 3, "week", "4 semanas"),
    ("10 días", "", 10, "day", "11 días"),
    ("10 años y 10 meses", "", 10, "year", "11 años y 10 meses"),
    ("sixty years", "", 60, "year", "sixty one years"),
]


def check(language: str, text: str, after: str, value: int, unit: str, older: str) -> None:
    mention = Mention(text, "AGE", after=after)
    row = read_ages(mention, language)
    assert row.ages[0][:2] == (value, unit)
    reading = KIND.read([mention], Settings(language))
    for new, hints in ((text, value), (older, value + 1)):
        possible = age_choices(reading.sketch.ages, language)
        months = reading.hints[0].get(("months",), 0)
        dice = TargetDice({("age", 0): possible.index(hints), ("months",): months})
        assert KIND.write(reading.sketch, Settings(language), dice) == (new,)


@pytest.mark.parametrize(("text", "after", "value", "unit", "older"), ENGLISH)
def test_english(text: str, after: str, value: int, unit: str, older: str) -> None:
    check("en", text, after, value, unit, older)


@pytest.mark.parametrize(("text", "after", "value", "unit", "older"), SPANISH)
def test_spanish(text: str, after: str, value: int, unit: str, older: str) -> None:
    check("es", text, after, value, unit, older)


@pytest.mark.parametrize(
    ("text", "language", "ages"),
    [
        ("old", "en", []),
        ("two to three", "en", [2, 3]),
        ("150", "en", [130]),
        ("30 or 40", "en", [30, 40]),
        ("mayor", "es", []),
        ("dos o tres", "es", [2, 3]),
        ("treinta o cuarenta años", "es", [30, 40]),
        ("200 años", "es", [130]),
        ("1 mes y 29 días", "es", [1, 29]),
        ("1,5 años", "es", [1]),
    ],
)
def test_no_number_several_and_one_that_nobody_reaches(
    text: str, language: str, ages: list[int]
) -> None:
    assert [age[0] for age in read_ages(Mention(text, "AGE"), language).ages] == ages


@pytest.mark.parametrize(
    ("texts", "choices"),
    [
        (["45 years"], 20),
        (["30 years"], 23),
        (["1 year"], 20),
        (["44 years", "46 years"], 460),
        (["22 years", "44 years"], 529),
        (["22 years", "40 years"], 5),
        (["45 years", "6 months"], 440),
        (["120 years"], 25),
        (["90 years"], 25),
        (["66 years"], 25),
    ],
)
def test_ages_stay_in_their_stage_of_life(texts: list[str], choices: int) -> None:
    old = [Mention(text, "AGE") for text in texts]
    reading = KIND.read(old, Settings())
    assert kernel.least(KIND, reading.sketch, Settings()) == pytest.approx(1 / choices)
    for seed in range(20):
        drawn = kernel.written(KIND, reading, Settings(), stream(seed)).texts
        for mention, text in zip(old, drawn, strict=True):
            if "month" in mention.text:
                continue
            assert (int((text or "").split()[0]) > 21) is (int(mention.text.split()[0]) > 21)


@pytest.mark.parametrize(
    ("before", "text", "fitting"),
    [
        ("an ", "18", {"8", "11", "18"}),
        ("an ", "11", {"8", "11", "18"}),
        ("an ", "84", {str(age) for age in range(80, 90)}),
        ("a ", "23", {str(age) for age in range(22, 45)}),
        ("an ", "eighty", {"eighty", *(f"eighty {one}" for one in DIGITS)}),
        ("An ", "8 year", {"8 year", "11 year", "18 year"}),
    ],
)
def test_an_age_agrees_with_the_article_before_it(
    before: str, text: str, fitting: set[str]
) -> None:
    """The article is public and stays: only ages that fit it are drawn."""
    old = [Mention(text, "AGE", before, " old")]
    reading = KIND.read(old, Settings())
    drawn = {
        kernel.written(KIND, reading, Settings(), stream(seed)).texts[0] for seed in range(200)
    }
    shown = {(one or "").replace("-", " ").replace("years", "year") for one in drawn}
    assert shown == fitting


@pytest.mark.parametrize(
    ("born", "days", "years", "age", "expected"),
    [
        (date(1980, 5, 1), [date(2020, 1, 1)], [], 39, True),
        (date(1980, 5, 1), [date(2020, 1, 1)], [], 60, False),
        (date(1990, 1, 1), [], [2000], 10, True),
        (date(1990, 1, 1), [], [], 10, False),
    ],
)
def test_ages_that_a_date_of_birth_tells(
    born: date, days: list[date], years: list[int], age: int, expected: bool
) -> None:
    assert tells(born, days, years, age) is expected


@pytest.mark.parametrize(
    ("before", "text", "after", "fitting"),
    [
        ("a baby of ", "2", "", range(2, 5)),
        ("una niña de ", "9 años", " con fiebre", range(2, 13)),
        ("the boy is ", "7", " years old", range(2, 13)),
        ("adolescente de ", "14 años", "", range(12, 20)),
        ("a man, ", "19", "", range(18, 30)),
        ("mujer de ", "18 años", "", range(18, 30)),
        ("she is ", "12", "", range(2, 22)),
        ("mujer de ", "30 años", "", range(22, 45)),
    ],
)
def test_the_young_fit_the_words_around(before: str, text: str, after: str, fitting: range) -> None:
    """What shows is what the words around say, which are public; all of the stage share a law."""
    language = "es" if "años" in text or "de" in before else "en"
    old = [Mention(text, "AGE", before, after)]
    reading = KIND.read(old, Settings(language))
    drawn = {
        int((kernel.written(KIND, reading, Settings(language), stream(seed)).texts[0] or "0")[:2])
        for seed in range(200)
    }
    assert drawn == set(fitting)
