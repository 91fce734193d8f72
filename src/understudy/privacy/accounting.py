"""What one draw costs: closed forms, nothing else.

The mechanism is that of Adelani et al. (2020): a private token t′ is replaced with probability
p by t ~ π, and kept otherwise. Unless a function says otherwise, *neighbours* are two scopes
that differ in one private token (one distinct entity, where draws are memoised), exchanged for
another value of the same category; π, positions and categories are public. ε = ∞ is returned
wherever an output of one scope is impossible for its neighbour.

Sources: [A] D. I. Adelani et al., "Privacy guarantees for de-identifying text
transformations", Interspeech 2020. [KBR] P. Kairouz, K. Bonawitz, D. Ramage, "Discrete
distribution estimation under local privacy", ICML 2016 (k-ary randomised response).
[MT] F. McSherry, K. Talwar, "Mechanism design via differential privacy", FOCS 2007.
[GRS] A. Ghosh, T. Roughgarden, M. Sundararajan, "Universally utility-maximizing privacy
mechanisms", STOC 2009.
"""

from __future__ import annotations

import math
import sys

__all__ = [
    "argmin_epsilon",
    "bayes_ceiling",
    "beta_for",
    "choice_epsilon",
    "date_shift_delta",
    "delta",
    "discrete_laplace_epsilon",
    "effective_epsilon",
    "effective_probability",
    "epsilon",
    "exponential_choice_epsilon",
    "histogram_floor",
    "never_self_epsilon",
    "replace_probability",
    "trivial_delta",
]

# Above this exponent e^x is treated in logarithms; it overflows at 709.8.
_LARGE = 600.0


def _probability(name: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} must lie in [0, 1], not {value}")


def _not_negative(name: str, value: float) -> None:
    if not value >= 0.0:
        raise ValueError(f"{name} must not be negative, not {value}")


def _count(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")


def _log_odds_of_keeping(p: float, mass: float) -> float:
    """ln((1 − p)/(p·mass)) for 0 < p < 1 and mass > 0; no product that could underflow."""
    return math.log1p(-p) - math.log(p) - math.log(mass)


def _log_of_sum(x: float, y: float) -> float:
    """ln(e^x + e^y)."""
    low, high = sorted((x, y))
    return high + math.log1p(math.exp(low - high))


def epsilon(p: float, pi_min: float) -> float:
    """The lemma: ε = ln(1 + (1 − p)/(p·π_min)).

    Equation (2) of [A], whose maximum is attained at the least likely value. Neighbours: one
    token exchanged for another of its category that π can produce. Without replacement
    (p = 0), or with a value that π cannot produce (π_min = 0) and p < 1, ε = ∞.
    """
    _probability("p", p)
    _probability("pi_min", pi_min)
    if p == 1.0:
        return 0.0
    if p == 0.0 or pi_min == 0.0:
        return math.inf
    log_ratio = _log_odds_of_keeping(p, pi_min)
    if log_ratio > _LARGE:
        return _log_of_sum(0.0, log_ratio)
    return math.log1p((1.0 - p) / p / pi_min)


def replace_probability(epsilon: float, pi_min: float) -> float:
    """The least p that buys ε: p = 1/(1 + π_min·(e^ε − 1)), the inverse of the lemma.

    Equation (2) of [A] solved for p; same neighbours. Rounded upwards, so that the lemma's ε
    of the result never exceeds what was asked for.
    """
    _not_negative("epsilon", epsilon)
    _probability("pi_min", pi_min)
    if math.isinf(epsilon):
        return 0.0
    if epsilon == 0.0 or pi_min == 0.0:
        return 1.0
    if epsilon < 1.0:
        p = 1.0 / (1.0 + pi_min * math.expm1(epsilon))
    else:
        shrunk = math.exp(-epsilon)
        p = shrunk / (pi_min + (1.0 - pi_min) * shrunk)
    # p = 0 would keep every token; the least normal number buys more than was asked for.
    return _rounded_up(max(p, sys.float_info.min), epsilon, pi_min)


def _rounded_up(p: float, target: float, pi_min: float) -> float:
    step = math.ulp(p)
    while epsilon(p, pi_min) > target:
        p = min(1.0, p + step)
        step *= 2.0
    return p


def delta(epsilon: float, p: float, pi_min: float) -> float:
    """The privacy profile of one draw: δ(ε) = max(0, 1 − p − p·π_min·(e^ε − 1)).

    The hockey-stick divergence of the two output laws in the proof of [A], eqs. (4) and (5);
    the same neighbours as the lemma. It is zero from the lemma's ε onwards.
    """
    _not_negative("epsilon", epsilon)
    _probability("p", p)
    _probability("pi_min", pi_min)
    mass = p * pi_min
    if mass == 0.0:
        return 1.0 - p
    if epsilon + math.log(mass) > 0.0:
        return 0.0
    return max(0.0, 1.0 - p - mass * math.expm1(epsilon))


def trivial_delta(p: float) -> float:
    """(0, 1 − p) holds for any π: an output betrays its token only where it was kept.

    The profile of [A] at ε = 0. Neighbours: one token exchanged for any other of its category,
    in the support of π or not. This is all that redaction with p < 1 has (ε = ∞, δ = 1 − p).
    """
    _probability("p", p)
    return 1.0 - p


def never_self_epsilon(p: float, k: int) -> float:
    """What "never the same word again" costs: ε = |ln((1 − p)(k − 1)/p)|.

    Drawing uniformly from the k − 1 values that are not t′ makes π depend on t′, so that the
    lemma of [A] does not hold: the output t′ has probability 1 − p on one side and
    p/(k − 1) on the other. ∞ at p = 1, where the lemma would claim 0. Neighbours as there.
    """
    _probability("p", p)
    _count("k", k)
    if p in (0.0, 1.0) or k == 1:
        return math.inf
    return abs(math.log1p(-p) + math.log(k - 1) - math.log(p))


def argmin_epsilon(m: int, k: int) -> float:
    """What taking the best of k draws costs: ε = ln[(1 − (1 − 1/m)^k)·m^k].

    Candidates are drawn uniformly, with replacement, from m phrases, and the one with the
    least score wins, where the score sees t′. The winner of one scope, chosen whenever it is
    drawn (1 − (1 − 1/m)^k), is the worst of its neighbour and wins only if all k draws are
    it (m^−k). Neighbours: one token exchanged for another, and with it any scores.
    """
    _count("m", m)
    _count("k", k)
    if m == 1:
        return 0.0
    return math.log(-math.expm1(k * math.log1p(-1.0 / m))) + k * math.log(m)


def exponential_choice_epsilon(beta: float, k: int) -> float:
    """A choice with probability ∝ exp(−β·N): ε_c = β + ln((e^−β + k − 1)/(1 + (k − 1)e^−β)).

    The exponential mechanism of [MT] over k candidates that were drawn without looking at t′,
    with scores N in [0, 1]; exact, attained where the chosen score moves from 0 to 1 and all
    others from 1 to 0. Neighbours: one token exchanged for another, and with it any scores.
    """
    _not_negative("beta", beta)
    _count("k", k)
    if k == 1:
        return 0.0
    if math.isinf(beta):
        return math.inf
    shrunk = math.exp(-beta)
    return beta + math.log(shrunk + (k - 1)) - math.log1p((k - 1) * shrunk)


def beta_for(epsilon_c: float, k: int) -> float:
    """The β whose choice costs ε_c: β = ε_c/2 + asinh(sinh(ε_c/2)/(k − 1)).

    The inverse of ``exponential_choice_epsilon``: with x = e^β its equation reads
    (k − 1)x² + (1 − e^ε_c)x − e^ε_c(k − 1) = 0. Same neighbours. A single candidate costs
    nothing at any β, so that β is ∞ then.
    """
    _not_negative("epsilon_c", epsilon_c)
    _count("k", k)
    if k == 1 or math.isinf(epsilon_c):
        return math.inf
    half = epsilon_c / 2.0
    if half > _LARGE:
        return epsilon_c - math.log(k - 1)
    return half + math.asinh(math.sinh(half) / (k - 1))


def choice_epsilon(epsilon_c: float, p: float, pi_min: float, beta: float, k: int) -> float:
    """Exponential choice with p < 1: ε = ln(e^ε_c + (1 − p)/(p·π_min·L)).

    L = k·e^−β/(e^−β + k − 1) is the least share of its draws that a candidate can get, so a
    value t comes out with at least p·π(t)·L, whatever t′ is; on the other side it has at most
    e^ε_c times that, and 1 − p more where it is t′ itself ([A], eq. 5, with [MT]).
    Neighbours: one token exchanged for another, and with it any scores. ε_c at p = 1.
    """
    _not_negative("epsilon_c", epsilon_c)
    _not_negative("beta", beta)
    _probability("p", p)
    _probability("pi_min", pi_min)
    _count("k", k)
    if p == 1.0 or math.isinf(epsilon_c):
        return epsilon_c
    if p == 0.0 or pi_min == 0.0:
        return math.inf
    if k == 1:
        log_share = 0.0
    elif math.isinf(beta):
        return math.inf
    else:
        log_share = math.log(k) - beta - math.log(math.exp(-beta) + (k - 1))
    return _log_of_sum(epsilon_c, _log_odds_of_keeping(p, pi_min) - log_share)


def effective_probability(p: float, recall: float) -> float:
    """p_eff = r·p: a token is replaced only if it was found.

    [A], section 3, on recall as a bound for p. It holds if misses are independent of the
    value; neighbours are those of the lemma.
    """
    _probability("p", p)
    _probability("recall", recall)
    return recall * p


def effective_epsilon(p: float, pi_min: float, recall: float) -> float:
    """The lemma's ε at p_eff = r·p, under the assumption of ``effective_probability``."""
    return epsilon(effective_probability(p, recall), pi_min)


def histogram_floor(lambda_: float, k: int) -> float:
    """The π_min of a released histogram: λ/k, known before the run.

    π = (1 − λ)·max(ĉ, 0)/Σ + λ/k over a public support of k values, with geometric noise of
    ratio e^(−ε_h/2) on the counts [GRS]: neighbours exchange one counted entity, so that one
    count falls and one rises, an L1 distance of 2. ε_h is a bill of its own.
    """
    _probability("lambda_", lambda_)
    _count("k", k)
    return lambda_ / k


def date_shift_delta(distance: float, window: float) -> float:
    """A shift drawn uniformly from W days is (0, d/W).

    The share of one shifted window that lies outside the other. Neighbours: all dates of the
    scope move together by d days. Both are counted in the step of the shifts (in weeks, where
    weekdays are kept and are public).
    """
    _not_negative("distance", distance)
    if not window > 0.0:
        raise ValueError(f"window must be positive, not {window}")
    return min(1.0, distance / window)


def discrete_laplace_epsilon(distance: float, scale: float) -> float:
    """Discrete Laplace noise of scale b on a value that moves by d: ε = d/b [GRS].

    Neighbours: all dates of the scope move together by d days; or counts at L1 distance d.
    """
    _not_negative("distance", distance)
    _not_negative("scale", scale)
    if distance == 0.0:
        return 0.0
    return math.inf if scale == 0.0 else distance / scale


def bayes_ceiling(p: float, k: int) -> float:
    """The best an attacker with a uniform prior can do: right with probability 1 − p + p/k.

    The posterior of k-ary randomised response at its output ([KBR]; [A], eq. 5). It speaks of
    one token, not of a pair of neighbours.
    """
    _probability("p", p)
    _count("k", k)
    return 1.0 - p + p / k
