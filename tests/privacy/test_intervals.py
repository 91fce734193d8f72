from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.privacy import intervals
from understudy.privacy.intervals import bootstrap, clopper_pearson, lower_bound, upper_bound

COUNTS = st.integers(0, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def _at_least(successes: int, trials: int, share: float) -> float:
    return math.fsum(
        math.comb(trials, i) * share**i * (1 - share) ** (trials - i)
        for i in range(successes, trials + 1)
    )


@pytest.mark.parametrize(("successes", "trials"), [(1, 7), (9, 10), (37, 60), (60, 60)])
def test_bounds_solve_the_binomial_tail(successes: int, trials: int) -> None:
    alpha = 0.03
    low = lower_bound(successes, trials, alpha)
    assert _at_least(successes, trials, low) == pytest.approx(alpha, rel=1e-9)
    high = upper_bound(trials - successes, trials, alpha)
    assert high == pytest.approx(1 - low, rel=1e-12)


def test_closed_forms_at_the_edges() -> None:
    low, high = clopper_pearson(0, 20, 0.05)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.025 ** (1 / 20))
    low, high = clopper_pearson(20, 20, 0.05)
    assert low == pytest.approx(0.025 ** (1 / 20))
    assert high == 1.0
    assert clopper_pearson(0, 0, 0.05) == (0.0, 1.0)


@given(COUNTS, st.floats(1e-6, 0.5))
def test_two_sides_hold_the_share_and_widen_with_confidence(
    counts: tuple[int, int], alpha: float
) -> None:
    successes, trials = counts
    low, high = clopper_pearson(successes, trials, alpha)
    if trials:
        assert low <= successes / trials <= high
    wider_low, wider_high = clopper_pearson(successes, trials, alpha / 10)
    assert wider_low <= low
    assert high <= wider_high
    assert low == lower_bound(successes, trials, alpha / 2)


def test_coverage_is_at_least_nominal() -> None:
    trials, share, alpha = 40, 0.93, 0.1
    covered = math.fsum(
        math.comb(trials, s) * share**s * (1 - share) ** (trials - s)
        for s in range(trials + 1)
        if clopper_pearson(s, trials, alpha)[0] <= share <= clopper_pearson(s, trials, alpha)[1]
    )
    assert covered >= 1 - alpha


@pytest.mark.parametrize(
    ("successes", "trials", "alpha"), [(3, 2, 0.05), (-1, 2, 0.05), (1, 2, 0.0), (1, 2, 1.0)]
)
def test_nonsense_is_refused(successes: int, trials: int, alpha: float) -> None:
    with pytest.raises(ValueError, match=r"trials|alpha"):
        clopper_pearson(successes, trials, alpha)


def test_bootstrap_of_equal_documents_has_no_width() -> None:
    assert bootstrap([(3, 4)] * 10, 0.05, seed=1) == (0.75, 0.75)


def test_bootstrap_is_a_function_of_its_seed() -> None:
    documents = [(i % 4, 3 + i % 2) for i in range(1, 30)]
    assert bootstrap(documents, 0.05, seed=1) == bootstrap(documents, 0.05, seed=1)
    assert bootstrap(documents, 0.05, seed=1) != bootstrap(documents, 0.05, seed=2)


def test_bootstrap_resamples_documents_and_not_entities() -> None:
    """A miss that takes whole documents with it is less certain than scattered ones."""
    clustered = [(0, 10)] * 5 + [(10, 10)] * 45
    scattered = [(9, 10)] * 50
    narrow, wide = (bootstrap(sample, 0.05, seed=3) for sample in (scattered, clustered))
    assert wide[0] < narrow[0] == 0.9 == narrow[1] < wide[1]


def test_bootstrap_has_the_width_of_the_normal_approximation() -> None:
    generator = random.Random(8)
    documents = [(int(generator.random() < 0.8), 1) for _ in range(400)]
    share = sum(found for found, _ in documents) / 400
    low, high = bootstrap(documents, 0.05, seed=3)
    half = 1.96 * math.sqrt(share * (1 - share) / 400)
    assert low == pytest.approx(share - half, abs=0.004)
    assert high == pytest.approx(share + half, abs=0.004)


def test_bootstrap_without_evidence_is_everything() -> None:
    assert bootstrap([], 0.05, seed=0) == (0.0, 1.0)
    assert bootstrap([(0, 0)] * 5, 0.05, seed=0) == (0.0, 1.0)
    assert bootstrap([(1, 2), (0, 0)], 0.05, seed=0) == (0.5, 0.5)
    with pytest.raises(ValueError, match="alpha"):
        bootstrap([(1, 1)], 0.0, seed=0)


def test_bootstrap_in_blocks_is_the_same_statistic(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [(i % 4, 4) for i in range(50)]
    whole = bootstrap(documents, 0.05, seed=1)
    monkeypatch.setattr(intervals, "_BLOCK", 120)
    assert bootstrap(documents, 0.05, seed=1) == pytest.approx(whole, abs=0.02)
