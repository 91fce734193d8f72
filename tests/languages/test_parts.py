"""Every language has the same tables and the same modules, with the same functions."""

from __future__ import annotations

import pytest

from understudy.languages import get, installed, parts
from understudy.languages.language import PARTS, TABLES


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("name", TABLES)
def test_every_language_has_the_tables(language: str, name: str) -> None:
    assert get(language).table(name)


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("name", PARTS)
def test_every_language_has_the_parts(language: str, name: str) -> None:
    protocol = getattr(parts, name.capitalize())
    wanted = {one for one in vars(protocol) if not one.startswith("_")}
    assert wanted
    assert wanted <= set(vars(get(language).part(name)))


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("name", ["places", "organizations", "agreement"])
def test_languages_have_the_same_traits(language: str, name: str) -> None:
    traits = get(language).table(name)["traits"]
    assert set(traits) == set(get(installed()[0]).table(name)["traits"])


@pytest.mark.parametrize(
    ("language", "home", "number", "ordinal"), [("en", "US", "22", "22nd"), ("es", "ES", "7", "7")]
)
def test_streets_are_counted(language: str, home: str, number: str, ordinal: str) -> None:
    assert get(language).home.code == home
    assert get(language).streets.ordinal(number) == ordinal


@pytest.mark.parametrize(
    ("language", "word", "form", "expected"),
    [
        ("en", "German", "masculine plural", "Germans"),
        ("en", "Chinese", "masculine plural", "Chinese"),
        ("es", "marroquí", "feminine plural", "marroquíes"),
        ("es", "alemán", "feminine", "alemana"),
        ("es", "andaluz", "masculine plural", "andaluces"),
        ("es", "francés", "masculine plural", "franceses"),
        ("es", "belga", "feminine plural", "belgas"),
    ],
)
def test_adjectives_are_inflected(language: str, word: str, form: str, expected: str) -> None:
    assert get(language).agreement.inflected(word, form) == expected
