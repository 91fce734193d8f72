"""Phrases of time: their form, and what is drawn in its place."""

from __future__ import annotations

import pytest

from understudy.languages import installed
from understudy.surrogates.dates.when import when_form, when_supports
from understudy.surrogates.public import PublicSource


@pytest.mark.parametrize(
    ("text", "language", "form"),
    [
        ("for 6 am tomorrow", "en", "4 words from 'for'"),
        ("next week", "en", "2 words"),
        ("today's", "en", "one word with 's"),
        ("Easter", "en", "one word"),
        (" ", "en", "one word"),
        ("el lunes por la tarde", "es", "5 words from 'el'"),
        ("every 3 minutes for the next two hours or so", "en", "8 words from 'every'"),
    ],
)
def test_the_form_of_a_phrase(text: str, language: str, form: str) -> None:
    assert when_form(text, language) == form
    assert form in when_supports(language, timed=False)


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("timed", [False, True])
def test_every_form_has_phrases_and_those_of_a_form_have_it(language: str, timed: bool) -> None:
    for form, table in when_supports(language, timed=timed).items():
        assert table.size > 1
        assert len({when_form(phrase, language) for phrase in table.values}) == 1
        said = when_form(table.values[0], language)
        assert said == form or not any(when_form(one, language) == form for one in table.values)


@pytest.mark.parametrize("language", installed())
def test_times_tell_an_hour(language: str) -> None:
    table = when_supports(language, timed=True)["4 words"]
    assert all(any(letter.isdigit() for letter in phrase) for phrase in table.values)


@pytest.mark.parametrize("draw", ["date", "time"])
@pytest.mark.parametrize("text", ["for 6 am tomorrow", "on the 21st of May", "noon", "3 May 2016"])
def test_whatever_is_said_has_a_support(draw: str, text: str) -> None:
    source = PublicSource(draw)
    assert source.support("en", source.form(text, "en")).pi_min > 0
