"""The words of the cases can say no."""

from __future__ import annotations

import figure_words
import people_words
import place_words
import pytest

from understudy.surrogates.mention import Mention


@pytest.mark.parametrize(
    ("relation", "new", "old"),
    [
        ("spells 0 1", ["L, A, U", "Megan"], []),
        ("short 0 1", ["Liz", "Mary Smith"], []),
        ("built 0 1", ["john.smith@a.example", "Ann Lee"], []),
        ("case 0", ["ANN"], ["john"]),
    ],
)
def test_of_people(relation: str, new: list[str], old: list[str]) -> None:
    assert not people_words.holds(relation, new, old)


@pytest.mark.parametrize(
    ("relation", "new"),
    [
        ("days 1 2 3", ["2016-05-03", "2016-05-07"]),
        ("weekday_fits 1", ["Monday 3 May 2016"]),
        ("months 1 2 1", ["May", "July"]),
        ("minutes 1 2 30", ["09:00", "09:20"]),
        ("same_number 1 2", ["4242", "four two four one"]),
        ("ends_with 1 2", ["12345", "44"]),
        ("luhn 1", ["4000000000000003"]),
        ("one_number 1 thirty_*", ["zero"]),
        ("age 1 2 3", ["3 May 1950", "2 May 2000", "50"]),
        ("case 1", ["FIVE"]),
    ],
)
def test_of_figures(relation: str, new: list[str]) -> None:
    assert not figure_words.holds(relation, figure_words.Outcome(new, ["five"] * len(new), "en"))


@pytest.mark.parametrize(
    ("relation", "new"),
    [
        ("lies 1 2", ["Getafe", "Sevilla"]),
        ("code 1 2", ["28901", "Sevilla"]),
        ("town_in 1 ES", ["Boston"]),
        ("exists San 1", ["Getafe"]),
        ("acronym 1 2", ["ABC", "Hospital General"]),
        ("reserved 1", ["acme.com"]),
    ],
)
def test_of_places(relation: str, new: list[str]) -> None:
    old = [Mention(text, "LOCATION") for text in new]
    assert not place_words.holds(relation, place_words.Outcome("es", old, new))
