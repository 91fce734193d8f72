"""The words right before a mention that may say what kind of thing it is."""

from __future__ import annotations

import random

import pytest

from understudy.surrogates.organizations import outside
from understudy.surrogates.organizations.outside import is_venue, kind_outside


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("we met at the old inn ", ["at", "the", "old", "inn"]),
        ("bar ", ["bar"]),
        ("bar", []),
        ("the  bar ", ["bar"]),
        ("snack-bar ", ["bar"]),
        ("room 7 bar ", ["bar"]),
        ("", []),
    ],
)
def test_words_with_one_space_behind_each(before: str, words: list[str]) -> None:
    assert outside._words_before(before) == words


def test_words_are_cut_as_letter_by_letter() -> None:
    draw = random.Random(3)
    for _ in range(5000):
        text = "".join(draw.choice("aB é1²-_ \n  ") for _ in range(draw.randrange(25)))
        assert outside._words_before(text) == _letter_by_letter(text)


def _letter_by_letter(text: str) -> list[str]:
    found: list[str] = []
    end = len(text) - 1
    while end >= 0 and text[end] == " " and len(found) < outside._MOST:
        start = end
        while start and text[start - 1].isalnum() and not text[start - 1].isdecimal():
            start -= 1
        if start == end:
            break
        found.append(text[start:end])
        end = start - 1
    return found[::-1]


def test_only_the_last_word_decides_whether_the_others_are_read() -> None:
    assert is_venue("nos vemos en el bar ", "es")
    assert kind_outside("nos vemos en el bar que ", "es") is None
