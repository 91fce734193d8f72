"""Dates, times and ages: how they are read and written, and what is declared of them."""

from __future__ import annotations

from understudy.surrogates.dates.read import read
from understudy.surrogates.dates.sketch import INVARIANTS
from understudy.surrogates.dates.write import write
from understudy.surrogates.kernel import Kind

__all__ = ["KIND"]

KIND = Kind(read, write, INVARIANTS)
