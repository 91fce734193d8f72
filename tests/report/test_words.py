from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.report.words import (
    between,
    epsilon,
    escaped,
    invariant,
    listing,
    plural,
    probability,
    size,
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0"),
        (math.inf, "∞"),
        (0.9999999999, "1"),
        (6.75188, "6.752"),
        (40.5041, "40.51"),
        (1.0 - 0.8, "0.2"),
        (1e-5, "10⁻⁵"),
        (2.5e-7, "2.5×10⁻⁷"),
        (12345.6, "12,350"),
    ],
)
def test_epsilon(value: float, shown: str) -> None:
    assert epsilon(value) == shown


@given(st.floats(1e-3, 1e5))
def test_a_bound_is_never_shown_smaller_than_it_is(value: float) -> None:
    shown = float(epsilon(value).replace(",", ""))
    assert value * (1 - 1e-8) <= shown <= value * 1.0011


@given(st.floats(0.0, 1.0, exclude_max=True))
def test_only_one_reads_as_one(p: float) -> None:
    assert probability(p) != probability(1.0) == "1"


def test_ranges_sizes_and_names() -> None:
    assert between(0.9, 0.9, probability) == "0.9"
    assert between(0.5, 0.9, probability) == "0.5 to 0.9"
    assert size(1 / 7692) == "7,692"
    assert size(1e-12) == "10¹²"
    assert listing(["A"]) == "A"
    assert listing(["A", "B", "C"]) == "A, B and C"
    assert listing(["A", "B", "C"], most=2) == "A, B and 1 more"
    assert plural(1, "document") == "1 document"
    assert plural(1417, "entity", "entities") == "1,417 entities"


def test_invariants_are_sentences() -> None:
    (equality,) = invariant("mention equality", ["entity (public)"])
    assert equality.endswith("the same entity.")
    assert invariant("last 4 letters or digits", ["mask"]) == ("Last 4 letters or digits.",)
    of_people = invariant("letter case", ["surrogate (people)"])
    of_dates = invariant("letter case", ["surrogate (dates)"])
    assert of_people and of_dates and of_people != of_dates
    assert set(of_people + of_dates) == set(
        invariant("letter case", ["surrogate (people)", "surrogate (dates)"])
    )


@given(st.text(st.characters()))
def test_what_is_shown_can_be_written_anywhere(text: str) -> None:
    assert escaped(text).isprintable()
    escaped(text).encode("utf-8")
    if text.isprintable():
        assert escaped(text) == text
