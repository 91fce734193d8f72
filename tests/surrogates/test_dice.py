"""One writing, three questions: what is drawn, how rare it can be, whether it can be drawn."""

from __future__ import annotations

import pytest
from marked_mentions import stream

from understudy.surrogates import kernel
from understudy.surrogates.dice import Dice, Least, RandomDice, TargetDice
from understudy.surrogates.kernel import Kind, Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Shape, Table

LETTERS = Table(("a", "b", "c", "d"))
UNEVEN = Table.of({"x": 3.0, "y": 1.0})
NAMES = {"x": Table(("xi", "xo")), "y": Table(("ya", "yb", "yc"))}


def test_every_value_can_be_thrown_and_none_that_is_taken() -> None:
    free = {RandomDice(stream(seed)).pick(LETTERS, ("one",)) for seed in range(60)}
    apart = {
        RandomDice(stream(seed)).pick(LETTERS, ("one",), apart={"b", "d"}) for seed in range(60)
    }
    assert free == set("abcd")
    assert apart == {"a", "c"}


def test_throws_depend_on_the_numbers_alone() -> None:
    def thrown(seed: int, label: str) -> tuple[str, str, int]:
        dice = RandomDice(stream(seed))
        return (
            dice.pick(LETTERS, (label,)),
            dice.pick(Shape(("01", "ab")), (label, 1)),
            dice.below(7, (label, 2)),
        )

    assert all(thrown(seed, "one") == thrown(seed, "other") for seed in range(20))


@pytest.mark.parametrize(
    ("floors", "chance"), [([None], 0.25), ([None, None], 0.0625), ([0.1, None], 0.025), ([], 1.0)]
)
def test_least_chances_multiply(floors: list[float | None], chance: float) -> None:
    dice = Least()
    for floor in floors:
        dice.pick(LETTERS, ("one",), floor=floor)
    assert dice.chance == pytest.approx(chance)


def test_noise_has_no_least_chance() -> None:
    dice = Least()
    next(dice.numbers())
    assert dice.chance == 0.0


def test_what_stands_there_is_sought() -> None:
    assert TargetDice({("one",): "c"}).pick(LETTERS, ("one",)) == "c"
    taken, foreign, unknown = (
        TargetDice({("one",): "c"}),
        TargetDice({("one",): "z"}),
        TargetDice({}),
    )
    taken.pick(LETTERS, ("one",), apart={"c"})
    foreign.pick(LETTERS, ("one",))
    unknown.below(3, ("two",))
    assert not taken.found and not foreign.found and not unknown.found


def _write(sketch: int, settings: Settings, dice: Dice) -> tuple[str, ...]:
    branch = dice.branch(UNEVEN, ("branch",))
    return (branch + " " + dice.pick(NAMES[branch], ("name",)),) * sketch


KIND = Kind(
    lambda mentions, settings: Reading(
        len(mentions),
        (
            {("branch",): "x", ("name",): mentions[0].text[2:]},
            {("branch",): "y", ("name",): mentions[0].text[2:]},
        ),
    ),
    _write,
    (),
)


def test_the_least_chance_is_that_of_the_rarest_way_through_the_branches() -> None:
    assert kernel.least(KIND, 1, Settings()) == pytest.approx(0.25 / 3)


@pytest.mark.parametrize(
    ("texts", "reached"),
    [(("y yb", "y yb"), True), (("x xi",), True), (("x ya",), False), (("y ya", "y yb"), False)],
)
def test_mentions_are_reached_where_some_draw_gives_them(
    texts: tuple[str, ...], reached: bool
) -> None:
    mentions = [Mention(text, "PERSON") for text in texts]
    reading = KIND.read(mentions, Settings())
    assert kernel.reaches(KIND, reading, mentions, Settings()) is reached
