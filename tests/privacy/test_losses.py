"""Sums of losses: nothing that is cut, moved or put on a grid may lower δ."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.privacy.losses import (
    Atoms,
    Lattice,
    bracketed_epsilon,
    excess,
    halves,
    lattice_epsilon,
    power,
)

ONE = Lattice(0.7, -1, np.array([0.1, 0.6, 0.3]))
ZERO = Atoms(np.zeros(1), np.ones(1))


def _by_hand(atoms: Atoms, epsilon: float) -> float:
    return math.fsum(
        mass * max(0.0, 1 - math.exp(epsilon - loss))
        for loss, mass in zip(atoms.losses, atoms.masses, strict=True)
    )


def _atoms(lattice: Lattice) -> Atoms:
    places = np.arange(lattice.masses.size, dtype=np.float64)
    return Atoms(np.float64(lattice.step) * (lattice.low + places), lattice.masses)


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_power_is_the_multinomial(n: int) -> None:
    expected: dict[int, float] = {}
    for steps in itertools.product((-1, 0, 1), repeat=n):
        mass = math.prod(float(ONE.masses[step + 1]) for step in steps)
        expected[sum(steps)] = expected.get(sum(steps), 0.0) + mass
    result = power(ONE, n, 0.0)
    for place, mass in enumerate(result.masses):
        assert mass == pytest.approx(expected.pop(result.low + place), rel=1e-12)
    assert not expected


def test_tails_that_are_cut_are_within_the_cut_and_never_lower_the_excess() -> None:
    exact, cut = power(ONE, 60, 0.0), 1e-4
    trimmed = power(ONE, 60, cut)
    assert trimmed.masses.size < exact.masses.size
    assert 1 - cut <= trimmed.masses.sum() <= 1
    above = _atoms(exact).losses > _atoms(trimmed).losses.max()
    assert trimmed.masses.sum() == pytest.approx(1 - exact.masses[above].sum(), abs=cut / 2)
    for epsilon in (0.0, 1.0, 5.0, 9.0):
        least = excess(ZERO, _atoms(exact), epsilon)
        assert least <= excess(ZERO, _atoms(trimmed), epsilon) + cut
        assert excess(ZERO, _atoms(trimmed), epsilon) <= least + cut


def test_lower_tails_move_up_and_are_not_lost() -> None:
    """The top of this sum is its likeliest value, so that nothing is cut there."""
    falling = Lattice(0.7, -1, np.array([0.01, 0.99, 0.0]))
    trimmed = power(falling, 40, 1e-3)
    assert trimmed.masses.size < 40
    assert trimmed.masses.sum() == pytest.approx(1.0, abs=1e-12)


ATOMS = st.lists(st.tuples(st.floats(-5, 5), st.floats(0.01, 1.0)), min_size=1, max_size=8).map(
    lambda pairs: Atoms(*(np.array(column) for column in zip(*pairs, strict=True)))
)


@settings(deadline=None)
@given(ATOMS, ATOMS, st.floats(0.0, 8.0))
def test_excess_of_a_sum_is_that_of_all_pairs(left: Atoms, right: Atoms, epsilon: float) -> None:
    pairs = Atoms(
        np.add.outer(left.losses, right.losses).ravel(),
        np.multiply.outer(left.masses, right.masses).ravel(),
    )
    expected = _by_hand(pairs, epsilon)
    assert excess(left, right, epsilon) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("room", [1e-9, 1e-4, 0.05, 0.2, 0.6])
def test_closed_form_and_bisection_agree(room: float) -> None:
    lattice = power(ONE, 12, 0.0)
    epsilon = lattice_epsilon(lattice, room)
    bracketed = bracketed_epsilon(ZERO, _atoms(lattice), room, 100.0)
    assert epsilon <= bracketed <= epsilon + 2e-8


def test_closed_form_below_all_losses() -> None:
    lattice = Lattice(1.0, 3, np.array([0.5, 0.5]))
    epsilon = lattice_epsilon(lattice, 0.9)
    assert 0.0 < epsilon < 3.0
    assert _by_hand(_atoms(lattice), epsilon) == pytest.approx(0.9, rel=1e-12)
    assert lattice_epsilon(lattice, 1.0) == 0.0
    assert lattice_epsilon(Lattice(1.0, -3, np.ones(2)), 1e-9) == 0.0


def test_the_grid_keeps_mass_under_both_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [power(Lattice(step, -1, ONE.masses), 3, 0.0) for step in (0.31, 0.47, 0.73, 1.1)]
    exact = halves(parts, 0.0)
    monkeypatch.setattr("understudy.privacy.losses._POINTS", 16)
    coarse = halves(parts, 0.0)
    assert coarse[0].losses.size != exact[0].losses.size
    for rough, true in zip(coarse, exact, strict=True):
        assert rough.masses.sum() == pytest.approx(true.masses.sum(), rel=1e-12)
        shrunk = true.masses @ np.exp(-true.losses)
        assert rough.masses @ np.exp(-rough.losses) == pytest.approx(shrunk, rel=1e-9)
    for epsilon in np.linspace(0.0, 7.0, 29):
        assert excess(*exact, epsilon) <= excess(*coarse, epsilon) + 1e-12
