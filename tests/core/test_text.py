"""Words, folding and letter case."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.folding import flat_letters, flat_letters_all, fold, fold_all
from understudy.core.text import casing, last_word, recase, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("New York", ["New", "York"]),
        ("O'Brien-Smith, J.R.", ["O'Brien-Smith", "J.R"]),
        ("María de l’Hospitalet", ["María", "de", "l’Hospitalet"]),
        ("973 123", ["973", "123"]),
        ("--", []),
        ("", []),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in words(text)] == found


@given(st.text())
def test_every_letter_and_digit_is_in_a_word(text: str) -> None:
    covered = {at for start, end in words(text) for at in range(start, end)}
    assert {at for at, letter in enumerate(text) if letter.isalnum()} <= covered


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John  Smith ", "john smith"),
        ("ＡＢＣ", "abc"),
        ("Straße", "STRASSE"),
        ("José", "JOSÉ"),
        ("e\u0301", "É"),
        ("New\tYork", "new york"),
    ],
)
def test_spellings_of_one_value_fold_to_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.lists(st.text()))
def test_many_are_folded_like_each(texts: list[str]) -> None:
    assert fold_all(texts) == [fold(text) for text in texts]


def test_accents_are_not_folded() -> None:
    assert fold("José") != fold("Jose")


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("miller", "lower"),
        ("new york 5", "lower"),
        ("MILLER", "upper"),
        ("A-12 BC", "upper"),
        ("Miller", "native"),
        ("A", "native"),
        ("X-123", "native"),
        ("123", "native"),
        ("", "native"),
    ],
)
def test_casing(text: str, case: str) -> None:
    assert casing(text) == case


def test_recase() -> None:
    assert recase("McKay", "lower") == "mckay"
    assert recase("McKay", "upper") == "MCKAY"
    assert recase("McKay", "native") == "McKay"


@given(st.text(st.characters() | st.sampled_from(" .'’\n_9²Ⅷaé-")))
def test_the_last_word_is_what_a_pattern_finds(text: str) -> None:
    found = re.search(r"([^\W\d_]+)\s*\Z", text)
    assert last_word(text) == (found[1] if found else "")
    signed = re.search(r"([^\W\d_]+)['’]?\s*\Z", text)
    assert last_word(text, "'’") == (signed[1] if signed else "")


@given(st.lists(st.text(st.characters() | st.sampled_from("é-'’9 Đ"))))
def test_the_letters_of_many_are_those_of_each(texts: list[str]) -> None:
    assert flat_letters_all(texts) == [flat_letters(text) for text in texts]
