"""Dates and times keep their form, and every value of a form can be drawn."""

from __future__ import annotations

import pytest

from understudy.surrogates.dates.calendar import (
    date_form,
    date_support,
    drawn_form,
    time_form,
    time_support,
)


@pytest.mark.parametrize(
    ("text", "language", "form"),
    [
        ("3 May 2016", "en", "{d} {B} {Y}"),
        ("May 3rd, 2016", "en", "{B} {d}{o}, {Y}"),
        ("Tuesday, May 3", "en", "{A}, {B} {d}"),
        ("the 3rd of May", "en", "the {d}{o} of {B}"),
        ("05/03/2016", "en", "{mm}/{dd}/{Y}"),
        ("25/03/2016", "en", "{dd}/{mm}/{Y}"),
        ("2016-05-03", "en", "{Y}-{mm}-{dd}"),
        ("May", "en", "{B}"),
        ("2016", "en", "{Y}"),
        ("3 de mayo de 2016", "es", "{d} de {B} de {Y}"),
        ("martes 3 de mayo", "es", "{A} {d} de {B}"),
        ("05/03/2016", "es", "{dd}/{mm}/{Y}"),
        ("03-05-16", "es", "{dd}-{mm}-{y}"),
        ("3.5.2016", "es", "{d}.{m}.{Y}"),
    ],
)
def test_dates(text: str, language: str, form: str) -> None:
    assert date_form(text, language) == form
    assert date_support(form, language).contains(text, "native")


@pytest.mark.parametrize(
    "text", ["yesterday", "3 Miller 2016", "106", "May May", "{d} May", "", "3/4/5/6"]
)
def test_what_is_no_date_we_can_write(text: str) -> None:
    assert date_form(text, "en") is None


@pytest.mark.parametrize(
    ("text", "other"),
    [("1066", "1999"), ("May 1850", "May 1950"), ("32 May", "12 May"), ("May '99", "May '16")],
)
def test_what_figures_say_does_not_tell_in_the_form(text: str, other: str) -> None:
    """A form that only some years or days have would show which they are."""
    form = date_form(text, "en")
    assert form is not None
    assert form == date_form(other, "en")


def test_the_support_of_a_date_form() -> None:
    days = date_support("{d} {B} {Y}", "en")
    assert days.size == 365 * 120 + 30
    assert days.pi_min == 1 / days.size
    assert date_support("{d} {B}", "es").size == 366
    assert date_support("{B}", "es").size == 12
    assert date_support("{A}", "en").size == 7
    assert date_support("{y}", "en").size == 100
    assert date_support("{d}{o}", "en").contains("22nd", "native")
    assert not date_support("{d}{o}", "en").contains("22th", "native")


def test_every_weekday_goes_with_every_day_of_the_year() -> None:
    assert date_support("{A} {d} {B}", "en").size == 7 * 366


@pytest.mark.parametrize(
    ("text", "form", "size"),
    [
        ("14:05", "{hh}:{M}", 1440),
        ("9:05", "{h}:{M}", 1440),
        ("9:05 pm", "{h}:{M} {p}", 1440),
        ("11:05PM", "{h}:{M}{P}", 1440),
        ("6 pm", "{h} {p}", 24),
        ("6 p.m.", "{h} {q}", 24),
        ("14h05", "{hh}h{M}", 1440),
    ],
)
def test_times(text: str, form: str, size: int) -> None:
    assert time_form(text) == form
    table = time_support(form)
    assert table.size == size
    assert table.contains(text, "native")


@pytest.mark.parametrize("text", ["six pm", "noon", "12", "1:2", ""])
def test_what_is_no_time_in_digits(text: str) -> None:
    assert time_form(text) is None


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("03/05/2016", "13/05/2016", "en"),
        ("03/05/2016", "03/15/2016", "es"),
        ("10/11/2016", "10/9/2016", "en"),
        ("2016-5-3", "2016-12-31", "en"),
        ("03 May 2016", "13 May 2016", "en"),
    ],
)
def test_values_that_could_be_told_apart_have_one_form(one: str, other: str, language: str) -> None:
    forms = {drawn_form(date_form(text, language) or "", language) for text in (one, other)}
    assert len(forms) == 1
    assert date_support(forms.pop(), language).size > 1000


@pytest.mark.parametrize(
    ("one", "other"),
    [("9:15", "10:15"), ("09:15", "10:15"), ("09:15 pm", "9:15 pm"), ("9h05", "14h05")],
)
def test_times_that_could_be_told_apart_have_one_form(one: str, other: str) -> None:
    forms = {drawn_form(time_form(text) or "", "en") for text in (one, other)}
    assert len(forms) == 1
    assert time_support(forms.pop()).size == 1440
