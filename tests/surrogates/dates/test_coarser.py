"""Coarser dates and ages."""

from __future__ import annotations

import pytest

from understudy.surrogates.dates.coarser import age_band, to_month, to_year


@pytest.mark.parametrize(
    ("text", "language", "month", "year"),
    [
        ("25 May 1984", "en", "May 1984", "1984"),
        ("twenty fifth of may nineteen eighty four", "en", "May 1984", "1984"),
        ("5/25/84", "en", "May 1984", "1984"),
        ("tres de mayo de dos mil dieciséis", "es", "mayo de 2016", "2016"),
        ("lunes 3 de mayo", "es", "mayo", None),
        ("2016", "en", None, "2016"),
        ("tomorrow", "en", None, None),
        ("no date", "en", None, None),
    ],
)
def test_dates(text: str, language: str, month: str | None, year: str | None) -> None:
    assert to_month(text, language) == month
    assert to_year(text, language) == year


@pytest.mark.parametrize(
    ("text", "language", "width", "band"),
    [
        ("56", "en", 10, "50-59 years old"),
        ("fifty six years old", "en", 5, "55-59 years old"),
        ("cuarenta y dos años", "es", 10, "40-49 años"),
        ("95 años", "es", 10, "90+ años"),
        ("89", "en", 20, "80-89 years old"),
        ("young", "en", 10, None),
        ("3 y 5 años", "es", 10, None),
        ("900", "en", 10, None),
    ],
)
def test_ages(text: str, language: str, width: int, band: str | None) -> None:
    assert age_band(text, language, width) == band
