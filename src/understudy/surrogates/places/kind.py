"""Places as a kind of stand-in: how they are read, how they are written, what is declared."""

from __future__ import annotations

from understudy.surrogates.kernel import Kind
from understudy.surrogates.places.read import read
from understudy.surrogates.places.sketch import INVARIANTS
from understudy.surrogates.places.write import write

__all__ = ["KIND"]

KIND = Kind(read, write, INVARIANTS)
