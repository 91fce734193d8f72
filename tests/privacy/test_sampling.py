"""Bounds from a sample that people have read: exact where they can be, and sensible everywhere."""

from __future__ import annotations

import json
import math
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.privacy.intervals import lower_bound, upper_bound
from understudy.privacy.sampling import (
    OTHER,
    Counts,
    bounds,
    chapman,
    leaking_bound,
    missed_bound,
    units_needed,
)

ALPHA = 0.05
UNITS = st.lists(
    st.integers(0, 6).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size))),
    min_size=1,
    max_size=30,
)


@st.composite
def samples(draw: st.DrawFn) -> tuple[int, int, int]:
    """Leaking units, units read, units of the corpus."""
    population = draw(st.integers(1, 300))
    read = draw(st.integers(1, population))
    return draw(st.integers(0, read)), read, population


def so_few(seen: int, read: int, leaking: int, population: int) -> float:
    """The hypergeometric law by its definition."""
    ways = sum(
        math.comb(leaking, count) * math.comb(population - leaking, read - count)
        for count in range(seen + 1)
    )
    return ways / math.comb(population, read)


@given(samples(), st.sampled_from((0.01, 0.05, 0.2)))
def test_the_bound_on_leaking_units_is_the_exact_one(
    sample: tuple[int, int, int], alpha: float
) -> None:
    leaking, read, population = sample
    found = leaking_bound(leaking, read, population, alpha)
    most = round(found * population)
    assert found == pytest.approx(most / population)
    assert leaking <= most <= population - (read - leaking)
    assert most == leaking or so_few(leaking, read, most, population) > alpha * (1 - 1e-9)
    if most < population - (read - leaking):
        assert so_few(leaking, read, most + 1, population) <= alpha * (1 + 1e-9)


@given(samples())
def test_a_finite_corpus_is_bounded_better_than_one_without_end(
    sample: tuple[int, int, int],
) -> None:
    leaking, read, population = sample
    finite = leaking_bound(leaking, read, population, ALPHA)
    endless = leaking_bound(leaking, read, None, ALPHA)
    assert leaking / population <= finite <= endless + 1e-12
    assert endless == upper_bound(leaking, read, ALPHA)


@pytest.mark.parametrize(
    ("leaking", "read", "population"),
    [(0, 100, 1000), (3, 100, 250), (5, 50, 92), (1, 20, 21), (0, 1, 1)],
)
def test_units_of_one_entity_have_the_exact_bound(leaking: int, read: int, population: int) -> None:
    units = [(1, 1)] * leaking + [(1, 0)] * (read - leaking)
    exact = leaking_bound(leaking, read, population, ALPHA)
    found = missed_bound(units, population, ALPHA, rounds=40_000)
    assert abs(found - exact) * population <= 1  # the urn is drawn from: one unit either way
    endless = missed_bound(units, None, ALPHA, rounds=40_000)
    assert endless == pytest.approx(upper_bound(leaking, read, ALPHA), rel=0.05)


@settings(max_examples=60)
@given(UNITS, st.integers(0, 200))
def test_the_bound_lies_above_the_share_and_below_one(
    units: list[tuple[int, int]], more: int
) -> None:
    found = missed_bound(units, len(units) + more, ALPHA, rounds=500)
    entities, missed = (sum(column) for column in zip(*units, strict=True))
    if not entities:
        assert found == 1.0
    elif more == 0:
        assert found == pytest.approx(missed / entities)  # all was read
    else:
        assert 0.0 < found <= 1.0
        largest = max(size for size, _ in units)
        assert found >= missed / (entities + more * largest) - 1e-12  # what was read is known


@settings(max_examples=40)
@given(UNITS, st.integers(1, 200))
def test_a_larger_worst_unit_and_a_smaller_alpha_never_help(
    units: list[tuple[int, int]], more: int
) -> None:
    population = len(units) + more
    largest = max(size for size, _ in units)

    def bound(alpha: float, worst: float) -> float:
        return missed_bound(units, population, alpha, worst=worst, rounds=500)

    assert bound(ALPHA, largest) <= bound(ALPHA, 2 * largest) + 1e-12
    assert bound(ALPHA, largest) <= bound(ALPHA / 5, largest) + 1e-12


def test_no_miss_is_no_proof_and_the_price_of_clusters_is_seen() -> None:
    together = missed_bound([(20, 0)] * 100, 10_000, ALPHA)
    alone = missed_bound([(1, 0)] * 2000, 200_000, ALPHA)
    assert together == pytest.approx(0.0295, abs=0.002)  # a hundred units, not 2,000 entities
    assert alone == pytest.approx(0.0015, abs=0.0002)


def test_bounds_hold_in_clustered_corpora() -> None:
    """Whole units are missed in one of twelve; the naive bound fails there, ours does not."""
    generator = np.random.default_rng(7)
    sizes = generator.integers(5, 30, size=400)
    missed = sizes * (generator.random(400) < 1 / 12)
    truth = missed.sum() / sizes.sum()
    held = naive = 0
    for _ in range(200):
        drawn = generator.choice(400, 60, replace=False)
        units = list(zip(sizes[drawn].tolist(), missed[drawn].tolist(), strict=True))
        entities, lost = (sum(column) for column in zip(*units, strict=True))
        held += missed_bound(units, 400, ALPHA, rounds=400) >= truth
        naive += 1.0 - lower_bound(entities - lost, entities, ALPHA) >= truth
    assert held >= 188
    assert naive <= 170


def test_a_sample_becomes_rows_for_the_named_categories() -> None:
    units = [{"PERSON": Counts(2, 0), "DATE": Counts(1, 1)}] * 3 + [{"PERSON": Counts(1, 0)}] * 17
    found = bounds(units, 500, categories=["PERSON", "DATE", "EMAIL"])
    assert (found.read, found.population, found.leaking) == (20, 500, 3)
    assert found.leaking_high == leaking_bound(3, 20, 500, ALPHA)
    person, date, mail = found.rows
    assert (person.entities, person.missed, person.units, person.recall) == (23, 0, 20, 1.0)
    assert (date.entities, date.missed, date.units, date.recall) == (3, 3, 3, 0.0)
    assert (mail.entities, mail.recall, mail.recall_low, mail.naive_low) == (0, None, 0.0, 0.0)
    assert found.overall.entities == 26
    assert found.overall.recall == pytest.approx(23 / 26)
    assert person.recall_low < person.naive_low == lower_bound(23, 23, ALPHA / 4)
    assert found.row("DATE") == date
    assert found.row("PHONE") is None


def test_what_was_not_named_beforehand_shares_one_row() -> None:
    unit = {"PERSON": Counts(1, 0), "DATE": Counts(2, 1), "PHONE": Counts(1, 1)}
    found = bounds([unit] * 5, 50, categories=("PERSON",))
    other = found.row(OTHER)
    assert other is not None
    assert (other.entities, other.missed) == (15, 10)
    named = bounds([{"PERSON": Counts(1, 0)}] * 5, 50, categories=("PERSON",))
    assert named.row(OTHER) is None


def test_more_categories_cost() -> None:
    unit = {"PERSON": Counts(1, 0)}
    one = bounds([unit] * 50, 500, categories=("PERSON",)).rows[0]
    many = bounds([unit] * 50, 500, categories=("PERSON", *map(str, range(9)))).rows[0]
    assert many.recall_low < one.recall_low


def test_the_worst_unit_is_stretched_to_the_longest_of_the_corpus() -> None:
    units = [{"PERSON": Counts(3, 0)}] * 40
    plain = bounds(units, 4000, categories=("PERSON",))
    longer = bounds(units, 4000, categories=("PERSON",), stretch=2.5)
    assert longer.overall.recall_low < plain.overall.recall_low
    assert longer.leaking_high == plain.leaking_high


def test_an_empty_sample_says_nothing() -> None:
    found = bounds([], 10, categories=("PERSON",))
    assert found.leaking_high == 1.0
    assert (found.overall.recall, found.overall.recall_low) == (None, 0.0)


def test_bounds_are_the_same_each_time_and_plain_data() -> None:
    units = [{"PERSON": Counts(2, 1)}, {"PERSON": Counts(1, 0)}] * 10
    first, second = (bounds(units, 100, categories=("PERSON",)) for _ in range(2))
    assert first == second
    json.dumps(asdict(first), allow_nan=False)


@pytest.mark.parametrize(
    ("margin", "leaking", "needed"),
    [(0.01, 0, 299), (0.01, 1, 473), (0.01, 2, 628), (0.01, 3, 773), (0.001, 0, 2995)],
)
def test_the_known_numbers_of_units(margin: float, leaking: int, needed: int) -> None:
    assert units_needed(margin, leaking=leaking) == needed


@given(st.floats(0.005, 0.5), st.integers(0, 5), st.integers(1, 2000))
def test_so_many_units_are_enough_and_one_less_is_not(
    margin: float, leaking: int, population: int
) -> None:
    needed = units_needed(margin, population=population, leaking=leaking)
    if needed is None:
        assert leaking > population or leaking / population > margin
        return
    assert leaking_bound(leaking, needed, population, ALPHA) <= margin
    if needed > max(1, leaking):
        assert leaking_bound(leaking, needed - 1, population, ALPHA) > margin


def test_entities_need_more_units_than_leaking_documents_do() -> None:
    plain, spread = units_needed(0.01), units_needed(0.01, spread=3.0)
    assert plain is not None
    assert spread is not None
    assert spread > 2 * plain
    reached = missed_bound([(1, 0)] * (spread - 1) + [(3, 0)], None, ALPHA)
    assert reached == pytest.approx(0.01, rel=0.05)
    assert units_needed(0.01, spread=1.0) == plain


def test_two_readers_give_an_estimate() -> None:
    assert chapman(10, 8, 8) == 10.0
    assert chapman(0, 0, 0) == 0.0
    assert chapman(10, 8, 6) > 10.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: leaking_bound(3, 2, 10, ALPHA),
        lambda: leaking_bound(0, 20, 10, ALPHA),
        lambda: leaking_bound(0, 2, 10, 0.0),
        lambda: missed_bound([(1, 2)], 10, ALPHA),
        lambda: missed_bound([(1, 0)] * 3, 2, ALPHA),
        lambda: bounds([{}] * 3, 2, categories=()),
        lambda: bounds([{}], 2, categories=(), stretch=0.5),
        lambda: units_needed(0.0),
        lambda: units_needed(0.1, spread=0.5),
        lambda: chapman(1, 2, 2),
    ],
)
def test_what_cannot_be_is_refused(call: object) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=r"\d|entities"):
        call()
