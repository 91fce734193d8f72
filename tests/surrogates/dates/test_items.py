"""The fields of a mention made into dates, and each date placed in the calendar."""

from __future__ import annotations

import pytest

from understudy.surrogates.dates.items import items_of, place
from understudy.surrogates.dates.words import read_date

ENGLISH = [
    ("May 3, 2016", ["day 2016-05-03"]),
    ("Monday May 2, 2016", ["day 2016-05-02"]),
    ("May 3 to June 5, 2016", ["day 2016-05-03", "day 2016-06-05"]),
    ("3-5 May", ["day 2020-05-03", "day 2020-05-05"]),
    ("the 3rd", ["day 2020-01-03"]),
    ("May", ["month 2020-05-15"]),
    ("May 2016", ["month 2016-05-15"]),
    ("2016", ["year None"]),
    ("summer of 1999", ["season None"]),
    ("the nineties", ["decade None"]),
    ("Monday", ["weekday None"]),
    ("3 2016", None),
]
SPANISH = [
    ("3 de mayo de 2016", ["day 2016-05-03"]),
    ("lunes 2 de mayo de 2016", ["day 2016-05-02"]),
    ("del 3 al 5 de mayo", ["day 2020-05-03", "day 2020-05-05"]),
    ("el día 3", ["day 2020-01-03"]),
    ("mayo", ["month 2020-05-15"]),
    ("mayo de 2016", ["month 2016-05-15"]),
    ("verano de 1999", ["season None"]),
    ("los 90", ["decade None"]),
    ("lunes", ["weekday None"]),
    ("el 30 de febrero de 2016", ["day 2016-02-29"]),
]


def check(language: str, text: str, expected: list[str] | None) -> None:
    fields = read_date(text, language)
    assert fields is not None
    items = items_of(0, fields)
    if items is not None:
        place(items)
    assert (items and [f"{item.grain} {item.day}" for item in items]) == expected


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english(text: str, expected: list[str] | None) -> None:
    check("en", text, expected)


@pytest.mark.parametrize(("text", "expected"), SPANISH)
def test_spanish(text: str, expected: list[str] | None) -> None:
    check("es", text, expected)


@pytest.mark.parametrize(
    ("language", "texts", "days"),
    [
        ("en", ["May 3, 2016", "June 5"], ["2016-05-03", "2016-06-05"]),
        ("en", ["June 5", "May 3, 2016"], ["2016-06-05", "2016-05-03"]),
        ("en", ["May 3, 2016", "the 5th"], ["2016-05-03", "2016-05-05"]),
        ("en", ["2016", "May 3", "1999"], ["None", "2016-05-03", "None"]),
        ("en", ["Tuesday May 3"], ["2022-05-03"]),
        ("es", ["3 de mayo de 2016", "5 de junio"], ["2016-05-03", "2016-06-05"]),
        ("es", ["3 de mayo de 2016", "el día 5"], ["2016-05-03", "2016-05-05"]),
        ("es", ["el 31", "3 de febrero de 2016"], ["2020-01-31", "2016-02-03"]),
    ],
)
def test_what_a_date_leaves_unsaid_comes_from_those_around_it(
    language: str, texts: list[str], days: list[str]
) -> None:
    items = []
    for at, text in enumerate(texts):
        fields = read_date(text, language)
        assert fields is not None
        items += items_of(at, fields) or []
    place(items)
    assert [str(item.day) for item in items] == days
