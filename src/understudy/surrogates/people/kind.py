"""People: how their mentions are read and written, and what is declared of them."""

from understudy.surrogates.kernel import Kind
from understudy.surrogates.people.read import read
from understudy.surrogates.people.sketch import INVARIANTS
from understudy.surrogates.people.write import write

__all__ = ["KIND"]

KIND = Kind(read, write, INVARIANTS)
