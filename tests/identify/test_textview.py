"""What a view knows of spellings and points, by its language."""

from __future__ import annotations

import pytest

from understudy.identify.textview import TextView


@pytest.mark.parametrize(
    "text",
    [
        "M as in Mike",
        "v for Victor",
        "T de Toledo",
        "eme de Madrid",
        "ceta de Zaragoza",
        "ele como Lugo",
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_example_of_a_letter_is_no_name(text: str, language: str) -> None:
    view = TextView(text, language)
    assert view.spelt(text.rindex(" ") + 1)


@pytest.mark.parametrize("text", ["he is for Mike", "la calle de Toledo", "as in Mike"])
def test_another_word_before_is_no_spelling(text: str) -> None:
    assert not TextView(text, "es").spelt(text.rindex(" ") + 1)


def test_the_point_of_an_abbreviation_ends_no_sentence() -> None:
    assert not TextView("la Sra. Paz", "es").opens(8)
    assert TextView("la casa. Paz", "es").opens(9)
