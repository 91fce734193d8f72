"""Strategies by name: ``S_I-H Sum & K-MC``, ``T-H K-Max · S-H Sum``, ``Random``.

A name is factors with a point between them, then modifiers, each behind an ampersand:

- a factor is a tagger and a scorer (``T-H Sum``), or a scorer that needs none (``Length``);
  scores are multiplied;
- the tagger is T, the target's own, or a source: S_I and S_D have the features that are
  independent of the language and dependent on it, S is S_I; several sources are one, and S1_I is
  the first of them alone;
- a modifier is a sampler (``K-MC``, ``Diverse`` …) or a scorer whose scores, rescaled, are one more
  factor (``Length``);
- ``per Minute`` at the end divides by what the instance is expected to cost.

New scorers and samplers come through the registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.core.errors import UsageError
from understudy.learn.cost import Rates
from understudy.learn.doubt import Doubts, Floats, Ints, Scorer, h_k_max, rescaled
from understudy.learn.samplers import Sampler, View
from understudy.registry import load, names

__all__ = ["Factor", "Pool", "Strategy", "strategy"]

_TAGGER = re.compile(r"(T|S\d*(?:_[ID])?)-(.+)", re.IGNORECASE)
_K_MAX = re.compile(r"h ([1-9]\d*)-max", re.IGNORECASE)
"""H K-Max with another K than the thesis's."""
_MINUTE = re.compile(r"\s+per minute$", re.IGNORECASE)


class Factor(NamedTuple):
    """One factor of a strategy's score: a scorer, and whose uncertainty it looks at."""

    scorer: str
    tagger: str = ""
    """Empty for a scorer that looks at no tagger."""
    rescaled: bool = False


class Strategy(NamedTuple):
    """How the next instances are chosen: factors that are multiplied, and a sampler."""

    name: str
    factors: tuple[Factor, ...]
    sampler: str
    per_minute: bool = False

    @property
    def wants_losses(self) -> bool:
        """Whether it needs to know how surprising each text is to the language model."""
        return any(factor.scorer == "Loss" for factor in self.factors)

    @property
    def taggers(self) -> frozenset[str]:
        """The taggers that must have been trained."""
        return frozenset(factor.tagger for factor in self.factors if factor.tagger)

    def choose(self, pool: Pool, size: int, draw: np.random.Generator) -> Ints:
        """Places in the pool of the instances to annotate next; fewer where the pool is smaller."""
        sampler: Sampler = load("samplers", self.sampler)
        view = View(self.scores(pool), pool.vectors, draw)
        return sampler(view, min(size, len(pool.lengths)))

    def scores(self, pool: Pool) -> Floats | None:
        """The product of the factors; None where there is none."""
        found: Floats | None = None
        for factor in self.factors:
            scores = _scores(factor, pool)
            found = scores if found is None else found * scores
        if found is not None and self.per_minute:
            found = found / pool.rates.minutes(1, pool.lengths.astype(np.float64), 0)
        return found


class Pool(NamedTuple):
    """What strategies may look at: the instances that nobody has annotated yet."""

    lengths: Ints
    doubts: Mapping[str, Doubts]
    """By tagger: T, S_I, S_D, S1_I …"""
    vectors: npt.NDArray[np.float32]
    losses: Floats | None = None
    """What a masked language model makes of each instance, where a strategy asks for it."""
    rates: Rates = Rates()


def _scores(factor: Factor, pool: Pool) -> Floats:
    if factor.scorer in _PLAIN:
        scores = _PLAIN[factor.scorer](pool)
    else:
        if factor.tagger not in pool.doubts:
            raise UsageError(_missing(factor.tagger))
        scores = _loaded(factor.scorer)(pool.doubts[factor.tagger], pool.lengths)
    return rescaled(scores) if factor.rescaled else scores


def _loaded(name: str) -> Scorer:
    highest = _K_MAX.fullmatch(name)
    if highest:
        return partial(h_k_max, k=int(highest[1]))
    scorer: Scorer = load("scorers", name)
    return scorer


def _length(pool: Pool) -> Floats:
    return pool.lengths.astype(np.float64)


def _loss(pool: Pool) -> Floats:
    if pool.losses is None:
        raise UsageError("the scorer Loss needs the losses of the language model")
    return pool.losses


_PLAIN: Mapping[str, Callable[[Pool], Floats]] = {"Length": _length, "Loss": _loss}
"""Scorers that look at no tagger."""


def _missing(tagger: str) -> str:
    if tagger == "T":
        return "a strategy asks for the target's own tagger (T), and nothing is annotated yet"
    return f"a strategy asks for a source ({tagger}), and none such is given: use --source"


def strategy(name: str) -> Strategy:
    """The strategy of a name; letter case and the sign of the product do not matter."""
    text, minute = _MINUTE.subn("", name.strip())
    head, *modifiers = [part.strip() for part in text.split("&")]
    parts = [part.strip() for part in re.split(r"[·*×]", head)]
    sampler = _known(names("samplers"), parts[0]) if len(parts) == 1 else None
    factors = [] if sampler else [_factor(part, name) for part in parts]
    for modifier in modifiers:
        known = _known(names("samplers"), modifier)
        if known is None:
            factors.append(_factor(modifier, name)._replace(rescaled=True))
        elif sampler:
            raise UsageError(f"{name!r} names two samplers: {sampler} and {known}")
        else:
            sampler = known
    if minute and not factors:
        raise UsageError(f"{name!r} scores nothing that a minute could divide")
    written = _written(factors, sampler, bool(minute))
    return Strategy(written, tuple(factors), sampler or "Top", bool(minute))


def _factor(part: str, name: str) -> Factor:
    match = _TAGGER.fullmatch(part)
    scorer = _scorer(match[2] if match else part)
    if scorer is None:
        raise UsageError(
            f"{name!r} is no strategy: {part!r} is neither a sampler "
            f"({', '.join(names('samplers'))}) nor a scorer ({', '.join(_PLAIN)}; "
            f"behind T-, S_I- or S_D-: {', '.join(names('scorers'))})"
        )
    if (scorer in _PLAIN) == bool(match):
        wants = "no tagger before it" if match else "a tagger before it: T-, S_I- or S_D-"
        raise UsageError(f"{name!r} is no strategy: {scorer} wants {wants}")
    if not match:
        return Factor(scorer)
    tagger = match[1].upper()
    return Factor(scorer, tagger if "_" in tagger or tagger == "T" else f"{tagger}_I")


def _scorer(part: str) -> str | None:
    highest = _K_MAX.fullmatch(" ".join(part.split()))
    if highest:
        return f"H {int(highest[1])}-Max"
    return _known((*_PLAIN, *names("scorers")), part)


def _known(known: Iterable[str], part: str) -> str | None:
    """The name that these letters mean."""
    low = " ".join(part.lower().split())
    return next((name for name in known if name.lower() == low), None)


def _written(factors: list[Factor], sampler: str | None, minute: bool) -> str:
    """The one way to write a strategy down."""
    plain = [_named(factor) for factor in factors if not factor.rescaled]
    parts = [" · ".join(plain)] if plain else []
    if sampler:
        parts.append(sampler)
    parts += [_named(factor) for factor in factors if factor.rescaled]
    return " & ".join(parts) + (" per Minute" if minute else "")


def _named(factor: Factor) -> str:
    return f"{factor.tagger}-{factor.scorer}" if factor.tagger else factor.scorer
