"""Composition against the figures of the science page, enumeration, and dp_accounting."""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.privacy import accounting, losses
from understudy.privacy.composition import (
    Group,
    approximate,
    compose,
    draws,
    infinite_mass,
    profile,
    solve,
)

Law = Sequence[float]


@pytest.mark.parametrize(
    ("p", "k", "n", "basic", "exact"),
    [
        (0.9983, 1000, 10, "9.943", "1.9615"),
        (0.9, 7692, 10, "67.519", "40.505"),
        (0.99, 2000, 20, "61.082", "12.031"),
    ],
)
def test_check_values(p: float, k: int, n: int, basic: str, exact: str) -> None:
    group = draws(p, 1 / k, n)
    decimals = len(exact.partition(".")[2])
    assert f"{compose([group], 1e-5):.{decimals}f}" == exact
    assert f"{compose([group], 0.0):.3f}" == basic


# --- enumeration of real mechanisms ---------------------------------------------------------


def _response(token: int, p: float, pi: Law) -> list[float]:
    return [p * share + (1 - p) * (value == token) for value, share in enumerate(pi)]


def _redaction(token: int, p: float, k: int) -> list[float]:
    return [(1 - p) * (value == token) for value in range(k)] + [p]


def _divergence(pairs: Sequence[tuple[Law, Law]], epsilon: float) -> float:
    """δ(ε) of independent mechanisms, by all their joint outputs."""
    total = 0.0
    for outputs in itertools.product(*(zip(*pair, strict=True) for pair in pairs)):
        first = math.prod(output[0] for output in outputs)
        second = math.prod(output[1] for output in outputs)
        total += max(0.0, first - math.exp(epsilon) * second)
    return total


@pytest.mark.parametrize(("p", "k", "n"), [(0.9, 3, 4), (0.5, 2, 6), (0.99, 5, 3), (0.2, 4, 4)])
def test_one_group_is_exact_for_uniform_draws(p: float, k: int, n: int) -> None:
    pi = (1 / k,) * k
    pairs = [(_response(0, p, pi), _response(1, p, pi))] * n
    group = draws(p, 1 / k, n)
    for epsilon in (0.0, 0.1, 0.7, 1.5, 3.0, 6.0):
        assert profile([group], epsilon) == pytest.approx(_divergence(pairs, epsilon), abs=1e-13)
    for delta in (1e-6, 1e-3, 0.05, 0.3):
        epsilon = compose([group], delta)
        reached = _divergence(pairs, epsilon)
        assert reached <= delta * (1 + 1e-9)
        assert epsilon == 0.0 or reached == pytest.approx(delta, rel=1e-9)


def test_non_uniform_draws_are_bounded_for_every_pair_of_neighbours() -> None:
    p, pi, n = 0.8, (0.1, 0.2, 0.3, 0.4), 3
    group = draws(p, min(pi), n)
    for x, y in itertools.permutations(range(len(pi)), 2):
        pairs = [(_response(x, p, pi), _response(y, p, pi))] * n
        for epsilon in (0.0, 0.5, 1.0, 2.0, 3.5):
            assert _divergence(pairs, epsilon) <= profile([group], epsilon) + 1e-13


def test_a_value_outside_the_support_that_is_always_replaced_does_not_worsen_it() -> None:
    p, pi, n = 0.8, (0.25, 0.25, 0.5), 3
    outside, inside = list(pi), _response(0, p, pi)
    group = draws(p, min(pi), n)
    for pair in ((outside, inside), (inside, outside)):
        for epsilon in (0.0, 0.2, 0.5, 1.0, 2.0):
            assert _divergence([pair] * n, epsilon) <= profile([group], epsilon) + 1e-13


def test_several_groups_match_enumeration() -> None:
    uniform = (0.25,) * 4
    shifts = [[0.1] * 10 + [0.0], [0.0] + [0.1] * 10]
    pairs = [
        (_response(0, 0.9, uniform), _response(1, 0.9, uniform)),
        (_response(0, 0.9, uniform), _response(1, 0.9, uniform)),
        (_response(0, 0.6, (0.5, 0.5)), _response(1, 0.6, (0.5, 0.5))),
        (_redaction(0, 0.95, 2), _redaction(1, 0.95, 2)),
        (shifts[0], shifts[1]),
    ]
    groups = [
        draws(0.9, 0.25, 2),
        draws(0.6, 0.5),
        draws(0.95, 0.0),
        approximate(0.0, accounting.date_shift_delta(1, 10)),
    ]
    for epsilon in (0.0, 0.3, 0.9, 1.7, 2.4):
        assert profile(groups, epsilon) == pytest.approx(_divergence(pairs, epsilon), abs=1e-12)
    for delta in (0.15, 0.2, 0.3):
        epsilon = compose(groups, delta)
        assert _divergence(pairs, epsilon) == pytest.approx(delta, rel=1e-6)


def test_approximate_mechanisms_are_dominated() -> None:
    """The worst (ε, δ) mechanism has four outputs, two of them impossible for one side."""
    epsilon, delta, n = 0.8, 0.01, 3
    high = (1 - delta) * math.exp(epsilon) / (1 + math.exp(epsilon))
    low = (1 - delta) / (1 + math.exp(epsilon))
    pairs = [((delta, high, low, 0.0), (0.0, low, high, delta))] * n
    group = approximate(epsilon, delta, n)
    for target in (0.0, 0.5, 1.0, 2.0):
        assert profile([group], target) == pytest.approx(_divergence(pairs, target), abs=1e-13)


# --- an independent accountant --------------------------------------------------------------


@pytest.fixture(scope="module")
def pld() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")


def _oracle(pld: Any, settings: Sequence[tuple[float, int, int]], interval: float) -> Any:
    total = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for p, k, n in settings:
            one = pld.from_randomized_response(
                noise_parameter=p, num_buckets=k, value_discretization_interval=interval
            )
            many = one.self_compose(n) if n > 1 else one
            total = many if total is None else total.compose(many)
    return total


@pytest.mark.parametrize("n", [1, 3, 10])
@pytest.mark.parametrize("k", [2, 50, 7692])
@pytest.mark.parametrize("p", [0.5, 0.9, 0.99, 0.9983])
def test_one_group_agrees_with_dp_accounting(pld: Any, p: float, k: int, n: int) -> None:
    oracle = _oracle(pld, [(p, k, n)], 5e-5)
    for delta in (1e-3, 1e-5, 1e-8):
        expected = oracle.get_epsilon_for_delta(delta)
        assert compose([draws(p, 1 / k, n)], delta) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    "parts",
    [
        [(0.9, 7692, 5), (0.99, 100, 8)],
        [(0.95, 1000, 2), (0.95, 50, 3), (0.8, 12, 2), (0.999, 5000, 4)],
        [(0.9, 40, 2), (0.9, 41, 2), (0.9, 42, 2), (0.97, 43, 1), (0.9, 44, 2), (0.9, 45, 1)],
    ],
)
def test_several_groups_agree_with_dp_accounting(
    pld: Any, parts: list[tuple[float, int, int]]
) -> None:
    oracle = _oracle(pld, parts, 2.5e-5)
    groups = [draws(p, 1 / k, n) for p, k, n in parts]
    for delta in (1e-3, 1e-5, 1e-7):
        expected = oracle.get_epsilon_for_delta(delta)
        assert compose(groups, delta) == pytest.approx(expected, abs=1e-3)


# --- the grid -------------------------------------------------------------------------------


def test_the_grid_is_close_to_the_exact_sum_and_never_below(monkeypatch: Any) -> None:
    groups = [draws(0.9, 1 / k, 2) for k in (20, 90, 400, 1700, 7000)]
    exact = [compose(groups, delta) for delta in (1e-3, 1e-5, 1e-7)]
    monkeypatch.setattr(losses, "_POINTS", 1 << 5)
    coarse = [compose(groups, delta) for delta in (1e-3, 1e-5, 1e-7)]
    for rough, true in zip(coarse, exact, strict=True):
        assert true <= rough + 1e-8
        assert rough <= true + 1.0
    assert coarse != exact


def test_many_groups_stay_within_a_thousandth(monkeypatch: Any) -> None:
    generator = random.Random(5)
    groups = [
        draws(
            generator.uniform(0.8, 0.999), 1 / generator.randint(5, 9000), generator.randint(1, 9)
        )
        for _ in range(12)
    ]
    coarse = compose(groups, 1e-6)
    monkeypatch.setattr(losses, "_POINTS", 1 << 18)
    fine = compose(groups, 1e-6)
    assert fine - 1e-8 <= coarse <= fine + 1e-3


# --- infinity -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "group",
    [
        draws(0.9, 0.0),
        draws(0.0, 0.5),
        draws(0.0, 0.0),
        approximate(math.inf),
        approximate(math.inf, 0.1),
        approximate(1.0, 0.01),
    ],
)
def test_an_impossible_output_is_infinite(group: Group) -> None:
    assert compose([group], 0.0) == math.inf
    assert compose([group], group.infinity * 0.99) == math.inf
    assert compose([draws(0.9, 0.1, 5), group], 1e-5) == math.inf
    assert profile([group], 1e300) == group.infinity


def test_redaction_costs_its_delta_and_no_epsilon() -> None:
    assert compose([draws(0.9, 0.0)], 0.1) == 0.0
    assert compose([draws(0.9, 0.0, 3)], 0.1) == math.inf
    assert compose([draws(0.9, 0.0, 3)], 1 - 0.9**3) == 0.0
    assert compose([draws(1.0, 0.0, 1000)], 0.0) == 0.0


def test_mass_at_infinity_is_paid_out_of_delta() -> None:
    shift = approximate(0.0, 4e-6)
    group = draws(0.9, 1e-3, 5)
    rest = (1e-5 - 4e-6) / (1 - 4e-6)
    assert compose([group, shift], 1e-5) == pytest.approx(compose([group], rest), abs=1e-6)
    assert compose([group, shift], 4e-6) == pytest.approx(5 * group.epsilon)
    assert infinite_mass([shift, shift]) == pytest.approx(1 - (1 - 4e-6) ** 2)


def test_nothing_costs_nothing() -> None:
    assert compose([], 0.0) == compose([], 1e-5) == 0.0
    assert compose([draws(0.5, 0.1, 0), draws(0.5, 0.0, 0)], 0.0) == 0.0
    assert compose([draws(1.0, 0.1, 10)], 0.0) == 0.0
    assert compose([draws(0.0, 0.0)], 1.0) == 0.0
    assert profile([], 0.0) == 0.0


def test_vast_losses_do_not_overflow() -> None:
    assert compose([draws(1e-300, 1e-300, 3)], 0.0) == pytest.approx(3 * 600 * math.log(10))
    assert compose([draws(1e-300, 1e-300, 3)], 1e-5) <= 3 * 600 * math.log(10)
    assert compose([approximate(800.0, 0.0, 2), approximate(900.0)], 1e-5) <= 2500.0
    assert compose([draws(0.9, 1e-3, 100_000)], 1e-9) < 100_000 * accounting.epsilon(0.9, 1e-3)


def test_a_single_value_has_the_epsilon_of_the_lemma() -> None:
    group = draws(0.9, 1.0, 4)
    assert group.epsilon == accounting.epsilon(0.9, 1.0)
    assert compose([group], 1e-3) <= 4 * group.epsilon


@pytest.mark.parametrize(
    "call",
    [
        lambda: Group(-1.0, 0.1, 0.1),
        lambda: Group(math.inf, 0.1, 0.1),
        lambda: Group(1.0, 0.9, 0.2),
        lambda: Group(1.0, -0.1, 0.2),
        lambda: Group(1.0, math.nan, 0.2),
        lambda: draws(0.9, 0.1, -1),
        lambda: approximate(-1.0),
        lambda: approximate(1.0, 1.5),
        lambda: compose([], -1e-5),
        lambda: compose([], math.nan),
        lambda: profile([], -1.0),
        lambda: solve(-1.0, 0.1, 1, 0.0),
        lambda: solve(1.0, 0.1, -1, 0.0),
    ],
)
def test_arguments_out_of_range_are_refused(call: Any) -> None:
    with pytest.raises(ValueError, match=r"must|cannot|guarantee"):
        call()


# --- properties -----------------------------------------------------------------------------

P = st.floats(0.3, 0.9999)
PI = st.floats(1e-5, 0.5)
N = st.integers(1, 40)
DELTA = st.floats(1e-10, 0.2)
GROUPS = st.lists(st.builds(draws, P, PI, st.integers(1, 6)), min_size=1, max_size=4)


@settings(deadline=None)
@given(P, PI, N, DELTA)
def test_profile_inverts_compose(p: float, pi_min: float, n: int, delta: float) -> None:
    group = draws(p, pi_min, n)
    epsilon = compose([group], delta)
    assert profile([group], epsilon) <= delta * (1 + 1e-6) + 1e-14
    assert epsilon <= n * group.epsilon
    if epsilon > 1e-6:
        assert profile([group], epsilon * (1 - 1e-6)) >= delta * (1 - 1e-6)


@settings(deadline=None, max_examples=50)
@given(GROUPS, DELTA)
def test_several_groups_hold_and_do_not_exceed_the_basic_sum(
    groups: list[Group], delta: float
) -> None:
    epsilon = compose(groups, delta)
    assert epsilon <= sum(group.n * group.epsilon for group in groups) * (1 + 1e-12)
    assert profile(groups, epsilon) <= delta * (1 + 1e-6) + 1e-14
    assert compose(groups[::-1], delta) == epsilon


@settings(deadline=None, max_examples=50)
@given(GROUPS, st.builds(draws, P, PI), DELTA, DELTA)
def test_more_draws_cost_more_and_more_delta_buys_less_epsilon(
    groups: list[Group], further: Group, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert compose(groups, high) <= compose(groups, low) + 1e-6
    assert compose(groups, low) <= compose([*groups, further], low) + 1e-6


@settings(deadline=None)
@given(P, P, PI, N, DELTA)
def test_epsilon_falls_as_p_grows(
    one: float, other: float, pi_min: float, n: int, delta: float
) -> None:
    low, high = sorted((one, other))
    cheap, dear = (compose([draws(p, pi_min, n)], delta) for p in (high, low))
    assert cheap <= dear + 1e-7


def test_equal_draws_are_one_group_however_they_are_listed() -> None:
    assert compose([draws(0.9, 0.01)] * 6, 1e-5) == compose([draws(0.9, 0.01, 6)], 1e-5)


# --- the p that buys ε ----------------------------------------------------------------------


@settings(deadline=None, max_examples=30)
@given(st.floats(0.05, 20.0), st.floats(1e-5, 0.4), st.integers(1, 30), st.floats(1e-9, 0.1))
def test_solve_finds_the_smallest_p(target: float, pi_min: float, n: int, delta: float) -> None:
    p = solve(target, pi_min, n, delta)
    assert compose([draws(p, pi_min, n)], delta) <= target * (1 + 1e-12)
    assert p <= accounting.replace_probability(target / n, pi_min)
    smaller = p - 1e-6 * min(p, 1 - p)
    assert compose([draws(smaller, pi_min, n)], delta) > target * (1 - 1e-9)


def test_solve_limits() -> None:
    assert solve(1.0, 1e-3, 1, 0.0) == accounting.replace_probability(1.0, 1e-3)
    assert solve(5.0, 1e-3, 5, 0.0) == accounting.replace_probability(1.0, 1e-3)
    assert solve(0.0, 1e-3, 5, 0.0) == 1.0
    assert solve(1.0, 0.0, 1, 0.0) == 1.0
    assert solve(1.0, 0.0, 3, 0.1) == pytest.approx(0.9 ** (1 / 3), rel=1e-9)
    assert solve(1.0, 1e-3, 0, 0.0) == solve(math.inf, 1e-3, 3, 0.0) == 0.0
    assert solve(1.0, 1e-3, 3, 1.0) == 0.0
    assert solve(1.9615, 1e-3, 10, 1e-5) == pytest.approx(0.9983, abs=1e-6)
