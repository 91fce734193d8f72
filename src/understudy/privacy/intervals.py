"""How sure a share counted in a sample is.

Sources: [CP] C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated
in the case of the binomial", Biometrika 26, 1934. [ET] B. Efron, R. J. Tibshirani, "An
introduction to the bootstrap", 1993, chapter 13 (percentile intervals).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["bootstrap", "clopper_pearson", "lower_bound", "upper_bound"]

# Cells of one block of resampled documents, so that memory does not grow with the corpus.
_BLOCK = 1 << 21


def _checked(successes: int, trials: int, alpha: float) -> None:
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")


def _quantile(of: int, beside: int, alpha: float) -> float:
    """The α-quantile of Beta(of, beside)."""
    # Takes a while, and few runs have a labelled sample.
    from scipy.special import betaincinv  # noqa: PLC0415

    return float(betaincinv(of, beside, alpha))


def lower_bound(successes: int, trials: int, alpha: float) -> float:
    """The one-sided lower bound at confidence 1 − α: the α-quantile of Beta(s, n − s + 1).

    The least share at which s or more successes in n trials have probability α [CP]; the trials
    are taken as independent. 0 where there was no success.
    """
    _checked(successes, trials, alpha)
    if successes == 0:
        return 0.0
    return _quantile(successes, trials - successes + 1, alpha)


def upper_bound(successes: int, trials: int, alpha: float) -> float:
    """The one-sided upper bound: the (1 − α)-quantile of Beta(s + 1, n − s) [CP]; 1 if s = n."""
    _checked(successes, trials, alpha)
    if successes == trials:
        return 1.0
    # By symmetry, which keeps the digits of a quantile close to 1.
    return 1.0 - _quantile(trials - successes, successes + 1, alpha)


def clopper_pearson(successes: int, trials: int, alpha: float) -> tuple[float, float]:
    """The two-sided interval at confidence 1 − α, with α/2 on each side [CP].

    No trials tell nothing: (0, 1).
    """
    _checked(successes, trials, alpha)
    return (
        lower_bound(successes, trials, alpha / 2.0),
        upper_bound(successes, trials, alpha / 2.0),
    )


def bootstrap(
    documents: Sequence[tuple[float, float]], alpha: float, seed: int, rounds: int = 2000
) -> tuple[float, float]:
    """The percentile interval of Σ found/Σ total when documents are drawn anew [ET].

    Each document is a pair (found, total). Those with a total of 0 say nothing and are left
    out; without any other, the interval is (0, 1). What is found in one document is not
    independent, which is why whole documents are resampled.
    """
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    counts = np.array([pair for pair in documents if pair[1] > 0], dtype=np.float64).reshape(-1, 2)
    size = counts.shape[0]
    if size == 0:
        return 0.0, 1.0
    generator = np.random.default_rng(seed)
    block = max(1, _BLOCK // size)
    shares = np.empty(rounds)
    for start in range(0, rounds, block):
        stop = min(rounds, start + block)
        sums = counts[generator.integers(size, size=(stop - start, size))].sum(axis=1)
        shares[start:stop] = sums[:, 0] / sums[:, 1]
    low, high = np.quantile(shares, (alpha / 2.0, 1.0 - alpha / 2.0))
    return float(low), float(high)
