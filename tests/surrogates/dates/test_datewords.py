"""Dates, read field by field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.surrogates.dates.words import full_year, read_date

SAID = (
    "one two oh twenty thirty-five hundred nineteen eighty-four first May Sept Monday next ago of "
    "the 3 05 25 1984 99 '84 90s 3rd 12/05 2016-05-03 14:05 pm half past noon dos veinte mil de "
    "del mayo lunes el los años hace días - , . / 00 ² º primero las media Z T ß"
)
WORDS = SAID.split()


@pytest.mark.parametrize(
    ("text", "language", "fields"),
    [
        ("Monday, May 3", "en", {"weekday": 1, "month": 5, "day": 3}),
        ("twelve nineteen fifty one", "en", {"month": 12, "day": 19, "year": 1951}),
        ("Ninth of August, seventy six", "en", {"day": 9, "month": 8, "year": 1976}),
        ("twenty oh five", "en", {"year": 2005}),
        ("the nineties", "en", {"decade": 1990}),
        ("1990s", "en", {"decade": 1990}),
        ("04/2015", "en", {"month": 4, "year": 2015}),
        ("el diez del nueve", "es", {"day": 10, "month": 9}),
        ("mayo del 84", "es", {"month": 5, "year": 1984}),
        ("los años 80", "es", {"decade": 1980}),
        ("84-05-03", "es", {"year": 1984, "month": 5, "day": 3}),
        ("verano de 2014", "es", {"season": 3, "year": 2014}),
        ("setiembre", "es", {"month": 9}),
    ],
)
def test_fields(text: str, language: str, fields: dict[str, int]) -> None:
    found = read_date(text, language)
    assert found is not None
    assert {one.kind: one.value for one in found if one.value} == fields


def test_an_expiry_date_is_a_month_and_a_year() -> None:
    found = read_date("03/27", "en", before="the card expires ")
    assert found is not None
    assert [(one.kind, one.value) for one in found if one.value] == [("month", 3), ("year", 2027)]
    spoken = read_date("tres del veintisiete", "es", before="caduca el ")
    assert spoken is not None
    assert [(one.kind, one.value) for one in spoken if one.value] == [("month", 3), ("year", 2027)]


@pytest.mark.parametrize(
    "text", ["Christmas", "3 Miller 2016", "", "32 May", "16/018/1961", "99/99/99"]
)
def test_what_is_no_date(text: str) -> None:
    assert read_date(text, "en") is None


@pytest.mark.parametrize(("short", "year"), [(84, 1984), (40, 1940), (39, 2039), (0, 2000)])
def test_years_of_two_figures(short: int, year: int) -> None:
    assert full_year(short) == year


@given(
    st.lists(st.sampled_from(WORDS), max_size=7),
    st.sampled_from([" ", "", "-"]),
    st.sampled_from(["en", "es"]),
    st.booleans(),
)
def test_the_fields_are_the_text(words: list[str], gap: str, language: str, time: bool) -> None:
    text = gap.join(words)
    found = read_date(text, language, time=time)
    if found is not None:
        assert "".join(field.text for field in found) == text
