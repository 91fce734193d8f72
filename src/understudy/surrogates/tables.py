"""Supports: finite sets of values with a probability for each, to draw stand-ins from.

Every support answers the same questions: how many values it has, the least probability of one
(π_min, on which ε depends), which value a random number selects, and whether a value could have
been drawn at all. Python integers and numpy arrays are mapped to indices by the same rule, so
that what an audit samples a million times is what the pipeline draws once.
"""

from __future__ import annotations

import itertools
import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from understudy.core.text import recase

__all__ = [
    "DrawnValues",
    "ExcludedValues",
    "Product",
    "Shape",
    "Support",
    "Table",
    "Words",
    "another",
    "ranked",
    "summed",
]

Words = Sequence[int]
"""Independent uniform 64-bit numbers."""

_TOP = 1 << 64
_FEW = 32
"""Up to so many values that are taken, each is looked at."""


def summed(weighted: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The weights of values that may come more than once."""
    found: dict[str, float] = {}
    for value, weight in weighted:
        found[value] = found.get(value, 0.0) + weight
    return found


def ranked(values: Iterable[str], offset: float = 1.0) -> dict[str, float]:
    """Weights of values in the order of their frequency: 1/(r + offset) for the r-th."""
    return {value: 1 / (rank + offset) for rank, value in enumerate(values, 1)}


@runtime_checkable
class Support(Protocol):
    """A finite set of values with a probability for each."""

    @property
    def size(self) -> float:
        """How many values there are."""
        ...

    @property
    def pi_min(self) -> float:
        """The least probability of a value."""
        ...

    @property
    def need(self) -> int:
        """How many random numbers ``value`` takes."""
        ...

    def value(self, words: Words) -> str:
        """The value that random numbers select."""
        ...

    def contains(self, text: str, case: str) -> bool:
        """Whether some draw gives the text, in a letter case."""
        ...


@dataclass(frozen=True)
class Table:
    """Values listed one by one; uniform where there are no weights.

    Weights become 64-bit cumulative integers, and π_min is read off those integers: it is the
    probability that the sampler really has, not the one that was meant.
    """

    values: tuple[str, ...]
    edges: tuple[int, ...] | None = None

    @classmethod
    def of(cls, weighted: Mapping[str, float] | Iterable[str]) -> Table:
        """From weights (zero weights leave the support) or from plain values."""
        if not isinstance(weighted, Mapping):
            return cls(tuple(sorted(set(weighted))))
        items = sorted((value, float(weight)) for value, weight in weighted.items() if weight > 0)
        total = math.fsum(weight for _, weight in items)
        if len({weight for _, weight in items}) <= 1:
            return cls(tuple(value for value, _ in items))
        running = itertools.accumulate([weight for _, weight in items])
        edges = [int(mark / total * _TOP) for mark in running]
        edges[-1] = _TOP - 1
        if edges[0] < 1 or not all(map(operator.lt, edges, edges[1:])):
            edges = _stepping(edges)
        return cls(tuple([value for value, _ in items]), tuple(edges))

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def need(self) -> int:
        return 1

    @cached_property
    def pi_min(self) -> float:
        if not self.values:
            return 0.0
        if self.edges is None:
            return 1.0 / len(self.values)
        steps = (high - low for low, high in itertools.pairwise((0, *self.edges)))
        return min(steps) / _TOP

    def weights(self) -> dict[str, float]:
        """The probability of each value."""
        if self.edges is None:
            return dict.fromkeys(self.values, 1.0 / len(self.values))
        marks = itertools.pairwise((0, *self.edges))
        return {
            value: (high - low) / _TOP
            for value, (low, high) in zip(self.values, marks, strict=True)
        }

    def index(self, word: int) -> int:
        """The place of the value that a random number selects."""
        if self.edges is None:
            return int((word >> 11) * 2.0**-53 * len(self.values))
        return min(bisect_right(self.edges, word), len(self.values) - 1)

    def indices(self, random: NDArray[np.uint64]) -> NDArray[np.intp]:
        """``index`` for an array."""
        if self.edges is None:
            unit = (random >> np.uint64(11)).astype(np.float64) * 2.0**-53
            return (unit * len(self.values)).astype(np.intp)
        edges = np.array(self.edges, dtype=np.uint64)
        found = np.searchsorted(edges, random, side="right")
        return np.minimum(found, len(self.values) - 1)

    def value(self, words: Words) -> str:
        return self.values[self.index(words[0])]

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        return {
            case: frozenset(recase(value, case) for value in self.values)
            for case in ("native", "lower", "upper")
        }

    def contains(self, text: str, case: str) -> bool:
        return text in self._sets[case]


def _stepping(edges: Sequence[int]) -> list[int]:
    """The edges, each at least a step behind the one before it."""
    found: list[int] = []
    for edge in edges:  # a weight too small for the grid still gets one step
        found.append(max(min(_TOP - 1, edge), found[-1] + 1 if found else 1))
    count = len(found)  # and leaves as many for those after it
    return [min(edge, _TOP - count + at) for at, edge in enumerate(found)]


def another(table: Table, number: int, taken: ExcludedValues) -> str:
    """A value that is not taken yet: the others share what is left, so none gets less likely."""
    if isinstance(taken, DrawnValues) and len(taken) > _FEW:
        return taken.other(table, number)
    edges = table.edges or range(1, table.size + 1)
    places = sorted((bisect_left(table.values, name), name) for name in taken)
    gaps = [
        (edges[at - 1] if at else 0, edges[at])
        for at, name in places
        if at < table.size and table.values[at] == name
    ]
    left = edges[-1] - sum(high - low for low, high in gaps)
    if not gaps or not left:
        return table.value([number])
    mark = number * left >> 64
    for low, high in gaps:
        if mark < low:
            break
        mark += high - low
    return table.values[min(bisect_right(edges, mark), table.size - 1)]


class ExcludedValues(Protocol):
    """Values that a further draw leaves out."""

    def __contains__(self, value: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...


class DrawnValues:
    """Values that were drawn so far, which grow in number with the document: a further draw looks
    at those that came since the last one from the same table."""

    def __init__(self) -> None:
        self._values: dict[str, None] = {}
        self._left: dict[int, tuple[_Left, int]] = {}

    def __contains__(self, value: object, /) -> bool:
        return value in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"DrawnValues({len(self)} values)"

    def add(self, value: str) -> None:
        """One more value that later draws leave out."""
        self._values[value] = None

    def other(self, table: Table, number: int) -> str:
        """A value of the table that is not taken; any, where all are."""
        left, known = self._left.get(id(table), (None, 0))
        if left is None:
            left = _Left(table)
        for value in itertools.islice(reversed(self._values), len(self) - known):
            left.take(value)
        self._left[id(table)] = left, len(self)
        return left.value(number)


class _Left:
    """The steps of a table's values that are not taken, as sums over powers of two (a Fenwick
    tree), so that the value at a mark is found without a look at all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        edges = table.edges or range(1, table.size + 1)
        self._steps = [high - low for low, high in itertools.pairwise((0, *edges))]
        self._sums = [0, *self._steps]
        self._total, self._all = edges[-1], edges[-1]
        for at in range(1, len(self._sums)):
            parent = at + (at & -at)
            if parent < len(self._sums):
                self._sums[parent] += self._sums[at]

    def take(self, value: str) -> None:
        at = bisect_left(self.table.values, value)
        if at == self.table.size or self.table.values[at] != value:
            return
        step = self._steps[at]
        self._total -= step
        at += 1
        while at < len(self._sums):
            self._sums[at] -= step
            at += at & -at

    def value(self, number: int) -> str:
        if self._total in (0, self._all):
            return self.table.value([number])
        mark, at = number * self._total >> 64, 0
        power = 1 << (len(self._sums).bit_length() - 1)
        while power:
            if at + power < len(self._sums) and self._sums[at + power] <= mark:
                at += power
                mark -= self._sums[at]
            power >>= 1
        return self.table.values[min(at, self.table.size - 1)]


@dataclass(frozen=True)
class Product:
    """Independent draws put together by a template: "{} {}" of given names and surnames.

    Two ways to make one string only add to its probability, so the product of the parts' π_min
    is a lower bound of π_min.
    """

    template: str
    parts: tuple[Table, ...]
    _literals: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        literals = tuple(self.template.split("{}"))
        if len(literals) != len(self.parts) + 1 or len(self.parts) > 7:
            raise ValueError("a product has one place in its template for each part, at most 7")
        object.__setattr__(self, "_literals", literals)

    @property
    def size(self) -> float:
        return math.prod(part.size for part in self.parts)

    @property
    def need(self) -> int:
        return len(self.parts)

    @property
    def pi_min(self) -> float:
        return math.prod(part.pi_min for part in self.parts)

    def value(self, words: Words) -> str:
        out = [self._literals[0]]
        for part, word, literal in zip(self.parts, words, self._literals[1:], strict=False):
            out += (part.values[part.index(word)], literal)
        return "".join(out)

    def contains(self, text: str, case: str) -> bool:
        """Whether some choice of parts gives the text."""
        literals = tuple(recase(literal, case) for literal in self._literals)
        if not text.startswith(literals[0]):
            return False
        return self._matches(text[len(literals[0]) :], 0, literals, case)

    def _matches(self, rest: str, at: int, literals: tuple[str, ...], case: str) -> bool:
        part, literal = self.parts[at], literals[at + 1]
        if at == len(self.parts) - 1:
            return rest.endswith(literal) and part.contains(rest[: len(rest) - len(literal)], case)
        cut = rest.find(literal)
        while cut >= 0:
            if part.contains(rest[:cut], case) and self._matches(
                rest[cut + len(literal) :], at + 1, literals, case
            ):
                return True
            cut = rest.find(literal, cut + 1)
        return False


_LONGEST_DRAW = 1024
"""The most bits of one large number."""


class _Places(NamedTuple):
    """Places of a shape, each with its alphabet and the size of that, and how many numbers of 64
    bits a draw for them takes."""

    alphabets: Sequence[tuple[Sequence[str], int]]
    need: int


def _bits_of(places: Iterable[tuple[Sequence[str], int]]) -> float:
    return math.fsum(math.log2(count) for _, count in places)


@dataclass(frozen=True)
class Shape:
    """All strings of one form: each place draws from its own small alphabet, uniformly.

    No letter group of an alphabet is the beginning of another one of it.
    """

    alphabets: tuple[Sequence[str], ...]

    @cached_property
    def _counted(self) -> tuple[tuple[Sequence[str], int], ...]:
        return tuple([(alphabet, len(alphabet)) for alphabet in self.alphabets])

    @cached_property
    def _bits(self) -> float:
        return _bits_of(self._counted)

    @cached_property
    def size(self) -> float:
        if self._bits > 1000:
            return math.inf
        return float(math.prod(len(alphabet) for alphabet in self.alphabets))

    @property
    def pi_min(self) -> float:
        return 1.0 / self.size

    @cached_property
    def _pieces(self) -> tuple[_Places, ...]:
        """The places in pieces that one large number is drawn for: nearly always all of them. The
        time that its division takes grows with the square of its length."""
        if self._bits <= _LONGEST_DRAW:
            return (_Places(self._counted, 1 + math.ceil(self._bits / 64)),)
        size = _LONGEST_DRAW // max(1, math.ceil(math.log2(max(map(len, self.alphabets)))))
        pieces = [self._counted[at : at + size] for at in range(0, len(self._counted), size)]
        return tuple(_Places(piece, 1 + math.ceil(_bits_of(piece) / 64)) for piece in pieces)

    @cached_property
    def need(self) -> int:
        """So many numbers that the remainder of each division below is biased by < 2^-64."""
        return sum(piece.need for piece in self._pieces)

    def value(self, words: Words) -> str:
        if len(words) < self.need:
            raise ValueError(f"this shape takes {self.need} random numbers")
        out = []
        # One piece takes all numbers that it is given.
        several, at = len(self._pieces) > 1, 0
        for places, need in self._pieces:
            left = 0
            for word in words[at : at + need] if several else words:
                left = left << 64 | word
            at += need
            for alphabet, count in places:
                if count > 1:
                    left, place = divmod(left, count)
                    out.append(alphabet[place])
                else:
                    out.append(alphabet[0])
        return "".join(out)

    def contains(self, text: str, case: str) -> bool:
        at = 0
        for alphabet in self.alphabets:
            for letters in alphabet:
                cased = recase(letters, case) if len(letters) > 1 else letters
                if text.startswith(cased, at):
                    at += len(cased)
                    break
            else:
                return False
        return at == len(text)
