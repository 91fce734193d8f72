"""k-ary randomised response, the mechanism under word and entity replacement.

With probability p a value is replaced by a draw from π, otherwise it is kept (Adelani et al.
2020, Algorithm and Lemma; Warner 1965). π does not depend on the value, so one draw satisfies

    ε = ln(1 + (1 − p) / (p · π_min))

for neighbours that differ in this value by another one of the same form. Drawing the value
itself again stays possible. A value outside the support of π is always replaced, which does not
worsen the profile: no output then depends on it.

The scalar and the vectorised sampler apply the same integer rules to the same 64-bit words;
the audit runs the one, the pipeline the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from understudy.surrogates.tables import Support, Table

__all__ = ["Response", "coin"]

_TOP = 1 << 64


def coin(word: int, p: float) -> bool:
    """True with probability p: replace."""
    return word < int(p * _TOP)


@dataclass(frozen=True)
class Response:
    """Keep or replace: a coin of probability p, and a draw from a support."""

    p: float
    support: Support

    @cached_property
    def _threshold(self) -> int:
        return int(self.p * _TOP)

    @cached_property
    def need(self) -> int:
        """How many random words one draw takes: the coin and the value."""
        return 1 + self.support.need

    def draw(self, words: Sequence[int], inside: bool) -> str | None:
        """A stand-in, or None for keep. ``inside``: the value lies in the support of π."""
        if words[0] >= self._threshold and inside:
            return None
        return self.support.value(words[1:])

    def sample(
        self, index: int | None, coins: NDArray[np.uint64], values: NDArray[np.uint64]
    ) -> NDArray[np.intp]:
        """Outcomes of many independent draws for the value at ``index`` of a table."""
        if not isinstance(self.support, Table):
            raise TypeError("only a table can be sampled by index")
        drawn = self.support.indices(values)
        if index is None or self._threshold >= _TOP:
            return drawn
        keep = coins >= np.uint64(self._threshold)
        return np.where(keep, index, drawn)
