"""The kind of thing that numbers and identifiers are."""

from __future__ import annotations

from understudy.surrogates.kernel import Kind
from understudy.surrogates.numbers.read import read
from understudy.surrogates.numbers.sketch import INVARIANTS
from understudy.surrogates.numbers.write import write

__all__ = ["KIND"]

KIND = Kind(read, write, INVARIANTS)
