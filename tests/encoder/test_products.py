"""Products of matrices without a second thread."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.encoder import products
from understudy.encoder.products import product


@pytest.mark.parametrize("rows", [0, 1, 26, 27, 500])
@pytest.mark.parametrize("columns", [1, 39])
def test_it_is_the_product(rows: int, columns: int) -> None:
    chance = np.random.default_rng(1)
    states = chance.standard_normal((rows, 256)).astype(np.float32)
    weight = chance.standard_normal((256, columns)).astype(np.float32)
    found = product(states, weight)
    assert found.dtype == np.float32
    assert found.shape == (rows, columns)
    assert np.allclose(found, states @ weight, atol=1e-4)


def test_no_piece_is_worth_a_second_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    plain = np.matmul

    def counted(states: np.ndarray, weight: np.ndarray, out: np.ndarray) -> np.ndarray:
        asked.append(len(states) * weight.size)
        return plain(states, weight, out=out)

    monkeypatch.setattr(products.np, "matmul", counted)
    product(np.ones((500, 256), np.float32), np.ones((256, 39), np.float32))
    assert max(asked) <= 1 << 18
    assert sum(asked) == 500 * 256 * 39
