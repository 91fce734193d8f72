"""One writing, three questions: what is drawn, how rare it can be, whether it can be drawn."""

from __future__ import annotations

import pytest
from marked_mentions import stream

from understudy.surrogates.pickers import Least, Sought, Thrown, digits, house_number
from understudy.surrogates.tables import Table

LETTERS = Table(("a", "b", "c", "d"))


def test_a_throw_never_looks_at_what_stood_there() -> None:
    drawn = {Thrown(stream(seed)).pick(LETTERS, "z") for seed in range(50)}
    assert drawn == set("abcd")
    assert all(
        Thrown(stream(seed)).pick(LETTERS, "a") == Thrown(stream(seed)).pick(LETTERS, "d")
        for seed in range(20)
    )


@pytest.mark.parametrize(
    ("floors", "chance"), [([None], 0.25), ([None, None], 0.0625), ([0.1, None], 0.025), ([], 1.0)]
)
def test_least_chances_multiply(floors: list[float | None], chance: float) -> None:
    dice = Least()
    for floor in floors:
        dice.pick(LETTERS, "a", floor)
    assert dice.chance == pytest.approx(chance)


@pytest.mark.parametrize(("wanted", "found"), [("abc", True), ("", True), ("ax", False)])
def test_what_stands_there_is_sought(wanted: str, found: bool) -> None:
    dice = Sought()
    for letter in wanted:
        dice.pick(LETTERS, letter)
    assert dice.found is found


@pytest.mark.parametrize("written", ["7", "42", "350", "1234", "123456", "007", "0"])
def test_numbers_keep_their_length_and_whether_they_begin_with_zero(written: str) -> None:
    for draw in (digits, house_number):
        for seed in range(20):
            new = draw(Thrown(stream(seed)), written)
            assert len(new) == len(written)
            assert new[0] != "0" or written[0] == "0"
        sought = Sought()
        assert draw(sought, written) == written
        assert sought.found


def test_small_house_numbers_are_more_frequent() -> None:
    drawn = [int(house_number(Thrown(stream(seed)), "500")) for seed in range(200)]
    assert sum(number < 300 for number in drawn) > 100
