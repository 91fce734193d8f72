"""What depends on the country: every country of a language has its facts, and they decide."""

from __future__ import annotations

import dataclasses

import phonenumbers
import pytest

from understudy.languages import get, installed
from understudy.languages.language import Language
from understudy.languages.locales import locale
from understudy.surrogates.dates.calendar import date_form
from understudy.surrogates.dates.facts import month_first
from understudy.surrogates.dates.words import read_date

COUNTRIES = sorted({code for language in installed() for code in get(language).locales})


@pytest.mark.parametrize("code", COUNTRIES)
def test_countries_have_their_facts(code: str) -> None:
    found = locale(code)
    assert sorted(found.date_order) == ["day", "month", "year"]
    assert int(found.calling_code) == phonenumbers.country_code_for_region(code)
    assert all(digits.isdecimal() for digits in found.phone.leads)


def test_the_home_country_decides_the_order_of_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    assert date_form("3/5/2016", "en") == "{m}/{d}/{Y}"
    assert date_form("3/5/2016", "es") == "{d}/{m}/{Y}"
    british = dataclasses.replace(get("en"), locales=("GB", "US"))
    monkeypatch.setattr(Language, "home", british.home)
    assert date_form("3/5/2016", "en") == "{d}/{m}/{Y}"
    month_first.cache_clear()
    fields = read_date("3/5/2016", "en") or []
    month_first.cache_clear()
    assert [field.kind for field in fields if field.kind != "text"] == ["day", "month", "year"]
