"""How organizations, products and drugs are read and written, and what is declared of them."""

from __future__ import annotations

from understudy.surrogates.kernel import Kind
from understudy.surrogates.organizations.read import read
from understudy.surrogates.organizations.sketch import INVARIANTS
from understudy.surrogates.organizations.write import write

__all__ = ["KIND"]

KIND = Kind(read, write, INVARIANTS)
