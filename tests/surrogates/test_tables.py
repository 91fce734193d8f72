"""Supports: the probabilities that they state are those that they have."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from making import KEY
from understudy.core.draw import Draw
from understudy.surrogates.tables import DrawnValues, Product, Shape, Support, Table, another

TOP = 1 << 64
WORD = st.integers(0, TOP - 1)
WEIGHTS = st.dictionaries(
    st.text(min_size=1, max_size=3),
    st.one_of(st.floats(1e-300, 1e300), st.floats(0.1, 10.0), st.integers(0, 5).map(float)),
    min_size=2,
    max_size=12,
).filter(lambda weights: sum(weight > 0 for weight in weights.values()) >= 2)


def _reach(table: Table, at: int) -> int:
    """How many of the 2^64 words select the value at ``at``, by bisection on ``index``."""

    def first(wanted: int) -> int:
        low, high = 0, TOP
        while low < high:
            middle = (low + high) // 2
            if table.index(middle) >= wanted:
                high = middle
            else:
                low = middle + 1
        return low

    return first(at + 1) - first(at)


@given(WEIGHTS)
def test_pi_min_is_the_least_probability_there_really_is(weights: dict[str, float]) -> None:
    table = Table.of(weights)
    real = [_reach(table, at) for at in range(table.size)]
    assert sum(real) == TOP
    assert min(real) > 0
    # Integer edges leave out the one word at the top; uniform tables have steps of 2^-53.
    assert 0 <= min(real) / TOP - table.pi_min <= 2.0**-63 or table.edges is None
    assert table.pi_min == pytest.approx(min(real) / TOP, rel=1e-12) or min(real) < 1 << 20
    stated = table.weights()
    assert min(stated.values()) == table.pi_min
    for value, steps in zip(table.values, real, strict=True):
        assert stated[value] == pytest.approx(steps / TOP, rel=1e-9, abs=2.0**-63)


@given(WEIGHTS)
def test_edges_are_integers_that_rise_and_fit(weights: dict[str, float]) -> None:
    edges = Table.of(weights).edges
    if edges is not None:
        assert all(isinstance(edge, int) for edge in edges)
        assert all(low < high for low, high in itertools.pairwise((0, *edges)))
        assert edges[-1] == TOP - 1


@pytest.mark.parametrize("name", ["a", "m", "z"])
def test_a_weight_too_small_for_the_grid_still_gets_its_step(name: str) -> None:
    table = Table.of({"a": 1e-40, "m": 1e-40, "z": 1e-40} | {name: 1.0})
    assert [_reach(table, at) >= 1 for at in range(3)] == [True] * 3
    words = np.array([0, 1, 5, TOP - 2, TOP - 1], dtype=np.uint64)
    assert list(table.indices(words)) == [table.index(int(word)) for word in words]


@given(WEIGHTS, st.lists(WORD, min_size=1, max_size=30))
def test_one_word_and_many_words_select_the_same(
    weights: dict[str, float], words: list[int]
) -> None:
    for table in (Table.of(weights), Table.of(weights.keys())):
        near = [edge + step for edge in table.edges or () for step in (-1, 0, 1)]
        asked = [*words, 0, TOP - 1, *(word for word in near if 0 <= word < TOP)]
        many = table.indices(np.array(asked, dtype=np.uint64))
        assert list(many) == [table.index(word) for word in asked]
        assert all(0 <= at < table.size for at in many)


@given(st.integers(1, 10**6))
def test_a_uniform_table_ends_with_its_last_value(size: int) -> None:
    table = Table(("x",) * size)
    assert table.index(0) == 0
    assert table.index(TOP - 1) == size - 1


def test_equal_weights_are_uniform_and_zero_weights_leave() -> None:
    assert Table.of({"b": 2.0, "a": 2.0, "c": 0.0}) == Table(("a", "b"))
    assert Table.of(["b", "a", "b"]) == Table(("a", "b"))
    assert Table(()).pi_min == 0.0


def test_weights_become_frequencies() -> None:
    table = Table.of({"rare": 1.0, "often": 3.0})
    draw = Draw(KEY, "s", "c")
    drawn = [table.value(draw.words("", str(n), "")) for n in range(4000)]
    found = [drawn.count(value) for value in table.values]
    assert table.values == ("often", "rare")
    assert chisquare(found, [3000, 1000]).pvalue > 1e-6
    assert table.pi_min == pytest.approx(0.25)


def test_membership_goes_by_letter_case() -> None:
    table = Table(("McKay", "smith"))
    assert table.contains("McKay", "native")
    assert table.contains("mckay", "lower")
    assert table.contains("MCKAY", "upper")
    assert not table.contains("Mckay", "native")
    assert not table.contains("Smith", "native")


# --- products --------------------------------------------------------------------------------

NAMES = Product("{} {}", (Table.of({"Ann": 1.0, "Bob": 3.0}), Table(("Lee", "van Dyk"))))


def test_a_product_contains_what_it_can_draw_and_nothing_else() -> None:
    draw = Draw(KEY, "s", "c")
    drawn = {NAMES.value(draw.words("", str(n), "")) for n in range(200)}
    assert drawn == {"Ann Lee", "Ann van Dyk", "Bob Lee", "Bob van Dyk"}
    assert all(NAMES.contains(value, "native") for value in drawn)
    assert NAMES.contains("bob van dyk", "lower")
    assert NAMES.contains("BOB VAN DYK", "upper")
    for other in ("Ann", "Ann  Lee", "Lee Ann", "Ann Lee ", "ann Lee", "", " ", "Ann van"):
        assert not NAMES.contains(other, "native")


def test_sizes_and_pi_min_of_a_product() -> None:
    assert NAMES.size == 4
    assert NAMES.pi_min == pytest.approx(1 / 8)
    assert NAMES.need == 2


def test_parts_without_a_mark_between_them() -> None:
    glued = Product("{}{}!", (Table(("a", "ab")), Table(("c", "bc"))))
    assert all(glued.contains(value, "native") for value in ("ac!", "abc!", "abbc!"))
    assert not glued.contains("ab!", "native")
    assert glued.contains("ABC!", "upper")


@given(st.lists(st.lists(st.text("ab ", max_size=2), min_size=1), min_size=1, max_size=3))
def test_every_choice_of_parts_is_contained(lists: list[list[str]]) -> None:
    product = Product("{}".join(["<", *["-"] * (len(lists) - 1), ">"]), tuple(map(Table.of, lists)))
    for choice in itertools.product(*lists):
        assert product.contains("<" + "-".join(choice) + ">", "native")


def test_a_template_must_fit_its_parts() -> None:
    with pytest.raises(ValueError, match="one place"):
        Product("{}", (NAMES.parts[0], NAMES.parts[1]))


# --- shapes ----------------------------------------------------------------------------------


def test_a_shape_is_uniform() -> None:
    shape = Shape(("0123456789", "-", ("one", "two", "six")))
    draw = Draw(KEY, "s", "c")
    drawn = [shape.value(draw.words("", str(n), "")) for n in range(9000)]
    values = [f"{digit}-{word}" for digit in range(10) for word in ("one", "two", "six")]
    assert set(drawn) <= set(values)
    assert chisquare([drawn.count(value) for value in values]).pvalue > 1e-6
    assert shape.size == 30
    assert shape.pi_min == 1 / 30


def test_what_a_shape_contains() -> None:
    shape = Shape(("0123456789", "-", ("one", "two")))
    assert shape.contains("7-two", "lower")
    assert shape.contains("7-TWO", "upper")
    for other in ("7-three", "7-twos", "x-two", "7 two", "7-", ""):
        assert not shape.contains(other, "native")


def test_a_long_shape_asks_for_enough_numbers() -> None:
    shape = Shape(("0123456789",) * 100)
    assert shape.need * 64 >= 100 * math.log2(10) + 64
    with pytest.raises(ValueError, match="random numbers"):
        shape.value([1] * (shape.need - 1))
    assert len(shape.value([TOP - 1] * shape.need)) == 100
    assert Shape(("01",) * 2000).pi_min == 0.0


def test_a_very_long_shape_is_drawn_piece_by_piece() -> None:
    shape = Shape(("0123456789",) * 1000)
    words = [(at * 0x9E3779B97F4A7C15) % TOP for at in range(1, shape.need + 1)]
    value, other = shape.value(words), shape.value([*words[:-1], words[-1] ^ 1])
    assert len(value) == 1000
    assert len(set(value)) == 10
    assert value[:700] == other[:700]
    assert value[700:] != other[700:]


def test_supports_are_supports() -> None:
    assert isinstance(Table(("a", "b")), Support)
    assert isinstance(NAMES, Support)
    assert isinstance(Shape(("ab",)), Support)


def test_what_was_taken_from_another_table_takes_nothing_from_this_one() -> None:
    """ "Aston" would stand before "Barnet", which is taken: it must not be left out twice."""
    table = Table(("Barnet", "Camden", "Enfield", "Harrow"))
    numbers = [(2 * at + 1) * TOP // 600 for at in range(300)]
    drawn = Counter(another(table, number, {"Aston", "Ayr", "Barnet"}) for number in numbers)
    assert drawn == {"Camden": 100, "Enfield": 100, "Harrow": 100}


@given(WEIGHTS, st.lists(st.text(min_size=1, max_size=3), max_size=60), WORD)
def test_many_taken_values_are_left_out_as_few_are(
    weights: dict[str, float], others: list[str], number: int
) -> None:
    table = Table.of(weights)
    taken = DrawnValues()
    for at in range(33):  # more than are looked at one by one
        taken.add(f"elsewhere {at}")
    for other in (*others, *table.values[::2]):
        taken.add(other)
        assert another(table, number, taken) == another(table, number, frozenset(taken))
