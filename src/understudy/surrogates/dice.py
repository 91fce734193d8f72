"""How a writer draws: by random numbers, by the least chance, by seeking, or by counting.

A writer asks for each choice once, by a public label, in an order that the sketch decides. The
same writing then answers four questions: what the new text is (``RandomDice``), how little
probable an outcome can be (``Least``), whether the texts as they stand could be one
(``TargetDice``), and how many outcomes there are (``Counted``). So what ε is computed from cannot
drift from what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from understudy.privacy.noise import below
from understudy.surrogates.tables import ExcludedValues, Product, Support, Table, another

__all__ = ["Counted", "Dice", "Label", "Least", "RandomDice", "TargetDice"]

_GOLDEN = 0x9E3779B97F4A7C15
"""Its multiples are spread evenly over the numbers of 64 bits."""

Label = tuple[str | int, ...]
"""The public name of a choice: ("given name", 0). No letter of the document is in it."""


class Dice(Protocol):
    """How a writer decides; it asks for each choice once, in an order that the sketch decides."""

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: ExcludedValues = frozenset(),
    ) -> str:
        """A value of the support.

        ``floor`` is the least chance of a value over all supports that could have been in this
        one's place, where earlier choices decide which it is; ``apart`` are values of a table
        that the earlier choices have taken.
        """
        ...

    def branch(self, table: Table, label: Label) -> str:
        """A value of a small table, on which depends what is chosen next."""
        ...

    def below(self, count: int, label: Label) -> int:
        """A whole number from 0 to ``count`` − 1, each as likely."""
        ...

    def numbers(self) -> Iterator[int]:
        """Uniform 64-bit numbers, for noise that has an account of its own."""
        ...


class RandomDice:
    """Draws by random numbers."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: ExcludedValues = frozenset(),
    ) -> str:
        if isinstance(support, Table):
            if apart:
                return another(support, next(self._numbers), apart)
            return support.values[support.index(next(self._numbers))]
        return support.value(list(islice(self._numbers, support.need)))

    def branch(self, table: Table, label: Label) -> str:
        return self.pick(table, label)

    def below(self, count: int, label: Label) -> int:
        return below(count, self._numbers)

    def numbers(self) -> Iterator[int]:
        return self._numbers


class _Way:
    """One way through the branches of a writer; where it ends, the first value is taken."""

    def __init__(self, way: Sequence[str]) -> None:
        self.others: list[tuple[str, ...]] = []
        self._way = tuple(way)
        self._gone: list[str] = []

    def taken(self, table: Table) -> str:
        at = len(self._gone)
        if at < len(self._way):
            chosen = self._way[at]
        else:
            chosen = table.values[0]
            self.others += [(*self._gone, other) for other in table.values[1:]]
        self._gone.append(chosen)
        return chosen


class Least:
    """Multiplies the least chances, along one way through the branches."""

    def __init__(self, way: Sequence[str] = ()) -> None:
        self.chance = 1.0
        self._way = _Way(way)
        self.others = self._way.others
        """Ways that leave this one at a branch of its own."""

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: ExcludedValues = frozenset(),
    ) -> str:
        self.chance *= support.pi_min if floor is None else floor
        if isinstance(support, Table):
            return next((one for one in support.values if one not in apart), support.values[0])
        return support.value([0] * support.need)

    def branch(self, table: Table, label: Label) -> str:
        chosen = self._way.taken(table)
        self.chance *= table.weights()[chosen]
        return chosen

    def below(self, count: int, label: Label) -> int:
        self.chance /= count
        return 0

    def numbers(self) -> Iterator[int]:
        self.chance = 0.0  # noise without bounds has no least chance
        number = _GOLDEN
        while True:  # samplers reject some numbers: one that never changes would never do
            yield number
            number = (number + _GOLDEN) % (1 << 64)


class TargetDice:
    """Chooses what stands in the document, as long as it can be chosen.

    ``hints`` are what the reader saw at each choice, and secret; a hint that is wrong only means
    that the mentions do not come out, and are always replaced.
    """

    def __init__(self, hints: Mapping[Label, str | int]) -> None:
        self.found = True
        self._hints = hints

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: ExcludedValues = frozenset(),
    ) -> str:
        wanted = self._hints.get(label)
        if isinstance(wanted, str) and wanted not in apart and support.contains(wanted, "native"):
            return wanted
        self.found = False
        return Least().pick(support, label, apart=apart)

    def branch(self, table: Table, label: Label) -> str:
        return self.pick(table, label)

    def below(self, count: int, label: Label) -> int:
        wanted = self._hints.get(label)
        if isinstance(wanted, int) and 0 <= wanted < count:
            return wanted
        self.found = False
        return 0

    def numbers(self) -> Iterator[int]:
        self.found = False
        return Least().numbers()


class Counted:
    """Multiplies the numbers of values, along one way through the branches.

    Each value of a choice is taken with the same chance, so that the mean of the products over
    many random numbers is the number of outcomes of that way (Knuth 1975). Branches do not count:
    two of them may lead to the same outcome.
    """

    def __init__(self, numbers: Iterator[int], way: Sequence[str] = ()) -> None:
        self.count = 1.0
        self._way = _Way(way)
        self.others = self._way.others
        """Ways that leave this one at a branch of its own."""
        self._numbers = numbers

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: ExcludedValues = frozenset(),
    ) -> str:
        if isinstance(support, Table):
            values = support.values
            if apart:
                values = tuple(one for one in values if one not in apart) or values
            self.count *= len(values)
            return values[next(self._numbers) % len(values)]
        self.count *= support.size
        if isinstance(support, Product):
            support = Product(support.template, tuple(Table(one.values) for one in support.parts))
        return support.value(list(islice(self._numbers, support.need)))

    def branch(self, table: Table, label: Label) -> str:
        return self._way.taken(table)

    def below(self, count: int, label: Label) -> int:
        self.count *= count
        return next(self._numbers) % count

    def numbers(self) -> Iterator[int]:
        self.count = float("inf")  # noise without bounds has no number of outcomes
        return self._numbers
