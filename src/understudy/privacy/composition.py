"""What many draws cost together: exact composition by convolution of privacy losses.

A *group* is n equal mechanisms with the privacy loss +ε, −ε or 0, and ∞ where an output is
impossible for the neighbour. *Neighbours* are two scopes in which every mechanism of every
group may see another input (all n tokens of a document may change). With L the summed loss,

    δ(ε) = Pr[L = ∞] + E[(1 − e^(ε − L))⁺ ; L < ∞]

The losses of a group are those of a pair of distributions that dominates the mechanism, and
dominating pairs compose, adaptively too [ZDW]. For one group the sum lies on the lattice j·ε
and the result is exact, up to floating point; for several see ``losses``.

Sources: [A] D. I. Adelani et al., "Privacy guarantees for de-identifying text
transformations", Interspeech 2020. [KOV] P. Kairouz, S. Oh, P. Viswanath, "The composition
theorem for differential privacy", ICML 2015. [ZDW] Y. Zhu, J. Dong, Y.-X. Wang, "Optimal
accounting of differential privacy via characteristic function", AISTATS 2022. [D]
V. Doroshenko et al., "Connect the dots: tighter discrete approximations of privacy loss
distributions", PETS 2022.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from understudy.privacy import losses
from understudy.privacy.accounting import epsilon as lemma_epsilon
from understudy.privacy.accounting import replace_probability

__all__ = ["Group", "approximate", "compose", "draws", "infinite_mass", "profile", "solve"]

# Mass that may be cut from the tails of a sum, as a share of δ; it is added to δ in return.
_CUT = 1e-12
# The same where δ is sought and not given.
_PROFILE_CUT = 1e-30
# δ below this is out of reach of floating point; only the basic sum is left then.
_LEAST = 1e-280
# δ and the mass at ∞ often are one decimal number, computed in two ways.
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Group:
    """n equal mechanisms: loss +ε with ``plus``, −ε with ``minus``, ∞ with ``infinity``, else 0.

    Hashable, so that callers can remember what a multiset of groups costs.
    """

    epsilon: float
    plus: float
    minus: float
    infinity: float = 0.0
    n: int = 1

    def __post_init__(self) -> None:
        if not 0.0 <= self.epsilon < math.inf:
            raise ValueError(f"epsilon of a group must be finite, not negative: {self.epsilon}")
        masses = (self.plus, self.minus, self.infinity)
        if not (min(masses) >= 0.0 and sum(masses) <= 1.0 + _SAME):
            raise ValueError(f"masses of a group must be probabilities of sum ≤ 1: {masses}")
        if self.n < 0:
            raise ValueError(f"a group cannot have {self.n} mechanisms")


def draws(p: float, pi_min: float, n: int = 1) -> Group:
    """n draws of the mechanism of [A]: +ε with 1 − p + p·π_min, −ε with p·π_min, 0 otherwise.

    The output laws in the proof of the lemma, eqs. (4) and (5). Neighbours: each token
    exchanged for another of its category. Exact where two values attain π_min, else a pair
    that dominates the mechanism [ZDW]. π_min = 0 (redaction, a placeholder, a raw corpus
    histogram) is ∞ with 1 − p, whatever the neighbour.
    """
    epsilon = lemma_epsilon(p, pi_min)
    if epsilon == 0.0:
        return Group(0.0, 0.0, 0.0, 0.0, n)
    if math.isinf(epsilon):
        return Group(0.0, 0.0, 0.0, 1.0 - p, n)
    if pi_min > 0.5:
        # No two values can both have such a mass, so the three atoms do not exist.
        return approximate(epsilon, 0.0, n)
    return Group(epsilon, 1.0 - p + p * pi_min, p * pi_min, 0.0, n)


def approximate(epsilon: float, delta: float = 0.0, n: int = 1) -> Group:
    """n mechanisms of which only (ε, δ) is known: date shifts, histograms, exponential choice.

    Dominated by the pair with loss ∞ with δ, +ε with (1 − δ)e^ε/(1 + e^ε) and −ε with
    (1 − δ)/(1 + e^ε) [KOV]. Neighbours are the mechanism's own. ε = ∞ claims nothing, whatever
    δ is, and puts all mass at ∞; redaction, which is (0, 1 − p), is ``draws(p, 0)``.
    """
    if not (epsilon >= 0.0 and 0.0 <= delta <= 1.0):
        raise ValueError(f"({epsilon}, {delta}) is no privacy guarantee")
    if math.isinf(epsilon):
        return Group(0.0, 0.0, 0.0, 1.0, n)
    if epsilon == 0.0:
        return Group(0.0, 0.0, 0.0, delta, n)
    shrunk = math.exp(-epsilon)
    plus = (1.0 - delta) / (1.0 + shrunk)
    return Group(epsilon, plus, plus * shrunk, delta, n)


def infinite_mass(groups: Iterable[Group]) -> float:
    """The composed probability of a loss of ∞: δ_∞ = 1 − Π(1 − δ_i)^n_i.

    Neighbours as for ``compose``. At a smaller δ no ε is finite [KOV].
    """
    log_finite = 0.0
    for group in groups:
        if group.n and group.infinity >= 1.0:
            return 1.0
        if group.n:
            log_finite += group.n * math.log1p(-group.infinity)
    return -math.expm1(log_finite)


def compose(groups: Iterable[Group], delta: float) -> float:
    """The least ε ≥ 0 with δ(ε) ≤ δ for all groups together.

    Neighbours: scopes in which the input of every mechanism may differ. Exact for one group
    (the n-fold sum of its atoms), an upper bound for several, tight to 1e-3 up to some dozens
    of them; never above the basic sum Σ n·ε, which is the answer at δ = 0. ∞ where δ_∞ exceeds
    δ. Proof: composition of dominating pairs [ZDW], and [D] for the grid.
    """
    if not delta >= 0.0:
        raise ValueError(f"delta must not be negative, not {delta}")
    if delta >= 1.0:
        return 0.0
    merged = _merged(groups)
    beyond = infinite_mass(merged)
    if beyond > delta * (1.0 + _SAME):
        return math.inf
    finite, share = _finite(merged)
    basic = _basic(finite)
    if not finite or delta - beyond <= max(_LEAST, delta * _SAME):
        return basic
    room = (delta - beyond) / share
    cut = room * _CUT
    lattices = _lattices(finite, cut)
    if len(lattices) == 1:
        return min(basic, losses.lattice_epsilon(lattices[0], room - cut))
    left, right = losses.halves(lattices, cut)
    return min(basic, losses.bracketed_epsilon(left, right, room - 2.0 * cut, basic))


def profile(groups: Iterable[Group], epsilon: float) -> float:
    """The composed δ(ε), the inverse of ``compose`` in its second argument.

    Neighbours and proof as there; exact for one group, else an upper bound.
    """
    if not epsilon >= 0.0:
        raise ValueError(f"epsilon must not be negative, not {epsilon}")
    merged = _merged(groups)
    beyond = infinite_mass(merged)
    finite, share = _finite(merged)
    if beyond >= 1.0 or _basic(finite) <= epsilon:
        return beyond
    left, right = losses.halves(_lattices(finite, _PROFILE_CUT), _PROFILE_CUT)
    excess = losses.excess(left, right, epsilon) + 2.0 * _PROFILE_CUT
    return min(1.0, beyond + share * excess)


def solve(target_epsilon: float, pi_min: float, n: int, delta: float) -> float:
    """The smallest p with which n draws cost at most ε at δ.

    Neighbours as for ``compose``. Draws with a larger p are draws with a smaller one and
    further replacement after them, hence post-processing: ε falls as p grows, and bisection
    finds p. At δ = 0 this is the lemma's inverse at ε/n ([A], eq. 2).
    """
    if not target_epsilon >= 0.0:
        raise ValueError(f"target_epsilon must not be negative, not {target_epsilon}")
    if n < 0:
        raise ValueError(f"n must not be negative, not {n}")
    if n == 0 or delta >= 1.0 or math.isinf(target_epsilon):
        return 0.0
    high = replace_probability(target_epsilon / n, pi_min)
    if delta == 0.0:
        return high
    low = 0.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if not low < middle < high:
            break
        if compose((draws(middle, pi_min, n),), delta) <= target_epsilon:
            high = middle
        else:
            low = middle
    return high


def _basic(groups: Iterable[Group]) -> float:
    return math.fsum(group.n * group.epsilon for group in groups)


def _finite(groups: list[Group]) -> tuple[list[Group], float]:
    """The groups with an ε of their own, and the probability that no other one has loss ∞."""
    silent = [group for group in groups if group.epsilon == 0.0]
    return [group for group in groups if group.epsilon > 0.0], 1.0 - infinite_mass(silent)


def _merged(groups: Iterable[Group]) -> list[Group]:
    """Equal mechanisms joined in one group, in an order that does not depend on the caller's."""
    counts: dict[Group, int] = {}
    for group in groups:
        one = replace(group, n=1)
        counts[one] = counts.get(one, 0) + group.n
    merged = [replace(one, n=n) for one, n in counts.items() if n]
    return sorted(merged, key=lambda group: (group.epsilon, group.plus, group.infinity))


def _atoms(group: Group) -> losses.Lattice:
    """The finite losses of one mechanism of the group."""
    zero = max(0.0, 1.0 - group.plus - group.minus - group.infinity)
    return losses.Lattice(group.epsilon, -1, np.array([group.minus, zero, group.plus]))


def _lattices(groups: list[Group], cut: float) -> list[losses.Lattice]:
    """The n-fold sum of each group; in all, at most ``cut`` of mass is dropped at the top."""
    return [losses.power(_atoms(group), group.n, cut / len(groups)) for group in groups]
