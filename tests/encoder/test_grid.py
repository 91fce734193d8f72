"""The grid of scores."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.encoder.grid import GRID, on_grid


def test_a_score_is_the_nearest_multiple() -> None:
    assert on_grid([0.28923331, 0.28923333, -1.0000004]).tolist() == [0.289233, 0.289233, -1.0]
    assert GRID == 1e-6


def test_a_score_on_the_grid_stays() -> None:
    once = on_grid(np.random.default_rng(1).normal(size=1000) * 100)
    assert np.array_equal(once, on_grid(once))


def test_order_is_never_turned() -> None:
    scores = np.sort(np.random.default_rng(2).uniform(0, 1e-4, 1000))
    assert (np.diff(on_grid(scores)) >= 0).all()


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_stays(value: float) -> None:
    assert on_grid(value).tolist() == pytest.approx(value, nan_ok=True)


def test_float32_is_rounded_in_float64() -> None:
    found = on_grid(np.array([0.1], np.float32))
    assert found.dtype == np.float64 and found.tolist() == [0.1]
