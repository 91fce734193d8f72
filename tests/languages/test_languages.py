"""What the languages know."""

from __future__ import annotations

import pytest

from understudy.languages import LANGUAGES, detect, facts, supported


@pytest.mark.parametrize(
    ("tag", "language"),
    [("en", "en"), ("es-MX", "es"), ("ES_es", "es"), ("de", None), (None, None)],
)
def test_supported(tag: str | None, language: str | None) -> None:
    assert supported(tag) == language


def test_detect() -> None:
    assert detect("what is the name of your city", "es") == "en"
    assert detect("me llamo Ana y vivo en la calle Mayor", "en") == "es"
    assert detect("xyzzy", "es") == "es"


@pytest.mark.parametrize("language", LANGUAGES)
def test_calendars_and_numbers_are_complete(language: str) -> None:
    known = facts(language)
    assert (len(known["months"]), len(known["weekdays"]), len(known["digits"])) == (12, 7, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_facts(language: str) -> None:
    assert facts(language).keys() == facts("en").keys()
    assert facts(language)["exemplars"].keys() == facts("en")["exemplars"].keys()
    assert facts(language)["nouns"].keys() == facts("en")["nouns"].keys()
