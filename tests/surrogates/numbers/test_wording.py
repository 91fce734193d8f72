"""How words stand in a text: neighbours, gender."""

from __future__ import annotations

import pytest

from understudy.surrogates.numbers.wording import (
    counts_noun,
    first_word,
    is_feminine,
    last_words,
)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (" years old", "years"),
        ("  Años de", "años"),
        (", years", ""),
        (" 3 years", ""),
        ("years", ""),
        ("", ""),
    ],
)
def test_the_word_that_follows(after: str, expected: str) -> None:
    assert first_word(after) == expected


@pytest.mark.parametrize(
    ("before", "count", "expected"),
    [
        ("He paid about", 2, ["paid", "about"]),
        ("hace Más de", 2, ["mas", "de"]),
        ("one", 3, ["one"]),
        ("", 2, []),
    ],
)
def test_the_words_before(before: str, count: int, expected: list[str]) -> None:
    assert last_words(before, count) == expected


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("dollars", "en", True),
        ("dogs", "en", True),
        ("the", "en", False),
        ("two", "en", False),
        ("", "en", False),
        ("perros", "es", True),
        ("euros", "es", True),
        ("de", "es", False),
        ("dos", "es", False),
        ("la", "es", False),
    ],
)
def test_what_a_number_can_count(word: str, language: str, expected: bool) -> None:
    assert counts_noun(word, language) is expected


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("casa", "f"),
        ("casas", "f"),
        ("ciudad", "f"),
        ("ciudades", "f"),
        ("vez", "f"),
        ("veces", "f"),
        ("libras", "f"),
        ("perro", "m"),
        ("euros", "m"),
        ("día", "m"),
        ("días", "m"),
    ],
)
def test_gender_of_spanish_nouns(noun: str, expected: str) -> None:
    assert is_feminine(noun, "es") is (expected == "f")
