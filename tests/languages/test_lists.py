"""Words of several languages together."""

from __future__ import annotations

import re

import pytest

from understudy.languages import installed
from understudy.languages.lists import any_of, words_read


@pytest.mark.parametrize("language", installed())
def test_a_language_reads_the_lists_of_those_that_it_names(language: str) -> None:
    assert words_read(language, "places", "articles") == ("the", "el", "la", "los", "las")
    assert words_read(language, "places", "no_number") == ("s/n",)
    assert words_read(language, "places", "no such list") == ()


def test_the_longest_word_is_tried_first() -> None:
    match = re.match(any_of(["de", "de la", "d."]), "de la Fuente")
    assert match is not None
    assert match[0] == "de la"


def test_no_words_match_nothing() -> None:
    assert re.search(any_of([]), "anything") is None
    assert re.fullmatch(any_of([]), "") is None
