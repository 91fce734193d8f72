"""Exact noise from random words: integers only, no floating point that could leak.

Every sampler reads 64-bit words from an endless iterator that the caller gives, so that draws
can be keyed. If the words are independent and uniform, the outputs have exactly the law that
the docstring states; samples of textbook floating-point Laplace noise do not (I. Mironov, "On
significance of the least significant bits for differential privacy", CCS 2012).

Source: [CKS] C. L. Canonne, G. Kamath, T. Steinke, "The discrete Gaussian for differential
privacy", NeurIPS 2020, algorithms 1 and 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

__all__ = ["below", "bernoulli", "bernoulli_exp", "discrete_laplace", "rational"]

_WORD = 1 << 64


def rational(epsilon: float) -> Fraction:
    """An ε that is claimed, as a fraction that is no larger, so that no more is spent.

    A simple fraction where there is one; else the decimal that was written: 1e-7 is not 0.
    """
    written = Fraction(repr(float(epsilon)))
    simple = written.limit_denominator(10**6)
    return simple if 0 < simple <= written else written


def below(n: int, bits: Iterator[int]) -> int:
    """A uniform integer in [0, n), by rejection of the incomplete last turn of the words."""
    if n < 1:
        raise ValueError(f"there is no integer in [0, {n})")
    span = _WORD
    while span < n:
        span *= _WORD
    usable = span - span % n
    while True:
        value, reach = next(bits), _WORD
        while reach < span:
            value, reach = value * _WORD + next(bits), reach * _WORD
        if value < usable:
            return value % n


def _checked(numerator: int, denominator: int, least: int) -> None:
    if denominator < 1 or numerator < least:
        raise ValueError(f"{numerator}/{denominator} is out of range")


def bernoulli(numerator: int, denominator: int, bits: Iterator[int]) -> bool:
    """True with probability numerator/denominator."""
    _checked(numerator, denominator, 0)
    if numerator > denominator:
        raise ValueError(f"{numerator}/{denominator} is no probability")
    return below(denominator, bits) < numerator


def _bernoulli_exp_fraction(numerator: int, denominator: int, bits: Iterator[int]) -> bool:
    """True with probability exp(−γ) for γ = numerator/denominator ≤ 1.

    The number K of the first failure of Bernoulli(γ/1), Bernoulli(γ/2), … is odd with
    probability Σ (−γ)^i/i! = exp(−γ) ([CKS], algorithm 1).
    """
    k = 1
    while below(denominator * k, bits) < numerator:
        k += 1
    return k % 2 == 1


def bernoulli_exp(numerator: int, denominator: int, bits: Iterator[int]) -> bool:
    """True with probability exp(−γ), γ = numerator/denominator ≥ 0 ([CKS], algorithm 1).

    For γ > 1 as the product of exp(−1), once for each whole of γ, and exp of minus the rest.
    """
    _checked(numerator, denominator, 0)
    whole, rest = divmod(numerator, denominator)
    for _ in range(whole):
        if not _bernoulli_exp_fraction(1, 1, bits):
            return False
    return _bernoulli_exp_fraction(rest, denominator, bits)


def discrete_laplace(scale_numerator: int, scale_denominator: int, bits: Iterator[int]) -> int:
    """An integer z with probability ∝ exp(−|z|/b), b = t/s ([CKS], algorithm 2).

    That is two-sided geometric noise of ratio e^(−1/b): added to counts, or to a date, that
    move by d between neighbours, it costs ε = d/b. A histogram in which neighbours exchange
    one entity has d = 2; scale 2/ε_h, so ratio e^(−ε_h/2), makes it ε_h-private.
    """
    _checked(scale_numerator, scale_denominator, 1)
    common = math.gcd(scale_numerator, scale_denominator)
    t, s = scale_numerator // common, scale_denominator // common
    while True:
        rest = below(t, bits)
        if not _bernoulli_exp_fraction(rest, t, bits):
            continue
        turns = 0
        while _bernoulli_exp_fraction(1, 1, bits):
            turns += 1
        size = (rest + t * turns) // s
        negative = below(2, bits) == 1
        # Zero would come out twice as often, with either sign.
        if not (negative and size == 0):
            return -size if negative else size
