from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc

from understudy.privacy.noise import (
    below,
    bernoulli,
    bernoulli_exp,
    discrete_laplace,
    rational,
)


def _words(seed: int) -> Iterator[int]:
    generator = random.Random(seed)
    while True:
        yield generator.getrandbits(64)


def _p_value(sample: Iterable[int], law: dict[int, float]) -> float:
    """Chi-square; the last cell takes every value that the law does not name."""
    counts = Counter(value if value in law else None for value in sample)
    total = sum(counts.values())
    cells = [(counts[value], total * share) for value, share in law.items()]
    rest = total * (1 - math.fsum(law.values()))
    if rest > 1:
        cells.append((counts[None], rest))
    else:
        assert counts[None] == 0
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    return float(chdtrc(len(cells) - 1, statistic))


def test_below_is_uniform() -> None:
    bits = _words(1)
    sample = [below(7, bits) for _ in range(20_000)]
    assert _p_value(sample, dict.fromkeys(range(7), 1 / 7)) > 1e-3


def test_below_rejects_the_words_that_would_favour_small_values() -> None:
    last_turn = 2**64 - 2**64 % 7
    assert below(7, iter([last_turn, 2**64 - 1, 12])) == 5
    assert below(7, iter([last_turn - 1])) == 6


@given(st.integers(1, 2**200), st.integers(0, 2**32))
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= below(n, _words(seed)) < n


def test_below_reads_as_many_words_as_it_needs() -> None:
    assert below(2**64, iter([2**64 - 1])) == 2**64 - 1
    assert below(2**64 + 1, iter([0, 17])) == 17
    assert below(2**128, iter([3, 5])) == 3 * 2**64 + 5


def test_bernoulli() -> None:
    bits = _words(2)
    sample = [int(bernoulli(3, 10, bits)) for _ in range(20_000)]
    assert _p_value(sample, {0: 0.7, 1: 0.3}) > 1e-3
    assert not bernoulli(0, 5, bits)
    assert bernoulli(5, 5, bits)


@pytest.mark.parametrize("gamma", [Fraction(1, 9), Fraction(1), Fraction(7, 3), Fraction(9, 2)])
def test_bernoulli_exp(gamma: Fraction) -> None:
    bits = _words(3)
    sample = [int(bernoulli_exp(gamma.numerator, gamma.denominator, bits)) for _ in range(20_000)]
    share = math.exp(-gamma)
    assert _p_value(sample, {1: share, 0: 1 - share}) > 1e-3


def test_bernoulli_exp_of_zero_is_certain() -> None:
    bits = _words(4)
    assert all(bernoulli_exp(0, 3, bits) for _ in range(100))


@pytest.mark.parametrize(
    "scale", [Fraction(1, 2), Fraction(1), Fraction(20, 3), Fraction(2) / Fraction(0.7)]
)
def test_discrete_laplace(scale: Fraction) -> None:
    bits = _words(5)
    sample = [discrete_laplace(scale.numerator, scale.denominator, bits) for _ in range(20_000)]
    ratio = math.exp(-1 / scale)
    reach = math.ceil(scale * 4)
    law = {
        value: (1 - ratio) / (1 + ratio) * ratio ** abs(value) for value in range(-reach, reach + 1)
    }
    assert _p_value(sample, law) > 1e-3


def test_discrete_laplace_depends_on_the_words_and_the_reduced_scale_alone() -> None:
    assert [discrete_laplace(6, 4, _words(seed)) for seed in range(50)] == [
        discrete_laplace(3, 2, _words(seed)) for seed in range(50)
    ]


def test_the_test_itself_notices_a_wrong_law() -> None:
    bits = _words(6)
    sample = [discrete_laplace(2, 1, bits) for _ in range(20_000)]
    ratio = math.exp(-1 / 2.2)
    law = {z: (1 - ratio) / (1 + ratio) * ratio ** abs(z) for z in range(-8, 9)}
    assert _p_value(sample, law) < 1e-6


@pytest.mark.parametrize(
    "call",
    [
        lambda bits: below(0, bits),
        lambda bits: bernoulli(3, 2, bits),
        lambda bits: bernoulli(-1, 2, bits),
        lambda bits: bernoulli_exp(1, 0, bits),
        lambda bits: bernoulli_exp(-1, 2, bits),
        lambda bits: discrete_laplace(0, 1, bits),
        lambda bits: discrete_laplace(1, 0, bits),
    ],
)
def test_nonsense_is_refused(call: object) -> None:
    with pytest.raises(ValueError, match=r"range|probability|integer"):
        call(_words(0))  # type: ignore[operator]


@given(st.floats(1e-9, 1e6))
def test_a_claimed_epsilon_is_never_exceeded(epsilon: float) -> None:
    found = rational(epsilon)
    assert 0 < found <= Fraction(repr(epsilon))
    assert float(found) == pytest.approx(epsilon, rel=1e-3, abs=1e-6)


@pytest.mark.parametrize(
    ("epsilon", "wanted"),
    [(1.0, "1"), (0.01, "1/100"), (0.3, "3/10"), (1e-7, "1/10000000"), (2, "2")],
)
def test_an_epsilon_as_it_is_written(epsilon: float, wanted: str) -> None:
    assert rational(epsilon) == Fraction(wanted)
