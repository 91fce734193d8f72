"""Shapes keep length, grouping and fillers, and change the rest."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY
from understudy.core.draw import Draw
from understudy.core.text import casing
from understudy.replace.base import random_words
from understudy.surrogates.shapes import rough_shape, shape, shape_support


def _drawn(text: str, language: str, n: int = 0) -> str:
    support = shape_support(shape(text, language), language)
    words = random_words(Draw(KEY, "s", "c"), "", str(n), "", support.need)
    return support.value(words)


@pytest.mark.parametrize(
    ("text", "language", "pattern"),
    [
        ("9 7 3 area code 1 2 3", "en", r"\d \d \d area code \d \d \d"),
        ("AB-123456", "en", r"[A-Z]{2}-[1-9]\d{5}"),
        ("ab1", "en", r"[a-z]{2}\d"),
        ("0034 600", "en", r"\d{4} [1-9]\d\d"),
        ("five five oh", "en", r"[a-z]+ [a-z]+ [a-z]+"),
        ("seis uno prefijo", "es", r"[a-z]+ [a-z]+ prefijo"),
        ("(555) 010-0199", "en", r"\([1-9]\d\d\) \d{3}-\d{4}"),
    ],
)
def test_what_stays_and_what_changes(text: str, language: str, pattern: str) -> None:
    drawn = [_drawn(text, language, n) for n in range(40)]
    assert all(re.fullmatch(pattern, value) for value in drawn)
    assert len(set(drawn)) > 5


def test_thirty_one_keeps_its_and_in_spanish() -> None:
    drawn = {_drawn("treinta y uno", "es", n) for n in range(60)}
    assert all(re.fullmatch(r"\w+ta y \w+", value) for value in drawn)
    assert len(drawn) > 20
    assert _drawn("y", "es", 1) != "y" or _drawn("y", "es", 2) != "y"


def test_the_support_contains_its_own_values() -> None:
    for text, language in (("AB-12", "en"), ("treinta y uno", "es"), ("five two", "en")):
        support = shape_support(shape(text, language), language)
        assert support.contains(text, "native")
        assert support.contains(_drawn(text, language), "native")
    upper = shape_support(shape("FIVE TWO", "en"), "en")
    assert upper.contains("FIVE TWO", "upper")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
def test_no_letter_or_digit_is_a_literal_but_for_fillers(text: str) -> None:
    """What is a letter or a digit in the form was a filler word of the language."""
    for run in re.findall(r"[^\W_]+", shape(text, "en")):
        assert len(run) > 1 and run.lower() in text.lower()


@given(st.text("ab1 9-\ue000\ue004", max_size=12))
def test_values_of_a_shape_have_that_shape(text: str) -> None:
    form = shape(text, "en")
    assert shape(_drawn(text, "en"), "en") == form


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12345", "12345678"),
        ("AB12", "XYZ9Q"),
        ("hunter", "capital"),
        ("thirty", "three"),
        ("ABCD", "ABC"),
        ("05", "42"),
        ("42-17", "1-99"),
    ],
)
def test_rough_shapes_do_not_show_a_length(one: str, other: str) -> None:
    assert rough_shape(one, "en") == rough_shape(other, "en")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_no_letter_or_digit_is_in_a_rough_shape(text: str) -> None:
    assert not re.search(r"[^\W_]", rough_shape(text, "en"))


@pytest.mark.parametrize("text", ["1234567", "42", "Abcdef", "THREE", "four", "fourteen", "ab7de"])
def test_rough_shapes_contain_what_has_their_size(text: str) -> None:
    support = shape_support(rough_shape(text, "en"), "en")
    assert support.contains(text, casing(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("078-05-1120", "978-95-9120"),
        ("02139", "92139"),
        ("555-0123", "555-9123"),
        ("$12.05", "$12.95"),
    ],
)
def test_a_leading_zero_does_not_show(one: str, other: str) -> None:
    assert shape(one, "en") == shape(other, "en")
